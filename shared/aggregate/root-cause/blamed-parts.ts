import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Ref } from "../../model/object.ts";
import type { Contribution, ContributionsByType, ReportNode } from "../../model/report.ts";
import { isUnread } from "../../model/snapshot.ts";
import { compareVerdicts, isSerious, type Verdict, worstVerdict } from "../../model/verdict.ts";
import type { Candidate } from "./candidates.ts";
import { quoteReport } from "./cause-evidence.ts";
import { findBestTrail, listSeriousTrails } from "./cause-trails.ts";

/** The contributions that the root's own reasons name for parts that could not be read, by condition type. */
export type BlamedContributions = ContributionsByType;

/** A component that the root's conditions name, and what they report about it. */
interface BlamedPart {
  readonly component: string;
  readonly verdict: Verdict;
  /** A message of the root that reports more than the verdict. Absent if there is only a message like `CDI is degraded: `. */
  readonly explanation?: CauseClause;
  /** The first message of the root, also one like `CDI is degraded: `, for a part that nothing else explains. */
  readonly fallback: CauseClause;
  readonly since?: string;
}

/**
 * Makes a candidate of each part, then of each component that the root blames and that is no part of its tree.
 *
 * The report of the root about a part is evidence for the part in two cases:
 * 1. The part was not read.
 * 2. No part that was read is as bad as the root, and this part is neither unavailable nor degraded. One blamed component
 *    then also gets the verdict of the root (`findMainBlamedPart`), so that the root has a cause of its verdict.
 */
export function listPartCandidates(
  root: { readonly verdict: Verdict; readonly ref: Ref },
  parts: readonly ReportNode[],
  contributions: BlamedContributions,
): readonly Candidate[] {
  const isRootExplained = parts.some(
    (part) => part.required && !isUnread(part) && compareVerdicts(part.verdict, root.verdict) <= 0,
  );
  const blamedParts = isSerious(root.verdict) ? listBlamedParts(contributions) : [];
  const mainBlamedPart = isRootExplained ? undefined : findMainBlamedPart(blamedParts, parts);
  const blamedByName = new Map(blamedParts.map((blamed) => [blamed.component, blamed]));
  if (mainBlamedPart !== undefined) {
    blamedByName.set(mainBlamedPart.component, { ...mainBlamedPart, verdict: root.verdict });
  }
  const candidates = parts.map((part): Candidate => {
    const blamed = blamedByName.get(part.label);
    const needsExplanation = isUnread(part) || (!isRootExplained && !isSerious(part.verdict));
    return blamed !== undefined && needsExplanation ? makeBlamedCandidate(blamed, part) : makePartCandidate(part);
  });
  const partNames = new Set(parts.map(({ label }) => label));
  for (const blamed of blamedByName.values()) {
    if (!partNames.has(blamed.component)) candidates.push(makeCandidateWithoutPart(blamed, root.ref));
  }
  return candidates;
}

/** Makes the candidate of a part that the deepest object below it explains. */
export function makePartCandidate(part: ReportNode): Candidate {
  const verdict = isUnread(part) ? worstVerdict([part.verdict, ...listVerdictsBelow(part)]) : part.verdict;
  return { component: part.label, verdict, required: part.required, evidence: { node: part } };
}

/** The verdicts of the objects below a part that explain it. */
function listVerdictsBelow(part: ReportNode): readonly Verdict[] {
  const [, ...below] = findBestTrail(part);
  return below.map(({ verdict }) => verdict);
}

/**
 * The blamed part that gets the verdict of the root: the first unavailable or degraded one with an unhealthy object below it,
 * otherwise the first unavailable or degraded one. Undefined if no blamed part is unavailable or degraded.
 */
function findMainBlamedPart(blamedParts: readonly BlamedPart[], parts: readonly ReportNode[]): BlamedPart | undefined {
  const seriousParts = blamedParts.filter(({ verdict }) => isSerious(verdict));
  const partsWithFault = parts.filter((part) => listSeriousTrails(part).length > 0);
  const namesWithFault = new Set(partsWithFault.map(({ label }) => label));
  return seriousParts.find(({ component }) => namesWithFault.has(component)) ?? seriousParts[0];
}

/** One blamed part for each component that Available, Degraded or Progressing names, in this order. */
function listBlamedParts(contributions: BlamedContributions): readonly BlamedPart[] {
  const available = contributions["Available"] ?? [];
  const degraded = contributions["Degraded"] ?? [];
  const progressing = contributions["Progressing"] ?? [];
  // HCODegraded in Available is the operator's own reason and stands for the component that Degraded names.
  const unavailableRows = available.filter(({ reason }) => reason !== "HCODegraded");
  // HCOUpgrading in Progressing is about the upgrade, not about the component that Upgradeable names.
  const rolloutRows = progressing.filter(({ reason }) => reason !== "HCOUpgrading");
  const readVerdict = (row: Contribution): Verdict => {
    if (unavailableRows.includes(row)) return "unavailable";
    return degraded.includes(row) ? "degraded" : "progressing";
  };
  const rowsWithMessage = [...unavailableRows, ...degraded, ...available, ...progressing].filter(hasComponentMessage);
  const rowsByComponent = Map.groupBy([...unavailableRows, ...degraded, ...rolloutRows], ({ component }) => component);
  return [...rowsByComponent].flatMap(([component, [firstRow]]): readonly BlamedPart[] => {
    if (firstRow === undefined) return [];
    const explainingRow = rowsWithMessage.find((row) => row.component === component);
    const explanation = explainingRow === undefined ? undefined : quoteContribution(explainingRow);
    const { since } = explainingRow ?? firstRow;
    const fallback = quoteContribution(firstRow);
    return [{ component, verdict: readVerdict(firstRow), fallback, ...definedFields({ explanation, since }) }];
  });
}

/** Whether the operator quotes a message of the component: `CDI is degraded: no storage`, and not `CDI is degraded: `. */
function hasComponentMessage({ message }: Contribution): boolean {
  return !message.trimEnd().endsWith(":");
}

/** What the root reports in a contribution: its message, or its reason if there is no message. */
function quoteContribution({ reason, message }: Contribution): CauseClause {
  return quoteReport({ reason: message === "" ? reason : "", message });
}

/** The candidate of a blamed component that is no part of the tree: its evidence is what the root reports. */
function makeCandidateWithoutPart(
  { component, verdict, explanation, fallback, since }: BlamedPart,
  root: Ref,
): Candidate {
  const evidence = { about: root, clauses: [explanation ?? fallback], ...definedFields({ since }) };
  return { component, verdict, required: true, evidence };
}

/** The candidate of a part that the root blames. The report of the root stands before the evidence of the objects below it. */
function makeBlamedCandidate(
  { component, verdict, explanation, fallback, since }: BlamedPart,
  part: ReportNode,
): Candidate {
  const isExplainedBelow = findBestTrail(part).length > 1;
  const clause = isExplainedBelow ? explanation : (explanation ?? fallback);
  const clauses = clause && [clause];
  return {
    component,
    // The objects below a part show more than the condition that names the part.
    verdict: worstVerdict([verdict, ...listVerdictsBelow(part)]),
    required: part.required,
    evidence: { node: part, ...definedFields({ clauses, since }) },
  };
}
