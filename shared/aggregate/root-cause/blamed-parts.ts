import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Ref } from "../../model/object.ts";
import type { Contribution, ContributionsByType, ReportNode } from "../../model/report.ts";
import { isUnread } from "../../model/snapshot.ts";
import { compareVerdicts, isSerious, type Verdict, worstVerdict } from "../../model/verdict.ts";
import type { Candidate } from "./candidates.ts";
import { quote } from "./cause-evidence.ts";
import { longestTrail, trailsFrom } from "./cause-trails.ts";

/** The contributions that the root's own reasons name for parts that could not be read, by condition type. */
export type Blamed = ContributionsByType;

/**
 * A candidate for each part. One that was not read counts with what was found below it, and with the words in which the
 * root blames it. A part of the root that is not in the tree may be blamed too. Where nothing that was read explains
 * the root's verdict, the first of the blamed parts does, if possible one below which something was found.
 */
export function partCandidates(
  root: { readonly verdict: Verdict; readonly ref: Ref },
  parts: readonly ReportNode[],
  blamed: Blamed,
): readonly Candidate[] {
  const isRead = (part: ReportNode): boolean => part.required && !isUnread(part);
  const isExplained = parts.some((part) => isRead(part) && compareVerdicts(part.verdict, root.verdict) <= 0);
  const rows = isSerious(root.verdict) ? blamedRows(blamed) : [];
  const serious = rows.filter(({ verdict }) => isSerious(verdict));
  const [first] = isExplained ? [] : foundFirst(serious, parts);
  const byName = new Map(rows.map((row) => [row.component, row === first ? { ...row, verdict: root.verdict } : row]));
  const named = parts.map((part): Candidate => {
    const row = byName.get(part.label);
    const isBlamed = isUnread(part) || (!isExplained && !isSerious(part.verdict));
    return row === undefined || !isBlamed ? partCandidate(part) : blamedCandidate(row, root.ref, part);
  });
  const names = new Set(parts.map(({ label }) => label));
  return [
    ...named,
    ...[...byName.values()]
      .filter(({ component }) => !names.has(component))
      .map((row) => blamedCandidate(row, root.ref)),
  ];
}

/** A part by itself: the deepest object below it explains it. */
export function partCandidate(part: ReportNode): Candidate {
  const { label: component, required } = part;
  const verdict = isUnread(part) ? worstVerdict([part.verdict, ...below(part)]) : part.verdict;
  return { component, verdict, required, evidence: { node: part } };
}

/** What the root says about one part that it blames. */
interface BlamedRow {
  readonly component: string;
  readonly verdict: Verdict;
  /** The root's words; undefined where they have no end, as in `CDI is degraded: `. */
  readonly words?: CauseClause;
  readonly otherwise: CauseClause;
  readonly since?: string;
}

/** The verdicts of what was found below a part, if that makes something worse. */
function below(part: ReportNode): readonly Verdict[] {
  return longestTrail(part)
    .slice(1)
    .map(({ verdict }) => verdict);
}

/** The rows with something unhealthy below their part. Without any such row, all. */
function foundFirst(rows: readonly BlamedRow[], parts: readonly ReportNode[]): readonly BlamedRow[] {
  const seen = new Set(parts.filter((part) => trailsFrom(part).length > 0).map(({ label }) => label));
  return [...rows.filter(({ component }) => seen.has(component)), ...rows];
}

/** One row for each part that Available, Degraded or Progressing names, the worst first. */
function blamedRows(blamed: Blamed): readonly BlamedRow[] {
  // HCODegraded in Available is the operator's own reason and stands for the component that Degraded names.
  const down = blamed["Available"]?.filter(({ reason }) => reason !== "HCODegraded") ?? [];
  const degraded = blamed["Degraded"] ?? [];
  const all = [...down, ...degraded, ...(blamed["Available"] ?? []), ...(blamed["Progressing"] ?? [])];
  // HCOUpgrading in Progressing is about the upgrade, not about the component that Upgradeable names.
  const busy = blamed["Progressing"]?.filter(({ reason }) => reason !== "HCOUpgrading") ?? [];
  const verdictOf = (row: Contribution): Verdict => {
    if (down.includes(row)) return "unavailable";
    return degraded.includes(row) ? "degraded" : "progressing";
  };
  return [...Map.groupBy([...down, ...degraded, ...busy], ({ component }) => component)].flatMap(
    ([component, [row]]) => {
      if (row === undefined) return [];
      // The operator's message is `CDI is degraded: ` and the component's own message, which may be empty.
      const explaining = all.find((each) => each.component === component && !each.message.trimEnd().endsWith(":"));
      const { since } = explaining ?? row;
      return {
        component,
        verdict: verdictOf(row),
        ...(explaining !== undefined && { words: reportedClause(explaining) }),
        otherwise: reportedClause(row),
        ...definedFields({ since }),
      };
    },
  );
}

function reportedClause({ reason, message }: Contribution): CauseClause {
  return quote({ reason: message === "" ? reason : "", message });
}

function blamedCandidate(
  { component, verdict, words, otherwise, since }: BlamedRow,
  root: Ref,
  part?: ReportNode,
): Candidate {
  const dated = definedFields({ since });
  if (part === undefined)
    return { component, verdict, required: true, evidence: { about: root, clauses: [words ?? otherwise], ...dated } };
  const isAlone = longestTrail(part).length === 1;
  const text = isAlone ? (words ?? otherwise) : words;
  // What was found below a part shows more than the condition that names it.
  const worst = worstVerdict([verdict, ...below(part)]);
  return {
    component,
    verdict: worst,
    required: part.required,
    evidence: { node: part, ...(text && { clauses: [text] }), ...dated },
  };
}
