import { capitalize } from "../../shared/characters/capitalize.ts";
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
${flagLines(allFlags.filter(isUsual))}

Exit status:
  0  report printed; with --exit-code: healthy
  1  wrong usage, unusable input, no server, not found, or everything forbidden
  2  with --exit-code: unavailable or degraded
  3  with --exit-code: progressing
  4  with --exit-code: unknown, or nothing found
`;
}

/** The line of each command that has no flag for the same. */
function commandLines(): string {
  const names = commandNames.filter((name) => name !== "help" && name !== "version");
  const width = Math.max(...names.map((name) => name.length));
  return names.map((name) => `  ${name.padEnd(width)}  ${capitalize(commandTable[name].purpose)}`).join("\n");
}

/** The help of one command, at most 80 columns. `command` is the name that the plugin was called by. */
export function commandHelp(command: string, name: CommandName): string {
  const { purpose, usage, examples, notes } = commandTable[name];
  const own = allFlags.filter(({ of }) => of === name);
  const shared = allFlags.filter((flag) => isShared(flag, name));
  const lines = (some: readonly string[]): string => some.map((line) => `  ${command} ${line}`).join("\n");
  const parts = [
    `${capitalize(purpose)}.\n`,
    `Usage:\n${lines(usage)}\n`,
    `Examples:\n${lines(examples)}\n`,
    own.length > 0 && `Flags:\n${flagLines(own, name)}\n`,
    shared.length > 0 && `Global flags:\n${flagLines(shared, name)}\n`,
    reachesCluster(name) && `Connection flags: ${command} options\n`,
    notes,
  ];
  return parts.filter(Boolean).join("\n");
}

/** Whether the help of a command lists the flag among those that it shares with a report. */
function isShared(flag: FlagDefinition, name: CommandName): boolean {
  // Seldom needed flags of several clusters would not fit one screen beside those of a command.
  if (flag.topic === "fleet" && flag.section !== undefined) return false;
  return flag.of === undefined && flag.topic !== "cluster" && flag.name !== "version" && isFlagOf(flag, name);
}

/** The output of `options`: the connection flags, seldom needed flags, and the formats of `-o`. */
export function optionsHelp(): string {
  const listed = (section: FlagDefinition["section"]): string =>
    flagLines(allFlags.filter((flag) => flag.section === section));
  const formats = helpLines(
    formatNames.map(({ name, takes, help }) => [takes === undefined ? name : `${name}=${takes.toUpperCase()}`, help]),
  );
  return `Connection flags (same as kubectl):
${flagLines(allFlags.filter(isConnection))}

Reading and evaluation:
${listed("evaluation")}

Printing:
${listed("printing")}

Formats of -o:
${formats}

Unlike kubectl, NAME -A and TYPE/NAME -A look for the name in all namespaces.
Every name without -n does the same.
`;
}

/** Whether the flag is one of kubectl's own for a connection. */
function isConnection({ topic, section }: FlagDefinition): boolean {
  return topic === "cluster" && section === undefined;
}

/** Whether the main help lists the flag. */
function isUsual({ of, section, topic }: FlagDefinition): boolean {
  return of === undefined && section === undefined && topic !== "cluster";
}

/** The lines of each flag, at most 80 columns, with its help text for `command` in a column. */
function flagLines(some: readonly FlagDefinition[], command?: CommandName): string {
  return helpLines(some.map((flag) => [flagNames(flag, command), describeFlag(flag, command)]));
}

/** Names, with their help text in a column. A line has at most 80 columns. */
function helpLines(rows: readonly (readonly [names: string, text: string])[]): string {
  const width = Math.max(...rows.map(([names]) => names.length));
  const indent = `\n${" ".repeat(width + 4)}`;
  return rows
    .map(([names, words]) => `  ${names.padEnd(width)}  ${fillLines(words, 76 - width).join(indent)}`)
    .join("\n");
}

/** The words in lines of at most `width` characters. */
function fillLines(text: string, width: number): readonly string[] {
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

/** The names of a flag: `-n, --namespace NAMESPACE`. A name of one letter has only the short form. */
function flagNames({ name, short, value }: FlagDefinition, command: CommandName | undefined): string {
  const long = name.length === 1 ? [] : [`--${name}`];
  const shorts = short === undefined ? [] : [`-${short}`];
  const names = `${shorts.length === 0 ? "    " : ""}${[...shorts, ...long].join(", ")}`;
  if (name === "output" && command === "snapshot") return `${names} FILE`;
  return value === undefined ? names : `${names} ${value}`;
}
