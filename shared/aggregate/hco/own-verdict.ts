import { type Condition, type ConditionStatus, lastConditionOfType } from "../../model/condition.ts";
import type { DriftHeld } from "../../model/drift.ts";
import type { Expected, ReportNode } from "../../model/report.ts";
import { isUnread } from "../../model/snapshot.ts";
import { secondsBetween } from "../../model/time.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import { hasNoStatus, transientSeconds } from "./installation.ts";

/**
 * The root's own verdict from ReconcileComplete, InvalidRequest, deletion, a spec that the operator has not observed,
 * and its operator. The reported Available, Progressing and Degraded count where they are worse than the parts explain.
 * `isOperatorUnknown`: the CR's status may be out of date, so the root is at best unknown.
 */
export function evaluateOwnVerdict(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  expected: Expected,
  driftHeld: DriftHeld | null,
  blamedTypes: ReadonlySet<string>,
  takenAt: string,
  isOperatorUnknown: boolean,
): Verdict {
  const areUnread = parts.some((part) => part.required && isUnread(part));
  return worstVerdict([
    isFirstReconcile(state, parts) ? "progressing" : evaluateReconcile(state, takenAt),
    // An upgrade that only waits for a version shows in no component, but it is still in progress.
    state.isDeleting || state.isStale || state.upgradeMode === true ? "progressing" : "healthy",
    evaluateOperator(state),
    isOperatorUnknown ? "unknown" : "healthy",
    ...(areUnread || driftHeld === null ? listUnexplainedVerdicts(state.conditions, expected, blamedTypes) : []),
  ]);
}

/** Whether the running operator has not written its first status yet, while every required part is progressing. */
function isFirstReconcile(state: HyperConvergedState, parts: readonly ReportNode[]): boolean {
  const required = parts.filter((part) => part.required);
  const areProgressing = required.length > 0 && required.every(({ verdict }) => verdict === "progressing");
  return hasNoStatus(state) && state.operator.running === true && areProgressing;
}

/** The verdict of an operator that does not run, restarts, or is not replaced while its status is out of date. */
function evaluateOperator(state: HyperConvergedState): Verdict {
  const { running, isRestarting } = state.operator;
  if (isRolloutFault(state)) return "degraded";
  if (running !== false) return "healthy";
  return isRestarting ? "progressing" : "degraded";
}

/**
 * Whether a stuck roll-out of the operator makes its HyperConverged worse: no operator runs, or the status is out of date.
 * Otherwise the previous release keeps the status current, and only the next upgrade waits.
 */
export function isRolloutFault({ operator, isStale }: HyperConvergedState): boolean {
  return operator.rollout?.state === "stuck" && (operator.running !== true || isStale);
}

/** The verdict of ReconcileComplete, and of a CR that the operator refuses or has not observed. */
export function evaluateReconcile(state: HyperConvergedState, takenAt: string): Verdict {
  if (state.isRefused) return "degraded";
  if (state.isUnseen) return "unknown";
  const reports = state.conditions.filter(({ type }) => type === "ReconcileComplete");
  return worstVerdict(["healthy", ...reports.map((report) => evaluateReconcileCondition(report, takenAt))]);
}

function evaluateReconcileCondition(reconcile: Condition, takenAt: string): Verdict {
  if (reconcile.status === "True") return "healthy";
  if (reconcile.status === "Unknown") return reconcile.reason === "Init" ? "progressing" : "unknown";
  return isPassingConflict(reconcile, takenAt) ? "progressing" : "degraded";
}

/**
 * Whether ReconcileComplete reports an update conflict that is younger than a minute: the next reconcile resolves it.
 */
export function isPassingConflict(reconcile: Condition, takenAt: string): boolean {
  const seconds = secondsBetween(reconcile.since, takenAt);
  return isUpdateConflict(reconcile.message) && seconds !== undefined && seconds < transientSeconds;
}

/**
 * Whether an error is that of two writers at once (apimachinery, registry/generic/registry/store.go, OptimisticLock).
 */
export function isUpdateConflict(message: string): boolean {
  return message.includes("the object has been modified");
}

/** The three summary types with their statuses, worst first, and the verdict that each status means for the root. */
const summaries: readonly (readonly [type: string, order: readonly ConditionStatus[], verdicts: readonly Verdict[]])[] =
  [
    ["Available", ["False", "Unknown", "True"], ["unavailable", "unknown", "healthy"]],
    ["Degraded", ["True", "Unknown", "False"], ["degraded", "unknown", "healthy"]],
    ["Progressing", ["True", "Unknown", "False"], ["progressing", "unknown", "healthy"]],
  ];

/**
 * The verdicts of reported conditions that are worse than the rules explain. `blamed` are types whose reasons name a part
 * that could not be read: the other parts do not explain these, so they always count. Of several conditions of one type
 * each counts, because any of them may be the true one.
 */
function listUnexplainedVerdicts(
  reported: readonly Condition[],
  expected: Expected,
  blamed: ReadonlySet<string>,
): readonly Verdict[] {
  return summaries.flatMap(([type, order, verdicts]) => {
    const explained = lastConditionOfType(expected.conditions, type)?.status;
    if (explained === undefined) return [];
    const ofType = reported.filter((condition) => condition.type === type);
    const ranks = ofType.map(({ status }) => order.indexOf(status));
    return ranks
      .filter((rank) => rank < order.indexOf(explained) || blamed.has(type))
      .map((rank) => verdicts[rank] ?? "unknown");
  });
}
