import { nearestSpelling } from "../../shared/parse/spelling.ts";
import { type FormatName, formatNames, noColumnsGiven } from "../../shared/render/formats/format-names.ts";
import { commandIn, formatsOfCommand } from "./commands.ts";
import { type CommandLineTokens, tokenLookup } from "./tokenize.ts";

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
  const [format, argument] = splitFormat(written);
  return { format: (format || "text") as FormatName, ...(argument !== undefined && { argument }) };
}

/** The formats that `-o` takes. `whose` says what they belong to where they are not all formats. */
interface AllowedFormats {
  readonly whose: string;
  readonly formats: readonly FormatName[];
}

/** The formats that `-o` takes with these words. */
export function allowedFormats(words: CommandLineTokens): AllowedFormats {
  const { isOn, all } = tokenLookup(words);
  const command = commandIn(words.names);
  if (command !== undefined) return { whose: ` of ${command}`, formats: formatsOfCommand(command) };
  if (isOn("watch")) return { whose: " of --watch (-w)", formats: ofWatch };
  if (isOn("all-contexts") || isOn("inventory") || all("contexts").length > 0)
    return { whose: " of several contexts", formats: ofContexts };
  return { whose: "", formats: formatNames.map(({ name }) => name) };
}

const ofWatch: readonly FormatName[] = ["text", "wide", "plain", "json"];
/** The formats of shared/render/fleet/formats.ts, which is too large to load for its names. */
const ofContexts: readonly FormatName[] = formatNames.flatMap(({ name, isOfOneCluster }) =>
  isOfOneCluster ? [] : [name],
);

/** An error in kubectl's phrases for a format that is not allowed or that lacks its template, or undefined. */
export function wrongOutput(written: string, { whose, formats }: AllowedFormats): string | undefined {
  if (written === "") return undefined;
  const [format, argument] = splitFormat(written);
  if (/^(go-)?template(-?file)?$/.test(format) && formats.includes("jsonpath"))
    return "Go templates are not supported; use -o jsonpath=TEMPLATE or -o custom-columns=HEADER:PATH, or -o json with a program such as jq";
  const row = formatNames.find(({ name }) => name === format && formats.includes(name));
  if (row?.takes !== undefined && !argument)
    return format.startsWith("custom") ? noColumnsGiven : "template format specified but no template given";
  if (row !== undefined && (row.takes !== undefined || argument === undefined)) return undefined;
  return unknownFormatText(written, whose, formats, similarFormat(written, formats));
}

/**
 * kubectl's sentence about an unknown format, with the similar one (`guess`) or those that are allowed. `whose` says what
 * the allowed formats belong to. Of many only the usual ones are named.
 */
function unknownFormatText(
  written: string,
  whose: string,
  formats: readonly string[],
  guess: string | undefined,
): string {
  const error = `unable to match a printer suitable for the output format "${written}"`;
  if (guess !== undefined) return `${error}; did you mean ${guess}?`;
  if (formats.length < 8) return `${error}, allowed formats${whose} are: ${formats.join(", ")}`;
  const usual = formats.slice(0, 5).join(", ");
  return `${error}, allowed formats${whose} are: ${usual} and others, which kubectl hco-status options describes`;
}

/** The format among `formats` that another spelling or another tool's word means, such as `JSON`, `yml` or `csv`. */
function similarFormat(written: string, formats: readonly FormatName[]): FormatName | undefined {
  const word = splitFormat(written)[0].toLowerCase();
  const meant = foreignFormats.get(word) ?? nearestSpelling(word, formats);
  return formats.find((name) => name === meant);
}

/** Formats by the names that other tools have for them: `yml` -> `yaml`. */
const foreignFormats: ReadonlyMap<string, FormatName> = new Map(
  formatNames.flatMap(({ name, namesElsewhere = [] }) => namesElsewhere.map((elsewhere) => [elsewhere, name])),
);

function splitFormat(written: string): readonly [format: string, argument: string | undefined] {
  const [format = "", ...rest] = written.split("=");
  return [format, rest.length === 0 ? undefined : rest.join("=")];
}
