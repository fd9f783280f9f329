import type { ProfileName, RuleSetName } from "../shared/model/report.ts";
import { sortWords } from "./args.ts";
import { type CommandOptions, commandOptionsOf } from "./command-options.ts";
import { type CommandName, commandIn, namesObjects, type Shell } from "./commands.ts";
import { flags } from "./flags.ts";
import { type Output, outputOf } from "./output.ts";
import { type Reach, reachOf } from "./reach.ts";
import { type Targets, targetsOf } from "./targets.ts";
import { asksForText, filesOf, given, lookInto, type Words } from "./words.ts";
import { firstWrong } from "./wrong-options.ts";

/** What the command line asks for, checked. */
export interface Options extends Targets, CommandOptions {
  readonly wants: "report" | CommandName;
  /** The command whose help is wanted. */
  readonly topic?: CommandName;
  /** The words behind a command that are no names of objects. */
  readonly operands: readonly string[];
  /** Goes on, and shows what changes. */
  readonly watch: boolean;
  /** The shell whose completion is wanted. */
  readonly shell?: Shell;
  readonly namespace?: string;
  /** As typed; whoever filters parses them. */
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly files: readonly string[];
  readonly recursive: boolean;
  readonly mustGather?: string;
  /** `-A`: also where a kept snapshot was of one namespace. */
  readonly isEverywhere?: true;
  /** How far to go: to the containers also of what is well, to every related object, to what is owned. */
  readonly deep: boolean;
  readonly related: boolean;
  readonly tree: boolean;
  readonly profile?: ProfileName;
  /** A file of condition senses. */
  readonly senses?: string;
  readonly output: Output;
  readonly noHeaders: boolean;
  readonly absoluteTime: boolean;
  readonly ruleSet?: RuleSetName;
  readonly at?: string;
  readonly exitCode: boolean;
  readonly color: "auto" | "always" | "never";
  readonly ascii: boolean;
  readonly width?: number;
  readonly verbosity: number;
  readonly reach: Reach;
}

/** Options, or the one sentence that says what is wrong with the command line (kubectl's phrases). */
export async function checkedOptions(argv: readonly string[]): Promise<Options | { readonly error: string }> {
  const words = sortWords(argv);
  if ("error" in words) return words;
  const error = isPlain(words) ? undefined : (await import("./wrong-command.ts")).wrongCommand(words);
  return error === undefined ? parsed(words) : { error };
}

/** The same at once, where nothing can be wrong with a command: it is not looked at. */
export function parseOptions(argv: readonly string[]): Options | { readonly error: string } {
  const words = sortWords(argv);
  return "error" in words ? words : parsed(words);
}

/** No command, and no flag that not every command takes but a report does. */
function isPlain({ names, values }: Words): boolean {
  const more = ["watch", "contexts", "all-contexts", "parallel"];
  return (
    commandIn(names) === undefined && !flags.some(({ name, of }) => values.has(name) && (of ?? more.includes(name)))
  );
}

function parsed(words: Words): Options | { readonly error: string } {
  const error = firstWrong(words);
  if (error !== undefined) return { error };
  const { last } = lookInto(words);
  const hasSelector = Boolean(last("selector") || last("field-selector"));
  const names = asksForText(words) ? [] : sorted(commandIn(words.names), words.names).names;
  const targets = targetsOf(names, hasSelector);
  return "error" in targets ? targets : optionsOf(words, targets);
}

function optionsOf(words: Words, targets: Targets): Options {
  const { last, isOn } = lookInto(words);
  const command = commandIn(words.names);
  const { operands } = sorted(command, words.names);
  const isHelp = isOn("help") || command === "help";
  const topic = command === "help" ? commandIn(operands) : command;
  const namespace = isOn("all-namespaces") ? undefined : last("namespace");
  const width = last("width");
  return {
    wants: isHelp ? "help" : isOn("version") ? "version" : (command ?? "report"),
    ...given("topic", isHelp ? topic : undefined),
    ...given("shell", command === "completion" ? (operands[0] as Shell | undefined) : undefined),
    ...targets,
    operands,
    watch: isOn("watch"),
    ...commandOptionsOf(words),
    ...given("namespace", namespace === "" ? undefined : namespace),
    ...given("selector", last("selector") || undefined),
    ...given("fieldSelector", last("field-selector") || undefined),
    files: filesOf(words),
    recursive: isOn("recursive"),
    ...given("mustGather", last("must-gather")),
    ...(isOn("all-namespaces") && { isEverywhere: true as const }),
    deep: isOn("deep"),
    related: isOn("related"),
    tree: isOn("tree"),
    ...given("profile", last("profile") as ProfileName | undefined),
    ...given("senses", last("senses")),
    ...given("outputFile", command === "snapshot" ? last("output") : undefined),
    output: outputOf(isOn("plain") ? "plain" : command === "snapshot" ? "" : (last("output") ?? "")),
    noHeaders: isOn("no-headers"),
    absoluteTime: isOn("absolute-time"),
    ...given("ruleSet", last("rules") as RuleSetName | undefined),
    ...given("at", last("at")),
    exitCode: isOn("exit-code"),
    color: (last("color") ?? "auto") as Options["color"],
    ascii: isOn("ascii"),
    ...given("width", width === undefined ? undefined : Number(width)),
    verbosity: Number(last("v") ?? 0),
    reach: reachOf(words),
  };
}

/** The words behind a command: `gate upgrade NAME` has one of its own before the names. */
function sorted(
  command: CommandName | undefined,
  words: readonly string[],
): { readonly names: readonly string[]; readonly operands: readonly string[] } {
  if (command === undefined) return { names: words, operands: [] };
  const rest = words.slice(1);
  if (!namesObjects(command)) return { names: [], operands: rest };
  const own = command === "gate" ? 1 : 0;
  return { names: rest.slice(own), operands: rest.slice(0, own) };
}
