/** The help text of `-o` for `snapshot`, which names a file there. */
export const outputFileHelp = "write to this file, or - for standard output";

/** The help. `command` is the name that the plugin was called by, `flags` the lines of its flags. */
export function helpText(command: string, shells: readonly string[], flags: string): string {
  return `What is wrong with a HyperConverged (KubeVirt's operator of operators), an
Application or any other resource with conditions: since when, whose fault it is
and what it blocks. It never writes.

Usage:
  ${command} [NAME | TYPE | TYPE NAME | TYPE/NAME ...] [flags]
  ${command} wait|gate|logs|permissions|diff|explain|snapshot --help
  ${command} completion ${shells.join("|")}
  ${command} options                # all formats and flags

Examples:
  ${command} -n openshift-cnv       # without -n: of every namespace
  ${command} app/shop deploy/web    # types by any name kubectl takes
  ${command} --must-gather mg.tgz   # no cluster; so does -f dump.yaml
  ${command} -o jsonpath='{.verdict}' --exit-code

Flags:
${flags}

Exit status:
  0 a report was made; 1 wrong usage, unusable input, no server, no such name.
  --exit-code: 0 healthy, 2 unavailable or degraded, 3 progressing, 4 unknown or
  nothing found.
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
  return `How ${command} reaches a cluster; names and meanings are kubectl's:
${connection}

What it reads, and how it judges:
${evaluation}

How it prints:
${printing}

Formats of -o:
${formats}

Otherwise than kubectl: NAME -A and TYPE/NAME -A look for the name in all
namespaces, which is what every name without -n does.
`;
}
