import { definedFields } from "../../shared/model/defined-fields.ts";
import { allFlags, type FlagName } from "./flags.ts";

/** The words of a command line, sorted into the values of each flag, in order, and the other words. */
export interface CommandLineTokens {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly names: readonly string[];
  /** How many of the names stand before `--`. Absent where there is none. */
  readonly namesBeforeDashes?: number;
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
    switch (token.kind) {
      case "positional":
        names.push(token.value);
        break;
      case "option-terminator":
        namesBeforeDashes = names.length;
        break;
      case "option": {
        const flag = readFlag(token);
        if ("error" in flag) return flag;
        values.set(flag.name, [...(values.get(flag.name) ?? []), flag.value]);
      }
    }
  }
  return { values, names, ...definedFields({ namesBeforeDashes }) };
}

/** Returns the name and the value of a flag (`true` or `false` for a switch), or what is wrong with it. */
function readFlag({
  name,
  typed,
  value,
  shortFlags,
}: FlagToken): { readonly name: string; readonly value: string } | WrongWord {
  const flag = allFlags.find((row) => row.name === name);
  if (flag === undefined && shortFlags === undefined) return { error: `unknown flag: ${typed}`, unknown: typed };
  if (flag === undefined) return { error: `unknown shorthand flag: '${typed}' in ${shortFlags}` };
  // A flag that takes no value is a switch.
  if (flag.value === undefined) {
    const switchValue = value === undefined ? "true" : readBoolean(value);
    if (switchValue !== undefined) return { name, value: switchValue };
    return { error: `invalid argument "${value}" for "--${name}": use true or false` };
  }
  if (value !== undefined) return { name, value };
  const typedFlag = shortFlags === undefined ? `--${name}` : `'${typed}' in ${shortFlags}`;
  return { error: `flag needs an argument: ${typedFlag}` };
}

/** Reads the forms of Go's strconv.ParseBool: `T` -> `true`. Undefined for any other text. */
function readBoolean(text: string): string | undefined {
  if (/^(1|t|T|TRUE|true|True)$/.test(text)) return "true";
  return /^(0|f|F|FALSE|false|False)$/.test(text) ? "false" : undefined;
}

/** One flag, also an unknown one, with its value. */
interface FlagToken {
  readonly kind: "option";
  /** As the tables have it: `output` for `--output` and for `-o`. */
  readonly name: string;
  /** As the user wrote it: `--output`, or the letter `o`. */
  readonly typed: string;
  /** Undefined for a switch without `=` (also for an unknown flag), and where the words end before the value. */
  readonly value: string | undefined;
  /** For a flag of one letter, the word in which it stands, such as `-Aw`. */
  readonly shortFlags?: string;
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

/** Reads `--name=value`, `--name value` or a switch. An unknown flag is read as a switch. */
function readLongFlag(word: string, reader: WordReader): FlagToken {
  // From the second letter of the name: `--=x` is an unknown flag.
  const equalsSign = word.indexOf("=", 3);
  const typed = equalsSign < 0 ? word : word.slice(0, equalsSign);
  // kubectl takes underscores too (k8s.io/component-base, cli/flag: WordSepNormalizeFunc).
  const name = typed.slice(2).replaceAll("_", "-");
  if (equalsSign >= 0) return { kind: "option", name, typed, value: word.slice(equalsSign + 1) };
  const isSwitch = allFlags.find((flag) => flag.name === name)?.value === undefined;
  return { kind: "option", name, typed, value: isSwitch ? undefined : reader.next() };
}

/**
 * Reads a word of flags of one letter. The first flag with a value takes the rest of the word, or else the next word:
 * - `-Aw`: the switches `A` and `w`
 * - `-Anx`, `-An=x`, `-An x`: the switch `A`, and `n` with the value `x`
 * - `-A=false`: the switch `A` with the value `false`
 */
function readShortFlags(word: string, reader: WordReader): readonly FlagToken[] {
  const tokens: FlagToken[] = [];
  const letters = [...word.slice(1)];
  for (const [index, letter] of letters.entries()) {
    const flag = allFlags.find(({ short }) => short === letter);
    const token = { kind: "option", name: flag?.name ?? letter, typed: letter, shortFlags: word } as const;
    const afterLetter = letters.slice(index + 1).join("");
    const hasValue = flag?.value !== undefined || afterLetter.startsWith("=");
    if (!hasValue) {
      tokens.push({ ...token, value: undefined });
      continue;
    }
    const value = afterLetter === "" ? takeNextValue(flag?.valueIfOmitted, reader) : afterLetter.replace(/^=/, "");
    tokens.push({ ...token, value });
    break;
  }
  return tokens;
}

/**
 * Takes the next word as the value of a flag. A flag whose value may be omitted takes only a number: the value of `-v 8`
 * is `8`, that of `-v nodes` is `6`, and `nodes` stays a word of its own.
 */
function takeNextValue(valueIfOmitted: string | undefined, reader: WordReader): string | undefined {
  if (valueIfOmitted === undefined || /^\d+$/.test(reader.peek() ?? "")) return reader.next();
  return valueIfOmitted;
}

/** Returns functions that look up flags. Of a flag given twice the last value counts, as in pflag. */
export function tokenLookup({ values }: CommandLineTokens): {
  readonly all: (flag: FlagName) => readonly string[];
  readonly last: (flag: FlagName) => string | undefined;
  /** The last value, or the default where none is given. Empty for a flag without a default. */
  readonly value: (flag: FlagName) => string;
  readonly isOn: (flag: FlagName) => boolean;
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
