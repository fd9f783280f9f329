import { nodesOnPath } from "../../model/cause/cause-path.ts";
import { nodeSince } from "../../model/condition-age.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { worstEffect } from "../../model/finding/effect.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeGradedFinding } from "../../model/finding/make-finding.ts";
import { severityOfVerdict } from "../../model/finding/severity.ts";
import { isSameObject, keyOf } from "../../model/object.ts";
import type { Cause, RootNode } from "../../model/report.ts";
import { normalizeUtc, secondsBetween } from "../../model/time.ts";

/**
 * The findings, in which each cause of each root is one: the finding about the same object or component that makes the
 * same of the root has the way and the time of the cause. Where there is none, a finding `state` is added. What objects on
 * the way report is the same fault, so their rows are rows of that finding.
 */
export function withCauseFindings(findings: readonly Finding[], roots: readonly RootNode[]): readonly Finding[] {
  const unhealthy = roots.filter(({ verdict }) => verdict !== "healthy");
  if (unhealthy.length === 0) return findings;
  const byFault = Map.groupBy(
    findings.flatMap((finding) => faultKeys(finding).map((key) => ({ key, finding }))),
    ({ key }) => key,
  );
  const causeOfFinding = new Map<Finding, Cause>();
  const added: Finding[] = [];
  for (const root of unhealthy) {
    for (const cause of root.causes) {
      const known = [keyOf(cause.about), cause.component]
        .flatMap((subject) => byFault.get(faultKey(root, cause.verdict, subject)) ?? [])
        .find(({ finding }) => !causeOfFinding.has(finding));
      if (known === undefined) added.push(withWay(stateFinding(cause, root), cause));
      else causeOfFinding.set(known.finding, cause);
    }
  }
  const found = findings.map((finding) => {
    const cause = causeOfFinding.get(finding);
    return cause === undefined ? finding : withWay(finding, cause);
  });
  return joinStates([...found, ...added], unhealthy);
}

/** The findings, in which each cause has the rows of the objects on its way. */
function joinStates(findings: readonly Finding[], roots: readonly RootNode[]): readonly Finding[] {
  const joined = new Set<Finding>();
  const causes = findings.filter(({ path }) => path !== undefined);
  const rootAt = new Map(roots.map((root) => [keyOf(root.ref), root]));
  const statesAt = Map.groupBy(
    findings.filter(({ code, path }) => code === "state" && path === undefined),
    ({ root }) => root && keyOf(root),
  );
  const whole = new Map(
    causes.map((cause): readonly [Finding, Finding] => {
      const owner = cause.root && keyOf(cause.root);
      const root = owner === undefined ? undefined : rootAt.get(owner);
      const states = statesOnTheWay(cause, root, statesAt.get(owner) ?? []).filter((state) => !joined.has(state));
      for (const state of states) joined.add(state);
      return [cause, withStates(cause, states)];
    }),
  );
  return findings.filter((finding) => !joined.has(finding)).map((finding) => whole.get(finding) ?? finding);
}

/** Those of the findings `state` of a root that are about objects from the component down to the one that explains. */
function statesOnTheWay(
  { path = [] }: Finding,
  root: RootNode | undefined,
  states: readonly Finding[],
): readonly Finding[] {
  if (root === undefined || states.length === 0) return [];
  const onTheWay = new Set(nodesOnPath(root, { path }).map(({ ref }) => keyOf(ref)));
  return states.filter(({ about }) => onTheWay.has(keyOf(about)));
}

function withStates(cause: Finding, states: readonly Finding[]): Finding {
  if (states.length === 0) return cause;
  const below = states.flatMap(({ about, rows }) =>
    rows.map((row) => (isSameObject(about, cause.about) ? row : { ...row, about: row.about ?? about })),
  );
  const rows = [...cause.rows, ...below];
  return { ...cause, rows, effects: { ...cause.effects, upgrade: worstEffect(rows) } };
}

/** The finding with the way to the object that explains it, and with its time where it has none of its own. */
function withWay(finding: Finding, { path, since = "" }: Cause): Finding {
  const time = finding.since ?? since;
  return { ...finding, path, ...(time !== "" && { since: time }) } as Finding;
}

/** The faults that a finding can be: that of its object, and that of its component. */
function faultKeys({ about, component, root, verdict }: Finding): readonly string[] {
  if (root === undefined) return [];
  return [keyOf(about), ...(component === undefined ? [] : [component])].map((subject) =>
    faultKey({ ref: root }, verdict, subject),
  );
}

function faultKey({ ref }: Pick<RootNode, "ref">, verdict: Finding["verdict"], subject: string): string {
  return `${keyOf(ref)} ${verdict} ${subject}`;
}

function stateFinding({ about, component, path, verdict, next }: Cause, root: RootNode): Finding {
  return {
    ...makeGradedFinding(severityOfVerdict(verdict), about, { code: "state" }),
    root: root.ref,
    ...(path.length > 1 && { component }),
    verdict,
    next,
  };
}

/** The root with the time of its present cause. No time is later than `takenAt`. */
export function withCauseTimes(root: RootNode, takenAt: string): RootNode {
  const causes = root.causes.map((cause): Cause => {
    const since = notAfter(cause.since, takenAt);
    return { ...cause, ...definedFields({ since }) };
  });
  const since = notAfter(sinceOf(root, causes), takenAt);
  return { ...root, causes, ...definedFields({ since }) };
}

/** The time of the first cause. Where that is not as bad as the root, or has no time, the time of the root itself. */
function sinceOf(root: RootNode, [first]: readonly Cause[]): string | undefined {
  return first?.verdict === root.verdict && first.since !== undefined ? first.since : nodeSince(root);
}

function notAfter(since: string | undefined, takenAt: string): string | undefined {
  const isAhead = since !== undefined && (secondsBetween(takenAt, since) ?? 0) > 0;
  return isAhead ? (normalizeUtc(takenAt) ?? since) : since;
}
