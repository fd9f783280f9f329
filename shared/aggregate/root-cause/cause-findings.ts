import { nodesOnPath } from "../../model/cause/cause-path.ts";
import { compareTexts } from "../../model/compare-texts.ts";
import { conditionVerdict, nodeSince } from "../../model/condition-age.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { worstEffect } from "../../model/finding/effect.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeGradedFinding } from "../../model/finding/make-finding.ts";
import { severityOfVerdict } from "../../model/finding/severity.ts";
import { groupByEachKey } from "../../model/items-by-key.ts";
import { isSameObject, keyOf, type Ref } from "../../model/object.ts";
import type { Cause, RootNode } from "../../model/report.ts";
import { normalizeUtc, secondsBetween } from "../../model/time.ts";

/**
 * Makes each cause of an unhealthy root one of the findings.
 * 1. A finding about the object or the component of the cause, with the verdict of the cause, gets its path and time.
 *    Of several the first that has no cause yet gets them.
 * 2. Without such a finding, a finding `state` about the object is added.
 * 3. The other findings `state` about objects on the path report the same fault, so their rows move into that finding.
 */
export function addCauseFindings(findings: readonly Finding[], roots: readonly RootNode[]): readonly Finding[] {
  const unhealthyRoots = roots.filter(({ verdict }) => verdict !== "healthy");
  if (unhealthyRoots.length === 0) return findings;
  const findingsByFault = groupByEachKey(findings, listFaultKeys);
  const causesByFinding = new Map<Finding, Cause>();
  const addedFindings: Finding[] = [];
  for (const root of unhealthyRoots) {
    for (const cause of root.causes) {
      const candidates = [keyOf(cause.about), cause.component].flatMap(
        (subject) => findingsByFault.get(makeFaultKey(root.ref, cause.verdict, subject)) ?? [],
      );
      const finding = candidates.find((candidate) => !causesByFinding.has(candidate));
      if (finding !== undefined) causesByFinding.set(finding, cause);
      else addedFindings.push(addPath(makeStateFinding(cause, root), cause));
    }
  }
  const findingsWithPaths = findings.map((finding) => {
    const cause = causesByFinding.get(finding);
    return cause === undefined ? finding : addPath(finding, cause);
  });
  return joinStateFindings([...findingsWithPaths, ...addedFindings], unhealthyRoots);
}

/** Moves the rows of each finding `state` about an object on the path of a cause into the finding of that cause. */
function joinStateFindings(findings: readonly Finding[], roots: readonly RootNode[]): readonly Finding[] {
  const rootsByKey = new Map(roots.map((root) => [keyOf(root.ref), root]));
  const stateFindings = findings.filter(({ code, path }) => code === "state" && path === undefined);
  const statesByRoot = Map.groupBy(stateFindings, ({ root }) => root && keyOf(root));
  const joinedStates = new Set<Finding>();
  const joinedFindings = findings.map((finding) => {
    if (finding.path === undefined || finding.root === undefined) return finding;
    const rootKey = keyOf(finding.root);
    const states = listStatesOnPath(finding, rootsByKey.get(rootKey), statesByRoot.get(rootKey) ?? []);
    // A finding that is on the paths of several causes joins the first.
    const freeStates = states.filter((state) => !joinedStates.has(state));
    for (const state of freeStates) joinedStates.add(state);
    return addStateRows(finding, freeStates);
  });
  return joinedFindings.filter((finding) => !joinedStates.has(finding));
}

/** Those of `states` that are about an object on the path of a cause, its component and its deepest object included. */
function listStatesOnPath(
  { path = [] }: Finding,
  root: RootNode | undefined,
  states: readonly Finding[],
): readonly Finding[] {
  if (root === undefined || states.length === 0) return [];
  const keysOnPath = new Set(nodesOnPath(root, { path }).map(({ ref }) => keyOf(ref)));
  return states.filter(({ about }) => keysOnPath.has(keyOf(about)));
}

/** Appends the rows of `states`. A row about another object than the cause names its object. */
function addStateRows(cause: Finding, states: readonly Finding[]): Finding {
  if (states.length === 0) return cause;
  const stateRows = states.flatMap(({ about, rows }) =>
    rows.map((row) => (isSameObject(about, cause.about) ? row : { ...row, about: row.about ?? about })),
  );
  const rows = [...cause.rows, ...stateRows];
  return { ...cause, rows, effects: { ...cause.effects, upgrade: worstEffect(rows) } };
}

/** Adds the path of a cause to a finding, and the time of the cause unless the finding has one of its own. */
function addPath(finding: Finding, { path, since }: Cause): Finding {
  return { ...finding, path, ...definedFields({ since: finding.since ?? since }) } as Finding;
}

/** The keys of the faults that a finding may stand for: that of its object, and that of its component. */
function listFaultKeys({ about, component, root, verdict }: Finding): readonly string[] {
  if (root === undefined) return [];
  const subjects = component === undefined ? [keyOf(about)] : [keyOf(about), component];
  return subjects.map((subject) => makeFaultKey(root, verdict, subject));
}

/** The key of a fault of a root. `subject` is the key of an object, or the label of a component. */
function makeFaultKey(root: Ref, verdict: Finding["verdict"], subject: string): string {
  return `${keyOf(root)} ${verdict} ${subject}`;
}

/** The finding `state` for a cause. It names the component unless the cause is the root itself. */
function makeStateFinding({ about, component, path, verdict, next }: Cause, root: RootNode): Finding {
  return {
    ...makeGradedFinding(severityOfVerdict(verdict), about, { code: "state" }),
    root: root.ref,
    ...definedFields({ component: path.length > 1 ? component : undefined }),
    verdict,
    next,
  };
}

/** Adds to a root the time since which its first cause holds. No time of the root or of a cause is later than `takenAt`. */
export function addCauseTimes(root: RootNode, takenAt: string): RootNode {
  const causes = root.causes.map((cause): Cause => {
    const since = limitTime(cause.since, takenAt);
    return { ...cause, ...definedFields({ since }) };
  });
  const since = limitTime(findRootTime(root, causes), takenAt);
  return { ...root, causes, ...definedFields({ since }) };
}

/**
 * The time since which a root has its verdict: the earlier of that of its own conditions that are at least as bad and that of
 * the first cause, if that has the verdict and a time. A root that is degraded may not be Ready, which alone is worse. The Pod that explains a roll-out of minutes may be seconds old.
 */
function findRootTime(root: RootNode, [firstCause]: readonly Cause[]): string | undefined {
  const causeTime = firstCause?.verdict === root.verdict ? firstCause.since : undefined;
  const ownTimes = root.conditions.flatMap((each) => {
    const verdict = conditionVerdict(each);
    const isAsBad = verdict === root.verdict || (verdict === "unavailable" && root.verdict === "degraded");
    return isAsBad ? (each.since ?? []) : [];
  });
  const [earliest] = (causeTime === undefined ? [] : [causeTime, ...ownTimes]).toSorted(compareTexts);
  return earliest ?? nodeSince(root);
}

/** The earlier of two times, because the clock of a cluster may be ahead. */
function limitTime(since: string | undefined, takenAt: string): string | undefined {
  if (since === undefined) return undefined;
  const secondsAhead = secondsBetween(takenAt, since) ?? 0;
  return secondsAhead > 0 ? (normalizeUtc(takenAt) ?? since) : since;
}
