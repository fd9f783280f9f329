import { formatNames } from "../shared/render/format-names.ts";
import { type CommandName, shells } from "./commands.ts";
import { flagWords } from "./flag-words.ts";
import { type Flag, flags } from "./flags.ts";
import { formatsOfCommand } from "./formats.ts";

/** The help: what it is for, examples, flags, exit codes; it fits one screen of 80 by 40. `command` is how it was called. */
export function help(command: string): string {
  return `What is wrong with a HyperConverged (KubeVirt's operator of operators), an
Application or any other resource with conditions: since when, whose fault it is
and what it blocks. It never writes.

Usage:
  ${command} [NAME | TYPE | TYPE NAME | TYPE/NAME ...] [flags]
  ${command} wait|gate|diff|explain|snapshot --help
  ${command} completion ${shells.join("|")}
  ${command} options                # all formats and flags

Examples:
  ${command} -n openshift-cnv       # without -n: of every namespace
  ${command} app/shop deploy/web    # types by any name kubectl takes
  ${command} --must-gather mg.tgz   # no cluster; so does -f dump.yaml
  ${command} -o jsonpath='{.verdict}' --exit-code

Flags:
${flagLines(flags.filter(isUsual))}

Exit status:
  0 a report was made; 1 wrong usage, unusable input, no server, no such name.
  --exit-code: 0 healthy, 2 unavailable or degraded, 3 progressing, 4 unknown or
  nothing found.
`;
}

/** What `options` prints: the ways to a cluster, and what `-o` may be. */
export function optionsHelp(command: string): string {
  return `How ${command} reaches a cluster; names and meanings are kubectl's:
${flagLines(flags.filter((flag) => flag.reaches !== undefined))}

What it reads, and how it judges:
${flagLines(flags.filter((flag) => flag.judges !== undefined))}

How it prints:
${flagLines(flags.filter((flag) => flag.prints !== undefined))}

Formats of -o:
${formatNames.map(({ name, takes }) => `  ${takes === undefined ? name : `${name}=${takes.toUpperCase()}`}`).join("\n")}

Otherwise than kubectl: NAME -A and TYPE/NAME -A look for the name in all
namespaces, which is what every name without -n does.
`;
}

/** Those that the help itself lists. */
function isUsual({ reaches, prints, judges, of }: Flag): boolean {
  return [reaches, prints, judges, of].every((each) => each === undefined);
}

/** One line for each flag, what it does to `command` in a column; more lines where its words have them. */
export function flagLines(some: readonly Flag[], command?: CommandName): string {
  const rows = some.map((flag) => [namesOf(flag, command), wordsOf(flag, command)] as const);
  const width = Math.max(...rows.map(([names]) => names.length));
  return rows
    .map(([names, words]) => `  ${names.padEnd(width)}  ${words.replaceAll("\n", `\n${" ".repeat(width + 4)}`)}`)
    .join("\n");
}

/** What a flag does; `-o` is another one to some commands, and the verdict of an exit status stands in the help alone. */
export function wordsOf({ name }: Flag, command?: CommandName): string {
  if (name === "output" && command === "snapshot") return "write to this file, or - for standard output";
  if (name === "output" && command !== undefined) return formatsOfCommand(command).join("|");
  return flagWords[name] ?? "";
}

/** `-n, --namespace NAMESPACE`; a name of one letter is a short form alone. */
function namesOf({ name, short, value }: Flag, command: CommandName | undefined): string {
  const long = name.length === 1 ? [] : [`--${name}`];
  const shorts = short === undefined ? [] : [`-${short}`];
  const names = `${shorts.length === 0 ? "    " : ""}${[...shorts, ...long].join(", ")}`;
  if (name === "output" && command === "snapshot") return `${names} FILE`;
  return value === undefined ? names : `${names} ${value}`;
}
