import { capitalize } from "../../shared/model/capitalize.ts";
import { legendItems } from "../../shared/outline/marks.ts";
import { formatNames } from "../../shared/render/formats/format-names.ts";
import { type CommandName, commandNames, commandTable, formatsOfCommand, reachesCluster } from "./commands.ts";
import { allFlags, type FlagDefinition, isFlagOf } from "./flags.ts";

/**
 * The help: purpose, commands, examples, flags, exit codes. It fits one screen of 80 by 50. `command` is the name that
 * the plugin was called by.
 */
export function renderHelp(command: string): string {
  return `Show the health of KubeVirt's HyperConverged, an Application or any resource
with conditions: the root cause, since when, and what it blocks. Read-only.
Marks: ${legendItems("unicode").join(", ")}

Usage:
  ${command} [NAME | TYPE | TYPE NAME | TYPE/NAME ...] [flags]
  ${command} COMMAND [flags]

Commands (COMMAND --help has the flags of each):
${commandLines()}

Examples:
  ${command} app/shop deploy/web    # any type, named as for kubectl
  ${command} --must-gather mg.tgz   # read files instead of a cluster
  ${command} -o jsonpath='{.verdict}' --exit-code

Flags:
${flagLines(allFlags.filter(isInMainHelp))}

Exit status:
  0  report printed; with --exit-code: healthy
  1  wrong usage, unusable input, no server, not found, or everything forbidden
  2  with --exit-code: unavailable or degraded
  3  with --exit-code: progressing
  4  with --exit-code: unknown, or nothing found
`;
}

/** A line for each command. `help` and `version` are omitted: `--help` and `--version` do the same. */
function commandLines(): string {
  const names = commandNames.filter((name) => name !== "help" && name !== "version");
  const width = Math.max(...names.map((name) => name.length));
  return names.map((name) => `  ${name.padEnd(width)}  ${capitalize(commandTable[name].purpose)}`).join("\n");
}

/** Whether the main help lists a flag: it belongs to no single command, and is neither seldom needed nor kubectl's. */
function isInMainHelp(flag: FlagDefinition): boolean {
  return flag.of === undefined && flag.section === undefined && flag.topic !== "cluster";
}

/** The help of one command, at most 80 columns. `command` is the name that the plugin was called by. */
export function commandHelp(command: string, name: CommandName): string {
  const { purpose, usage, examples, notes } = commandTable[name];
  const flagsOfCommand = allFlags.filter((flag) => flag.of === name);
  const globalFlags = allFlags.filter((flag) => isGlobalFlagOf(flag, name));
  const sections = [
    `${capitalize(purpose)}.\n`,
    `Usage:\n${commandLineTexts(command, usage)}\n`,
    `Examples:\n${commandLineTexts(command, examples)}\n`,
  ];
  if (flagsOfCommand.length > 0) sections.push(`Flags:\n${flagLines(flagsOfCommand, name)}\n`);
  if (globalFlags.length > 0) sections.push(`Global flags:\n${flagLines(globalFlags, name)}\n`);
  if (reachesCluster(name)) sections.push(`Connection flags: ${command} options\n`);
  if (notes) sections.push(notes);
  return sections.join("\n");
}

/** `["wait --for=healthy"]` -> `  kubectl hco-status wait --for=healthy` */
function commandLineTexts(command: string, commandLines: readonly string[]): string {
  return commandLines.map((line) => `  ${command} ${line}`).join("\n");
}

/**
 * Whether the help of a command lists a flag that other commands have too. The connection flags have a help of their own
 * (`options`), and so have the seldom needed flags of several clusters, because the help must fit one screen.
 */
function isGlobalFlagOf(flag: FlagDefinition, name: CommandName): boolean {
  const isInOptions = flag.topic === "cluster" || (flag.topic === "fleet" && flag.section !== undefined);
  const belongsToOne = flag.of !== undefined || flag.name === "version";
  return !isInOptions && !belongsToOne && isFlagOf(flag, name);
}

