import { definedFields } from "../../shared/model/defined-fields.ts";
import type { ProfileName, RuleSetName } from "../../shared/model/families.ts";
import { findFirstError, wrongWordError } from "./command-line-errors.ts";
import { type CommandName, commandIn, namesObjects, type ShellName } from "./commands.ts";
import { type ConnectionFlags, readConnectionFlags } from "./connection-flags.ts";
import { millisecondsOfDuration } from "./durations.ts";
import { readForState } from "./for-values.ts";
import { type OutputTarget, readOutputTarget } from "./output-format.ts";
import { type PositionalTargets, readTargets } from "./positional-targets.ts";
import { asksForText, type CommandLineTokens, filesNamed, sortWords, tokenLookup } from "./tokenize.ts";

/** The state that `wait` waits for, and the limits of waiting. */
interface Waiting {
  /** One of the states of `wait`, or `condition=TYPE[=STATUS]` as typed. */
  readonly for: string;
  /** Milliseconds that the state must hold without a break. */
  readonly stableForMs: number;
  /** Milliseconds to wait. 0 checks once. */
  readonly timeoutMs: number;
  readonly failFast: boolean;
}

/** What `serve` listens on, and what it serves besides metrics. */
interface Serving {
  /** As typed. listen-address.ts reads it. */
  readonly listen: string;
  /** Whether it serves the Report too. */
  readonly hasReport: boolean;
  /** The file with the bearer token for the Report. */
  readonly tokenFile?: string;
}

/** The options of commands that a report does not have. */
interface CommandOptions {
  readonly waiting: Waiting;
  readonly serving: Serving;
  /** The codes as typed, one by one. */
  readonly accept: readonly string[];
  /** Whether `logs` only prints the command. */
  readonly isDryRun: boolean;
  /** `explain --kinds`. */
  readonly listsKinds: boolean;
  /** The name of the role that `permissions` prints. */
  readonly roleName: string;
  /** The role permits counting virtual machines too. */
  readonly machines: boolean;
  /** The file that `snapshot` writes. */
  readonly outputFile?: string;
  /** The archive that `snapshot` writes in place of a file. */
  readonly bundle?: string;
  /** The contexts whose clusters are shown in one table. */
  readonly contexts?: readonly string[] | "all";
  /** Whether the clusters that a hub publishes are shown in one table. */
  readonly isInventory: boolean;
  /** The keys of the labels of an inventory that are columns, each once, in the order given. */
  readonly labelColumns: readonly string[];
  /** The maximum number of clusters that are read at once. */
  readonly parallel: number;
}

/** The checked options of the command line. */
export interface CommandLineOptions extends PositionalTargets, CommandOptions {
  readonly command: "report" | CommandName;
  /** The command whose help is wanted. */
  readonly topic?: CommandName;
  /** The arguments of a command that are no names of objects. */
  readonly operands: readonly string[];
  /** The words after `--` of a command that passes them on to kubectl. */
  readonly passedOn: readonly string[];
  /** Whether to watch for changes. */
  readonly watch: boolean;
  /** The shell whose completion script is wanted. */
  readonly shell?: ShellName;
  readonly namespace?: string;
  /** As typed. The code that filters parses the selectors. */
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly files: readonly string[];
  readonly recursive: boolean;
  readonly mustGather?: string;
  /** `-A`: all namespaces, even where a snapshot was taken of one namespace. */
  readonly isEverywhere?: true;
  /** How deep to read: containers of healthy objects too, every related object, owned objects. */
  readonly deep: boolean;
  readonly related: boolean;
  readonly tree: boolean;
  /** Whether lines of containers' logs are read. Absent: for a report, but not for what is sent on. */
  readonly logs?: "on" | "off";
  /** Whether to read what an upgrade stands on beside HyperConverged. */
  readonly platform: boolean;
  readonly profile?: ProfileName;
  /** A file that defines condition polarity. */
  readonly polarity?: string;
  readonly output: OutputTarget;
  /** Whether credentials stand in formats that are made to be sent on. */
  readonly showsCredentials: boolean;
  /** Whether the formats for pipelines also check whether an upgrade is safe. */
  readonly checksUpgrade: boolean;
  readonly noHeaders: boolean;
  readonly absoluteTime: boolean;
  readonly ruleSet?: RuleSetName;
  readonly at?: string;
  readonly exitCode: boolean;
  readonly color: "auto" | "always" | "never";
  readonly ascii: boolean;
  readonly width?: number;
  readonly verbosity: number;
  readonly reach: ConnectionFlags;
}

