import { nodesOnPath } from "../../model/cause/cause-path.ts";
import { nodeSince } from "../../model/condition-age.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { worstEffect } from "../../model/finding/effect.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeGradedFinding } from "../../model/finding/make-finding.ts";
import { severityOfVerdict } from "../../model/finding/severity.ts";
import { isSameObject, keyOf, type Ref } from "../../model/object.ts";
import type { Cause, RootNode } from "../../model/report.ts";
import { normalizeUtc, secondsBetween } from "../../model/time.ts";

/**
 * Makes each cause of an unhealthy root one of the findings.
 * 1. A finding about the object or the component of the cause, with the verdict of the cause, gets its path and time.
 *    Where there are several, the first that has no cause yet gets them.
 * 2. Without such a finding, a finding `state` about the object is added.
 * 3. The other findings `state` about objects on the path report the same fault, so their rows move into that finding.
 */
export function addCauseFindings(findings: readonly Finding[], roots: readonly RootNode[]): readonly Finding[] {
  const unhealthy = roots.filter(({ verdict }) => verdict !== "healthy");
  if (unhealthy.length === 0) return findings;
  const keyedFindings = findings.flatMap((finding) => listFaultKeys(finding).map((key) => ({ key, finding })));
  const findingsByFault = Map.groupBy(keyedFindings, ({ key }) => key);
  const causeOfFinding = new Map<Finding, Cause>();
  const added: Finding[] = [];
  for (const root of unhealthy) {
    for (const cause of root.causes) {
      const match = [keyOf(cause.about), cause.component]
        .flatMap((subject) => findingsByFault.get(makeFaultKey(root.ref, cause.verdict, subject)) ?? [])
        .find(({ finding }) => !causeOfFinding.has(finding));
      if (match === undefined) added.push(addPath(makeStateFinding(cause, root), cause));
      else causeOfFinding.set(match.finding, cause);
    }
  }
  const found = findings.map((finding) => {
    const cause = causeOfFinding.get(finding);
    return cause === undefined ? finding : addPath(finding, cause);
  });
  return joinStateFindings([...found, ...added], unhealthy);
}

/** Moves the rows of each finding `state` about an object on the path of a cause into the finding of that cause. */
function joinStateFindings(findings: readonly Finding[], roots: readonly RootNode[]): readonly Finding[] {
  const rootByKey = new Map(roots.map((root) => [keyOf(root.ref), root]));
  const stateFindings = findings.filter(({ code, path }) => code === "state" && path === undefined);
  const statesByRoot = Map.groupBy(stateFindings, ({ root }) => root && keyOf(root));
  const joined = new Set<Finding>();
  const withRows = new Map<Finding, Finding>();
  for (const finding of findings) {
    if (finding.path === undefined || finding.root === undefined) continue;
    const rootKey = keyOf(finding.root);
    const states = listStatesOnPath(finding, rootByKey.get(rootKey), statesByRoot.get(rootKey) ?? []);
    const newStates = states.filter((state) => !joined.has(state));
    for (const state of newStates) joined.add(state);
    withRows.set(finding, addStateRows(finding, newStates));
  }
  return findings.filter((finding) => !joined.has(finding)).map((finding) => withRows.get(finding) ?? finding);
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
  const ofObject = makeFaultKey(root, verdict, keyOf(about));
  return component === undefined ? [ofObject] : [ofObject, makeFaultKey(root, verdict, component)];
}

/** `subject`: the key of an object, or the label of a component. */
function makeFaultKey(root: Ref, verdict: Finding["verdict"], subject: string): string {
  return `${keyOf(root)} ${verdict} ${subject}`;
}

function makeStateFinding({ about, component, path, verdict, next }: Cause, root: RootNode): Finding {
  return {
    ...makeGradedFinding(severityOfVerdict(verdict), about, { code: "state" }),
    root: root.ref,
    ...(path.length > 1 && { component }),
    verdict,
    next,
  };
}

/** Adds the time since which the first cause holds to a root. No time of the root or of a cause is later than `takenAt`. */
export function addCauseTimes(root: RootNode, takenAt: string): RootNode {
  const causes = root.causes.map((cause): Cause => {
    const since = limitTime(cause.since, takenAt);
    return { ...cause, ...definedFields({ since }) };
  });
  const since = limitTime(sinceOf(root, causes), takenAt);
  return { ...root, causes, ...definedFields({ since }) };
}

/** The time of the first cause if that has the verdict of the root and a time, else the time of the root itself. */
function sinceOf(root: RootNode, [first]: readonly Cause[]): string | undefined {
  return first?.verdict === root.verdict && first.since !== undefined ? first.since : nodeSince(root);
}

function limitTime(since: string | undefined, takenAt: string): string | undefined {
  const isAhead = since !== undefined && (secondsBetween(takenAt, since) ?? 0) > 0;
  return isAhead ? (normalizeUtc(takenAt) ?? since) : since;
}
