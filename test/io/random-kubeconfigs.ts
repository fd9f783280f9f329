import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pick, randomFrom } from "../random.ts";

/** Random kubeconfig files in a folder of their own, and the flags that request one of their contexts. */
export interface RandomKubeconfigs {
  /** The working directory; every path below counts from it. */
  readonly folder: string;
  readonly kubeconfigList?: string;
  /** `--kubeconfig` */
  readonly kubeconfig?: string;
  /** `--context` */
  readonly context?: string;
}

type Random = () => number;

/**
 * Writes one to three files into `folder`: entries that are missing, doubled, empty, relative, of two forms, of the wrong
 * type; files that are missing, empty, of several documents, JSON, UTF-16, a directory. The same for the same seed.
 */
export function writeRandomKubeconfigs(seed: number, folder: string): RandomKubeconfigs {
  const random = randomFrom(seed);
  // Most sets hold nothing wrong, so that what is right is compared as well.
  const wrong = random() < 0.4 ? 0.06 : 0;
  const count = pick(random, [1, 2, 2, 3]);
  const files = Array.from({ length: count }, (_, index) => {
    const place = pick(random, ["", "sub", "sub/deep"]);
    const name = join(place, `config-${index}`);
    writePki(join(folder, place));
    writeFile(random, join(folder, name), wrong);
    return random() < 0.3 ? join(folder, name) : name;
  });
  const context = random() < 0.4 ? { context: pick(random, names) } : {};
  const [first = ""] = files;
  if (random() < 0.1) return { folder, kubeconfig: first, ...context };
  const more = [random() < 0.2 ? [first] : [], random() < 0.2 ? ["none"] : [], random() < 0.2 ? [""] : []];
  return { folder, kubeconfigList: [...files, ...more.flat()].join(":"), ...context };
}

const names: readonly string[] = ["a", "a", "a", "b", "b", "c"];

/** What paths of entries lead to, in the folder of each file. */
function writePki(folder: string): void {
  mkdirSync(join(folder, "pki"), { recursive: true });
  for (const name of ["ca", "crt", "key"]) writeFileSync(join(folder, "pki", name), `${name} of ${folder.slice(-9)}`);
}

function writeFile(random: Random, path: string, wrong: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const kind = random();
  if (kind < 0.05) return;
  if (kind < 0.1) writeFileSync(path, pick(random, ["", "# nothing\n", "---\n", "---\n---\ncurrent-context: b\n"]));
  else if (kind < 0.1 + wrong) mkdirSync(path);
  else if (kind < 0.1 + 2 * wrong) symlinkSync(path, path);
  else writeText(random, path, wrong);
}

function writeText(random: Random, path: string, wrong: number): void {
  const text = pick(random, [toYaml, toYaml, toJson])(topOf(random, wrong));
  const before = pick(random, ["", "", "", "---\n", "# first\n", "\ufeff"]);
  const after = randomTrailer(random);
  const whole = pick(random, [0, 1, 2]) > 0 ? before + text + after : (before + text + after).replaceAll("\n", "\r\n");
  if (random() < 0.05) writeFileSync(path, `\ufeff${text}`, "utf16le");
  else writeFileSync(path, random() < wrong ? Buffer.from(whole, "latin1") : whole);
}

// kubectl reads the first document, whatever stands behind it.
function randomTrailer(random: Random): string {
  return pick(random, ["", "", "", "", "---\ncurrent-context: c\n", "---\n[\n", "...\ngarbage: [\n", "---\n"]);
}

/** A key with the YAML of its value, in the order of the file; a key may come twice. */
type Fields = readonly (readonly [key: string, value: string])[];

function topOf(random: Random, wrong: number): Fields {
  const list = (key: string, inner: string, entry: (random: Random, wrong: number) => Fields): Fields => {
    if (random() < 0.06) return random() < 0.5 ? [] : [[key, pick(random, ["null", "~", "[]"])]];
    if (random() < wrong) return [[key, pick(random, ["{a: b}", "text", "[text]", "12"])]];
    const taken = new Set<string>();
    const entries = Array.from({ length: pick(random, [1, 4, 6, 8]) }, () => {
      const name = pick(random, names);
      if (taken.has(name) && random() >= wrong / 4) return [];
      taken.add(name);
      if (random() < 0.03) return ["null"].filter(() => !taken.has("") && taken.add(""));
      const body = random() < 0.05 ? "null" : toFlowYaml(entry(random, wrong));
      return [
        toFlowYaml([
          ["name", textOf(random, wrong, name)],
          [inner, body],
        ]),
      ];
    });
    return [[key, `[${entries.flat().join(", ")}]`]];
  };
  return shuffleFields(random, [
    ...sometimes(
      random,
      0.5,
      "apiVersion",
      random() < wrong ? pick(random, ["v2", "apps/v1", "1"]) : pick(random, ["v1", "null"]),
    ),
    ...sometimes(random, 0.5, "kind", random() < wrong ? pick(random, ["Pod", "on"]) : pick(random, ["Config", '""'])),
    ...sometimes(
      random,
      0.2,
      "preferences",
      random() < wrong ? "{colors: 3}" : pick(random, ["{}", "{colors: yes}", "null"]),
    ),
    ...sometimes(
      random,
      0.2,
      "unknown",
      pick(random, ["{a: [1, 2]}", "text", "1e400", random() < wrong ? ".nan" : "1.5"]),
    ),
    ...sometimes(
      random,
      0.2,
      "extensions",
      random() < wrong
        ? pick(random, ["[{name: x, extension: 1}, {name: x}]", "[{name: 1}]", "{}"])
        : pick(random, ["[{name: x, extension: 5}]", "[{name: x}, {name: x, extension: null}]", "[null, {}]", "[]"]),
    ),
    ...sometimes(random, 0.8, "current-context", textOf(random, wrong, pick(random, names))),
    ...sometimes(random, wrong, "current-context", "a"),
    ...list("clusters", "cluster", clusterOf),
    ...list("users", "user", userOf),
    ...list("contexts", "context", contextOf),
  ]);
}

