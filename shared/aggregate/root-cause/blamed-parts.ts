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

/**
 * Makes a candidate of each part, then of each component that the root blames and that is no part of its tree.
 *
 * A part has the root's words about it as evidence in two cases: it was not read, or no part that was read is as bad as
 * the root and this one is neither unavailable nor degraded. In the second case one blamed component also gets the
 * verdict of the root (see `findMainBlamedPart`), so that the root has a cause of its verdict.
 */
export function listPartCandidates(
  root: { readonly verdict: Verdict; readonly ref: Ref },
  parts: readonly ReportNode[],
  contributions: BlamedContributions,
): readonly Candidate[] {
  const isExplained = parts.some(
    (part) => part.required && !isUnread(part) && compareVerdicts(part.verdict, root.verdict) <= 0,
  );
  const blamedParts = isSerious(root.verdict) ? listBlamedParts(contributions) : [];
  const main = isExplained ? undefined : findMainBlamedPart(blamedParts, parts);
  const blamedByName = new Map(
    blamedParts.map((each) => [each.component, each === main ? { ...each, verdict: root.verdict } : each]),
  );
  const ofParts = parts.map((part): Candidate => {
    const blamed = blamedByName.get(part.label);
    const needsExplanation = isUnread(part) || (!isExplained && !isSerious(part.verdict));
    return blamed !== undefined && needsExplanation ? makeBlamedCandidate(blamed, part) : makePartCandidate(part);
  });
  const partNames = new Set(parts.map(({ label }) => label));
  const withoutPart = [...blamedByName.values()].filter(({ component }) => !partNames.has(component));
  return [...ofParts, ...withoutPart.map((blamed) => makeCandidateWithoutPart(blamed, root.ref))];
}

/** Makes the candidate of a part that the deepest object below it explains. */
export function makePartCandidate(part: ReportNode): Candidate {
  const verdict = isUnread(part) ? worstVerdict([part.verdict, ...listVerdictsBelow(part)]) : part.verdict;
  return { component: part.label, verdict, required: part.required, evidence: { node: part } };
}

/** A component that the root's conditions name, and what they report about it. */
interface BlamedPart {
  readonly component: string;
  readonly verdict: Verdict;
  /** What the root reports; undefined where the operator's message ends after its own words: `CDI is degraded: `. */
  readonly explanation?: CauseClause;
  /** The same without that restriction, for a part that nothing else explains. */
  readonly fallback: CauseClause;
  readonly since?: string;
}

/** The verdicts of the objects below a part that explain it. */
function listVerdictsBelow(part: ReportNode): readonly Verdict[] {
  const [, ...below] = findBestTrail(part);
  return below.map(({ verdict }) => verdict);
}

/** The first unavailable or degraded one below which something unhealthy was found, else the first such one. */
function findMainBlamedPart(blamedParts: readonly BlamedPart[], parts: readonly ReportNode[]): BlamedPart | undefined {
  const serious = blamedParts.filter(({ verdict }) => isSerious(verdict));
  const partsWithFault = parts.filter((part) => listSeriousTrails(part).length > 0);
  const namesWithFault = new Set(partsWithFault.map(({ label }) => label));
  return serious.find(({ component }) => namesWithFault.has(component)) ?? serious[0];
}

/** One row for each component that Available, Degraded or Progressing names, in this order. */
function listBlamedParts(contributions: BlamedContributions): readonly BlamedPart[] {
  const available = contributions["Available"] ?? [];
  const degraded = contributions["Degraded"] ?? [];
  const progressing = contributions["Progressing"] ?? [];
  // HCODegraded in Available is the operator's own reason and stands for the component that Degraded names.
  const unavailable = available.filter(({ reason }) => reason !== "HCODegraded");
  // HCOUpgrading in Progressing is about the upgrade, not about the component that Upgradeable names.
  const rolledOut = progressing.filter(({ reason }) => reason !== "HCOUpgrading");
  const verdictOf = (contribution: Contribution): Verdict => {
    if (unavailable.includes(contribution)) return "unavailable";
    return degraded.includes(contribution) ? "degraded" : "progressing";
  };
  const mostTelling = [...unavailable, ...degraded, ...available, ...progressing].filter(hasComponentMessage);
  const byComponent = Map.groupBy([...unavailable, ...degraded, ...rolledOut], ({ component }) => component);
  return [...byComponent].flatMap(([component, [first]]) => {
    if (first === undefined) return [];
    const telling = mostTelling.find((each) => each.component === component);
    const explanation = telling === undefined ? undefined : quoteContribution(telling);
    const { since } = telling ?? first;
    const fallback = quoteContribution(first);
    return { component, verdict: verdictOf(first), fallback, ...definedFields({ explanation, since }) };
  });
}

/** Whether the operator's message, `CDI is degraded: ` and the component's own message, has that second half. */
function hasComponentMessage({ message }: Contribution): boolean {
  return !message.trimEnd().endsWith(":");
}

function quoteContribution({ reason, message }: Contribution): CauseClause {
  return quoteReport({ reason: message === "" ? reason : "", message });
}

function makeCandidateWithoutPart(
  { component, verdict, explanation, fallback, since }: BlamedPart,
  root: Ref,
): Candidate {
  const evidence = { about: root, clauses: [explanation ?? fallback], ...definedFields({ since }) };
  return { component, verdict, required: true, evidence };
}

function makeBlamedCandidate(
  { component, verdict, explanation, fallback, since }: BlamedPart,
  part: ReportNode,
): Candidate {
  const isAlone = findBestTrail(part).length === 1;
  const clause = isAlone ? (explanation ?? fallback) : explanation;
  const clauses = clause === undefined ? undefined : [clause];
  return {
    component,
    // What was found below a part shows more than the condition that names it.
    verdict: worstVerdict([verdict, ...listVerdictsBelow(part)]),
    required: part.required,
    evidence: { node: part, ...definedFields({ clauses, since }) },
  };
}
