import { legendItems } from "../../../outline/marks.ts";

/** The help text of `-o` for `snapshot`, which names a file there. */
export const outputFileHelp = "Write to this file, or - for standard output (default -)";

/** The help text of `-o` for a command that has these formats, the default first. */
export function outputFormatHelp(formats: readonly string[]): string {
  return withDefault(`Print ${formats.join("|")}`, formats[0] ?? "");
}

/** What each format of `-o` prints. */
export const formatHelp = {
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

/** The help text of a flag with its default value. */
export function withDefault(text: string, value: string): string {
  return `${text} (default ${value})`;
}

/**
 * The help. `command` is the name that the plugin was called by, `commands` the lines of its commands, `flags` those of
 * its flags.
 */
export function helpText(command: string, commands: string, flags: string): string {
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

/** The lines of each section of the output of `options`. */
export interface OptionSections {
  readonly connection: string;
  readonly evaluation: string;
  readonly printing: string;
  readonly formats: string;
}

/** The output of `options`. */
export function optionsText({ connection, evaluation, printing, formats }: OptionSections): string {
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
