import { quoteShellWord } from "../../shared/model/shell-word.ts";
import { nearestSpelling } from "../../shared/parse/spelling.ts";
import { type FormatName, formatNames } from "../../shared/render/formats/format-names.ts";
import { commandIn, commandTable } from "./commands.ts";
import { millisecondsOfDuration } from "./durations.ts";
import { allFlags, type FlagDefinition, isFlagOf, refusalReason } from "./flags.ts";
import { allowedFormats, wrongOutput } from "./output-format.ts";
import {
  asksForText,
  type CommandLineTokens,
  filesNamed,
  tokenizeArguments,
  tokenLookup,
  type WrongWord,
} from "./tokenize.ts";
import { hasFileExtension, isWrittenAsPath } from "./written-as-path.ts";

/** The first error in a command line, in one sentence. A request for the help is answered, whatever else it has. */
export function findFirstError(words: CommandLineTokens): string | undefined {
  if (asksForText(words)) return undefined;
  const given = allFlags.filter((flag) => isGiven(flag, words));
  return (
    findRefusedFlag(words, given) ??
    wrongValue(words, given) ??
    wrongCombination(given) ??
    wrongTimes(words) ??
    wrongFormat(words) ??
    wrongPlatform(words) ??
    wrongArguments(words) ??
    wrongPermissions(words) ??
    wrongLogs(words)
  );
}

/** Whether the flag has a value, or is a switch that is on. */
function isGiven({ name, value }: FlagDefinition, words: CommandLineTokens): boolean {
  const { all, isOn } = tokenLookup(words);
  return value === undefined ? isOn(name) : all(name).length > 0;
}

/** The error for the first flag that the command does not take. */
function findRefusedFlag(words: CommandLineTokens, given: readonly FlagDefinition[]): string | undefined {
  const command = commandIn(words.names);
  const flag = given.find((each) => !isFlagOf(each, command));
  if (flag === undefined) return undefined;
  const { name, short, of } = flag;
  if (of !== undefined && of !== command)
    return `--${name} is a flag of ${of}: kubectl hco-status ${of === "gate" ? "gate upgrade" : of} --${name}`;
  const long = name.length === 1 ? `-${name}` : `--${name}`;
  const spelled = short === undefined || short === name ? long : `${long} (-${short})`;
  return `${command} does not support ${spelled}: ${refusalReason(flag, command)}`;
}

/** The error for the first wrong value. Of a flag that does not repeat only the last value counts. */
function wrongValue(words: CommandLineTokens, given: readonly FlagDefinition[]): string | undefined {
  for (const { name, choices, once, repeats, wrong } of given) {
    const values = tokenLookup(words).all(name);
    if (once !== undefined && new Set(values).size > 1) return `--${name} accepts one ${once}, but was set twice`;
    for (const value of repeats ? values : values.slice(-1)) {
      if (choices?.includes(value) === false) return unknownChoiceText(name, value, choices);
      const error = wrong?.(value);
      if (error !== undefined) return error;
    }
  }
  return undefined;
}

function unknownChoiceText(flag: string, value: string, choices: readonly string[]): string {
  const guess = nearestSpelling(value, choices);
  const hint = guess === undefined ? "" : `, did you mean ${guess}?`;
  return `invalid value "${value}" for --${flag}${hint}; allowed: ${choices.join(", ")}`;
}

/** The error for a flag beside one that it excludes, or without one that it requires. */
function wrongCombination(given: readonly FlagDefinition[]): string | undefined {
  for (const { excludes = [], requires } of given) {
    for (const { flags = [], topic, except, error } of excludes) {
      const other = given.find((each) => flags.includes(each.name) || (each.topic === topic && each.name !== except));
      if (other !== undefined) return error(other.name);
    }
    if (requires !== undefined && !given.some(({ name }) => requires.oneOf.includes(name))) return requires.error;
  }
  return undefined;
}

/**
 * The error for an unknown flag or one without its value. It suggests only a flag that the command of `argv` takes, and
 * for `logs` the place of kubectl's flags.
 */
export function wrongWordError({ error, unknown }: WrongWord, argv: readonly string[]): string {
  const words = tokenizeArguments(argv).flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const command = commandIn(words);
  const names = allFlags.filter((flag) => isFlagOf(flag, command)).map(({ name }) => name);
  const long = names.filter((name) => name.length > 1);
  const guess = unknown && nearestSpelling(unknown.slice(2), long);
  if (guess !== undefined) return `${error}; did you mean --${guess}?`;
  return command === "logs" ? withPassedOnHint(error) : error;
}

/** An error with the place of the flags of `kubectl logs`. */
function withPassedOnHint(error: string): string {
  return `${error}; ${passedOnHint}`;
}

