import { sanitizeLine } from "../../characters/sanitize.ts";
import type { Report } from "../../model/report.ts";
import type { Source } from "../../model/snapshot.ts";
import { packageVersion } from "../../model/version.ts";
import { concealedNote } from "../../outline/words/concealed-note.ts";
import { paintHtml } from "../../paint/html/html.ts";
import { mapTexts } from "../../parse/json-value.ts";
import { resolveTextStyle, type TextOptions } from "../terminal/text-style.ts";
import { reportOutline } from "./text/report-outline.ts";

/** What made the page. */
const makerText: string = `Made by hco-status ${packageVersion}. Ages count from the time above.`;

/** What stands before the name of a source. */
const sourceTitles: Readonly<Record<Source["kind"], string>> = {
  cluster: "Cluster",
  "must-gather": "Must-gather",
  files: "Input",
  buffer: "Document",
};

/**
 * The Report as one self-contained HTML file, which names no folder of the machine that made it. `width`, `palette`,
 * `noHeaders` and the place of the reader do not count: the file is read later and elsewhere.
 */
export function renderHtml(report: Report, options: TextOptions = {}): string {
  const { place: _, ...pageOptions } = options;
  const style = resolveTextStyle(pageOptions);
  const sharedReport = withoutPaths(report);
  const { source, takenAt } = sharedReport;
  const frame = {
    origin: style.clean(sanitizeLine(pageSourceText(source))),
    takenAt: style.clean(sanitizeLine(takenAt)),
    maker: makerText,
    concealed: concealedNote(options.concealedTexts),
  };
  return paintHtml(reportOutline(sharedReport, pageOptions), frame, style);
}

/**
 * The Report without the folders of the machine that read it: a page is sent on. `/home/ann/mg.tgz` becomes `mg.tgz`, as
 * the name of the source, in what could not be read, and where an error repeats the path.
 */
function withoutPaths(report: Report): Report {
  const { source, findings, completeness } = report;
  const files = findings.flatMap(({ about }) => (about.group === "" && about.kind === "File" ? [about.name] : []));
  const sourceFolder = source.kind === "cluster" ? "" : folderOf(source.name);
  // Inside an archive a path is relative, and says which file it is.
  const folders = [sourceFolder, ...files.map(folderOf).filter(isAbsolute)].filter((folder) => folder !== "");
  const shorten = createShortener([...new Set(folders)]);
  return {
    ...report,
    source: { ...source, name: shorten(source.name) },
    findings: withoutFolders(findings, shorten),
    completeness: withoutFolders(completeness, shorten),
    roots: withoutFolders(report.roots, folders.some(isAbsolute) ? shorten : (text) => text),
  };
}

/** The value with its texts shortened. A polarity file is named without any folder. */
function withoutFolders<Value>(value: Value, shorten: (text: string) => string): Value {
  return mapTexts(value, (text, key) => (key === "polarityFrom" ? text.slice(folderOf(text).length) : shorten(text)));
}

/** Returns a function that removes the folders from a text, where a word begins with one. */
function createShortener(folders: readonly string[]): (text: string) => string {
  // Longer ones come first, so that no part of them stays.
  const longestFirst = folders.toSorted((a, b) => b.length - a.length);
  return (text) => {
    let shortened = text;
    for (const folder of longestFirst) {
      const words = shortened.split(/(?<=[\s"'(,])/);
      shortened = words.map((word) => (word.startsWith(folder) ? word.slice(folder.length) : word)).join("");
    }
    return shortened;
  };
}

function isAbsolute(folder: string): boolean {
  return /^(?:[/\\~]|\.\.?[/\\]|[A-Za-z]:[/\\])/.test(folder);
}

/** Everything up to the last separator. An address of the web has its own. */
function folderOf(path: string): string {
  return /^https?:/.test(path) ? "" : path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** `Cluster admin@prod`, `Must-gather mg.tgz`, `File hco.yaml`. */
function pageSourceText({ kind, name, snapshot }: Source): string {
  const text = `${sourceTitles[kind]} ${name}`;
  return snapshot === undefined ? text : `${text}, snapshot ${snapshot}`;
}
