import { type Looks, sign, words } from "./html-pieces.ts";
import { type Html, html, nothing } from "./html-text.ts";
import type { Mark } from "./marks.ts";
import { inSentenceCase } from "./words-labels.ts";

/** One cell behind the first: short ones stay on one line, `state` repeats the mark's colour, words take the room. */
interface HtmlCell {
  readonly kind: "short" | "state" | "version" | "words";
  readonly text: string;
  /** The moment a short text is the age of. */
  readonly at?: string;
}

/** One row: what it is about, behind its mark, and its cells. */
interface HtmlRow {
  readonly mark: Mark;
  readonly label: string;
  readonly cells: readonly HtmlCell[];
}

/**
 * A table with a title over each column that has anything in it, the first cell of a row its title; nothing without rows. The
 * roles say again what the elements are, because on narrow screens, laid out as blocks, some browsers forget it.
 */
export function htmlTable(titles: readonly string[], rows: readonly HtmlRow[], looks: Looks): Html {
  if (rows.length === 0) return nothing;
  const isUsed = titles.map((_, index) => index === 0 || rows.some(({ cells }) => cells[index - 1]?.text !== ""));
  const heads = titles
    .filter((_, index) => isUsed[index])
    .map((title) => html`<th scope="col" role="columnheader">${inSentenceCase(title)}</th>`);
  const row = ({ mark, label, cells }: HtmlRow): Html =>
    html`<tr role="row" class="${mark}"><th scope="row" role="rowheader"><span class="lead ${mark}">${sign(mark, looks)}<span>${label}</span></span></th>${cells
      .filter((_, index) => isUsed[index + 1])
      .map((cell) => htmlCell(cell, looks))}</tr>
`;
  return html`<table role="table">
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
${rows.map(row)}</tbody>
</table>
`;
}

function htmlCell({ kind, text, at }: HtmlCell, looks: Looks): Html {
  const content = at === undefined || text === "" ? words(text, looks) : timeOf(at, text);
  return html`<td role="cell" class="${kind === "state" ? "short state" : kind}">${content}</td>`;
}

function timeOf(at: string, text: string): Html {
  return html`<time datetime="${at}" title="${at}">${text}</time>`;
}
