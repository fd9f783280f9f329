import { waitStates } from "../../shared/model/wait.ts";
import { formatNames } from "../../shared/render/formats/format-names.ts";
import { type CommandName, commandIn } from "../cli/commands.ts";
import { allFlags, type FlagDefinition, isFlagOf } from "../cli/flags.ts";
import { describeFlag } from "../cli/help.ts";
import { allowedFormats } from "../cli/output-format.ts";
import { sortTokens, tokenizeArguments } from "../cli/tokenize.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { listBashReplies, splitBashLine } from "./bash-line.ts";
import {
  type CompletionChoice,
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

/** The terminal's width where bash does not say it. */
const defaultColumns = 80;

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
  const programArguments = argv.slice(2);
  const [command, ...words] = programArguments;
  if (isForKubectl(argv)) return replyToWords(programArguments, lookUp);
  if (command === "__complete") return replyToWords(words, lookUp);
  return replyToBash(words, environment, lookUp);
}

async function replyToWords(words: readonly string[], lookUp: LookUp): Promise<string> {
  const { choices, directive } = await completeWords(words, lookUp);
  const lines = choices.map(({ value, description }) =>
    description === undefined ? value : `${value}\t${description}`,
  );
  return replyText(lines, directive);
}

/** `parameters`: the line up to the cursor, the characters that break words, the kind of completion, and the columns. */
async function replyToBash(
  parameters: readonly string[],
  environment: HostEnvironment,
  lookUp: LookUp,
): Promise<string> {
  const [text = "", breaks = "", type = "", columnsText] = parameters;
  const line = splitBashLine(text, breaks, { variables: environment.screen.environment, home: environment.home });
  const { choices, directive } = await completeWords(line.words, lookUp);
  const columns = Number(columnsText) || defaultColumns;
  return replyText(listBashReplies(line, choices, { type, columns }), directive);
}

function replyText(lines: readonly string[], directive: number): string {
  return [...lines, `:${directive}`, ""].join("\n");
}

/**
 * The choices for the last of `words`, which is empty where a new word begins. The first that applies:
 * 1. the word before is a flag without its value: values of that flag;
 * 2. the word is no flag, or stands behind `--`: names;
 * 3. the word is the beginning of a flag: flags;
 * 4. the word has a flag and the beginning of its value, `--output=js`, `-ojs`: values of that flag.
 */
export async function completeWords(words: readonly string[], lookUp: LookUp): Promise<CompletionReply> {
  const before = words.slice(0, -1);
  const typed = words.at(-1) ?? "";
  const tokens = tokenizeArguments(before);
  const last = tokens.at(-1);
  const openFlag = last?.kind === "option" && last.value === undefined ? findFlagWithValue(last.name) : undefined;
  if (openFlag !== undefined) return completeValue(openFlag, typed, before.slice(0, -1), lookUp);
  const areFlagsOver = tokens.some(({ kind }) => kind === "option-terminator");
  if (areFlagsOver || !typed.startsWith("-")) return completeNames(before, typed, lookUp);
  if (mayBeginFlag(typed)) return completeFlag(typed, before);
  const begun = findBegunValue(typed);
  if (begun === undefined) return noCompletion;
  const { flag, valueStart } = begun;
  const values = await completeValue(flag, typed.slice(valueStart), before, lookUp);
  if (typed[valueStart - 1] === "=") return values;
  // `-ojson` is one word for the shell: nothing may be cut off it, and no file has such a name.
  const choices = values.choices.map((choice) => ({ ...choice, value: typed.slice(0, valueStart) + choice.value }));
  return { choices, directive: values.directive | shellDirectives.noFiles };
}

/** The flag of that name that takes the next word as its value. */
function findFlagWithValue(name: string): FlagDefinition | undefined {
  return allFlags.find((flag) => flag.name === name && flag.value !== undefined && flag.valueIfOmitted === undefined);
}

