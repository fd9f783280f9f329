import { formatNames } from "../../shared/render/formats/format-names.ts";
import { flagHelp } from "../../shared/render/words/plugin/flag-help.ts";
import { helpText, optionsText, outputFileHelp } from "../../shared/render/words/plugin/help.ts";
import { type CommandName, shellNames } from "./commands.ts";
import { allFlags, type FlagDefinition, flagPages } from "./flags.ts";
import { formatsOfCommand } from "./formats-of-command.ts";

/**
 * The help: purpose, examples, flags, exit codes. It fits one screen of 80 by 40. `command` is the name that the plugin
 * was called by.
 */
export function renderHelp(command: string): string {
  return helpText(command, shellNames, flagLines(allFlags.filter(isUsual)));
}

/** The output of `options`: the connection flags, seldom needed flags, and the formats of `-o`. */
export function optionsHelp(command: string): string {
  const listed = (section: "judge" | "print"): string =>
    flagLines(allFlags.filter(({ name }) => flagPages[name].listed === section));
  return optionsText(command, {
    connection: flagLines(allFlags.filter(({ name }) => flagPages[name].about === "cluster")),
    evaluation: listed("judge"),
    printing: listed("print"),
    formats: formatNames
      .map(({ name, takes }) => `  ${takes === undefined ? name : `${name}=${takes.toUpperCase()}`}`)
      .join("\n"),
  });
}

/** Whether the main help lists the flag. */
function isUsual({ name, of }: FlagDefinition): boolean {
  const { about, listed } = flagPages[name];
  return of === undefined && listed === undefined && about !== "cluster";
}

/** One line for each flag, with its help text for `command` in a column. A help text of several lines takes several. */
export function flagLines(some: readonly FlagDefinition[], command?: CommandName): string {
  const rows = some.map((flag) => [namesOf(flag, command), describeFlag(flag, command)] as const);
  const width = Math.max(...rows.map(([names]) => names.length));
  return rows
    .map(([names, words]) => `  ${names.padEnd(width)}  ${words.replaceAll("\n", `\n${" ".repeat(width + 4)}`)}`)
    .join("\n");
}

/** The help text of a flag. For some commands `-o` has a text of its own. */
export function describeFlag({ name }: FlagDefinition, command?: CommandName): string {
  if (name === "output" && command === "snapshot") return outputFileHelp;
  if (name === "output" && command !== undefined) return formatsOfCommand(command).join("|");
  return flagHelp[name];
}

/** The names of a flag: `-n, --namespace NAMESPACE`. A name of one letter has only the short form. */
function namesOf({ name, short, value }: FlagDefinition, command: CommandName | undefined): string {
  const long = name.length === 1 ? [] : [`--${name}`];
  const shorts = short === undefined ? [] : [`-${short}`];
  const names = `${shorts.length === 0 ? "    " : ""}${[...shorts, ...long].join(", ")}`;
  if (name === "output" && command === "snapshot") return `${names} FILE`;
  return value === undefined ? names : `${names} ${value}`;
}
