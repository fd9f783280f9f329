const rows = [
  { name: "text", reader: "person" },
  { name: "wide", reader: "person" },
  { name: "json", reader: "script" },
  { name: "ndjson", reader: "script" },
  { name: "yaml", reader: "script" },
  { name: "name", reader: "person", isWithoutLogs: true },
  { name: "plain", reader: "person" },
  { name: "markdown", reader: "page", isSentOn: true },
  { name: "html", reader: "page", isSentOn: true },
  { name: "mermaid", reader: "page", isSentOn: true, isWithoutLogs: true },
  { name: "openmetrics", reader: "script", isWithoutLogs: true },
  { name: "junit", reader: "script", isSentOn: true, isWithoutLogs: true },
  { name: "github", reader: "script", isSentOn: true, isWithoutLogs: true },
  { name: "jsonpath", reader: "script", takes: "template" },
  { name: "jsonpath-as-json", reader: "script", takes: "template" },
  { name: "jsonpath-file", reader: "script", takes: "file" },
  { name: "custom-columns", reader: "script", takes: "template" },
  { name: "custom-columns-file", reader: "script", takes: "file" },
] as const;

/** The name of a format. formats.ts has the printers for one cluster, fleet/formats.ts those for several. */
export type FormatName = (typeof rows)[number]["name"];

/** A format that can show several clusters; a page shows one. */
export type FleetFormatName = Exclude<(typeof rows)[number], { readonly reader: "page" }>["name"];

/** A format and its reader. `takes` says whether `=` is followed by a template or by the name of a template file. */
export interface FormatRow {
  readonly name: FormatName;
  /**
   * `person`: without a root a message is printed, as kubectl reports that it found no resources. `script`: it gets a
   * Report without roots too. `page`: a page without a root would mislead.
   */
  readonly reader: "person" | "script" | "page";
  readonly takes?: "template" | "file";
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
