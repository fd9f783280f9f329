import { type FormatName, formatNames } from "../shared/render/format-names.ts";
import { noColumnsGiven, noGoTemplates, noTemplateGiven } from "../shared/render/words-jsonpath.ts";

/** A format of `-o`, and what stood behind its `=`. */
export interface Output {
  readonly format: FormatName;
  readonly argument?: string;
}

/** `jsonpath={.a}` in its two parts; nothing is the default. To be asked of what {@link wrongOutput} lets pass. */
export function outputOf(written: string): Output {
  const [format, argument] = partsOf(written);
  return { format: (format || "text") as FormatName, ...(argument !== undefined && { argument }) };
}

/** What is wrong with it, in kubectl's phrases: a format that does not exist, and one without its template. */
export function wrongOutput(written: string): string | undefined {
  if (written === "") return undefined;
  const [format, argument] = partsOf(written);
  if (/^(go-)?template(-?file)?$/.test(format)) return noGoTemplates;
  const row = formatNames.find(({ name }) => name === format);
  if (row?.takes !== undefined && !argument) return format.startsWith("custom") ? noColumnsGiven : noTemplateGiven;
  if (row !== undefined && (row.takes !== undefined || argument === undefined)) return undefined;
  return noPrinter(
    written,
    "",
    formatNames.map(({ name }) => name),
  );
}

/** kubectl's sentence about a format that it does not have; `whose` are those that it has. */
export function noPrinter(written: string, whose: string, formats: readonly string[]): string {
  return `unable to match a printer suitable for the output format "${written}", allowed formats${whose} are: ${formats.join(", ")}`;
}

function partsOf(written: string): readonly [format: string, argument: string | undefined] {
  const [format = "", ...rest] = written.split("=");
  return [format, rest.length === 0 ? undefined : rest.join("=")];
}
