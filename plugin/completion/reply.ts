import { waitStates } from "../../shared/model/wait.ts";
import { formatNames } from "../../shared/render/formats/format-names.ts";
import { type CommandName, commandIn } from "../cli/commands.ts";
import { allFlags, type FlagDefinition, isFlagOf } from "../cli/flags.ts";
import { describeFlag } from "../cli/help.ts";
import { allowedFormats } from "../cli/output-format.ts";
import { sortTokens, tokenizeArguments } from "../cli/tokenize.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { bashLine, bashReplies } from "./bash-line.ts";
import {
  type CompletionReply,
  fileCompletion,
  fittingList,
  type LookUp,
  matchingPrefix,
  noCompletion,
  plainChoices,
  shellDirectives,
} from "./choices.ts";
import { isForKubectl } from "./detect-request.ts";
import { completeNames } from "./object-names.ts";

/**
 * The response to a shell. `__complete WORDS…`, or a name that kubectl looks for, gets one choice per line. A tab and
 * the description may follow. `__complete-bash` (script.ts) gets the entries of COMPREPLY. The last
 * line is a colon and the directive (kubectl, pkg/cmd/plugin/plugin_completion.go).
 */
export function completionReply(
  argv: readonly string[],
  environment: HostEnvironment,
  lookUp: LookUp,
): Promise<string> {
  const [first, ...rest] = argv.slice(2);
  if (isForKubectl(argv)) return wordsReply(argv.slice(2), lookUp);
  if (first === "__complete") return wordsReply(rest, lookUp);
  return bashReply(rest, environment, lookUp);
}

async function wordsReply(words: readonly string[], lookUp: LookUp): Promise<string> {
  const { choices, directive } = await completeWords(words, lookUp);
  return replyText(
    choices.map(({ value, description }) => (description === undefined ? value : `${value}\t${description}`)),
    directive,
  );
}

async function bashReply(words: readonly string[], environment: HostEnvironment, lookUp: LookUp): Promise<string> {
  const [text = "", breaks = "", type = "", columns] = words;
  const line = bashLine(text, breaks, { variables: environment.screen.environment, home: environment.home });
  const { choices, directive } = await completeWords(line.words, lookUp);
  return replyText(bashReplies(line, choices, { type, columns: Number(columns) || 80 }), directive);
}

function replyText(lines: readonly string[], directive: number): string {
  return [...lines, `:${directive}`, ""].join("\n");
}

/** The choices for the last of `words`, which is empty where a new word begins. */
export async function completeWords(words: readonly string[], lookUp: LookUp): Promise<CompletionReply> {
  const before = words.slice(0, -1);
  const typed = words.at(-1) ?? "";
  const last = tokenizeArguments(before).at(-1);
  const pending = last?.kind === "option" && last.value === undefined ? takesValue(last.name) : undefined;
  if (pending !== undefined) return valuesOf(pending, typed, before.slice(0, -1), lookUp);
  const isOver = tokenizeArguments(before).some(({ kind }) => kind === "option-terminator");
  if (isOver || !typed.startsWith("-")) return completeNames(before, typed, lookUp);
  const { flag, start, isWhole } = flagIn(typed);
  if (flag === undefined) return isWhole ? flagsLike(typed, before) : noCompletion;
  const values = await valuesOf(flag, typed.slice(start), before, lookUp);
  if (typed[start - 1] === "=") return values;
  // `-ojson` is one word for the shell: nothing may be cut off it, and no file has such a name.
  const choices = values.choices.map((choice) => ({ ...choice, value: typed.slice(0, start) + choice.value }));
  return { choices, directive: values.directive | shellDirectives.noFiles };
}

function takesValue(name: string): FlagDefinition | undefined {
  return allFlags.find((flag) => flag.name === name && flag.value !== undefined && flag.bare === undefined);
}

/**
 * The flag whose value has begun inside this word, and where its value starts. `isWhole` is true where the word may be
 * the beginning of a flag.
 */
function flagIn(typed: string): {
  readonly flag?: FlagDefinition | undefined;
  readonly start: number;
  readonly isWhole: boolean;
} {
  const start = typed.indexOf("=") + 1;
  const name = start === 0 ? "" : typed.slice(0, start - 1);
  const written = allFlags.find((flag) => name === `--${flag.name}` || name === `-${flag.short}`);
  if (written !== undefined) return { flag: written, start, isWhole: false };
  if (start > 0 && typed.startsWith("--")) return { start, isWhole: false };
  const group = /^-[A-Za-z]{2,}/.test(typed) ? [...typed.slice(1)] : [];
  const place = group.findIndex((letter) => allFlags.find(({ short }) => short === letter)?.value !== undefined);
  const flag = allFlags.find(({ short }) => short !== undefined && short === group[place]);
  return { flag, start: place + 2, isWhole: group.length === 0 };
}

/** The choices for a flag: those that the command takes and that the line does not have yet. */
function flagsLike(typed: string, before: readonly string[]): CompletionReply {
  const given = tokenizeArguments(before).flatMap((token) => (token.kind === "option" ? [token.name] : []));
  const command = commandOf(before);
  const free = allFlags.filter((flag) => isFlagOf(flag, command) && (flag.repeats || !given.includes(flag.name)));
  return matchingPrefix(
    typed,
    free.flatMap((flag) => {
      const description = describeFlag(flag, command);
      return [
        ...(flag.name.length === 1 ? [] : [{ value: `--${flag.name}`, description }]),
        ...(flag.short === undefined ? [] : [{ value: `-${flag.short}`, description }]),
      ];
    }),
  );
}

async function valuesOf(
  flag: FlagDefinition,
  typed: string,
  before: readonly string[],
  lookUp: LookUp,
): Promise<CompletionReply> {
  const { name, value, choices, completes, repeats } = flag;
  if (value === undefined) return matchingPrefix(typed, plainChoices(["true", "false"]));
  if (choices !== undefined) return matchingPrefix(typed, plainChoices(choices));
  if (name === "output") return formats(typed, before);
  if (value === "FILE" || value === "PATH") return fileCompletion;
  if (value === "FOLDER") return { choices: [], directive: shellDirectives.folders };
  if (completes === "state") return matchingPrefix(typed, plainChoices([...waitStates, "condition="]));
  if (completes === undefined) return noCompletion;
  const known = await lookUp(completes, before);
  return repeats === true ? fittingList(typed, known) : matchingPrefix(typed, plainChoices(known));
}

function formats(typed: string, before: readonly string[]): CompletionReply {
  const words = sortTokens(before);
  const { whose, formats: some } = allowedFormats("error" in words ? { values: new Map(), names: [] } : words);
  if (commandOf(before) === "snapshot" || (whose === "" && /-file=/.test(typed))) return fileCompletion;
  const rows = formatNames.filter(({ name }) => some.includes(name));
  return matchingPrefix(typed, plainChoices(rows.map(({ name, takes }) => (takes === undefined ? name : `${name}=`))));
}

function commandOf(before: readonly string[]): CommandName | undefined {
  return commandIn(tokenizeArguments(before).flatMap((token) => (token.kind === "positional" ? [token.value] : [])));
}