function contextOf(random: Random, wrong: number): Fields {
  return [
    ...sometimes(random, 0.95, "cluster", textOf(random, wrong, pick(random, names))),
    ...sometimes(random, 0.9, "user", textOf(random, wrong, pick(random, names))),
    ...sometimes(random, 0.4, "namespace", textOf(random, wrong, pick(random, ["default", "kubevirt", "y-not"]))),
  ];
}

function clusterOf(random: Random, wrong: number): Fields {
  return [
    ...sometimes(
      random,
      0.95,
      "server",
      textOf(random, wrong, `"https://${pick(random, names)}-${Math.floor(random() * 1000)}"`),
    ),
    ...sometimes(random, wrong, "server", "https://said-twice"),
    ...sometimes(random, 0.2, "tls-server-name", textOf(random, wrong, "name.example")),
    ...sometimes(random, 0.3, "insecure-skip-tls-verify", flagOf(random, wrong)),
    ...sometimes(random, 0.1, "disable-compression", flagOf(random, wrong)),
    ...sometimes(random, 0.1, "proxy-url", textOf(random, wrong, "http://proxy:3128")),
    ...sometimes(random, 0.1, "unknown", "{server: [1]}"),
    ...material(random, wrong, "certificate-authority", "ca"),
  ];
}

function userOf(random: Random, wrong: number): Fields {
  const groups =
    random() < wrong ? pick(random, ["text", "[1]", "[on]"]) : pick(random, ["[]", "[g, h]", "null", "[null]"]);
  const extra =
    random() < wrong ? pick(random, ["[a]", "{k: v}", "{k: [1]}"]) : pick(random, ["{}", "{k: [v, w]}", "{k: null}"]);
  const args = random() < wrong ? "[1]" : pick(random, ["[a, '1']", "null"]);
  return [
    ...sometimes(random, 0.4, "token", textOf(random, wrong, `token-${Math.floor(random() * 1000)}`)),
    ...sometimes(
      random,
      0.2,
      "tokenFile",
      textOf(random, wrong, pick(random, ["pki/key", "../pki/key", "/etc/hostname"])),
    ),
    ...sometimes(random, 0.2, "username", textOf(random, wrong, "me")),
    ...sometimes(random, 0.2, "password", textOf(random, wrong, pick(random, ['"1234"', "'on'", "p"]))),
    ...sometimes(random, 0.2, "as", textOf(random, wrong, "jane")),
    ...sometimes(random, 0.1, "as-uid", textOf(random, wrong, "'7'")),
    ...sometimes(random, 0.2, "as-groups", groups),
    ...sometimes(random, 0.2, "as-user-extra", extra),
    ...sometimes(
      random,
      0.1,
      "exec",
      `{command: ${pick(random, ["login", "./login"])}, apiVersion: v1, args: ${args}}`,
    ),
    ...sometimes(random, 0.1, "auth-provider", `{name: oidc, config: {client-id: ${textOf(random, wrong, "x")}}}`),
    ...material(random, wrong, "client-certificate", "crt"),
    ...material(random, wrong, "client-key", "key"),
  ];
}

function material(random: Random, wrong: number, key: string, file: string): Fields {
  const path = random() < wrong ? "pki/none" : pick(random, [`pki/${file}`, `./pki/../pki/${file}`, '""', "null"]);
  const right = pick(random, ["aGVsbG8=", '"aGVs\\nbG8="', "aGk=", '""', "null"]);
  const data = random() < wrong ? pick(random, ["'!!!'", "aGk", "12", '"a Gk="']) : right;
  const hasPath = random() < 0.3;
  const hasData = hasPath ? random() < wrong * 2 : random() < 0.3;
  return [...(hasPath ? [[key, path] as const] : []), ...(hasData ? [[`${key}-data`, data] as const] : [])];
}

function textOf(random: Random, wrong: number, text: string): string {
  if (random() < wrong)
    return pick(random, ["on", "y", "N", "12", "0o7", "1_000", "[]", "{a: 1}", "true", ".5", "08", "0x1F"]);
  if (random() < 0.06)
    return pick(random, ["null", "~", '""', "2001-01-01", "190:20:30", "0x", "a.b", "'12'", '"on"', "1e400"]);
  return text;
}

function flagOf(random: Random, wrong: number): string {
  if (random() < wrong) return pick(random, ['"true"', "1", "text", "[]"]);
  return pick(random, ["true", "false", "yes", "On", "n", "null", "TRUE"]);
}

function sometimes(random: Random, chance: number, key: string, value: string): Fields {
  return random() < chance ? [[key, value]] : [];
}

function shuffleFields(random: Random, fields: Fields): Fields {
  return fields
    .map((field) => ({ field, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ field }) => field);
}

function toFlowYaml(fields: Fields): string {
  return `{${fields.map(([key, value]) => `${key}: ${value}`).join(", ")}}`;
}

function toYaml(fields: Fields): string {
  return fields.map(([key, value]) => `${key}: ${value}\n`).join("");
}

function toJson(fields: Fields): string {
  return `{${fields.map(([key, value]) => `\n\t"${key}": ${value}`).join(",")}}\n`;
}
