import { waitStates } from "../shared/model/waiting.ts";
import { formatNames } from "../shared/render/format-names.ts";
import { sortWords, tokensOf } from "./args.ts";
import { isTaken } from "./command-flags.ts";
import { type CommandName, commandIn } from "./commands.ts";
import {
  type Completion,
  directives,
  files,
  fitting,
  fittingList,
  type LookUp,
  none,
  plain,
  type Unknown,
} from "./completion-choices.ts";
import { named } from "./completion-names.ts";
import { type Flag, flags } from "./flags.ts";
import { formatsOf } from "./formats.ts";
import { wordsOf } from "./help.ts";

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

/** The flags that the command takes and that are not there yet. */
function flagsLike(typed: string, before: readonly string[]): Completion {
  const given = tokensOf(before).flatMap((token) => (token.kind === "option" ? [token.name] : []));
  const command = commandOf(before);
  const free = flags.filter((flag) => isTaken(flag, command) && (flag.repeats || !given.includes(flag.name)));
  return fitting(
    typed,
    free.flatMap((flag) => {
      const description = wordsOf(flag, command).replaceAll("\n", " ");
      return [
        ...(flag.name.length === 1 ? [] : [{ value: `--${flag.name}`, description }]),
        ...(flag.short === undefined ? [] : [{ value: `-${flag.short}`, description }]),
      ];
    }),
  );
}

async function valuesOf(flag: Flag, typed: string, before: readonly string[], lookUp: LookUp): Promise<Completion> {
  const { name, value, choices } = flag;
  if (value === undefined) return fitting(typed, plain(["true", "false"]));
  if (choices !== undefined) return fitting(typed, plain(choices));
  if (name === "output") return formats(typed, before);
  if (value === "FILE" || value === "PATH") return files;
  if (value === "FOLDER") return { choices: [], directive: directives.folders };
  if (name === "for") return fitting(typed, plain([...waitStates, "condition="]));
  const unknown = unknowns[name];
  if (unknown === undefined) return none;
  const known = await lookUp(unknown, before);
  return name === "accept" || name === "contexts" ? fittingList(typed, known) : fitting(typed, plain(known));
}

function formats(typed: string, before: readonly string[]): Completion {
  const words = sortWords(before);
  const { whose, formats: some } = formatsOf("error" in words ? { values: new Map(), names: [] } : words);
  if (commandOf(before) === "snapshot" || (whose === "" && /-file=/.test(typed))) return files;
  const rows = formatNames.filter(({ name }) => some.includes(name));
  return fitting(typed, plain(rows.map(({ name, takes }) => (takes === undefined ? name : `${name}=`))));
}

const unknowns: Readonly<Record<string, Unknown>> = {
  context: "context",
  contexts: "context",
  cluster: "cluster",
  user: "user",
  namespace: "namespace",
  accept: "gate code",
};

function commandOf(before: readonly string[]): CommandName | undefined {
  return commandIn(tokensOf(before).flatMap((token) => (token.kind === "positional" ? [token.value] : [])));
}
