import type { ProfileName, RuleSetName } from "../../shared/model/families.ts";
import { type OutputTarget, readOutputTarget } from "../process/output-target.ts";
import { type CommandOptions, readCommandOptions } from "./command-options.ts";
import { type CommandName, commandIn, namesObjects, type ShellName } from "./commands.ts";
import { type ConnectionFlags, readConnectionFlags } from "./connection-flags.ts";
import { allFlags } from "./flags.ts";
import { firstWrong } from "./option-errors.ts";
import { type PositionalTargets, readTargets } from "./positional-targets.ts";
import {
  asksForText,
  type CommandLineTokens,
  filesNamed,
  namespaceForm,
  optionalProperty,
  tokenLookup,
} from "./token-lookup.ts";
import { sortWords } from "./tokenize.ts";

/** The checked options of the command line. */
export interface CommandLineOptions extends PositionalTargets, CommandOptions {
  readonly wants: "report" | CommandName;
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
  readonly profile?: ProfileName;
  /** A file that defines condition polarity. */
  readonly polarity?: string;
  readonly output: OutputTarget;
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
export async function checkedOptions(argv: readonly string[]): Promise<CommandLineOptions | CommandLineError> {
  const words = sortWords(argv);
  if ("error" in words) return { error: (await import("./command-errors.ts")).wrongWordError(words, argv) };
  const file = await fileInPlaceOfName(words);
  if (file !== undefined) return { error: file, saysWhatToType: true };
  const error = isPlain(words) ? undefined : (await import("./command-errors.ts")).wrongCommand(words);
  return error === undefined ? parsed(words) : { error };
}

/** The error for a word that names a file or a folder, where a name of an object is expected. */
async function fileInPlaceOfName(words: CommandLineTokens): Promise<string | undefined> {
  const command = commandIn(words.names);
  if (asksForText(words) || !namesObjects(command)) return undefined;
  const { names } = sorted(command, words);
  if (names.length === 0) return undefined;
  return (await import("./file-as-name.ts")).fileAsNameError(names, command, words);
}

/** The options without checks of commands, for callers that pass none. */
export function parseOptions(argv: readonly string[]): CommandLineOptions | { readonly error: string } {
  const words = sortWords(argv);
  return "error" in words ? words : parsed(words);
}

/** Whether there is no command, no flag that only some commands take or that excludes others, and no odd namespace. */
function isPlain({ names, values }: CommandLineTokens): boolean {
  return (
    commandIn(names) === undefined &&
    namespaceForm.test(values.get("namespace")?.at(-1) ?? "") &&
    !allFlags.some(({ name, of, excludes }) => values.has(name) && (of !== undefined || excludes))
  );
}

function parsed(words: CommandLineTokens): CommandLineOptions | { readonly error: string } {
  const error = firstWrong(words);
  if (error !== undefined) return { error };
  const { last } = tokenLookup(words);
  const hasSelector = Boolean(last("selector") || last("field-selector"));
  const names = asksForText(words) ? [] : sorted(commandIn(words.names), words).names;
  const targets = readTargets(names, hasSelector);
  return "error" in targets ? targets : optionsOf(words, targets);
}

function optionsOf(words: CommandLineTokens, targets: PositionalTargets): CommandLineOptions {
  const { last, value, isOn } = tokenLookup(words);
  const command = commandIn(words.names);
  const { operands, passedOn } = sorted(command, words);
  const isHelp = isOn("help") || command === "help";
  const topic = command === "help" ? commandIn(operands) : command;
  const namespace = isOn("all-namespaces") ? undefined : last("namespace");
  const width = last("width");
  return {
    wants: isHelp ? "help" : isOn("version") ? "version" : (command ?? "report"),
    ...optionalProperty("topic", isHelp ? topic : undefined),
    ...optionalProperty("shell", command === "completion" ? (operands[0] as ShellName | undefined) : undefined),
    ...targets,
    operands,
    passedOn,
    watch: isOn("watch"),
    ...readCommandOptions(words),
    ...optionalProperty("namespace", namespace === "" ? undefined : namespace),
    ...optionalProperty("selector", last("selector") || undefined),
    ...optionalProperty("fieldSelector", last("field-selector") || undefined),
    files: filesNamed(words),
    recursive: isOn("recursive"),
    ...optionalProperty("mustGather", last("must-gather")),
    ...(isOn("all-namespaces") && { isEverywhere: true as const }),
    deep: isOn("deep"),
    related: isOn("related"),
    tree: isOn("tree"),
    ...optionalProperty("profile", last("profile") as ProfileName | undefined),
    ...optionalProperty("polarity", last("polarity")),
    ...optionalProperty("outputFile", command === "snapshot" ? last("output") : undefined),
    output: readOutputTarget(isOn("plain") ? "plain" : command === "snapshot" ? "" : (last("output") ?? "")),
    checksUpgrade: last("gate") === "upgrade",
    noHeaders: isOn("no-headers"),
    absoluteTime: isOn("absolute-time"),
    ...optionalProperty("ruleSet", last("rules") as RuleSetName | undefined),
    ...optionalProperty("at", last("at")),
    exitCode: isOn("exit-code"),
    color: value("color") as CommandLineOptions["color"],
    ascii: isOn("ascii"),
    ...optionalProperty("width", width === undefined ? undefined : Number(width)),
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
function sorted(command: CommandName | undefined, { names, namesBeforeDashes }: CommandLineTokens): SortedNames {
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
