import { type Condition, type ConditionStatus, lastConditionOfType } from "../../model/condition.ts";
import type { DriftHeld } from "../../model/drift.ts";
import type { Expected, ReportNode } from "../../model/report.ts";
import { isUnread } from "../../model/snapshot.ts";
import { secondsBetween } from "../../model/time.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import { hasNoStatus, transientSeconds } from "./installation.ts";

/** What the root's own verdict depends on beside its state. */
interface OwnVerdictContext {
  readonly parts: readonly ReportNode[];
  readonly expected: Expected;
  readonly driftHeld: DriftHeld | null;
  /** Condition types whose reasons name a part that could not be read. */
  readonly blamedTypes: ReadonlySet<string>;
  /** It is unknown whether the operator runs, so the CR's status may be out of date. */
  readonly isOperatorUnknown: boolean;
  readonly takenAt: string;
}

/**
 * The root's own verdict, which is the worst of these:
 * - what ReconcileComplete says. A first reconcile is progressing while every required part is.
 * - progressing, while the root is being deleted or upgraded, or the operator has not observed its spec,
 * - the verdict of its operator, and at best unknown where it is unknown whether the operator runs,
 * - the reported Available, Progressing and Degraded, where they are worse than the parts explain. They do not count where
 *   drift is no fault now, unless a required part was not read.
 */
export function evaluateOwnVerdict(state: HyperConvergedState, context: OwnVerdictContext): Verdict {
  const { parts, expected, driftHeld, blamedTypes, isOperatorUnknown, takenAt } = context;
  // An upgrade that only waits for a version shows in no component, but it is still in progress.
  const isChanging = state.isDeleting || state.isStale || state.upgradeMode === true;
  const isPartUnread = parts.some((part) => part.required && isUnread(part));
  const verdicts: Verdict[] = [
    isFirstReconcile(state, parts) ? "progressing" : evaluateReconcile(state, takenAt),
    isChanging ? "progressing" : "healthy",
    evaluateOperator(state),
    isOperatorUnknown ? "unknown" : "healthy",
  ];
  if (driftHeld === null || isPartUnread) {
    verdicts.push(...listUnexplainedVerdicts(state.conditions, expected, blamedTypes));
  }
  return worstVerdict(verdicts);
}

/** Whether the running operator has not written its first status yet, while every required part is progressing. */
function isFirstReconcile(state: HyperConvergedState, parts: readonly ReportNode[]): boolean {
  if (!hasNoStatus(state) || state.operator.running !== true) return false;
  const required = parts.filter((part) => part.required);
  return required.length > 0 && required.every(({ verdict }) => verdict === "progressing");
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
  if (state.isUnobserved) return "unknown";
  const reports = state.conditions.filter(({ type }) => type === "ReconcileComplete");
  return worstVerdict(["healthy", ...reports.map((report) => evaluateReconcileCondition(report, takenAt))]);
}

function evaluateReconcileCondition(reconcile: Condition, takenAt: string): Verdict {
  if (reconcile.status === "True") return "healthy";
  if (reconcile.status === "Unknown") return reconcile.reason === "Init" ? "progressing" : "unknown";
  return isPassingConflict(reconcile, takenAt) ? "progressing" : "degraded";
}

/** Whether ReconcileComplete reports an update conflict that is younger than a minute. The next reconcile resolves it. */
export function isPassingConflict(reconcile: Condition, takenAt: string): boolean {
  const seconds = secondsBetween(reconcile.since, takenAt);
  return isUpdateConflict(reconcile.message) && seconds !== undefined && seconds < transientSeconds;
}

/** Whether an error says that two clients wrote at once (apiserver, registry/generic/registry/store.go, OptimisticLock). */
export function isUpdateConflict(message: string): boolean {
  return message.includes("the object has been modified");
}

/** The summary types, the status of each that is bad, and the verdict of the root that this status means. */
const summaries: readonly {
  readonly type: string;
  readonly badStatus: ConditionStatus;
  readonly badVerdict: Verdict;
}[] = [
  { type: "Available", badStatus: "False", badVerdict: "unavailable" },
  { type: "Degraded", badStatus: "True", badVerdict: "degraded" },
  { type: "Progressing", badStatus: "True", badVerdict: "progressing" },
];

/**
 * The verdicts of reported summary conditions that are worse than the rules explain. Conditions of `blamedTypes` always
 * count, because their reasons name a part that was not read, and the other parts do not explain these conditions. Each of
 * several conditions of one type counts, because any of them may be the true one.
 */
function listUnexplainedVerdicts(
  reported: readonly Condition[],
  expected: Expected,
  blamedTypes: ReadonlySet<string>,
): readonly Verdict[] {
  return summaries.flatMap(({ type, badStatus, badVerdict }) => {
    const explained = lastConditionOfType(expected.conditions, type);
    if (explained === undefined) return [];
    const explainedRank = rankStatus(explained.status, badStatus);
    return reported
      .filter((condition) => condition.type === type)
      .filter(({ status }) => blamedTypes.has(type) || rankStatus(status, badStatus) < explainedRank)
      .map(({ status }): Verdict => {
        if (status === badStatus) return badVerdict;
        return status === "Unknown" ? "unknown" : "healthy";
      });
  });
}

/** The rank of a status: 0 for the bad one, 1 for Unknown, 2 for the good one. */
function rankStatus(status: ConditionStatus, badStatus: ConditionStatus): number {
  if (status === badStatus) return 0;
  return status === "Unknown" ? 1 : 2;
}
