import type { VerdictMark } from "../../terminal/verdict-marks.ts";
import { inSentenceCase } from "../../words/report/labels.ts";
import { type HtmlLooks, markSign, textBlock } from "./elements.ts";
import { emptyHtml, type SafeHtml, safeHtml } from "./escape.ts";

/** One cell behind the first: short ones stay on one line, `state` repeats the mark's colour, words take the room. */
interface HtmlCell {
  readonly kind: "short" | "state" | "version" | "words";
  readonly text: string;
  /** The moment from which a short text gives the age. */
  readonly at?: string;
}

/** One row: its label behind its mark, and its cells. */
interface HtmlRow {
  readonly mark: VerdictMark;
  readonly label: string;
  readonly cells: readonly HtmlCell[];
}

/**
 * A table whose columns have titles and whose rows begin with a title cell; nothing without rows. Empty columns have no
 * title. The roles repeat what the elements are: laid out as blocks on narrow screens, some browsers forget it.
 */
export function htmlTable(titles: readonly string[], rows: readonly HtmlRow[], looks: HtmlLooks): SafeHtml {
  if (rows.length === 0) return emptyHtml;
  const isUsed = titles.map((_, index) => index === 0 || rows.some(({ cells }) => cells[index - 1]?.text !== ""));
  const heads = titles
    .filter((_, index) => isUsed[index])
    .map((title) => safeHtml`<th scope="col" role="columnheader">${inSentenceCase(title)}</th>`);
  const row = ({ mark, label, cells }: HtmlRow): SafeHtml =>
    safeHtml`<tr role="row" class="${mark}"><th scope="row" role="rowheader"><span class="lead ${mark}">${markSign(mark, looks)}<span>${label}</span></span></th>${cells
      .filter((_, index) => isUsed[index + 1])
      .map((cell) => htmlCell(cell, looks))}</tr>
`;
  return safeHtml`<table role="table">
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
${rows.map(row)}</tbody>
</table>
`;
}

function htmlCell({ kind, text, at }: HtmlCell, looks: HtmlLooks): SafeHtml {
  const content = at === undefined || text === "" ? textBlock(text, looks) : timeOf(at, text);
  return safeHtml`<td role="cell" class="${kind === "state" ? "short state" : kind}">${content}</td>`;
}

function timeOf(at: string, text: string): SafeHtml {
  return safeHtml`<time datetime="${at}" title="${at}">${text}</time>`;
}
