import { definedFields } from "../../shared/model/defined-fields.ts";
import { allFlags, type FlagDefinition, type FlagName } from "./flags.ts";

/** The words of a command line, sorted into the values of each flag, in order, and the other words. */
export interface CommandLineTokens {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly names: readonly string[];
  /** How many of the names stand before `--`. Absent where there is none. */
  readonly namesBeforeDashes?: number;
}

/** Functions that look up flags. Of a flag given twice the last value counts, as in pflag. */
export function tokenLookup({ values }: CommandLineTokens): {
  readonly last: (flag: FlagName) => string | undefined;
  /** The last value, or the default where none is given. Empty for a flag without a default. */
  readonly value: (flag: FlagName) => string;
  readonly isOn: (flag: FlagName) => boolean;
  readonly all: (flag: FlagName) => readonly string[];
} {
  const all = (flag: FlagName): readonly string[] => values.get(flag) ?? [];
  const last = (flag: FlagName): string | undefined => all(flag).at(-1);
  const value = (flag: FlagName): string => last(flag) ?? allFlags.find(({ name }) => name === flag)?.default ?? "";
  return { all, last, value, isOn: (flag) => last(flag) === "true" };
}

/** The files that `--filename` names, one by one. kubectl takes a comma-separated list too. */
export function filesNamed(tokens: CommandLineTokens): readonly string[] {
  const { all } = tokenLookup(tokens);
  return all("filename").flatMap((value) => value.split(","));
}

/** The namespace of `-n`. Undefined without it, and with `-A`. */
export function requestedNamespace(tokens: CommandLineTokens): string | undefined {
  const { last, isOn } = tokenLookup(tokens);
  return isOn("all-namespaces") ? undefined : last("namespace") || undefined;
}

/** Whether the command line asks for the help or the version, whatever else it has. */
export function asksForText(tokens: CommandLineTokens): boolean {
  const { isOn } = tokenLookup(tokens);
  return isOn("help") || isOn("version");
}

/** One sentence (kubectl's phrases) about the first wrong word. `unknown`: it is this long flag, as typed. */
export interface WrongWord {
  readonly error: string;
  readonly unknown?: string;
}

/** Sorts the words as pflag does, or returns which of them is wrong. */
export function sortTokens(argv: readonly string[]): CommandLineTokens | WrongWord {
  const values = new Map<string, string[]>();
  const names: string[] = [];
  let namesBeforeDashes: number | undefined;
  for (const token of tokenizeArguments(argv)) {
    if (token.kind === "positional") names.push(token.value);
    if (token.kind === "option-terminator") namesBeforeDashes ??= names.length;
    if (token.kind !== "option") continue;
    const flag = allFlags.find(({ name }) => name === token.name);
    if (flag === undefined) return describeUnknownFlag(token);
    const value = readFlagValue(flag, token.value);
    if (value === undefined) return { error: formatMissingValue(flag, token) };
    values.set(flag.name, [...(values.get(flag.name) ?? []), value]);
  }
  return { values, names, ...definedFields({ namesBeforeDashes }) };
}

/** One flag with what follows it. `name` is as the tables have it, `typed` as the user wrote it. */
interface FlagToken {
  readonly kind: "option";
  readonly name: string;
  readonly typed: string;
  readonly value: string | undefined;
  /** The word that a flag of one letter stands in. */
  readonly group?: string;
}

/** A flag, a name, or `--`. */
type Token =
  | FlagToken
  | { readonly kind: "positional"; readonly value: string }
  | { readonly kind: "option-terminator" };

/**
 * Returns the tokens of the words, including unknown and unfinished flags. The last flag may lack its value. It reads as
 * pflag does (github.com/spf13/pflag, flag.go: parseArgs, parseLongArg, parseSingleShortArg), with two differences: `-v`
 * takes a number that follows, and `-n=` is empty. `util.parseArgs` of Node reads `-n=x` as letters, and loading it takes
 * a tenth of the time of `--version`.
 */