const passedOnHint = "flags of kubectl logs follow after --, as in: kubectl hco-status logs -- -f --tail 50";

function wrongTimes(words: CommandLineTokens): string | undefined {
  const { last, value } = tokenLookup(words);
  const stableForMs = millisecondsOfDuration(value("stable-for")) ?? 0;
  const timeoutMs = millisecondsOfDuration(value("timeout")) ?? 0;
  const stableFor = last("stable-for") ?? "";
  if (stableForMs < 0) return `invalid argument "${stableFor}" for "--stable-for": it cannot be negative`;
  if (stableForMs > 0 && timeoutMs === 0) {
    return `--stable-for ${stableFor} needs time, and --timeout 0 checks only once`;
  }
  // A negative timeout waits for a week.
  if (timeoutMs < 0 || stableForMs <= timeoutMs) return undefined;
  const timeout = last("timeout") ?? "30m, the default";
  return `--stable-for ${stableFor} is longer than --timeout ${timeout}`;
}

function wrongFormat(words: CommandLineTokens): string | undefined {
  const { last, isOn } = tokenLookup(words);
  if (commandIn(words.names) === "snapshot") return wrongFile(last("output"));
  const output = last("output") ?? "";
  if (isOn("plain") && output !== "" && output !== "plain")
    return `--plain means -o plain and cannot be used with -o ${output}`;
  const written = isOn("plain") ? "plain" : output;
  if (last("gate") !== undefined && !formatsWithChecks.includes(written))
    return `--gate applies to -o ${formatsWithChecks.join(" and -o ")}; the result alone: kubectl hco-status gate upgrade`;
  return wrongOutput(written, allowedFormats(words));
}

const formatsWithChecks: readonly string[] = ["junit", "github"] satisfies readonly FormatName[];

/** The error for a report with `--platform` that checks no upgrade. */
function wrongPlatform(words: CommandLineTokens): string | undefined {
  const { last, isOn } = tokenLookup(words);
  if (commandIn(words.names) !== undefined || !isOn("platform") || last("gate") !== undefined) return undefined;
  return "--platform requires --gate upgrade, or kubectl hco-status gate upgrade";
}

function wrongFile(file: string | undefined): string | undefined {
  if (file === "") return "--output (-o) is empty; specify a file";
  const isFormat = formatNames.some(({ name }) => name === file);
  return file !== undefined && isFormat
    ? `--output (-o) of snapshot is a file, not a format; use ./${file} for a file with this name`
    : undefined;
}

/** The error for arguments that a command does not take. */
function wrongArguments({ names }: CommandLineTokens): string | undefined {
  const command = commandIn(names);
  return command && commandTable[command].wrongArguments?.(names.slice(1));
}

/** The error for what a cluster is asked for, where the role for a hub is wanted. */
function wrongPermissions(words: CommandLineTokens): string | undefined {
  const { isOn } = tokenLookup(words);
  if (commandIn(words.names) !== "permissions" || !isOn("inventory")) return undefined;
  return words.names.length > 1 || isOn("deep") || isOn("related") || isOn("platform")
    ? "permissions --inventory is about the hub alone; remove the types, --deep, --related and --platform"
    : undefined;
}

/** The error for `logs` with several components, or with files in place of a cluster. */
function wrongLogs(words: CommandLineTokens): string | undefined {
  if (commandIn(words.names) !== "logs") return undefined;
  const { isOn, all } = tokenLookup(words);
  const components = words.names.slice(1, words.namesBeforeDashes);
  if (components.length > 1) return severalComponentsText(components);
  if (isOn("dry-run")) return undefined;
  if (all("inventory-cluster").length > 0)
    return "logs runs kubectl, which does not read an inventory; add --dry-run to print the command, with your context to fill in";
  const [file] = filesNamed(words);
  return file === undefined ? undefined : logsOfFileText(file, components[0] ?? file);
}

/** The error for `logs -f`, by what the word after it seems to be. With kubectl logs, `-f` follows the log. */
function logsOfFileText(typed: string, component: string): string {
  const word = quoteShellWord(typed);
  if (/\.log(?:\.gz)?$/i.test(typed))
    return `logs does not read the file ${word}; to quote it, report on it beside its objects: kubectl hco-status -f MANIFESTS -f ${word}`;
  if (typed === "-" || isWrittenAsPath(typed) || hasFileExtension(typed))
    return "logs requires a live cluster or a must-gather, but --filename reads files; add --dry-run to print the command for the cluster";
  return `-f reads the file ${word} and does not follow a log; to follow one: kubectl hco-status logs ${quoteShellWord(component)} -- -f`;
}

/** The error for `logs` with more than one component. */
function severalComponentsText(given: readonly string[]): string {
  return withPassedOnHint(`logs takes one component: got "${given.join(" ")}"`);
}
