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
export function filesNamed(words: CommandLineTokens): readonly string[] {
  return tokenLookup(words)
    .all("filename")
    .flatMap((value) => value.split(","));
}

/** Whether the command line asks for the help or the version, whatever else it has. */
export function asksForText(words: CommandLineTokens): boolean {
  const { isOn } = tokenLookup(words);
  return isOn("help") || isOn("version");
}

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
    if (flag === undefined) return unknownFlag(token);
    const value = flagText(flag, token.value);
    if (value === undefined) return { error: missingValue(flag, token) };
    values.set(flag.name, [...(values.get(flag.name) ?? []), value]);
  }
  const [namesBeforeDashes] = dashes;
  return { values, names, ...(namesBeforeDashes !== undefined && { namesBeforeDashes }) };
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
 * The tokens of the words, including unknown and unfinished flags. A flag that still waits for its value has none. As
 * pflag (github.com/spf13/pflag, flag.go: parseArgs, parseLongArg, parseSingleShortArg), but `-v` takes a number that
 * follows, and `-n=` is empty. `util.parseArgs` reads `-n=x` as letters, and loading it takes a tenth of
 * `--version`.
 */
export function tokenizeArguments(argv: readonly string[]): readonly Token[] {
  const tokens: Token[] = [];
  const waiting = [...argv].reverse();
  for (let word = waiting.pop(); word !== undefined; word = waiting.pop()) {
    if (word === "--") tokens.push({ kind: "option-terminator" }, ...waiting.splice(0).reverse().map(positional));
    else if (word.startsWith("--")) tokens.push(readLongFlag(word, waiting));
    else if (word.startsWith("-") && word !== "-") tokens.push(...readShortFlags(word, waiting));
    else tokens.push(positional(word));
  }
  return tokens;
}

function positional(value: string): Token {
  return { kind: "positional", value };
}

/** `waiting`: the words that follow, the next one last. What the flag takes is removed. */
function readLongFlag(word: string, waiting: string[]): FlagToken {
  const sign = word.indexOf("=", 3);
  const typed = sign < 0 ? word : word.slice(0, sign);
  // kubectl takes underscores too (k8s.io/component-base, cli/flag: WordSepNormalizeFunc).
  const name = typed.slice(2).replaceAll("_", "-");
  if (sign >= 0) return { kind: "option", name, typed, value: word.slice(sign + 1) };
  const isSwitch = allFlags.find((flag) => flag.name === name)?.value === undefined;
  return { kind: "option", name, typed, value: isSwitch ? undefined : waiting.pop() };
}

/** The flags of a group such as `-Aw` or `-Anx`. `waiting`: as for {@link readLongFlag}. */
function readShortFlags(group: string, waiting: string[]): readonly FlagToken[] {
  const tokens: FlagToken[] = [];
  let rest = group.slice(1);
  for (const letter of rest) {
    rest = rest.slice(letter.length);
    const flag = allFlags.find(({ short }) => short === letter);
    const isLast = flag?.value !== undefined || rest.startsWith("=");
    const token = { kind: "option", name: flag?.name ?? letter, typed: letter, group } as const;
    if (!isLast) {
      tokens.push({ ...token, value: undefined });
      continue;
    }
    tokens.push({ ...token, value: rest === "" ? takeNextValue(flag?.bare, waiting) : rest.replace(/^=/, "") });
    break;
  }
  return tokens;
}

function takeNextValue(bare: string | undefined, waiting: string[]): string | undefined {
  return bare === undefined || /^\d+$/.test(waiting.at(-1) ?? "") ? waiting.pop() : bare;
}

/** The text of a flag's value. A switch takes `=true` and `=false` too, in all the forms of Go's strconv.ParseBool. */
function flagText(flag: FlagDefinition, given: string | undefined): string | undefined {
  if (flag.value !== undefined) return given;
  if (given === undefined || /^(1|t|T|TRUE|true|True)$/.test(given)) return "true";
  return /^(0|f|F|FALSE|false|False)$/.test(given) ? "false" : undefined;
}

function missingValue(flag: FlagDefinition, { typed, value, group }: FlagToken): string {
  if (flag.value === undefined) return `invalid argument "${String(value)}" for "--${flag.name}": use true or false`;
  return group === undefined
    ? `flag needs an argument: --${flag.name}`
    : `flag needs an argument: '${typed}' in ${group}`;
}

function unknownFlag({ typed, group }: FlagToken): WrongWord {
  return group === undefined
    ? { error: `unknown flag: ${typed}`, unknown: typed }
    : { error: `unknown shorthand flag: '${typed}' in ${group}` };
}
