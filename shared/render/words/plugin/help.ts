/** The help text of `-o` for `snapshot`, which names a file there. */
export const outputFileHelp = "Write to this file, or - for standard output";

/** The help. `command` is the name that the plugin was called by, `flags` the lines of its flags. */
export function helpText(command: string, shells: readonly string[], flags: string): string {
  return `Show the health of a HyperConverged (KubeVirt's operator of operators), an
Application or any resource with conditions: the root cause, since when, and
what it blocks. Read-only.

Usage:
  ${command} [NAME | TYPE | TYPE NAME | TYPE/NAME ...] [flags]
  ${command} wait|gate|diff|explain|snapshot --help
  ${command} completion ${shells.join("|")}
  ${command} options                # all formats and flags

Examples:
  ${command} -n openshift-cnv       # default: all namespaces
  ${command} app/shop deploy/web    # any type that kubectl accepts
  ${command} --must-gather mg.tgz   # offline; also -f dump.yaml
  ${command} -o jsonpath='{.verdict}' --exit-code

Flags:
${flags}

Exit status:
  0 report printed; 1 error: usage, input, server, or object not found.
  --exit-code: 0 healthy, 2 unavailable or degraded, 3 progressing, 4 unknown or
  no resources found.
`;
}

/** The lines of each section of the output of `options`. */
export interface OptionSections {
  readonly connection: string;
  readonly evaluation: string;
  readonly printing: string;
  readonly formats: string;
}

/** The output of `options`. `command` is the name that the plugin was called by. */
export function optionsText(command: string, { connection, evaluation, printing, formats }: OptionSections): string {
  return `Connection flags of ${command} (same as kubectl):
${connection}

Input and evaluation:
${evaluation}

Output:
${printing}

Formats of -o:
${formats}

Unlike kubectl, NAME -A and TYPE/NAME -A search all namespaces, as does every
name without -n.
`;
}
