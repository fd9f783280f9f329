import { noColumnsGiven, noGoTemplates, noTemplateGiven } from "../shared/render/words-jsonpath.ts";
import { formatNames } from "./flags.ts";

/** A format of `-o`, and what stood behind its `=`. */
export interface Output {
  readonly format: string;
  readonly argument?: string;
}

/** `jsonpath={.a}` in its two parts. */
export function outputOf(written: string): Output {
  const [format = "", ...rest] = written.split("=");
  return rest.length === 0 ? { format } : { format, argument: rest.join("=") };
}

/** What is wrong with it, in kubectl's phrases: a format that does not exist, and one without its template. */
export function wrongOutput(written: string | undefined, isPlain: boolean): string | undefined {
  if (written === undefined) return undefined;
  if (isPlain) return "--plain is a format of its own: use it without --output (-o)";
  const { format, argument } = outputOf(written);
  if (/^(go-)?template(-?file)?$/.test(format)) return noGoTemplates;
  const takes = formatNames.some((name) => name === `${format}=`);
  if (takes && !argument) return format.startsWith("custom") ? noColumnsGiven : noTemplateGiven;
  if (takes || (argument === undefined && formatNames.some((name) => name === format))) return undefined;
  const names = formatNames.map((name) => name.replace("=", "")).join(", ");
  return `unable to match a printer suitable for the output format "${written}", allowed formats are: ${names}`;
}
