import { parseArgs } from "node:util";
import {
  missingShortValueText,
  missingValueText,
  notASwitchText,
  unknownFlagText,
  unknownLetterText,
} from "../../shared/render/words/plugin/arguments.ts";
import { allFlags, type FlagDefinition } from "./flags.ts";
import type { CommandLineTokens } from "./token-lookup.ts";

/** One sentence (kubectl's phrases) about the first wrong word. `unknown`: it is this long flag, as typed. */
export interface WrongWord {
  readonly error: string;
  readonly unknown?: string;
}

/** Sorts the words as pflag does, or returns which of them is wrong. */
export function sortWords(argv: readonly string[]): CommandLineTokens | WrongWord {
  const values = new Map<string, string[]>();
  const names: string[] = [];
  const dashes: number[] = [];
  for (const token of tokenizeArguments(argv)) {
    if (token.kind === "positional") names.push(token.value);
    if (token.kind === "option-terminator") dashes.push(names.length);
    if (token.kind !== "option") continue;
    const flag = allFlags.find((each) => each.name === token.name);
    if (flag === undefined) return unknownFlag(token.rawName, argv);
    const value = textOf(flag, token.value);
    if (value === undefined) return { error: missingValue(flag, token.rawName, token.value) };
    values.set(flag.name, [...(values.get(flag.name) ?? []), value]);
  }
  const [namesBeforeDashes] = dashes;
  return { values, names, ...(namesBeforeDashes !== undefined && { namesBeforeDashes }) };
}

/** One word as parseArgs takes it: a flag with what follows it, a name, or `--`. */
type Token =
  | { readonly kind: "option"; readonly name: string; readonly rawName: string; readonly value?: string | undefined }
  | { readonly kind: "positional"; readonly value: string }
  | { readonly kind: "option-terminator" };

/** The tokens of the words, including unknown and unfinished flags. A flag that still waits for its value has none. */
export function tokenizeArguments(argv: readonly string[]): readonly Token[] {
  return parseArgs({ args: spelledOut(argv), options: table, strict: false, allowPositionals: true, tokens: true })
    .tokens;
}

const table = Object.fromEntries(
  allFlags.map(({ name, short, value }) => [
    name,
    {
      type: value === undefined ? ("boolean" as const) : ("string" as const),
      ...(short === undefined ? {} : { short }),
    },
  ]),
);

/**
 * Writes `-n=x` and `-A=false` in their long form. pflag takes them, but parseArgs reads them as a group of letters. A
 * flag that has a default for a missing value becomes long too, where no value follows.
 */
function spelledOut(argv: readonly string[]): string[] {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  return argv.map((typed, position) => {
    // Its name in the first releases.
    const arg = position < end ? typed.replace(/^--senses(?==|$)/, "--polarity") : typed;
    const [, letter, sign, value] = /^-([A-Za-z])(?:(=)(.*))?$/s.exec(arg) ?? [];
    const flag = position < end ? allFlags.find(({ short }) => short !== undefined && short === letter) : undefined;
    if (flag === undefined) return arg;
    if (sign !== undefined) return `--${flag.name}=${value}`;
    const isBare = flag.bare !== undefined && !/^\d+$/.test(argv[position + 1] ?? "");
    return isBare && !wantsValue(argv[position - 1]) ? `--${flag.name}=${flag.bare}` : arg;
  });
}

/** Whether the word is a flag that takes the next word as its value, whatever that looks like. */
function wantsValue(word: string | undefined): boolean {
  return allFlags.some(
    ({ name, short, value, bare }) =>
      value !== undefined &&
      bare === undefined &&
      (word === `--${name}` || (short !== undefined && word === `-${short}`)),
  );
}

/** The text of a flag's value. A switch takes `=true` and `=false` too, in all the forms of Go's strconv.ParseBool. */
function textOf(flag: FlagDefinition, given: string | boolean | undefined): string | undefined {
  if (flag.value !== undefined) return typeof given === "string" ? given : undefined;
  if (typeof given !== "string" || /^(1|t|T|TRUE|true|True)$/.test(given)) return "true";
  return /^(0|f|F|FALSE|false|False)$/.test(given) ? "false" : undefined;
}

function missingValue(flag: FlagDefinition, rawName: string, given: string | boolean | undefined): string {
  if (flag.value === undefined) return notASwitchText(flag.name, String(given));
  return rawName.startsWith("--") ? missingValueText(flag.name) : missingShortValueText(rawName.slice(1), rawName);
}

function unknownFlag(rawName: string, argv: readonly string[]): WrongWord {
  return rawName.startsWith("--")
    ? { error: unknownFlagText(rawName, undefined), unknown: rawName }
    : { error: unknownLetterText(rawName.slice(1), groupOf(rawName, argv)) };
}

/** The word that the user typed around one letter of a group such as `-Az`. */
function groupOf(rawName: string, argv: readonly string[]): string {
  return argv.find((arg) => /^-[^-]/.test(arg) && arg.includes(rawName.slice(1))) ?? rawName;
}
