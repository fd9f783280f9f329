// A format of one cluster is a row here, its printer in formats.ts, and the file that renders it. Each start loads this
// table, so it imports no printer.
const rows = [
  {
    name: "text",
    namesElsewhere: ["table"],
    reader: "person",
    help: "One screen: the verdict, its causes and what to do next (default)",
  },
  { name: "wide", reader: "person", help: "Everything that is known, one object after the other" },
  { name: "json", reader: "script", help: "The Report as JSON; report.schema.json describes it" },
  { name: "ndjson", namesElsewhere: ["jsonl"], reader: "script", help: "The Report as one line of JSON" },
  { name: "yaml", namesElsewhere: ["yml"], reader: "script", help: "The Report as YAML" },
  { name: "name", reader: "person", isWithoutLogs: true, help: "The objects that are reported, as TYPE.GROUP/NAME" },
  { name: "plain", reader: "person", help: "Lines of KEY: VALUE without marks, for screen readers" },
  {
    name: "markdown",
    namesElsewhere: ["md"],
    reader: "page",
    isOfOneCluster: true,
    isSentOn: true,
    help: "The report for an issue or a chat",
  },
  {
    name: "html",
    reader: "page",
    isOfOneCluster: true,
    isSentOn: true,
    help: "The report as one page that needs no network",
  },
  {
    name: "mermaid",
    reader: "page",
    isOfOneCluster: true,
    isSentOn: true,
    isWithoutLogs: true,
    help: "The tree of objects as a Mermaid diagram",
  },
  {
    name: "openmetrics",
    namesElsewhere: ["prometheus", "metrics"],
    reader: "script",
    isWithoutLogs: true,
    help: "Metrics for Prometheus, as serve has them",
  },
  {
    name: "junit",
    namesElsewhere: ["xml"],
    reader: "script",
    isSentOn: true,
    isWithoutLogs: true,
    help: "Test cases in JUnit XML, one failure for each fault",
  },
  {
    name: "github",
    reader: "script",
    isSentOn: true,
    isWithoutLogs: true,
    help: "Annotations for a step of GitHub Actions",
  },
  { name: "jsonpath", reader: "script", takes: "template", help: "Fields of the Report, as kubectl's -o jsonpath" },
  { name: "jsonpath-as-json", reader: "script", takes: "template", help: "The same, printed as JSON" },
  { name: "jsonpath-file", reader: "script", takes: "file", help: "The template of jsonpath in a file" },
  {
    name: "custom-columns",
    namesElsewhere: ["csv", "tsv"],
    reader: "script",
    takes: "template",
    help: "A table with a row for each object, as kubectl's",
  },
  { name: "custom-columns-file", reader: "script", takes: "file", help: "The columns in a file, as kubectl's" },
] as const;

/** The name of a format. formats.ts has the printers for one cluster, fleet/formats.ts those for several. */
export type FormatName = (typeof rows)[number]["name"];

/** A format that can show several clusters. */
export type FleetFormatName = Exclude<(typeof rows)[number], { readonly isOfOneCluster: true }>["name"];

/** A format and its reader. `takes` says whether `=` is followed by a template or by the name of a template file. */
export interface FormatRow {
  readonly name: FormatName;
  /** The names that other tools have for it. The error for such a name suggests it. */
  readonly namesElsewhere?: readonly string[];
  /**
   * `person`: without a root a message is printed, as kubectl reports that it found no resources. `script`: it gets a
   * Report without roots too. `page`: a page without a root would mislead.
   */
  readonly reader: "person" | "script" | "page";
  readonly takes?: "template" | "file";
  /** It shows one cluster, and is refused for several. fleet/formats.ts prints every other format of several clusters. */
  readonly isOfOneCluster?: true;
  /** What it prints, as `options` describes it. */
  readonly help: string;
  /** It is made to be sent on or to be kept where others read it, so credentials are concealed. */
  readonly isSentOn?: true;
  /** It shows no line of a log, so that none is read for it. */
  readonly isWithoutLogs?: true;
}

/** Every value of `-o`, in the order of the help; the first is the default. */
export const formatNames: readonly FormatRow[] = rows;

/** Whether the format is made to be sent on. */
export function isSentOn(format: FormatName): boolean {
  return formatNames.some((row) => row.name === format && row.isSentOn === true);
}

/** Whether the format shows lines of logs. */
export function showsLogs(format: FormatName): boolean {
  return !formatNames.some((row) => row.name === format && row.isWithoutLogs === true);
}

/**
 * The error for `-o custom-columns=` and `-o custom-columns-file=` with nothing behind the sign
 * (customcolumn_flags.go).
 */
export const noColumnsGiven = "custom-columns format specified but no custom columns given";
