import { formatNames } from "../shared/render/format-names.ts";
import { tokensOf } from "./args.ts";
import { type Flag, flags } from "./flags.ts";
import { shells } from "./options.ts";

/** One word, or value of a flag, that may come next. */
export interface Choice {
  readonly value: string;
  readonly description?: string;
}

/** What may come next, and a sum of {@link directives}. After `--flag=` a choice is the value alone, as in cobra. */
export interface Completion {
  readonly choices: readonly Choice[];
  readonly directive: number;
}

/** What the shell is to do with the choices (cobra, completions.go, ShellCompDirective); 0: files, if there are none. */
const directives = { noSpace: 2, noFiles: 4, folders: 16 } as const;

/** What only a kubeconfig, a cluster, or a gather or files in its place know; `TYPE/`: the names of the objects of a type. */
export type Unknown = "context" | "cluster" | "user" | "namespace" | "name" | "type" | `${string}/`;

/** Finds it out by the words before the one that is typed; nothing where that takes long or goes wrong. */
export type LookUp = (what: Unknown, before: readonly string[]) => Promise<readonly string[]>;

/** What the last of `words` may become; it is empty where a new one begins. */
export async function complete(words: readonly string[], lookUp: LookUp): Promise<Completion> {
  const before = words.slice(0, -1);
  const typed = words.at(-1) ?? "";
  const last = tokensOf(before).at(-1);
  const pending = last?.kind === "option" && last.value === undefined ? takesValue(last.name) : undefined;
  if (pending !== undefined) return valuesOf(pending, typed, before.slice(0, -1), lookUp);
  const isOver = tokensOf(before).some(({ kind }) => kind === "option-terminator");
  if (isOver || !typed.startsWith("-")) return named(before, typed, lookUp);
  const { flag, start, isWhole } = flagIn(typed);
  if (flag === undefined) return isWhole ? flagsLike(typed, before) : none;
  const values = await valuesOf(flag, typed.slice(start), before, lookUp);
  if (typed[start - 1] === "=") return values;
  // `-ojson` is one word for the shell: nothing may be cut off it, and no file is called so.
  const choices = values.choices.map((choice) => ({ ...choice, value: typed.slice(0, start) + choice.value }));
  return { choices, directive: values.directive | directives.noFiles };
}

const none: Completion = { choices: [], directive: directives.noFiles };

function takesValue(name: string): Flag | undefined {
  return flags.find((flag) => flag.name === name && flag.value !== undefined && flag.bare === undefined);
}

/** The flag whose value has begun inside this word, and where; else whether the word may be the beginning of a flag. */
function flagIn(typed: string): {
  readonly flag?: Flag | undefined;
  readonly start: number;
  readonly isWhole: boolean;
} {
  const start = typed.indexOf("=") + 1;
  const name = start === 0 ? "" : typed.slice(0, start - 1);
  const written = flags.find((flag) => name === `--${flag.name}` || name === `-${flag.short}`);
  if (written !== undefined) return { flag: written, start, isWhole: false };
  if (start > 0 && typed.startsWith("--")) return { start, isWhole: false };
  const group = /^-[A-Za-z]{2,}/.test(typed) ? [...typed.slice(1)] : [];
  const place = group.findIndex((letter) => flags.find(({ short }) => short === letter)?.value !== undefined);
  const flag = flags.find(({ short }) => short !== undefined && short === group[place]);
  return { flag, start: place + 2, isWhole: group.length === 0 };
}

function flagsLike(typed: string, before: readonly string[]): Completion {
  const given = tokensOf(before).flatMap((token) => (token.kind === "option" ? [token.name] : []));
  const free = flags.filter(({ name, repeats }) => repeats || !given.includes(name));
  return fitting(
    typed,
    free.flatMap(({ name, short, help: description }) => [
      ...(name.length === 1 ? [] : [{ value: `--${name}`, description }]),
      ...(short === undefined ? [] : [{ value: `-${short}`, description }]),
    ]),
  );
}

async function valuesOf(flag: Flag, typed: string, before: readonly string[], lookUp: LookUp): Promise<Completion> {
  const { name, value, choices } = flag;
  if (value === undefined) return fitting(typed, plain(["true", "false"]));
  if (choices !== undefined) return fitting(typed, plain(choices));
  if (value === "FILE" || value === "PATH" || (name === "output" && /-file=/.test(typed)))
    return { choices: [], directive: 0 };
  if (value === "FOLDER") return { choices: [], directive: directives.folders };
  if (name === "output")
    return fitting(typed, plain(formatNames.map(({ name, takes }) => (takes === undefined ? name : `${name}=`))));
  const unknown = unknowns.find((each) => each === name);
  return unknown === undefined ? none : fitting(typed, plain(await lookUp(unknown, before)));
}

const unknowns: readonly Unknown[] = ["context", "cluster", "user", "namespace"];

/** Names of HyperConvergeds, types, what is called how of a type, or a command where the line has nothing yet. */
async function named(before: readonly string[], typed: string, lookUp: LookUp): Promise<Completion> {
  const tokens = tokensOf(before);
  const [first, ...more] = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  if (first === "completion" && more.length === 0) return fitting(typed, plain(shells));
  const isGiven = (flag: RegExp): boolean => tokens.some((token) => token.kind === "option" && flag.test(token.name));
  if (commands.some(({ value }) => value === first)) return none;
  const isSelected = isGiven(/selector$/);
  if (typed.includes("/")) return isSelected ? none : combined(typed, before, lookUp);
  const isCombined = first?.includes("/") ?? false;
  if (first !== undefined && !isCombined) return isSelected ? none : ofNames(first, typed, before, more, lookUp);
  if (isSelected && isCombined) return none;
  // All types would be a flood: those that begin so.
  const [names, types] = await Promise.all([
    isSelected || isCombined ? [] : lookUp("name", before),
    typed === "" ? [] : lookUp("type", before),
  ]);
  return fitting(typed, [...(before.length === 0 ? commands : []), ...plain([...names, ...types])]);
}

/** `TYPE/NAME` in one word. */
async function combined(typed: string, before: readonly string[], lookUp: LookUp): Promise<Completion> {
  const type = typed.slice(0, typed.indexOf("/"));
  if (type === "") return none;
  return fitting(typed, plain((await lookUp(`${type}/`, before)).map((name) => `${type}/${name}`)));
}

/** The names behind a type. */
async function ofNames(
  type: string,
  typed: string,
  before: readonly string[],
  taken: readonly string[],
  lookUp: LookUp,
): Promise<Completion> {
  const names = await lookUp(`${type}/`, before);
  return fitting(typed, plain(names.filter((name) => !taken.includes(name))));
}

const commands: readonly Choice[] = [
  { value: "completion", description: "print a script that completes in bash, zsh or fish" },
  { value: "options", description: "list the formats and the flags that reach a cluster" },
  { value: "help", description: "print the help" },
  { value: "version", description: "print the version" },
];

function plain(values: readonly string[]): readonly Choice[] {
  return values.map((value) => ({ value }));
}

function fitting(typed: string, all: readonly Choice[]): Completion {
  const choices = all.filter(({ value }) => value.startsWith(typed));
  const goesOn = choices.some(({ value }) => value.endsWith("="));
  return { choices, directive: directives.noFiles | (goesOn ? directives.noSpace : 0) };
}