/** One sentence that says what is wrong with the command line (kubectl's phrases). */
export interface CommandLineError {
  readonly error: string;
  /** The sentence says what to type, so the help adds nothing to it. */
  readonly saysWhatToType?: true;
}

/** The checked options, or what is wrong with the command line. */
export async function parseAndCheckOptions(argv: readonly string[]): Promise<CommandLineOptions | CommandLineError> {
  const words = sortWords(argv);
  if ("error" in words) return { error: wrongWordError(words, argv) };
  const file = await fileInPlaceOfName(words);
  return file === undefined ? parseTokens(words) : { error: file, saysWhatToType: true };
}

/** The error for a word that names a file or a folder, where a name of an object is expected. */
async function fileInPlaceOfName(words: CommandLineTokens): Promise<string | undefined> {
  const command = commandIn(words.names);
  if (asksForText(words) || !namesObjects(command)) return undefined;
  const { names } = splitWords(command, words);
  if (names.length === 0) return undefined;
  return (await import("./file-as-name.ts")).fileAsNameError(names, command, words);
}

/** The options, without looking for files in the place of names. */
export function parseOptions(argv: readonly string[]): CommandLineOptions | CommandLineError {
  const words = sortWords(argv);
  return "error" in words ? words : parseTokens(words);
}

function parseTokens(words: CommandLineTokens): CommandLineOptions | CommandLineError {
  const error = findFirstError(words);
  if (error !== undefined) return { error };
  const { last } = tokenLookup(words);
  const hasSelector = Boolean(last("selector") || last("field-selector"));
  const names = asksForText(words) ? [] : splitWords(commandIn(words.names), words).names;
  const targets = readTargets(names, hasSelector);
  return "error" in targets ? targets : optionsOf(words, targets);
}

function optionsOf(words: CommandLineTokens, targets: PositionalTargets): CommandLineOptions {
  const { last, value, isOn } = tokenLookup(words);
  const command = commandIn(words.names);
  const { operands, passedOn } = splitWords(command, words);
  const isHelp = isOn("help") || command === "help";
  const topic = command === "help" ? commandIn(operands) : command;
  const namespace = isOn("all-namespaces") ? undefined : last("namespace");
  const width = last("width");
  return {
    command: wantedFrom(isHelp, isOn("version"), command),
    ...definedFields({
      topic: isHelp ? topic : undefined,
      shell: command === "completion" ? (operands[0] as ShellName | undefined) : undefined,
      namespace: namespace === "" ? undefined : namespace,
      selector: last("selector") || undefined,
      fieldSelector: last("field-selector") || undefined,
      mustGather: last("must-gather"),
      profile: last("profile") as ProfileName | undefined,
      polarity: last("polarity"),
      outputFile: command === "snapshot" ? last("output") : undefined,
      ruleSet: last("rules") as RuleSetName | undefined,
      at: last("at"),
      width: width === undefined ? undefined : Number(width),
    }),
    ...targets,
    operands,
    passedOn,
    watch: isOn("watch"),
    ...readCommandOptions(words),
    files: filesNamed(words),
    recursive: isOn("recursive"),
    ...(isOn("all-namespaces") && { isEverywhere: true as const }),
    deep: isOn("deep"),
    related: isOn("related"),
    tree: isOn("tree"),
    ...(isOn("logs") && { logs: "on" as const }),
    ...(isOn("no-logs") && { logs: "off" as const }),
    platform: isOn("platform"),
    output: readOutputTarget(outputFrom(words, command)),
    showsCredentials: isOn("no-redact"),
    checksUpgrade: last("gate") === "upgrade",
    noHeaders: isOn("no-headers"),
    absoluteTime: isOn("absolute-time"),
    exitCode: isOn("exit-code"),
    color: value("color") as CommandLineOptions["color"],
    ascii: isOn("ascii"),
    verbosity: Number(value("v")),
    reach: readConnectionFlags(words),
  };
}

