import { definedFields, trueFlags } from "../../shared/model/defined-fields.ts";
import type { ProfileName, RuleSetName } from "../../shared/model/families.ts";
import type { DrawingSwitches } from "../../shared/render/terminal/text-style.ts";
import { findFirstError, formatWrongWord } from "./command-line-errors.ts";
import { type CommandName, commandIn, namesObjects, type ShellName } from "./commands.ts";
import { type ConnectionFlags, readConnectionFlags } from "./connection-flags.ts";
import { millisecondsOfDuration } from "./durations.ts";
import { allFlags } from "./flags.ts";
import { readForState } from "./for-values.ts";
import { type OutputTarget, readOutputTarget } from "./output-format.ts";
import { type PositionalTargets, readTargets } from "./positional-targets.ts";
import { asksForText, type CommandLineTokens, filesNamed, sortTokens, tokenLookup } from "./tokenize.ts";

const weekMs = 7 * 24 * 3_600_000;

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
  /** The file with the bearer token for the Report. Absent: the Report is not served. */
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
  /** The command whose help is requested. */
  readonly topic?: CommandName;
  /** The arguments of a command that are no names of objects. */
  readonly operands: readonly string[];
  /** The words after `--` of a command that passes them on to kubectl. */
  readonly passedOn: readonly string[];
  /** Whether to watch for changes. */
  readonly watch: boolean;
  /** The shell whose completion script is requested. */
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
  /** The switches of the drawing that are on. */
  readonly drawing: DrawingSwitches;
  readonly ruleSet?: RuleSetName;
  readonly at?: string;
  readonly exitCode: boolean;
  readonly color: "auto" | "always" | "never";
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

/** Returns the checked options, or what is wrong with the command line. */
export async function parseAndCheckOptions(argv: readonly string[]): Promise<CommandLineOptions | CommandLineError> {
  const tokens = sortTokens(argv);
  if ("error" in tokens) return { error: formatWrongWord(tokens, argv) };
  const error = await findFileAsName(tokens);
  return error === undefined ? parseTokens(tokens) : { error, saysWhatToType: true };
}

/** Returns the error for a word that names a file or a folder, where a name of an object is expected. */
async function findFileAsName(tokens: CommandLineTokens): Promise<string | undefined> {
  const command = commandIn(tokens.names);
  if (asksForText(tokens) || !namesObjects(command)) return undefined;
  const { names } = sortNames(command, tokens);
  if (names.length === 0) return undefined;
  const { fileAsNameError } = await import("./file-as-name.ts");
  return fileAsNameError(names, command, tokens);
}

/** Returns the options, without looking for files in the place of names. */
export function parseOptions(argv: readonly string[]): CommandLineOptions | CommandLineError {
  const tokens = sortTokens(argv);
  return "error" in tokens ? tokens : parseTokens(tokens);
}

function parseTokens(tokens: CommandLineTokens): CommandLineOptions | CommandLineError {
  const error = findFirstError(tokens);
  if (error !== undefined) return { error };
  const { last } = tokenLookup(tokens);
  const hasSelector = Boolean(last("selector") || last("field-selector"));
  const names = asksForText(tokens) ? [] : sortNames(commandIn(tokens.names), tokens).names;
  const targets = readTargets(names, hasSelector);
  return "error" in targets ? targets : readOptions(tokens, targets);
}

/** Reads checked tokens. Empty values of selectors and of the namespace are the same as none. */
function readOptions(tokens: CommandLineTokens, targets: PositionalTargets): CommandLineOptions {
  const { last, value, isOn } = tokenLookup(tokens);
  const command = commandIn(tokens.names);
  const { operands, passedOn } = sortNames(command, tokens);
  const isHelp = isOn("help") || command === "help";
  const helpTopic = command === "help" ? commandIn(operands) : command;
  const width = last("width");
  return {
    command: chooseCommand(isHelp, isOn("version"), command),
    ...definedFields({
      topic: isHelp ? helpTopic : undefined,
      shell: command === "completion" ? (operands[0] as ShellName | undefined) : undefined,
      namespace: isOn("all-namespaces") ? undefined : last("namespace") || undefined,
      selector: last("selector") || undefined,
      fieldSelector: last("field-selector") || undefined,
      mustGather: last("must-gather"),
      logs: readLogsChoice(tokens),
      profile: last("profile") as ProfileName | undefined,
      polarity: last("polarity"),
      outputFile: command === "snapshot" ? last("output") : undefined,
      ruleSet: last("rules") as RuleSetName | undefined,
      at: last("at"),
      width: width === undefined ? undefined : Number(width),
    }),
    ...trueFlags({ isEverywhere: isOn("all-namespaces") }),
    ...targets,
    ...readCommandOptions(tokens),
    operands,
    passedOn,
    watch: isOn("watch"),
    files: filesNamed(tokens),
    recursive: isOn("recursive"),
    deep: isOn("deep"),
    related: isOn("related"),
    tree: isOn("tree"),
    platform: isOn("platform"),
    output: readOutputTarget(readOutputText(tokens, command)),
    showsCredentials: isOn("no-redact"),
    checksUpgrade: last("gate") === "upgrade",
    drawing: readDrawing(tokens),
    exitCode: isOn("exit-code"),
    color: value("color") as CommandLineOptions["color"],
    verbosity: Number(value("v")),
    reach: readConnectionFlags(tokens),
  };
}