/** The output of `options`: the connection flags, seldom needed flags, and the formats of `-o`. */
export function optionsHelp(): string {
  const formatRows = formatNames.map(({ name, takes, help }) => {
    const usage = takes === undefined ? name : `${name}=${takes.toUpperCase()}`;
    return [usage, help] as const;
  });
  return `Connection flags (same as kubectl):
${flagLines(allFlags.filter(isConnectionFlag))}

Reading and evaluation:
${flagLines(allFlags.filter(({ section }) => section === "evaluation"))}

Printing:
${flagLines(allFlags.filter(({ section }) => section === "printing"))}

Formats of -o:
${helpLines(formatRows)}

Unlike kubectl, NAME -A and TYPE/NAME -A look for the name in all namespaces.
Every name without -n does the same.
`;
}

/** Whether the flag is one of kubectl's own for a connection. */
function isConnectionFlag({ topic, section }: FlagDefinition): boolean {
  return topic === "cluster" && section === undefined;
}

/** Flags with their help texts for `command` in a column. */
function flagLines(flags: readonly FlagDefinition[], command?: CommandName): string {
  return helpLines(flags.map((flag) => [flagNames(flag, command), describeFlag(flag, command)]));
}

/** The columns of a help. */
const helpColumns = 80;

/** Blanks before the names, and between names and text. */
const gap = "  ";

/**
 * Names, with their help text in a column beside them:
 *
 *       -n, --namespace NAMESPACE  Read this namespace, and say of which
 *                                  objects it is (default …)
 */
function helpLines(rows: readonly (readonly [names: string, text: string])[]): string {
  const namesColumns = Math.max(...rows.map(([names]) => names.length));
  const textStart = gap.length + namesColumns + gap.length;
  const nextLine = `\n${" ".repeat(textStart)}`;
  const lines = rows.map(([names, text]) => {
    const textLines = wrapWords(text, helpColumns - textStart);
    return `${gap}${names.padEnd(namesColumns)}${gap}${textLines.join(nextLine)}`;
  });
  return lines.join("\n");
}

/** A text in lines of at most `width` characters. A longer word has a line of its own. */
function wrapWords(text: string, width: number): readonly string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= width || line === "") lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The help text of a flag, with its default value. For some commands `-o` has a text of its own. */
export function describeFlag({ name, help, default: value }: FlagDefinition, command?: CommandName): string {
  if (name === "output" && command === "snapshot") return "Write to this file, or - for standard output (default -)";
  if (name === "output" && command !== undefined) return outputFormatHelp(formatsOfCommand(command));
  return value === undefined ? help : withDefault(help, value);
}

/** The help text of `-o` for a command that has these formats, the default first. */
function outputFormatHelp(formats: readonly string[]): string {
  return withDefault(`Print ${formats.join("|")}`, formats[0] ?? "");
}

/** The help text of a flag with its default value. */
function withDefault(text: string, value: string): string {
  return `${text} (default ${value})`;
}

/** The names of a flag and the placeholder of its value: `-n, --namespace NAMESPACE`. */
function flagNames(flag: FlagDefinition, command: CommandName | undefined): string {
  // Long names are aligned below each other.
  const indent = flag.short === undefined ? "    " : "";
  const names = `${indent}${listSpellings(flag).join(", ")}`;
  if (flag.name === "output" && command === "snapshot") return `${names} FILE`;
  return flag.value === undefined ? names : `${names} ${flag.value}`;
}

/** How a flag can be typed: `["-n", "--namespace"]`. A name of one letter has only the short form. */
export function listSpellings({ name, short }: FlagDefinition): readonly string[] {
  const spellings: string[] = [];
  if (short !== undefined) spellings.push(`-${short}`);
  if (name.length > 1) spellings.push(`--${name}`);
  return spellings;
}
