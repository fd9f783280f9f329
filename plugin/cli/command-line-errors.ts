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

/** The formats that `--gate` applies to. */
const formatsWithChecks: readonly string[] = ["junit", "github"] satisfies readonly FormatName[];

/** Returns the first error in a command line, in one sentence. A request for the help is answered, whatever else it has. */
export function findFirstError(tokens: CommandLineTokens): string | undefined {
  if (asksForText(tokens)) return undefined;
  const setFlags = allFlags.filter((flag) => isFlagSet(flag, tokens));
  return (
    findRefusedFlag(tokens, setFlags) ??
    findWrongValue(tokens, setFlags) ??
    findWrongCombination(setFlags) ??
    findWrongTimes(tokens) ??
    findWrongFormat(tokens) ??
    findWrongPlatform(tokens) ??
    findWrongArguments(tokens) ??
    findWrongPermissions(tokens) ??
    findWrongLogs(tokens)
  );
}

/** Whether the flag has a value, or is a switch that is on. */
function isFlagSet({ name, value }: FlagDefinition, tokens: CommandLineTokens): boolean {
  const { all, isOn } = tokenLookup(tokens);
  return value === undefined ? isOn(name) : all(name).length > 0;
}

/** The error for the first flag that the command does not take. */
function findRefusedFlag(tokens: CommandLineTokens, setFlags: readonly FlagDefinition[]): string | undefined {
  const command = commandIn(tokens.names);
  const flag = setFlags.find((candidate) => !isFlagOf(candidate, command));
  if (flag === undefined) return undefined;
  const { name, short, of } = flag;
  if (of !== undefined && of !== command) {
    const commandText = of === "gate" ? "gate upgrade" : of;
    return `--${name} is a flag of ${of}: kubectl hco-status ${commandText} --${name}`;
  }
  const longForm = name.length === 1 ? `-${name}` : `--${name}`;
  const allForms = short === undefined || short === name ? longForm : `${longForm} (-${short})`;
  return `${command} does not support ${allForms}: ${refusalReason(flag, command)}`;
}

