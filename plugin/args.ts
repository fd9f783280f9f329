import { parseArgs } from "node:util";
import { type Flag, flags } from "./flags.ts";
import { nearest } from "./nearest.ts";
import type { Words } from "./words.ts";

/** Sorts the words as pflag does, or says in one sentence (kubectl's phrases) which of them is wrong. */
export function sortWords(argv: readonly string[]): Words | { readonly error: string } {
  const values = new Map<string, string[]>();
  const names: string[] = [];
  for (const token of tokensOf(argv)) {
    if (token.kind === "positional") names.push(token.value);
    if (token.kind !== "option") continue;
    const flag = flags.find((each) => each.name === token.name);
    if (flag === undefined) return { error: unknownFlag(token.rawName, argv) };
    const value = textOf(flag, token.value);
    if (value === undefined) return { error: missingValue(flag, token.rawName, token.value) };
    values.set(flag.name, [...(values.get(flag.name) ?? []), value]);
  }
  return { values, names };
}

/** One word as parseArgs takes it: a flag with what follows it, a name, or `--`. */
type Token =
  | { readonly kind: "option"; readonly name: string; readonly rawName: string; readonly value?: string | undefined }
  | { readonly kind: "positional"; readonly value: string }
  | { readonly kind: "option-terminator" };

/** The words told apart, the unknown and the unfinished too: a flag that still waits for its value has none. */
export function tokensOf(argv: readonly string[]): readonly Token[] {
  return parseArgs({ args: spelledOut(argv), options: table, strict: false, allowPositionals: true, tokens: true })
    .tokens;
}

const table = Object.fromEntries(
  flags.map(({ name, short, value }) => [
    name,
    {
      type: value === undefined ? ("boolean" as const) : ("string" as const),
      ...(short === undefined ? {} : { short }),
    },
  ]),
);

/**
 * pflag takes `-n=x` and `-A=false`, which parseArgs reads as a group of letters: they become their long form. So does a
 * flag with a value of its own for nothing, where no value follows.
 */
function spelledOut(argv: readonly string[]): string[] {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  return argv.map((arg, position) => {
    const [, letter, sign, value] = /^-([A-Za-z])(?:(=)(.*))?$/s.exec(arg) ?? [];
    const flag = position < end ? flags.find(({ short }) => short !== undefined && short === letter) : undefined;
    if (flag === undefined) return arg;
    if (sign !== undefined) return `--${flag.name}=${value}`;
    const isBare = flag.bare !== undefined && !/^\d+$/.test(argv[position + 1] ?? "");
    return isBare && !wantsValue(argv[position - 1]) ? `--${flag.name}=${flag.bare}` : arg;
  });
}

/** The word before is a flag that takes the next word, whatever it looks like. */
function wantsValue(word: string | undefined): boolean {
  return flags.some(
    ({ name, short, value, bare }) =>
      value !== undefined &&
      bare === undefined &&
      (word === `--${name}` || (short !== undefined && word === `-${short}`)),
  );
}

/** A switch takes `=true` and `=false` too, in all the forms of Go's strconv.ParseBool. */
function textOf(flag: Flag, given: string | boolean | undefined): string | undefined {
  if (flag.value !== undefined) return typeof given === "string" ? given : undefined;
  if (typeof given !== "string" || /^(1|t|T|TRUE|true|True)$/.test(given)) return "true";
  return /^(0|f|F|FALSE|false|False)$/.test(given) ? "false" : undefined;
}

function missingValue(flag: Flag, rawName: string, given: string | boolean | undefined): string {
  if (flag.value === undefined)
    return `invalid argument "${given}" for "--${flag.name}": it is a switch, true or false`;
  return rawName.startsWith("--")
    ? `flag needs an argument: --${flag.name}`
    : `flag needs an argument: '${flag.short}' in ${rawName}`;
}

function unknownFlag(rawName: string, argv: readonly string[]): string {
  if (!rawName.startsWith("--")) return `unknown shorthand flag: '${rawName.slice(1)}' in ${groupOf(rawName, argv)}`;
  const guess = nearest(
    rawName.slice(2),
    flags.map((flag) => flag.name),
  );
  return `unknown flag: ${rawName}${guess === undefined ? "" : `; did you mean --${guess}?`}`;
}

/** The word the person typed around one letter of a group such as `-Az`. */
function groupOf(rawName: string, argv: readonly string[]): string {
  return argv.find((arg) => /^-[^-]/.test(arg) && arg.includes(rawName.slice(1))) ?? rawName;
}