export function tokenizeArguments(argv: readonly string[]): readonly Token[] {
  const tokens: Token[] = [];
  const reader = new WordReader(argv);
  for (let word = reader.next(); word !== undefined; word = reader.next()) {
    if (word === "--") tokens.push({ kind: "option-terminator" }, ...reader.takeAll().map(positional));
    else if (word.startsWith("--")) tokens.push(readLongFlag(word, reader));
    else if (word.startsWith("-") && word !== "-") tokens.push(...readShortFlags(word, reader));
    else tokens.push(positional(word));
  }
  return tokens;
}

/** The words that are not read yet. */
class WordReader {
  readonly #words: readonly string[];
  #index = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  peek(): string | undefined {
    return this.#words[this.#index];
  }

  next(): string | undefined {
    const word = this.peek();
    if (word !== undefined) this.#index += 1;
    return word;
  }

  takeAll(): readonly string[] {
    const words = this.#words.slice(this.#index);
    this.#index = this.#words.length;
    return words;
  }
}

function positional(value: string): Token {
  return { kind: "positional", value };
}

/** Reads `--name=value`, `--name value` or a switch. */
function readLongFlag(word: string, reader: WordReader): FlagToken {
  const equalsSign = word.indexOf("=", 3);
  const typed = equalsSign < 0 ? word : word.slice(0, equalsSign);
  // kubectl takes underscores too (k8s.io/component-base, cli/flag: WordSepNormalizeFunc).
  const name = typed.slice(2).replaceAll("_", "-");
  if (equalsSign >= 0) return { kind: "option", name, typed, value: word.slice(equalsSign + 1) };
  const isSwitch = allFlags.find((flag) => flag.name === name)?.value === undefined;
  return { kind: "option", name, typed, value: isSwitch ? undefined : reader.next() };
}

/** Reads a group of flags of one letter: `-Aw`, `-Anx`, `-n=x`. The first flag with a value ends the group. */
function readShortFlags(group: string, reader: WordReader): readonly FlagToken[] {
  const tokens: FlagToken[] = [];
  let remaining = group.slice(1);
  for (const letter of remaining) {
    remaining = remaining.slice(letter.length);
    const flag = allFlags.find(({ short }) => short === letter);
    const token = { kind: "option", name: flag?.name ?? letter, typed: letter, group } as const;
    const hasValue = flag?.value !== undefined || remaining.startsWith("=");
    if (!hasValue) {
      tokens.push({ ...token, value: undefined });
      continue;
    }
    const value = remaining === "" ? takeNextValue(flag?.bare, reader) : remaining.replace(/^=/, "");
    tokens.push({ ...token, value });
    break;
  }
  return tokens;
}

/** @param bare the value of a flag that needs none, such as `-v`. Such a flag takes only a number that follows. */
function takeNextValue(bare: string | undefined, reader: WordReader): string | undefined {
  if (bare === undefined || /^\d+$/.test(reader.peek() ?? "")) return reader.next();
  return bare;
}

/** The text of a flag's value. A switch takes `=true` and `=false` too, in all the forms of Go's strconv.ParseBool. */
function readFlagValue(flag: FlagDefinition, typed: string | undefined): string | undefined {
  if (flag.value !== undefined) return typed;
  if (typed === undefined || /^(1|t|T|TRUE|true|True)$/.test(typed)) return "true";
  return /^(0|f|F|FALSE|false|False)$/.test(typed) ? "false" : undefined;
}

function formatMissingValue(flag: FlagDefinition, { typed, value, group }: FlagToken): string {
  if (flag.value === undefined) return `invalid argument "${String(value)}" for "--${flag.name}": use true or false`;
  if (group !== undefined) return `flag needs an argument: '${typed}' in ${group}`;
  return `flag needs an argument: --${flag.name}`;
}

function describeUnknownFlag({ typed, group }: FlagToken): WrongWord {
  if (group !== undefined) return { error: `unknown shorthand flag: '${typed}' in ${group}` };
  return { error: `unknown flag: ${typed}`, unknown: typed };
}