/** The error for the first wrong value. Of a flag that does not repeat only the last value counts. */
function findWrongValue(tokens: CommandLineTokens, setFlags: readonly FlagDefinition[]): string | undefined {
  for (const { name, choices, once, repeats, wrong } of setFlags) {
    const values = tokenLookup(tokens).all(name);
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
function findWrongCombination(setFlags: readonly FlagDefinition[]): string | undefined {
  for (const { excludes = [], requires } of setFlags) {
    for (const { flags = [], topic, except, error } of excludes) {
      const other = setFlags.find(
        (flag) => flags.includes(flag.name) || (flag.topic === topic && flag.name !== except),
      );
      if (other !== undefined) return error(other.name);
    }
    if (requires !== undefined && !setFlags.some(({ name }) => requires.oneOf.includes(name))) return requires.error;
  }
  return undefined;
}

/**
 * Returns the error for an unknown flag or one without its value. It suggests only a flag that the command of `argv`
 * takes, and for `logs` the place of kubectl's flags.
 */
export function formatWrongWord({ error, unknown }: WrongWord, argv: readonly string[]): string {
  const positionals = tokenizeArguments(argv).filter((token) => token.kind === "positional");
  const command = commandIn(positionals.map(({ value }) => value));
  const allowedNames = allFlags.filter((flag) => isFlagOf(flag, command)).map(({ name }) => name);
  const longNames = allowedNames.filter((name) => name.length > 1);
  const guess = unknown && nearestSpelling(unknown.slice(2), longNames);
  if (guess !== undefined) return `${error}; did you mean --${guess}?`;
  return command === "logs" ? addPassedOnHint(error) : error;
}

/** Adds the place of the flags of `kubectl logs` to an error. */
function addPassedOnHint(error: string): string {
  return `${error}; flags of kubectl logs follow after --, as in: kubectl hco-status logs -- -f --tail 50`;
}

function findWrongTimes(tokens: CommandLineTokens): string | undefined {
  const { last, value } = tokenLookup(tokens);
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

function findWrongFormat(tokens: CommandLineTokens): string | undefined {
  const { last, isOn } = tokenLookup(tokens);
  if (commandIn(tokens.names) === "snapshot") return findWrongFile(last("output"));
  const output = last("output") ?? "";
  if (isOn("plain") && output !== "" && output !== "plain") {
    return `--plain means -o plain and cannot be used with -o ${output}`;
  }
  const format = isOn("plain") ? "plain" : output;
  if (last("gate") !== undefined && !formatsWithChecks.includes(format)) {
    const formats = formatsWithChecks.join(" and -o ");
    return `--gate applies to -o ${formats}; the result alone: kubectl hco-status gate upgrade`;
  }
  return wrongOutput(format, allowedFormats(tokens));
}

/** The error for a report with `--platform` that checks no upgrade. */
function findWrongPlatform(tokens: CommandLineTokens): string | undefined {
  const { last, isOn } = tokenLookup(tokens);
  if (commandIn(tokens.names) !== undefined || !isOn("platform") || last("gate") !== undefined) return undefined;
  return "--platform requires --gate upgrade, or kubectl hco-status gate upgrade";
}

function findWrongFile(file: string | undefined): string | undefined {
  if (file === "") return "--output (-o) is empty; specify a file";
  const isFormat = formatNames.some(({ name }) => name === file);
  if (file === undefined || !isFormat) return undefined;
  return `--output (-o) of snapshot is a file, not a format; use ./${file} for a file with this name`;
}

/** The error for arguments that a command does not take. */
function findWrongArguments({ names }: CommandLineTokens): string | undefined {
  const command = commandIn(names);
  return command && commandTable[command].wrongArguments?.(names.slice(1));
}

/** The error for options about a cluster, where the role for a hub is requested. */
function findWrongPermissions(tokens: CommandLineTokens): string | undefined {
  const { isOn } = tokenLookup(tokens);
  if (commandIn(tokens.names) !== "permissions" || !isOn("inventory")) return undefined;
  const hasTypes = tokens.names.length > 1;
  if (!hasTypes && !isOn("deep") && !isOn("related") && !isOn("platform")) return undefined;
  return "permissions --inventory is about the hub alone; remove the types, --deep, --related and --platform";
}

/** The error for `logs` with several components, or with files in place of a cluster. */
function findWrongLogs(tokens: CommandLineTokens): string | undefined {
  if (commandIn(tokens.names) !== "logs") return undefined;
  const { isOn, all } = tokenLookup(tokens);
  const components = tokens.names.slice(1, tokens.namesBeforeDashes);
  if (components.length > 1) return severalComponentsText(components);
  if (isOn("dry-run")) return undefined;
  if (all("inventory-cluster").length > 0) {
    return "logs runs kubectl, which does not read an inventory; add --dry-run to print the command, with your context to fill in";
  }
  const [file] = filesNamed(tokens);
  return file === undefined ? undefined : logsOfFileText(file, components[0] ?? file);
}

/** The error for `logs -f`, by what the word after it seems to be. With kubectl logs, `-f` follows the log. */
function logsOfFileText(typed: string, component: string): string {
  const word = quoteShellWord(typed);
  if (/\.log(?:\.gz)?$/i.test(typed)) {
    return `logs does not read the file ${word}; to quote it, report on it beside its objects: kubectl hco-status -f MANIFESTS -f ${word}`;
  }
  if (typed === "-" || isWrittenAsPath(typed) || hasFileExtension(typed)) {
    return "logs requires a live cluster or a must-gather, but --filename reads files; add --dry-run to print the command for the cluster";
  }
  return `-f reads the file ${word} and does not follow a log; to follow one: kubectl hco-status logs ${quoteShellWord(component)} -- -f`;
}

/** The error for `logs` with more than one component. */
function severalComponentsText(components: readonly string[]): string {
  return addPassedOnHint(`logs takes one component: got "${components.join(" ")}"`);
}
