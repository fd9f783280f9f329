import { type Flag, flags } from "./flags.ts";

/** The whole help: what it is for, examples, flags, exit codes; it fits one screen of 80 by 50. `command` is how it was called. */
export function help(command: string): string {
  return `What is wrong with a HyperConverged (KubeVirt's operator of operators), since
when, whose fault it is and what it blocks: from every component, not only from
what the CR shows. It never writes.

Usage:
  ${command} [NAME] [flags]

Examples:
  ${command}                   # every HyperConverged of the cluster
  ${command} -n openshift-cnv  # of one namespace
  ${command} -f dump.yaml      # no cluster: files, folders or -
  ${command} --exit-code -o json

Flags:
${flags.map(line).join("\n")}

Exit status:
  0 a report was made; 1 wrong usage, unusable input, no server, no such name.
  --exit-code: 0 healthy, 2 unavailable or degraded, 3 progressing, 4 unknown or
  nothing found.
`;
}

function line({ name, short, value, help: text }: Flag): string {
  const names = `${short === undefined ? "    " : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
  return `  ${names.padEnd(26)} ${text}`;
}
