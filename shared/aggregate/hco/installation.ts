import { lastConditionOfType } from "../../model/condition.ts";
import type { ReportNode } from "../../model/report.ts";
import { secondsBetween } from "../../model/time.ts";
import { isSerious } from "../../model/verdict.ts";
import { gracePeriodSeconds } from "../core/object-health.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";

/**
 * A state younger than this is shown without an alarm: an update conflict ends with the next reconcile, and opens nearly
 * every installation.
 */
export const transientSeconds = 60;

/** The seconds within which the operator writes its first conditions. An outage that begins later is a fault. */
const firstReconcileSeconds = 10;

/**
 * Whether the operator is installing its components for the first time, so that the CR lacks components and conditions as
 * planned (kubevirt/hyperconverged-cluster-operator docs/conditions.md: "The HCO can assume Unknown for conditions, while
 * operators are starting up"). The CR is then no older than the deadline by which each Deployment rolls out
 * (kubernetes/api apps/v1/types.go, progressDeadlineSeconds: 600), and one of these holds:
 * - It has no conditions.
 * - It has only its initial conditions, with the reason Init.
 * - Available has been False since the creation of the CR.
 *
 * False for a CR that is being deleted or is refused, whose operator is down, or of which a part was not read and may fail.
 */
export function isInstalling(state: HyperConvergedState, takenAt: string): boolean {
  const { object, conditions, operator, isDeleting, isRefused, isUnobserved, arePartsUnread } = state;
  if (isDeleting || isRefused || operator.running === false || arePartsUnread) return false;
  const ageSeconds = secondsBetween(object.createdAt, takenAt);
  if (ageSeconds === undefined || ageSeconds > gracePeriodSeconds.rollout) return false;
  // A creation far in the future comes from a wrong clock and shows nothing about the age.
  const aheadSeconds = secondsBetween(takenAt, object.createdAt ?? "") ?? 0;
  if (aheadSeconds > transientSeconds) return false;
  if (isUnobserved) return hasNoStatus(state);
  const available = lastConditionOfType(conditions, "Available");
  if (available?.status !== "False") return false;
  if (available.reason === "Init") return true;
  const unavailableSeconds = secondsBetween(available.since, takenAt);
  if (unavailableSeconds === undefined) return false;
  const secondsBeforeOutage = ageSeconds - unavailableSeconds;
  return secondsBeforeOutage <= firstReconcileSeconds && -secondsBeforeOutage <= transientSeconds;
}

/** Whether the operator has written no condition. Malformed conditions are conditions. */
export function hasNoStatus({ isUnobserved, malformed }: HyperConvergedState): boolean {
  return isUnobserved && malformed.length === 0;
}

/**
 * The component during an installation. It is progressing instead of unavailable while it is being deployed and nothing below
 * it fails. Any other component stays as it is.
 */
export function excuseInstallation(part: ReportNode): ReportNode {
  const isFailing = part.children.some(({ verdict, outcome }) => outcome === "found" && isSerious(verdict));
  if (part.ownVerdict !== "unavailable" || isFailing || !isBeingDeployed(part)) return part;
  return { ...part, verdict: "progressing", ownVerdict: "progressing" };
}

/**
 * Whether a component does not exist yet, has no conditions, or reports Available and that it is progressing and not
 * degraded. A missing Progressing or Degraded contradicts neither.
 */
function isBeingDeployed({ outcome, conditions }: ReportNode): boolean {
  if (outcome !== "found") return outcome === "absent";
  if (conditions.length === 0) return true;
  const { status: progressing = "True" } = lastConditionOfType(conditions, "Progressing") ?? {};
  const { status: degraded = "False" } = lastConditionOfType(conditions, "Degraded") ?? {};
  const hasAvailable = lastConditionOfType(conditions, "Available") !== undefined;
  return hasAvailable && progressing === "True" && degraded === "False";
}
