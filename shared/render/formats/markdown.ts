import type { Report } from "../../model/report.ts";
import { concealedNote } from "../../outline/words/concealed-note.ts";
import { paintMarkdown } from "../../paint/markdown.ts";
import { resolveTextStyle, type TextOptions } from "../terminal/text-style.ts";
import { reportOutline } from "./text/report-outline.ts";

/**
 * The Report for an issue, a chat or a note, as GitHub Flavored Markdown; ends in a line break. `width`, `palette`,
 * `noHeaders` and the place of the reader do not count: the text is read later and elsewhere.
 */
export function renderMarkdown(report: Report, options: TextOptions = {}): string {
  const { place: _, ...rest } = options;
  const note = concealedNote(rest.concealedTexts);
  return `${paintMarkdown(reportOutline(report, rest), resolveTextStyle(rest))}${note === "" ? "" : `\n${note}\n`}`;
}
