import type { RootNode } from "../../model/report.ts";
import { causeSentence } from "../../outline/cause-clauses.ts";
import { withoutEndMark } from "../../outline/end-marks.ts";
import { paragraphLabels, seeAbove } from "../words/report/labels.ts";
import type { PartRow } from "./component-rows.ts";
import type { ConditionRow } from "./condition-rows.ts";
import type { NodeRow } from "./node-rows.ts";
import type { LabelledText } from "./page.ts";

// An error that the operator or a controller copies stands in the cause, in a headline, a condition, a finding and an
// event. A page has it once, and the other places keep what they add.

/** The fewest characters that count as a repetition: a short word may stand in two places by chance. */
const shortest = 24;
/** The same for a row of a table, in which a short text is as quickly read as a hint. */
const shortestInRow = 60;

/**
 * What the lines on the causes say, in full also where a line is cut. Where none is shown because a headline has the
 * cause, what the headlines say.
 */
export function saidTexts(
  { causes }: Pick<RootNode, "causes">,
  why: readonly LabelledText[],
  leads: readonly string[],
): readonly string[] {
  const { cause, and, also } = paragraphLabels;
  const labels: readonly string[] = [cause, and, also];
  const lines = why.filter(({ label }) => labels.includes(label)).flatMap(({ texts }) => texts);
  const full = causes
    .map((cause) => onOneLine(causeSentence(cause)))
    .filter((text) => lines.some((line) => line.startsWith(text.slice(0, shortestInRow))));
  return [...(why.some(({ label }) => label === cause) ? [] : leads), ...lines, ...full];
}

/** The text without its end behind a colon, where that was said already. */
export function withoutRepetition(text: string, said: readonly string[], least: number = shortest): string {
  // A repeated message stands behind one of the first colons. A long text of colons must not cost their square.
  for (let at = text.indexOf(": "), colons = 0; at >= 0 && colons < mostColons; at = text.indexOf(": ", at + 1)) {
    colons += 1;
    if (isSaid(text.slice(at + 2), said, least)) return text.slice(0, at);
  }
  return text;
}

const mostColons = 20;

/** A condition without a message that was said already. */
export function conditionOnce(row: ConditionRow, said: readonly string[]): ConditionRow {
  const { reason, message } = row;
  if (!isSaid(message, said, shortestInRow)) return row;
  return { ...row, message: seeAbove, words: reason === "" ? seeAbove : `${reason}: ${seeAbove}` };
}

/** A part, and the objects below it, without messages that were said already. */
export function partOnce(row: PartRow, said: readonly string[]): PartRow {
  return { ...row, why: rowOnce(row.why, said), children: row.children.map((child) => nodeOnce(child, said)) };
}

function nodeOnce(row: NodeRow, said: readonly string[]): NodeRow {
  const children = row.children.map((child) => nodeOnce(child, said));
  return { ...row, description: rowOnce(row.description, said), children };
}

/** A note whose end was said already: the end stands above. */
export function noteOnce({ label, texts }: LabelledText, said: readonly string[]): LabelledText {
  return { label, texts: texts.map((text) => rowOnce(text, said, shortest)) };
}

function rowOnce(text: string, said: readonly string[], least: number = shortestInRow): string {
  const short = withoutRepetition(text, said, least);
  return short === text ? text : `${short}: ${seeAbove}`;
}

/** Whether the lines have the text. The middle of a long one is omitted at another place in each line. */
function isSaid(text: string, said: readonly string[], least: number): boolean {
  const words = withoutEndMark(onOneLine(text).trim());
  return words.length >= least && said.some((one) => words.split("…").every((piece) => one.includes(piece.trim())));
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
