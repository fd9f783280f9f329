import { definedFields } from "../model/defined-fields.ts";
import type { BlockingFinding, PermanentFinding } from "../model/finding/goal.ts";
import { isSameObject, type Ref } from "../model/object.ts";
import type { Report } from "../model/report.ts";
import type { WaitGoal } from "../model/wait.ts";
import { listPermanentFindings } from "./permanent-findings.ts";
import { evaluateWaitGoal } from "./wait-goal.ts";

/** The state of a wait for one root after an evaluation. */
export interface StabilityCheck {
  /**
   * `unseen`: whether the root is healthy is unknown at the moment. `replaced`: another object has the name now.
   * `elsewhere`: the connection leads to another cluster. The last two and `reached` end a wait.
   */
  readonly state: "waiting" | "holding" | "reached" | "unseen" | "replaced" | "elsewhere";
  /**
   * Milliseconds: the time since which the goal is met, without a break on a live connection. Absent: it is not met.
   */
  readonly reachedSinceMs?: number;
  /** What blocks the goal in the last Report. */
  readonly blocking: readonly BlockingFinding[];
  /** What only a person can remove. */
  readonly permanent: readonly PermanentFinding[];
  /** The last Report, limited to this root. */
  readonly report?: Report;
  /** The root's own uid, and the identity of its cluster, once they are known. */
  readonly uid?: string;
  readonly identity?: string;
}

const healthy: WaitGoal = { is: "healthy" };

/** Milliseconds that the goal must stay met, because a restarting object is healthy for a moment too. */
export const minHoldMs = 10_000;

/**
 * Evaluates once more a wait until `ref` is healthy. `report`: the last Report. `isLive`: it shows the server's current
 * state. `now`: milliseconds of a monotonic clock. `identity`: one text for each cluster.
 */
export function checkStability(
  before: StabilityCheck | undefined,
  ref: Ref,
  seen: { readonly report?: Report; readonly isLive: boolean; readonly now: number; readonly identity?: string },
): StabilityCheck {
  const { isLive, now } = seen;
  const report = seen.report === undefined ? undefined : limitToRoot(seen.report, ref);
  const identities = readIdentities(before, report?.roots[0]?.ref.uid, seen.identity);
  const withoutEvaluation = { blocking: [], permanent: [], ...identities };
  if (isChanged(before?.identity, seen.identity)) return { state: "elsewhere", ...withoutEvaluation };
  if (report === undefined) return { state: "unseen", ...withoutEvaluation };
  if (isChanged(before?.uid, report.roots[0]?.ref.uid)) return { state: "replaced", ...withoutEvaluation };
  const { group, kind, name } = ref;
  const requested = [
    { kind: { group, kind, plural: "", versions: [], namespaced: ref.namespace !== undefined }, name },
  ];
  const { blocking } = evaluateWaitGoal(report, healthy, requested, before === undefined ? [] : [ref]);
  const evaluated = { blocking, permanent: listPermanentFindings(report, healthy, blocking), report, ...identities };
  if (!isLive) return { state: "unseen", ...evaluated };
  if (blocking.length > 0) return { state: "waiting", ...evaluated };
  const reachedSinceMs = before?.reachedSinceMs ?? now;
  return {
    state: now - reachedSinceMs >= minHoldMs ? "reached" : "holding",
    reachedSinceMs,
    ...evaluated,
  };
}

/** The uid and the cluster's identity: those known before, else those of this evaluation. */
function readIdentities(
  before: StabilityCheck | undefined,
  uid: string | undefined,
  identity: string | undefined,
): Pick<StabilityCheck, "uid" | "identity"> {
  return definedFields({ uid: before?.uid ?? uid, identity: before?.identity ?? identity });
}

function isChanged(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && before !== after;
}

/** Whether the object is a root of the Report, which a wait requires. */
export function isRoot(report: Report | undefined, ref: Ref): boolean {
  return report?.roots.some((root) => isSameObject(root.ref, ref)) ?? false;
}

/** The Report limited to one root. Gaps of other roots do not delay the wait. */
function limitToRoot(report: Report, ref: Ref): Report {
  const roots = report.roots.filter((root) => isSameObject(root.ref, ref));
  const [root] = roots;
  if (root === undefined || report.roots.length === 1) return { ...report, roots };
  return { ...report, verdict: root.verdict, roots, completeness: { ...report.completeness, gaps: [] } };
}
