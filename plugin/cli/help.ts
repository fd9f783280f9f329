import { legendItems } from "../../shared/outline/marks.ts";
import { formatNames } from "../../shared/render/formats/format-names.ts";
import { capitalize } from "../../shared/render/words/plugin/command-help.ts";
import { flagHelp } from "../../shared/render/words/plugin/flag-help.ts";
import type { OptionSections } from "../../shared/render/words/plugin/help.ts";
import { commandDescriptions } from "./command-names.ts";
import { type CommandName, commandNames } from "./commands.ts";
import { allFlags, type FlagDefinition, type FlagPage, flagPages } from "./flags.ts";
import { formatsOfCommand } from "./formats-of-command.ts";

/**
 * The help: purpose, commands, examples, flags, exit codes. It fits one screen of 80 by 50. `command` is the name that
 * the plugin was called by.
 */
export function renderHelp(command: string): string {
  return helpText(command, commandLines(), flagLines(allFlags.filter(isUsual)));
}

/**
 * The help. `command` is the name that the plugin was called by, `commands` the lines of its commands, `flags` those of
 * its flags.
 */
function helpText(command: string, commands: string, flags: string): string {
  return `Show the health of KubeVirt's HyperConverged, an Application or any resource
with conditions: the root cause, since when, and what it blocks. Read-only.
Marks: ${legendItems("unicode").join(", ")}

Usage:
  ${command} [NAME | TYPE | TYPE NAME | TYPE/NAME ...] [flags]
  ${command} COMMAND [flags]

Commands (COMMAND --help has the flags of each):
${commands}

Examples:
  ${command} app/shop deploy/web    # any type, named as for kubectl
  ${command} --must-gather mg.tgz   # read files instead of a cluster
  ${command} -o jsonpath='{.verdict}' --exit-code

Flags:
${flags}

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
  return names.map((name) => `  ${name.padEnd(width)}  ${capitalize(commandDescriptions[name])}`).join("\n");
}

/** The output of `options`: the connection flags, seldom needed flags, and the formats of `-o`. */
export function optionsHelp(): string {
  const listed = (section: "judge" | "print"): string =>
    flagLines(allFlags.filter(({ name }) => flagPages[name].listed === section));
  return optionsText({
    connection: flagLines(allFlags.filter(({ name }) => isConnection(flagPages[name]))),
    evaluation: listed("judge"),
    printing: listed("print"),
    formats: helpLines(
      formatNames.map(({ name, takes }) => [
        takes === undefined ? name : `${name}=${takes.toUpperCase()}`,
        formatHelp[name],
      ]),
    ),
  });
}

/** What each format of `-o` prints. */
const formatHelp = {
  text: "One screen: the verdict, its causes and what to do next (default)",
  wide: "Everything that is known, one object after the other",
  json: "The Report as JSON; report.schema.json describes it",
  ndjson: "The Report as one line of JSON",
  yaml: "The Report as YAML",
  name: "The objects that are reported, as TYPE.GROUP/NAME",
  plain: "Lines of KEY: VALUE without marks, for screen readers",
  markdown: "The report for an issue or a chat",
  html: "The report as one page that needs no network",
  mermaid: "The tree of objects as a Mermaid diagram",
  openmetrics: "Metrics for Prometheus, as serve has them",
  junit: "Test cases in JUnit XML, one failure for each fault",
  github: "Annotations for a step of GitHub Actions",
  jsonpath: "Fields of the Report, as kubectl's -o jsonpath",
  "jsonpath-as-json": "The same, printed as JSON",
  "jsonpath-file": "The template of jsonpath in a file",
  "custom-columns": "A table with a row for each object, as kubectl's",
  "custom-columns-file": "The columns in a file, as kubectl's",
} as const;

/** The output of `options`. */
function optionsText({ connection, evaluation, printing, formats }: OptionSections): string {
  return `Connection flags (same as kubectl):
${connection}

Reading and evaluation:
${evaluation}

Printing:
${printing}

Formats of -o:
${formats}

Unlike kubectl, NAME -A and TYPE/NAME -A look for the name in all namespaces.
Every name without -n does the same.
`;
}

/** Whether the flag is one of kubectl's own for a connection. */
function isConnection({ about, listed }: FlagPage): boolean {
  return about === "cluster" && listed === undefined;
}

/** Whether the main help lists the flag. */
function isUsual({ name, of }: FlagDefinition): boolean {
  const { about, listed } = flagPages[name];
  return of === undefined && listed === undefined && about !== "cluster";
}

/** The lines of each flag, at most 80 columns, with its help text for `command` in a column. */
export function flagLines(some: readonly FlagDefinition[], command?: CommandName): string {
  return helpLines(some.map((flag) => [namesOf(flag, command), describeFlag(flag, command)]));
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
export function describeFlag({ name, default: value }: FlagDefinition, command?: CommandName): string {
  if (name === "output" && command === "snapshot") return "Write to this file, or - for standard output (default -)";
  if (name === "output" && command !== undefined) return outputFormatHelp(formatsOfCommand(command));
  return value === undefined ? flagHelp[name] : withDefault(flagHelp[name], value);
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
function namesOf({ name, short, value }: FlagDefinition, command: CommandName | undefined): string {
  const long = name.length === 1 ? [] : [`--${name}`];
  const shorts = short === undefined ? [] : [`-${short}`];
  const names = `${shorts.length === 0 ? "    " : ""}${[...shorts, ...long].join(", ")}`;
  if (name === "output" && command === "snapshot") return `${names} FILE`;
  return value === undefined ? names : `${names} ${value}`;
}