/** Whether a word may be the beginning of a flag: `-`, `-o`, `--out`. It is not with a value, and not with several letters. */
function mayBeginFlag(typed: string): boolean {
  return !typed.includes("=") && !hasShortFlags(typed);
}

/** Whether a word is a group of short flags, of which the last may have its value in the word: `-An`, `-ojson`. */
function hasShortFlags(typed: string): boolean {
  return /^-[A-Za-z]{2,}/.test(typed);
}

/** The flag whose value has begun inside this word, and the index at which its value starts. Undefined without one. */
function findBegunValue(typed: string): { readonly flag: FlagDefinition; readonly valueStart: number } | undefined {
  const equalsIndex = typed.indexOf("=");
  const name = equalsIndex < 0 ? "" : typed.slice(0, equalsIndex);
  const named = allFlags.find((flag) => name === `--${flag.name}` || name === `-${flag.short}`);
  if (named !== undefined) return { flag: named, valueStart: equalsIndex + 1 };
  if (equalsIndex >= 0 && typed.startsWith("--")) return undefined;
  if (!hasShortFlags(typed)) return undefined;
  // The first short flag with a value takes all that follows it.
  for (let index = 1; index < typed.length; index += 1) {
    const flag = allFlags.find(({ short }) => short === typed[index]);
    if (flag?.value !== undefined) return { flag, valueStart: index + 1 };
  }
  return undefined;
}

/** The choices for a flag: those that the command takes and that the line does not have yet. */
function completeFlag(typed: string, before: readonly string[]): CompletionReply {
  const given = tokenizeArguments(before).flatMap((token) => (token.kind === "option" ? [token.name] : []));
  const command = commandOf(before);
  const choices: CompletionChoice[] = [];
  for (const flag of allFlags) {
    const isFree = flag.repeats === true || !given.includes(flag.name);
    if (!isFree || !isFlagOf(flag, command)) continue;
    const description = describeFlag(flag, command);
    if (flag.name.length > 1) choices.push({ value: `--${flag.name}`, description });
    if (flag.short !== undefined) choices.push({ value: `-${flag.short}`, description });
  }
  return matchingPrefix(typed, choices);
}

/** The choices for the value of a flag. */
async function completeValue(
  flag: FlagDefinition,
  typed: string,
  before: readonly string[],
  lookUp: LookUp,
): Promise<CompletionReply> {
  const { name, value, choices, completes, repeats } = flag;
  if (value === undefined) return matchingPrefix(typed, plainChoices(["true", "false"]));
  if (choices !== undefined) return matchingPrefix(typed, plainChoices(choices));
  if (name === "output") return completeFormat(typed, before);
  if (value === "FILE" || value === "PATH") return fileCompletion;
  if (value === "FOLDER") return { choices: [], directive: shellDirectives.folders };
  if (completes === "state") return matchingPrefix(typed, plainChoices([...waitStates, "condition="]));
  if (completes === undefined) return noCompletion;
  const known = await lookUp(completes, before);
  return repeats === true ? fittingList(typed, known) : matchingPrefix(typed, plainChoices(known));
}

/** The formats that the command allows; files for `snapshot`, whose output is a file, and for `jsonpath-file=`. */
function completeFormat(typed: string, before: readonly string[]): CompletionReply {
  const tokens = sortTokens(before);
  const { whose, formats } = allowedFormats("error" in tokens ? { values: new Map(), names: [] } : tokens);
  const isFileOfTemplate = whose === "" && /-file=/.test(typed);
  if (commandOf(before) === "snapshot" || isFileOfTemplate) return fileCompletion;
  const allowed = formatNames.filter(({ name }) => formats.includes(name));
  const values = allowed.map(({ name, takes }) => (takes === undefined ? name : `${name}=`));
  return matchingPrefix(typed, plainChoices(values));
}

/** The command of the words that are typed already; undefined for the report. */
function commandOf(before: readonly string[]): CommandName | undefined {
  const words = tokenizeArguments(before).flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  return commandIn(words);
}
