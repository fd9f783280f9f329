import { formatNames } from "../../shared/render/formats/format-names.ts";
import { capitalize } from "../../shared/render/words/plugin/command-help.ts";
import { flagHelp } from "../../shared/render/words/plugin/flag-help.ts";
import {
  formatHelp,
  helpText,
  optionsText,
  outputFileHelp,
  outputFormatHelp,
  withDefault,
} from "../../shared/render/words/plugin/help.ts";
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
  if (name === "output" && command === "snapshot") return outputFileHelp;
  if (name === "output" && command !== undefined) return outputFormatHelp(formatsOfCommand(command));
  return value === undefined ? flagHelp[name] : withDefault(flagHelp[name], value);
}

/** The names of a flag: `-n, --namespace NAMESPACE`. A name of one letter has only the short form. */
function namesOf({ name, short, value }: FlagDefinition, command: CommandName | undefined): string {
  const long = name.length === 1 ? [] : [`--${name}`];
  const shorts = short === undefined ? [] : [`-${short}`];
  const names = `${shorts.length === 0 ? "    " : ""}${[...shorts, ...long].join(", ")}`;
  if (name === "output" && command === "snapshot") return `${names} FILE`;
  return value === undefined ? names : `${names} ${value}`;
}
