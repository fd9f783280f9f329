import { waitStates } from "../../shared/model/wait.ts";
import { formatNames } from "../../shared/render/formats/format-names.ts";
import { type CommandName, commandIn } from "../cli/commands.ts";
import { allFlags, type FlagDefinition, isTaken } from "../cli/flags.ts";
import { describeFlag } from "../cli/help.ts";
import { allowedFormats } from "../cli/output-format.ts";
import { sortWords, tokenizeArguments } from "../cli/tokenize.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
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
  return linesOf(
    choices.map(({ value, description }) => (description === undefined ? value : `${value}\t${description}`)),
    directive,
  );
}

async function bashReply(words: readonly string[], environment: HostEnvironment, lookUp: LookUp): Promise<string> {
  const [text = "", breaks = "", type = "", columns] = words;
  const line = bashLine(text, breaks, { variables: environment.screen.environment, home: environment.home });
  const { choices, directive } = await completeWords(line.words, lookUp);
  return linesOf(bashReplies(line, choices, { type, columns: Number(columns) || 80 }), directive);
}

function linesOf(lines: readonly string[], directive: number): string {
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
  const free = allFlags.filter((flag) => isTaken(flag, command) && (flag.repeats || !given.includes(flag.name)));
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
  const words = sortWords(before);
  const { whose, formats: some } = allowedFormats("error" in words ? { values: new Map(), names: [] } : words);
  if (commandOf(before) === "snapshot" || (whose === "" && /-file=/.test(typed))) return fileCompletion;
  const rows = formatNames.filter(({ name }) => some.includes(name));
  return matchingPrefix(typed, plainChoices(rows.map(({ name, takes }) => (takes === undefined ? name : `${name}=`))));
}

function commandOf(before: readonly string[]): CommandName | undefined {
  return commandIn(tokenizeArguments(before).flatMap((token) => (token.kind === "positional" ? [token.value] : [])));
}

/** A bash command line up to the cursor, split as bash would pass it to a program. Nothing in it is run. */
interface BashLine {
  /** The words after the name of the program, without quotes, `~` and variables replaced. The last one may be empty. */
  readonly words: readonly string[];
  /** How many characters of the last word stay. readline replaces the text after the last of its break characters. */
  readonly kept: number;
  /** The quote that is still open. */
  readonly quote: "" | "'" | '"';
}

/** What splitting a line needs to know about the shell. */
interface BashSurroundings {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Splits a line by bash's rules of quoting. `breaks` is COMP_WORDBREAKS. */
export function bashLine(line: string, breaks: string, { variables, home }: BashSurroundings): BashLine {
  const words: string[] = [];
  let word: string | undefined;
  let kept = 0;
  let keptBefore = 0;
  let quote: BashLine["quote"] = "";
  for (const [piece] of line.matchAll(pieces)) {
    const escaped = piece.length > 1 && piece.startsWith("\\");
    if (quote === "" && /^\s$/.test(piece)) {
      if (word !== undefined) words.push(word);
      [word, kept] = [undefined, 0];
    } else if (quote === "" && (piece === "'" || piece === '"')) {
      [word, quote, keptBefore] = [word ?? "", piece, kept];
      kept = word.length;
    } else if (quote !== "" && piece === quote) {
      [quote, kept] = ["", keptBefore];
    } else if (quote === "'" || (escaped && quote === '"' && !/[\\"$`]/.test(piece.slice(1)))) {
      word = (word ?? "") + piece;
    } else {
      const isHome = piece === "~" && word === undefined && quote === "";
      word = (word ?? "") + (escaped ? piece.slice(1) : isHome ? home : expanded(piece, variables));
      // An @ begins what readline replaces, where the others end what it keeps (readline, complete.c, rl_special_prefixes).
      if (quote === "" && piece.length === 1 && breaks.includes(piece)) kept = word.length - (piece === "@" ? 1 : 0);
    }
  }
  const all = [...words, word ?? ""];
  // Assignments may stand before the name of the program.
  return { words: all.slice(all.findIndex((each) => !/^\w+=/.test(each)) + 1), kept, quote };
}

/** What is one step: a backslash with what it escapes, a variable, or a character. */
const pieces = /\\[\s\S]|\$\w+|\$\{\w+\}|[\s\S]/gu;

function expanded(piece: string, variables: BashSurroundings["variables"]): string {
  if (!piece.startsWith("$")) return piece;
  return variables[piece.replace(/[${}]/g, "")] ?? piece;
}

/** How readline shows the choices. */
interface BashList {
  /** COMP_TYPE: 37 and 42 put each choice into the line, so that it must stand there alone; bash 3 has none. */
  readonly type: string;
  /** Of the terminal. */
  readonly columns: number;
}

/** The entries of COMPREPLY for `choices`: as they go into the line, and beside each what it means where there are several. */
export function bashReplies(line: BashLine, choices: readonly CompletionChoice[], list: BashList): readonly string[] {
  const typed = line.words.at(-1) ?? "";
  const flag = /^-[^=]*=/.exec(typed)?.[0] ?? "";
  const written = choices.map(({ value }) => quoted((flag + value).slice(line.kept), line.quote));
  if (choices.length === 1 || list.type === "37" || list.type === "42") return written;
  const width = Math.max(...written.map((word) => word.length));
  return choices.map(({ description }, place) => {
    const word = written[place] ?? "";
    if (description === undefined) return word;
    return `${word.padEnd(width)}  (${description})`.slice(0, Math.max(word.length, list.columns - 1));
  });
}

function quoted(text: string, quote: BashLine["quote"]): string {
  if (quote === "'") return text.replaceAll("'", "'\\''");
  if (quote === '"') return text.replace(/[\\"$`]/g, "\\$&");
  return text.replace(/[^\w@%+=:,./\u0080-\u{10ffff}-]/gu, "\\$&");
}
