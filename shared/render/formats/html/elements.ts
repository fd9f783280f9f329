import { displayWidth, truncateText } from "../../characters/display-width.ts";
import type { LabelledText, PageLine, ReportPage } from "../../page/page.ts";
import type { GlyphSet, VerdictMark } from "../../terminal/verdict-marks.ts";
import { pageLabel, pageTitles } from "../../words/report/html-page.ts";
import { emptyHtml, type SafeHtml, safeHtml } from "./escape.ts";

/** The characters to draw with, and the final escaping of our texts. */
export interface HtmlLooks {
  readonly glyphs: GlyphSet;
  readonly clean: (text: string) => string;
  /** How a command begins. */
  readonly kubectl: string;
  /** Whether the commands run against the cluster that the Report was read from. */
  readonly isLive: boolean;
}

/** A mark for the eye; the word beside it says the same. */
export function markSign(mark: VerdictMark, { glyphs }: HtmlLooks): SafeHtml {
  return safeHtml`<span class="mark" aria-hidden="true">${glyphs.marks[mark]}</span>`;
}

/** A mark and its text; both belong into an element with the mark as its class. */
export function markedLine({ mark, text }: PageLine, looks: HtmlLooks): SafeHtml {
  return safeHtml`${mark === undefined ? emptyHtml : markSign(mark, looks)}<span>${unbrokenText(looks.clean(text))}</span>`;
}

/** Columns beyond which a text is folded: a message can hold a whole stack trace or a whole object. */
const longest = 600;

/**
 * A text with a cell or a paragraph of its own, line breaks kept. A long text shows its beginning and opens on demand.
 */
export function textBlock(text: string, { glyphs }: HtmlLooks): SafeHtml {
  const line = text.replaceAll("\n", " ");
  if (text.length <= longest || displayWidth(line) <= longest) return unbrokenText(text);
  return safeHtml`<details><summary>${truncateText(line, longest / 3, glyphs.ellipsis)}</summary>${text}</details>`;
}

/** A text inside a line, in which a browser must not break an arrow. */
export function unbrokenText(text: string): SafeHtml {
  const [first = "", ...rest] = text.split("->");
  return safeHtml`${first}${rest.map((piece) => safeHtml`<span class="short">-></span>${piece}`)}`;
}

/** The level of a heading. */
export type HeadingLevel = 1 | 2 | 3;

/** A heading, and the class that colours its mark. */
export function sectionHeading(level: HeadingLevel, content: SafeHtml, kind = ""): SafeHtml {
  const attribute = kind === "" ? emptyHtml : safeHtml` class="${kind}"`;
  if (level === 1) return safeHtml`<h1${attribute}>${content}</h1>`;
  return level === 2 ? safeHtml`<h2${attribute}>${content}</h2>` : safeHtml`<h3${attribute}>${content}</h3>`;
}

/** The notes, each with its label before it; empty where there are none. */
export function noteList(paragraphs: readonly LabelledText[], level: HeadingLevel, looks: HtmlLooks): SafeHtml {
  const nonEmpty = paragraphs.filter(({ texts }) => texts.length > 0);
  if (nonEmpty.length === 0) return emptyHtml;
  return safeHtml`<section>
${sectionHeading(level, safeHtml`${pageTitles.notes}`)}
${labelList(nonEmpty, "pairs", looks)}</section>
`;
}

/** Labels with their texts. */
export function labelList(paragraphs: readonly LabelledText[], kind: string, looks: HtmlLooks): SafeHtml {
  const pair = ({ label, texts }: LabelledText): SafeHtml =>
    safeHtml`<dt>${pageLabel(label)}</dt>${texts.map((text) => safeHtml`<dd>${textBlock(looks.clean(text), looks)}</dd>`)}\n`;
  return safeHtml`<dl class="${kind}">
${paragraphs.map(pair)}</dl>
`;
}

/** The page's title. */
export function pageTitle({ list, roots, nothing }: ReportPage, { clean }: HtmlLooks): string {
  const lead = list?.summary ?? roots[0]?.leads[0];
  return clean(lead?.text ?? nothing[0] ?? "");
}
