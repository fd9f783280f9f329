import { nearestSpelling } from "../../shared/parse/spelling.ts";
import { type FormatName, formatNames } from "../../shared/render/formats/format-names.ts";
import { noColumnsGiven } from "../../shared/render/words/commands/template-errors.ts";
import { unknownFormatText } from "../../shared/render/words/plugin/arguments.ts";

/** A format of `-o`, and the argument after its `=`. */
export interface OutputTarget {
  readonly format: FormatName;
  readonly argument?: string;
}

/**
 * The two parts of a format such as `jsonpath={.a}`. An empty text means the default. Call it only with a format that
 * {@link wrongOutput} accepts.
 */
export function readOutputTarget(written: string): OutputTarget {
  const [format, argument] = partsOf(written);
  return { format: (format || "text") as FormatName, ...(argument !== undefined && { argument }) };
}

/** An error in kubectl's phrases for a format that does not exist or that lacks its template, or undefined. */
export function wrongOutput(written: string): string | undefined {
  if (written === "") return undefined;
  const [format, argument] = partsOf(written);
  if (/^(go-)?template(-?file)?$/.test(format))
    return "Go templates are not supported; use -o jsonpath=TEMPLATE or -o custom-columns=HEADER:PATH, or -o json with a program such as jq";
  const row = formatNames.find(({ name }) => name === format);
  if (row?.takes !== undefined && !argument)
    return format.startsWith("custom") ? noColumnsGiven : "template format specified but no template given";
  if (row !== undefined && (row.takes !== undefined || argument === undefined)) return undefined;
  const names = formatNames.map(({ name }) => name);
  return unknownFormatText(written, "", names, similarFormat(written, names));
}

/** The format among `formats` that another spelling or another tool's word means, such as `JSON`, `yml` or `csv`. */
export function similarFormat(written: string, formats: readonly FormatName[]): FormatName | undefined {
  const word = partsOf(written)[0].toLowerCase();
  const meant = foreignFormats.get(word) ?? nearestSpelling(word, formats);
  return formats.find((name) => name === meant);
}

const foreignFormats: ReadonlyMap<string, FormatName> = new Map([
  ["yml", "yaml"],
  ["table", "text"],
  ["csv", "custom-columns"],
  ["tsv", "custom-columns"],
  ["md", "markdown"],
  ["jsonl", "ndjson"],
  ["xml", "junit"],
  ["prometheus", "openmetrics"],
  ["metrics", "openmetrics"],
]);

function partsOf(written: string): readonly [format: string, argument: string | undefined] {
  const [format = "", ...rest] = written.split("=");
  return [format, rest.length === 0 ? undefined : rest.join("=")];
}
