import { displayWidth, maxDisplayWidth, padText, truncateText } from "../../characters/display-width.ts";
import { wrapHanging } from "../../characters/wrap.ts";
import { runbookAddress } from "../../model/alert.ts";
import type { Explanation, ExplanationKind, TermValue } from "../../model/finding/explanation.ts";
import { allVerdicts } from "../../model/verdict.ts";
import { verdictMark } from "../../outline/marks.ts";
import {
  blocksToText,
  labelledParagraph,
  labelWidth,
  resolveTextStyle,
  type TextOptions,
  type TextStyle,
} from "../terminal/text-style.ts";

/**
 * Each entry with its meaning, causes, commands and source; ends in a line break. It contains no text from a cluster.
 */
export function renderExplanations(entries: readonly Explanation[], options: TextOptions = {}): string {
  // The text is short enough to print in full.
  const style = { ...resolveTextStyle(options), wide: true };
  return blocksToText(entries.map((entry) => entryLines(entry, style)));
}

/** Below this width of the screen, meanings stand below each other without columns. */
const minWidthOfColumns = 60;

/** The most columns of the codes in a list, so that a few long codes do not push all meanings to the side. */
const maxCodeColumns = 36;

/** The fewest columns of a line that are worth showing of a meaning. */
const minMeaningColumns = 16;

/** Returns all codes by kind and by the object that reports them, a line each; ends in a line break. */
export function renderExplanationList(entries: readonly Explanation[], options: TextOptions = {}): string {
  const style = resolveTextStyle(options);
  const groups = Map.groupBy(entries, ({ kind, of }) => `${kindNames[kind].many} ${style.glyphs.dot} ${of}`);
  const blocks: (readonly string[])[] = [];
  for (const [title, entriesOfGroup] of groups) {
    const column = findMeaningColumn(entriesOfGroup);
    const titleLines = wrapHanging("", title, style.width).map(style.palette.bold);
    blocks.push([...titleLines, ...entriesOfGroup.map((entry) => listLine(entry, column, style))]);
  }
  blocks.push(wrapHanging("", listHint, style.width));
  return blocksToText(blocks);
}

const listHint = "kubectl hco-status explain CODE prints its causes, the next commands and its source.";

function entryLines(entry: Explanation, style: TextStyle): readonly string[] {
  const { code, meaning, values = [], example, down = [], causes, next, alerts, runbook, source } = entry;
  const lines = [...headLines(entry, style), ...wrapHanging("  ", meaning, style.width)];
  lines.push(...valueLines(code, values, style));
  if (example !== undefined) lines.push(...labelledParagraph("Example", example, style));
  lines.push(...listLines("Down", down, style));
  lines.push(...listLines("Causes", causes, style));
  for (const [index, command] of next.entries()) {
    lines.push(wholeLine(index === 0 ? "Next" : "", command, style));
  }
  const runbooks = alerts?.map(runbookAddress) ?? (runbook === undefined ? [] : [runbook]);
  for (const [index, address] of runbooks.entries()) {
    lines.push(wholeLine(index === 0 ? "Runbook" : "", address, style));
  }
  lines.push(...labelledParagraph("Source", source, style));
  return lines;
}

/** `operator-down · finding · HyperConverged`, with the code in bold. */
function headLines({ code, kind, of }: Explanation, style: TextStyle): readonly string[] {
  const { palette, glyphs, width } = style;
  const name = kind === "verdict" ? withMark(code, style) : code;
  const head = [name, kindNames[kind].one, of].join(` ${glyphs.dot} `);
  const [firstLine = "", ...furtherLines] = wrapHanging("", head, width);
  // A code that is wider than the screen is cut, so that its first line is bold as a whole.
  const isNameWhole = firstLine.startsWith(name);
  if (!isNameWhole) return [palette.bold(firstLine), ...furtherLines];
  return [`${palette.bold(name)}${firstLine.slice(name.length)}`, ...furtherLines];
}

/** Returns a paragraph for each text, with the label before the first. */
function listLines(label: string, texts: readonly string[], style: TextStyle): readonly string[] {
  return texts.flatMap((text, index) => labelledParagraph(index === 0 ? label : "", text, style, "- "));
}

/** The name of a kind of code, singular and plural. */
const kindNames: Readonly<Record<ExplanationKind, { readonly one: string; readonly many: string }>> = {
  term: { one: "term", many: "Terms" },
  finding: { one: "finding", many: "Findings" },
  gate: { one: "upgrade gate code", many: "Upgrade gate codes" },
  answer: { one: "answer", many: "Answers" },
  condition: { one: "condition", many: "Conditions" },
  reason: { one: "reason", many: "Reasons" },
  event: { one: "event", many: "Events" },
  status: { one: "status", many: "Statuses" },
  health: { one: "systemHealthStatus", many: "systemHealthStatus" },
  alert: { one: "alert", many: "Alerts" },
  verdict: { one: "verdict", many: "Verdicts" },
  severity: { one: "severity", many: "Severities" },
  outcome: { one: "outcome", many: "Outcomes" },
  related: { one: "state of a related object", many: "States of related objects" },
  drift: { one: "difference", many: "Differences" },
  held: { one: "reason to tolerate a difference", many: "Reasons to tolerate a difference" },
  rule: { one: "rule of an offender", many: "Rules of offenders" },
  polarity: { one: "polarity of a condition", many: "Polarities" },
  rules: { one: "rule set", many: "Rule sets" },
  judged: { one: "state of a part", many: "States of parts" },
  part: { one: "part", many: "Parts" },
};

/** The values of a term, a paragraph each. A verdict has its mark before it. A narrow screen has no room for columns. */
function valueLines(term: string, values: readonly TermValue[], style: TextStyle): readonly string[] {
  const names = values.map(({ value, ascii = value }) => {
    if (term === "verdict") return withMark(value, style);
    return style.clean(value) === value ? value : ascii;
  });
  const column = maxDisplayWidth(names);
  return values.flatMap(({ meaning }, index) => {
    const label = index === 0 ? "Values" : "";
    const name = names[index] ?? "";
    if (style.width < minWidthOfColumns) return labelledParagraph(label, `${name}: ${meaning}`, style);
    return labelledParagraph(label, meaning, style, `${padText(name, column)}  `);
  });
}

/** `unavailable` -> `✗ unavailable`. */
function withMark(verdict: string, { glyphs }: TextStyle): string {
  const knownVerdict = allVerdicts.find((candidate) => candidate === verdict);
  if (knownVerdict === undefined) return verdict;
  return `${glyphs.marks[verdictMark(knownVerdict)]} ${verdict}`;
}

/** A command or an address, never wrapped: a terminal that folds it still copies it whole. */
function wholeLine(label: string, text: string, { palette }: TextStyle): string {
  return `  ${palette.bold(label)}${" ".repeat(labelWidth - label.length)} ${text}`;
}

/** Returns the column at which the meanings of a group begin. */
function findMeaningColumn(entries: readonly Explanation[]): number {
  return Math.min(maxCodeColumns, maxDisplayWidth(entries.map(({ code }) => code)));
}

function listLine({ code, meaning }: Explanation, column: number, { width, palette, glyphs }: TextStyle): string {
  const start = `  ${padText(code, column)}  `;
  const room = width - displayWidth(start);
  // On a narrow screen only the code fits, which `explain` takes as its argument.
  if (room < minMeaningColumns) return `  ${truncateText(code, width - 2, glyphs.ellipsis)}`;
  return `${start}${palette.dim(truncateText(meaning, room, glyphs.ellipsis))}`;
}