/** The words after a command, by what they are. */
interface SortedNames {
  readonly names: readonly string[];
  readonly operands: readonly string[];
  readonly passedOn: readonly string[];
}

/** Sorts the words after a command. `gate upgrade NAME` has one operand before the names. */
function splitWords(command: CommandName | undefined, { names, namesBeforeDashes }: CommandLineTokens): SortedNames {
  if (command === undefined) return { names, operands: [], passedOn: [] };
  const rest = names.slice(1);
  if (command === "logs") {
    const own = namesBeforeDashes === undefined ? rest.length : Math.max(0, namesBeforeDashes - 1);
    return { names: [], operands: rest.slice(0, own), passedOn: rest.slice(own) };
  }
  if (!namesObjects(command)) return { names: [], operands: rest, passedOn: [] };
  const own = command === "gate" ? 1 : 0;
  return { names: rest.slice(own), operands: rest.slice(0, own), passedOn: [] };
}

/** Help precedes the version, and both precede a command. */
function wantedFrom(
  isHelp: boolean,
  isVersion: boolean,
  command: CommandName | undefined,
): CommandLineOptions["command"] {
  if (isHelp) return "help";
  if (isVersion) return "version";
  return command ?? "report";
}

/** The text of `-o`. Of `snapshot` that names a file. */
function outputFrom(words: CommandLineTokens, command: CommandName | undefined): string {
  const { last, isOn } = tokenLookup(words);
  if (isOn("plain")) return "plain";
  return command === "snapshot" ? "" : (last("output") ?? "");
}

function readCommandOptions(words: CommandLineTokens): CommandOptions {
  const { value, last, isOn, all } = tokenLookup(words);
  const contextNames = [...new Set(all("contexts").flatMap(splitQuotedNames))];
  const named = contextNames.length > 0 ? contextNames : undefined;
  const contexts = isOn("all-contexts") ? ("all" as const) : named;
  return {
    waiting: {
      for: readForState(value("for")),
      stableForMs: millisecondsOfDuration(value("stable-for")) ?? 0,
      timeoutMs: timeoutOf(millisecondsOfDuration(value("timeout")) ?? 0),
      failFast: isOn("fail-fast"),
    },
    serving: {
      listen: value("listen"),
      hasReport: isOn("report"),
      ...definedFields({ tokenFile: last("report-token-file") }),
    },
    accept: splitCommas(all("accept")),
    isDryRun: isOn("dry-run"),
    listsKinds: isOn("kinds"),
    roleName: value("name"),
    machines: isOn("vms"),
    ...definedFields({ bundle: last("bundle"), contexts }),
    isInventory: isOn("inventory"),
    labelColumns: splitCommas(all("label-columns")),
    parallel: Number(value("parallel")),
  };
}

/** Milliseconds to wait. Zero checks once, a negative value waits for a week (kubectl, pkg/cmd/wait/wait.go). */
function timeoutOf(milliseconds: number): number {
  return milliseconds < 0 ? 7 * 24 * 3_600_000 : milliseconds;
}

function splitCommas(values: readonly string[]): readonly string[] {
  return [...new Set(values.flatMap((value) => value.split(",")).filter((value) => value !== ""))];
}

/**
 * The names between the commas of a value, as in kubectl's flags that take a list (pflag, string_slice.go). A name in
 * double quotes may contain commas, and a quote as two quotes. A quote inside an unquoted name is part of that name.
 */
function splitQuotedNames(value: string): readonly string[] {
  const names = value.match(/"(?:[^"]|"")*"(?=,|$)|[^,]+/g) ?? [];
  return names.map((name) => (/^"(?:[^"]|"")*"$/.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name));
}
