import { conditionOf } from "../model/condition.ts";
import type { Finding } from "../model/finding.ts";
import { keyOf } from "../model/object.ts";
import type { RootNode } from "../model/report.ts";
import type { Line, Paragraph, RootPage, Telling } from "./page-model.ts";
import { rootNotes } from "./page-notes.ts";
import { conditionsOf, partsOf } from "./page-sections.ts";
import { conditionRows } from "./rows-conditions.ts";
import { gateRows, isOpen } from "./rows-gates.ts";
import { type PartRow, partRows } from "./rows-parts.ts";
import type { Clock } from "./words-age.ts";
import { alsoWords, causeWords, equalWords, eventWords } from "./words-blame.ts";
import { leadsOf } from "./words-headline.ts";
import { allGoodWords, healthyWords, labels, partTitle } from "./words-labels.ts";
import { identityWords, openWords, waitsWords } from "./words-root.ts";

/** Everything to be said of one root; `context` is where it was read, unless that stands elsewhere. */
export function rootPage(root: RootNode, findings: readonly Finding[], context: string, telling: Telling): RootPage {
  const { clock, wide } = telling;
  const parts = partsOf(root, findings, telling);
  const leads = leadsOf(root, findings, clock);
  const conditions = conditionsOf(root, telling);
  const isShort = root.verdict === "healthy" && leads.length + parts.listed.length + conditions.listed.length === 1;
  return {
    root,
    findings,
    leads,
    identity: identityWords(root, wide, context),
    folded: wide ? [] : foldedOf(root, parts.listed.length > 0 ? [] : partRows(root, findings, clock, false), clock),
    why: whyOf(root, findings, telling),
    conditions,
    parts: { title: partTitle(root.profile), ...parts },
    gates: isOpen(root) && !wide ? [] : gateRows(root),
    notes: rootNotes(root, findings, telling, isShort),
  };
}

/** What is well in a line each; of `parts`, those that have no table. */
function foldedOf(root: RootNode, parts: readonly PartRow[], clock: Clock): readonly Line[] {
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

function whyOf(root: RootNode, findings: readonly Finding[], { clock, wide }: Telling): readonly Paragraph[] {
  const cause = causeWords(root, clock);
  const also = alsoWords(root, clock);
  const waits = waitsWords(findings.filter(({ about }) => keyOf(about) === keyOf(root.ref)));
  const all: readonly Paragraph[] = [
    { label: labels.cause, texts: cause === undefined ? [] : [cause] },
    ...equalWords(root, clock, wide).map((text) => ({ label: labels.and, texts: [text] })),
    { label: labels.event, texts: eventWords(root, clock, wide) },
    // What has evidence of its own has a line of its own.
    ...(root.otherCauses === undefined ? [also] : also.map((text) => [text])).map((texts) => ({
      label: cause === undefined ? labels.who : labels.also,
      texts,
    })),
    { label: labels.waits, texts: waits === "" ? [] : [waits] },
    { label: labels.means, texts: root.meaning === undefined || !isTold(root) ? [] : [root.meaning] },
  ];
  return all.filter(({ texts }) => texts.length > 0);
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
