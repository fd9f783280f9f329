import { lastConditionOfType } from "../../model/condition.ts";
import { fallbackProfile } from "../../model/families.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { keyOf } from "../../model/object.ts";
import type { RootNode } from "../../model/report.ts";
import type { AgeClock } from "../../outline/ages.ts";
import { causeWords, equalCausesText, eventWords, isCauseSaid, otherUnhealthyText } from "../words/cause/blame.ts";
import { openWords, partColumn } from "../words/report/family.ts";
import { type HeadlineLead, headlineLeads } from "../words/report/headline.ts";
import { allGoodWords, healthyWords, paragraphLabels } from "../words/report/labels.ts";
import { identityWords, waitsWords } from "../words/report/root.ts";
import { type PartRow, partRows } from "./component-rows.ts";
import { conditionRows } from "./condition-rows.ts";
import { gateRows, isOpen } from "./gate-rows.ts";
import { rootNotes } from "./notes.ts";
import type { LabelledText, PageDetail, PageLine, RootPage } from "./page.ts";
import { conditionOnce, noteOnce, partOnce, saidTexts, withoutRepetition } from "./said-once.ts";
import { conditionSection, partSection } from "./sections.ts";

/** Everything about one root; `context` is where it was read, unless another line has it. */
export function rootPage(root: RootNode, findings: readonly Finding[], context: string, telling: PageDetail): RootPage {
  const { clock, wide } = telling;
  const parts = partSection(root, findings, telling);
  const leads = headlineLeads(root, findings, clock);
  const why = whyOf(root, findings, leads, telling);
  const said = saidTexts(
    root,
    why,
    leads.map(({ text }) => text),
  );
  const isCauseShown = why.some(({ label }) => label === paragraphLabels.cause);
  const conditions = conditionSection(root, telling);
  const isShort = root.verdict === "healthy" && leads.length + parts.listed.length + conditions.listed.length === 1;
  return {
    root,
    findings,
    leads: isCauseShown ? leads.map((lead) => ({ ...lead, text: withoutRepetition(lead.text, said) })) : leads,
    impact: root.impact.map(({ text }) => text),
    identity: identityWords(root, wide, context),
    folded: wide ? [] : foldedOf(root, parts.listed.length > 0 ? [] : partRows(root, findings, clock, false), clock),
    why,
    conditions: wide ? conditions : { ...conditions, listed: conditions.listed.map((row) => conditionOnce(row, said)) },
    parts: {
      title: partColumn(root.profile),
      ...parts,
      listed: parts.listed.map((row) => partOnce(row, said)),
    },
    gates: isOpen(root) && !wide ? [] : gateRows(root),
    notes: rootNotes(root, findings, telling, isShort).map((note) => noteOnce(note, said)),
  };
}

/** The healthy things in a line each; `parts` are those without a table. */
function foldedOf(root: RootNode, parts: readonly PartRow[], clock: AgeClock): readonly PageLine[] {
  const { abnormal, good } = conditionRows(root.conditions, clock, false);
  const summary = [
    ...(abnormal.length > 0 || good.length === 0 || isHistory(root) ? [] : [allGoodWords(good.length)]),
    ...(isOpen(root) ? [openWords(root.profile)] : []),
  ].join(", ");
  const isWell = parts.length > 0 && parts.every((part) => !part.isListed);
  const names = parts.map((part) => `${part.label} ${part.version}`.trim());
  return [
    ...(summary === "" ? [] : [{ mark: "good" as const, text: summary }]),
    ...(isWell ? [{ mark: "good" as const, text: healthyWords(names) }] : []),
  ];
}

function whyOf(
  root: RootNode,
  findings: readonly Finding[],
  leads: readonly HeadlineLead[],
  { clock, wide }: PageDetail,
): readonly LabelledText[] {
  const isSaid = isCauseSaid(
    root,
    leads.map(({ text }) => text),
  );
  const cause = isSaid ? undefined : causeWords(root, clock, wide);
  const also = otherUnhealthyText(root, clock);
  const waits = waitsWords(findings.filter(({ about }) => keyOf(about) === keyOf(root.ref)));
  const all: readonly LabelledText[] = [
    { label: paragraphLabels.cause, texts: cause === undefined ? [] : [cause] },
    ...equalCausesText(root, clock, wide).map((text) => ({ label: paragraphLabels.and, texts: [text] })),
    { label: paragraphLabels.event, texts: eventWords(root, clock, wide) },
    // A cause with evidence of its own has a line of its own.
    ...(root.causes.slice(1).some(({ path }) => path.length > 2) ? also.map((text) => [text]) : [also]).map(
      (texts) => ({
        label: cause === undefined ? paragraphLabels.who : paragraphLabels.also,
        texts,
      }),
    ),
    { label: paragraphLabels.waits, texts: waits === "" ? [] : [waits] },
    { label: paragraphLabels.means, texts: root.meaning === undefined || !isMeaningShown(root) ? [] : [root.meaning] },
  ];
  return all.filter(({ texts }) => texts.length > 0);
}

/**
 * Whether the matrix's sentence about the CR's conditions is shown. It is not where the CR is wrong, out of date or
 * reports no abnormal condition.
 */
export function isMeaningShown(root: RootNode): boolean {
  const isWorse =
    root.verdict === "progressing" && lastConditionOfType(root.conditions, "Available")?.status === "False";
  const isNews = root.verdict !== "healthy" && !isWorse && !isHistory(root);
  return isNews && hasOwnMatrix(root) && root.conditions.some((one) => one.abnormal);
}

/** Whether the matrix was written for the kind: for HyperConverged, its components and Applications. */
export function hasOwnMatrix({ profile, ref }: Pick<RootNode, "profile" | "ref">): boolean {
  return profile !== fallbackProfile || /(^|\.)kubevirt\.io$/.test(ref.group);
}

/** Whether the CR's status is out of date: its operator is down, or the CR is being deleted. */
function isHistory(root: RootNode): boolean {
  return root.driftHeld === "operator-down" || root.deleting;
}
