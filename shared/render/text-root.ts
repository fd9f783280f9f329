import { conditionOf } from "../model/condition.ts";
import type { Finding } from "../model/finding.ts";
import type { RootNode } from "../model/report.ts";
import { conditionRows } from "./rows-conditions.ts";
import { isOpen } from "./rows-gates.ts";
import { partRows } from "./rows-parts.ts";
import { labelled, marked, type Style } from "./style.ts";
import { conditionLines } from "./text-conditions.ts";
import { gateLines } from "./text-gates.ts";
import { noteLines } from "./text-notes.ts";
import { partLines } from "./text-parts.ts";
import { alsoWords, causeWords } from "./words-blame.ts";
import { leadsOf } from "./words-headline.ts";
import { allGoodWords, healthyWords, labels } from "./words-labels.ts";
import { identityWords, openWords, waitsWords } from "./words-root.ts";
import { hanging } from "./wrap.ts";

/** What all sections of one root share. */
export interface Setting {
  /** The Report's time: ages count from here. */
  readonly now: string;
  /** The end of the identity line, harmless. */
  readonly context: string;
  readonly style: Style;
}

/** One root in full, block by block; what is well takes a line, what is unwell a table. */
export function rootLines(
  root: RootNode,
  findings: readonly Finding[],
  setting: Setting,
): readonly (readonly string[])[] {
  const { now, style } = setting;
  return [
    [...headLines(root, findings, setting), ...foldedLines(root, findings, setting)],
    whyLines(root, findings, setting),
    conditionLines(root, now, style),
    partLines(root, findings, now, style),
    gateLines(root, style),
    noteLines(root, findings, style),
  ];
}

/** Verdict first, then which object this is and how it was read. */
function headLines(root: RootNode, findings: readonly Finding[], { now, context, style }: Setting): readonly string[] {
  const { bold, dim } = style.palette;
  const leads = leadsOf(root, findings, now).flatMap((lead) => marked(lead.mark, lead.text, style));
  const separator = ` ${style.glyphs.dot} `;
  const identity = identityWords(root, style.wide, context).join(separator);
  return [...leads.map(bold), ...(identity === "" ? [] : hanging("  ", identity, style.width).map(dim))];
}

/** Cause, the others, the matrix's sentence, who still holds a deleted object. */
function whyLines(root: RootNode, findings: readonly Finding[], { now, style }: Setting): readonly string[] {
  const cause = causeWords(root);
  const also = alsoWords(root, now);
  const waits = waitsWords(findings);
  return [
    ...(cause === undefined ? [] : labelled(labels.cause, cause, style)),
    ...(also.length === 0 ? [] : labelled(cause === undefined ? labels.who : labels.also, also.join("; "), style)),
    ...(waits === "" ? [] : labelled(labels.waits, waits, style)),
    ...(root.meaning === undefined || !isTold(root) ? [] : labelled(labels.means, root.meaning, style)),
  ];
}

/** The sections with nothing to show in a table, each in a line. */
function foldedLines(root: RootNode, findings: readonly Finding[], { now, style }: Setting): readonly string[] {
  if (style.wide) return [];
  const { abnormal, good } = conditionRows(root.conditions, now, false);
  const parts = partRows(root, findings, now, false);
  const summary = [
    ...(abnormal.length > 0 || good.length === 0 || isHistory(root) ? [] : [allGoodWords(good.length)]),
    ...(isOpen(root) ? [openWords(root.profile)] : []),
  ].join(", ");
  const isWell = parts.length > 0 && parts.every((part) => !part.isListed);
  const names = parts.map((part) => `${part.label} ${part.version}`.trim());
  return [
    ...(summary === "" ? [] : marked("good", summary, style)),
    ...(isWell ? marked("good", healthyWords(names), style) : []),
  ];
}

/** The matrix's sentence is about what the CR says: no word of it where the CR is wrong or calls all well. */
function isTold(root: RootNode): boolean {
  const isWorse = root.verdict === "progressing" && conditionOf(root.conditions, "Available")?.status === "False";
  return root.verdict !== "healthy" && !isWorse && !isHistory(root) && root.conditions.some((one) => one.abnormal);
}

/** Its operator is down or lets it die: the CR's own words tell how it was, not how it is. */
function isHistory(root: RootNode): boolean {
  return root.driftHeld === "operator-down" || root.deleting;
}
