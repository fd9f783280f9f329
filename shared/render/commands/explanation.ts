import { displayWidth, padText, truncateText } from "../../characters/display-width.ts";
import { wrapHanging } from "../../characters/wrap.ts";
import { runbookAddress } from "../../model/alert.ts";
import type { Explanation, ExplanationKind, TermValue } from "../../model/finding/explanation.ts";
import { allVerdicts } from "../../model/verdict.ts";
import { verdictMark } from "../../outline/marks.ts";
import { labelledParagraph, resolveTextStyle, type TextOptions, type TextStyle } from "../terminal/text-style.ts";

/**
 * Each entry with its meaning, causes, commands and source; ends in a line break. It contains no text from a cluster.
 */
export function renderExplanations(entries: readonly Explanation[], options: TextOptions = {}): string {
  // The text is short enough to print in full.
  const style = { ...resolveTextStyle(options), wide: true };
  return `${entries.map((entry) => entryLines(entry, style).join("\n")).join("\n\n")}\n`;
}

/** All codes by kind and by the object that reports them, a line each; ends in a line break. */
export function renderExplanationList(entries: readonly Explanation[], options: TextOptions = {}): string {
  const style = resolveTextStyle(options);
  const groups = Map.groupBy(entries, ({ kind, of }) => `${kindWords[kind].many} ${style.glyphs.dot} ${of}`);
  const blocks = Array.from(groups, ([title, some]) => [
    ...wrapHanging("", title, style.width).map(style.palette.bold),
    ...some.map((entry) => listLine(entry, columnOf(some), style)),
  ]);
  return `${[...blocks, wrapHanging("", "kubectl hco-status explain CODE prints its causes, the next commands and its source.", style.width)].map((block) => block.join("\n")).join("\n\n")}\n`;
}

function entryLines(
  { code, kind, of, meaning, values = [], example, down = [], causes, next, alerts, runbook, source }: Explanation,
  style: TextStyle,
): readonly string[] {
  const { palette, glyphs, width } = style;
  const name = kind === "verdict" ? withMark(code, style) : code;
  const [first = "", ...rest] = wrapHanging("", [name, kindWords[kind].one, of].join(` ${glyphs.dot} `), width);
  const head = first.startsWith(name) ? `${palette.bold(name)}${first.slice(name.length)}` : palette.bold(first);
  return [
    head,
    ...rest,
    ...wrapHanging("  ", meaning, width),
    ...valueLines(code, values, style),
    ...(example === undefined ? [] : labelledParagraph(explainLabels.example, example, style)),
    ...down.flatMap((text, index) => labelledParagraph(index === 0 ? explainLabels.down : "", text, style, "- ")),
    ...causes.flatMap((cause, index) => labelledParagraph(index === 0 ? explainLabels.causes : "", cause, style, "- ")),
    ...next.map((command, index) => wholeLine(index === 0 ? explainLabels.next : "", command, style)),
    ...(alerts?.map(runbookAddress) ?? (runbook === undefined ? [] : [runbook])).map((address, index) =>
      wholeLine(index === 0 ? explainLabels.runbook : "", address, style),
    ),
    ...labelledParagraph(explainLabels.source, source, style),
  ];
}

/** The name of a kind of code, singular and plural. */
const kindWords: Readonly<Record<ExplanationKind, { readonly one: string; readonly many: string }>> = {
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
  const column = Math.max(0, ...names.map(displayWidth));
  return values.flatMap(({ meaning }, index) => {
    const label = index === 0 ? explainLabels.values : "";
    const name = names[index] ?? "";
    if (style.width < minWidthOfColumns) return labelledParagraph(label, `${name}: ${meaning}`, style);
    return labelledParagraph(label, meaning, style, `${padText(name, column)}  `);
  });
}

/** The labels of an entry's pieces. */
const explainLabels = {
  values: "Values",
  example: "Example",
  down: "Down",
  causes: "Causes",
  next: "Next",
  runbook: "Runbook",
  source: "Source",
} as const;

/** `unavailable` -> `✗ unavailable`. */
function withMark(verdict: string, { glyphs }: TextStyle): string {
  const known = allVerdicts.find((each) => each === verdict);
  return known === undefined ? verdict : `${glyphs.marks[verdictMark(known)]} ${verdict}`;
}

const minWidthOfColumns = 60;

/** A command or an address, never wrapped: a terminal that folds it still copies it whole. */
function wholeLine(label: string, text: string, { palette }: TextStyle): string {
  return `  ${palette.bold(label)}${" ".repeat(7 - label.length)} ${text}`;
}

/** The column at which the meanings of a group begin. A few long codes do not push all others to the side. */
function columnOf(entries: readonly Explanation[]): number {
  return Math.min(widestCode, Math.max(...entries.map(({ code }) => displayWidth(code))));
}

const widestCode = 36;

function listLine({ code, meaning }: Explanation, column: number, { width, palette, glyphs }: TextStyle): string {
  const start = `  ${padText(code, column)}  `;
  const room = width - displayWidth(start);
  // On a narrow screen only the code fits, which `explain` takes as its argument.
  if (room < minMeaningColumns) return `  ${truncateText(code, width - 2, glyphs.ellipsis)}`;
  return `${start}${palette.dim(truncateText(meaning, room, glyphs.ellipsis))}`;
}

const minMeaningColumns = 16;
