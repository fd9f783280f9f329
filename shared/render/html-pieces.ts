import { type Html, html, nothing } from "./html-text.ts";
import type { Glyphs, Mark } from "./marks.ts";
import type { Line, Page, Paragraph } from "./page-model.ts";
import { displayWidth, truncate } from "./width.ts";
import { groups } from "./words-outline.ts";

/** The signs to draw with, and the last word on a text of ours. */
export interface Looks {
  readonly glyphs: Glyphs;
  readonly clean: (text: string) => string;
}

/** A mark for the eye; the word beside it says the same. */
export function sign(mark: Mark, { glyphs }: Looks): Html {
  return html`<span class="mark" aria-hidden="true">${glyphs.marks[mark]}</span>`;
}

/** A mark and what it is about; both belong into an element with the mark as its class. */
export function lineOf({ mark, text }: Line, looks: Looks): Html {
  return html`${mark === undefined ? nothing : sign(mark, looks)}<span>${unbroken(looks.clean(text))}</span>`;
}

/** Columns beyond which a text is folded: a message can hold a whole stack trace or a whole object. */
const longest = 600;

/** A text with a cell or a paragraph of its own, its line breaks kept; of a long one the beginning, which opens. */
export function words(text: string, { glyphs }: Looks): Html {
  const line = text.replaceAll("\n", " ");
  if (text.length <= longest || displayWidth(line) <= longest) return unbroken(text);
  return html`<details><summary>${truncate(line, longest / 3, glyphs.ellipsis)}</summary>${text}</details>`;
}

/** A text inside a line; a browser would break an arrow. */
export function unbroken(text: string): Html {
  const [first = "", ...rest] = text.split("->");
  return html`${first}${rest.map((piece) => html`<span class="short">-></span>${piece}`)}`;
}

/** How deep a heading stands. */
export type Level = 1 | 2 | 3;

/** A heading, and the class that colours its mark. */
export function heading(level: Level, content: Html, kind = ""): Html {
  const attribute = kind === "" ? nothing : html` class="${kind}"`;
  if (level === 1) return html`<h1${attribute}>${content}</h1>`;
  return level === 2 ? html`<h2${attribute}>${content}</h2>` : html`<h3${attribute}>${content}</h3>`;
}

/** What else was found, the label before each; nothing where nothing was. */
export function notesOf(paragraphs: readonly Paragraph[], level: Level, looks: Looks): Html {
  const said = paragraphs.filter(({ texts }) => texts.length > 0);
  if (said.length === 0) return nothing;
  return html`<section>
${heading(level, html`${groups.findings}`)}
${pairsOf(said, "pairs", looks)}</section>
`;
}

/** Labels and what stands behind each. */
export function pairsOf(paragraphs: readonly Paragraph[], kind: string, looks: Looks): Html {
  const pair = ({ label, texts }: Paragraph): Html =>
    html`<dt>${label}</dt>${texts.map((text) => html`<dd>${words(looks.clean(text), looks)}</dd>`)}\n`;
  return html`<dl class="${kind}">
${paragraphs.map(pair)}</dl>
`;
}

/** The first thing the page says. */
export function pageTitle({ list, roots, nothing: said }: Page, { clean }: Looks): string {
  const lead = list?.summary ?? roots[0]?.leads[0];
  return clean(lead?.text ?? said[0] ?? "");
}
