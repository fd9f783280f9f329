import { randomIntegersFrom } from "../../random.ts";

/** A text with invented credentials, and what must not be left of it. */
export interface Form {
  /** The template, which names the row. */
  readonly name: string;
  readonly text: string;
  readonly secrets: readonly string[];
}

const digits = "0123456789";
const small = "abcdefghijklmnopqrstuvwxyz";
const capitals = small.toUpperCase();

const alphabets: Readonly<Record<string, string>> = {
  a: small + digits,
  b: `${capitals}${small}${digits}+/`,
  d: digits,
  h: `${digits}abcdef`,
  l: small,
  s: `${capitals}${small}${digits}-_`,
  u: capitals + digits,
  w: capitals + small + digits,
};

const chosenPasswords = [
  "Tr0ub4dor&3",
  "Winter2026!",
  "kubevirt-Rocks7",
  "s3cr3tPa55",
  "P@ssw0rd.9",
  "blue42Horse",
  "adm1n#Lab",
];

/** Fills a template of the corpus: the same template and number give the same text. */
export function fillTemplate(template: string, number = 0): Form {
  const seed = [...template].reduce((sum, each) => (sum * 31 + (each.codePointAt(0) ?? 0)) % 1_000_003, 7 + number);
  const random = randomIntegersFrom(seed);
  const pick = (from: string, length: number): string =>
    Array.from({ length }, () => from[random(from.length)] ?? "").join("");
  const filled = template.replace(/\{(p|q|pem|[abdhlsuw](?=\d))(\d*)\}/g, (_, kind: string, length: string) => {
    if (kind === "p") return chosenPasswords[random(chosenPasswords.length)] ?? "";
    if (kind === "q") return `${pick(alphabets["w"] ?? "", 19)}${pick(digits, 1)}`;
    if (kind === "pem") return [64, 64, 31].map((each) => pick(alphabets["b"] ?? "", each)).join("\n");
    return pick(alphabets[kind] ?? "", Number(length));
  });
  const secrets = [...filled.matchAll(/«([\s\S]*?)»/g)].map(([, secret = ""]) => secret);
  return { name: template, text: filled.replace(/[«»]/g, ""), secrets };
}

/** Whether six characters in a row of a credential are left. */
export function isReadable({ secrets }: Form, output: string): boolean {
  return secrets
    .flatMap((secret) => secret.split(/\s+|\\+n|"/))
    .filter((part) => part.length >= 4)
    .some((part) => windowsOf(part, 6).some((window) => output.includes(window)));
}

function windowsOf(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.max(1, text.length - length + 1) }, (_, index) => text.slice(index, index + length));
}
