import { formatNames } from "../shared/render/format-names.ts";
import { type Flag, flags } from "./flags.ts";
import { shells } from "./options.ts";

/** The help: what it is for, examples, flags, exit codes; it fits one screen of 80 by 40. `command` is how it was called. */
export function help(command: string): string {
  return `What is wrong with a HyperConverged (KubeVirt's operator of operators), an
Application or any other resource with conditions: since when, whose fault it is
and what it blocks. It never writes.

Usage:
  ${command} [NAME | TYPE | TYPE NAME | TYPE/NAME ...] [flags]
  ${command} completion ${shells.join("|")}
  ${command} options                # all formats, ways to a cluster

Examples:
  ${command} -n openshift-cnv       # without -n: of every namespace
  ${command} app/shop deploy/web    # types by any name kubectl takes
  ${command} --must-gather mg.tgz   # no cluster; so does -f dump.yaml
  ${command} -o jsonpath='{.verdict}' --exit-code

Flags:
${lines(flags.filter(({ reaches, prints }) => reaches === undefined && prints === undefined))}

Exit status:
  0 a report was made; 1 wrong usage, unusable input, no server, no such name.
  --exit-code: 0 healthy, 2 unavailable or degraded, 3 progressing, 4 unknown or
  nothing found.
`;
}

/** What `options` prints: the ways to a cluster, and what `-o` may be. */
export function optionsHelp(command: string): string {
  return `How ${command} reaches a cluster; names and meanings are kubectl's:
${lines(flags.filter((flag) => flag.reaches !== undefined))}

How it prints:
${lines(flags.filter((flag) => flag.prints !== undefined))}

Formats of -o:
${formatNames.map(({ name, takes }) => `  ${takes === undefined ? name : `${name}=${takes.toUpperCase()}`}`).join("\n")}

Otherwise than kubectl: NAME -A and TYPE/NAME -A look for the name in all
namespaces, which is what every name without -n does.
`;
}

function lines(some: readonly Flag[]): string {
  const names = some.map(namesOf);
  const width = Math.max(...names.map((name) => name.length));
  return some.map((flag, place) => `  ${names[place]?.padEnd(width)}  ${flag.help}`).join("\n");
}

/** `-n, --namespace NAMESPACE`; a name of one letter is a short form alone. */
function namesOf({ name, short, value }: Flag): string {
  const long = name.length === 1 ? [] : [`--${name}`];
  const shorts = short === undefined ? [] : [`-${short}`];
  const names = `${shorts.length === 0 ? "    " : ""}${[...shorts, ...long].join(", ")}`;
  return value === undefined ? names : `${names} ${value}`;
}