/** The switches of the drawing, by the rows of the flags: `--ascii` -> `{ ascii: true }`. */
function readDrawing(tokens: CommandLineTokens): DrawingSwitches {
  const { isOn } = tokenLookup(tokens);
  const switches = allFlags.flatMap(({ name, draws }) => (draws !== undefined && isOn(name) ? [draws] : []));
  return Object.fromEntries(switches.map((name) => [name, true]));
}

/** `--no-logs` precedes `--logs`. */
function readLogsChoice(tokens: CommandLineTokens): CommandLineOptions["logs"] {
  const { isOn } = tokenLookup(tokens);
  if (isOn("no-logs")) return "off";
  return isOn("logs") ? "on" : undefined;
}

/** The words that are no flags, without the command, by what they are. */
interface SortedNames {
  /** The names of objects. */
  readonly names: readonly string[];
  /** What the command itself takes: the `upgrade` of `gate upgrade NAME`. */
  readonly operands: readonly string[];
  /** What the command passes on to kubectl. */
  readonly passedOn: readonly string[];
}

function sortNames(command: CommandName | undefined, { names, namesBeforeDashes }: CommandLineTokens): SortedNames {
  if (command === undefined) return { names, operands: [], passedOn: [] };
  const afterCommand = names.slice(1);
  if (command === "logs") {
    const operandCount = namesBeforeDashes === undefined ? afterCommand.length : Math.max(0, namesBeforeDashes - 1);
    return { names: [], operands: afterCommand.slice(0, operandCount), passedOn: afterCommand.slice(operandCount) };
  }
  if (!namesObjects(command)) return { names: [], operands: afterCommand, passedOn: [] };
  const operandCount = command === "gate" ? 1 : 0;
  return { names: afterCommand.slice(operandCount), operands: afterCommand.slice(0, operandCount), passedOn: [] };
}

/** Help precedes the version, and both precede a command. */
function chooseCommand(
  isHelp: boolean,
  isVersion: boolean,
  command: CommandName | undefined,
): CommandLineOptions["command"] {
  if (isHelp) return "help";
  if (isVersion) return "version";
  return command ?? "report";
}

/** Returns the text of `-o`. It is empty for `snapshot`, whose `-o` names a file. */
function readOutputText(tokens: CommandLineTokens, command: CommandName | undefined): string {
  const { last, isOn } = tokenLookup(tokens);
  if (isOn("plain")) return "plain";
  return command === "snapshot" ? "" : (last("output") ?? "");
}

function readCommandOptions(tokens: CommandLineTokens): CommandOptions {
  const { value, last, isOn, all } = tokenLookup(tokens);
  return {
    waiting: {
      for: readForState(value("for")),
      stableForMs: millisecondsOfDuration(value("stable-for")) ?? 0,
      timeoutMs: limitTimeout(millisecondsOfDuration(value("timeout")) ?? 0),
      failFast: isOn("fail-fast"),
    },
    serving: {
      listen: value("listen"),
      ...definedFields({ tokenFile: last("report-token-file") }),
    },
    accept: splitCommas(all("accept")),
    isDryRun: isOn("dry-run"),
    listsKinds: isOn("kinds"),
    roleName: value("name"),
    machines: isOn("vms"),
    ...definedFields({ bundle: last("bundle"), contexts: readContexts(tokens) }),
    isInventory: isOn("inventory"),
    labelColumns: splitCommas(all("label-columns")),
    parallel: Number(value("parallel")),
  };
}

function readContexts(tokens: CommandLineTokens): CommandOptions["contexts"] {
  const { isOn, all } = tokenLookup(tokens);
  if (isOn("all-contexts")) return "all";
  const names = new Set(all("contexts").flatMap(splitQuotedNames));
  return names.size === 0 ? undefined : [...names];
}

/** Zero checks once, a negative value waits for a week (kubernetes/kubectl, pkg/cmd/wait/wait.go). */
function limitTimeout(timeoutMs: number): number {
  return timeoutMs < 0 ? weekMs : timeoutMs;
}

function splitCommas(values: readonly string[]): readonly string[] {
  const parts = values.flatMap((value) => value.split(","));
  return [...new Set(parts.filter((part) => part !== ""))];
}

/**
 * Returns the names between the commas of a value, as in kubectl's flags that take a list (pflag, string_slice.go):
 * `a,"b,c"` -> `["a", "b,c"]`. A name in double quotes may contain commas, and a quote as two quotes. A quote inside an
 * unquoted name is part of that name.
 */
function splitQuotedNames(value: string): readonly string[] {
  const names = value.match(/"(?:[^"]|"")*"(?=,|$)|[^,]+/g) ?? [];
  return names.map((name) => (/^"(?:[^"]|"")*"$/.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name));
}
