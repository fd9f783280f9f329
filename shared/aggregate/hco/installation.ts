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

/**
 * Whether the operator is installing its components for the first time: the CR has no conditions, only its initial ones
 * (reason Init), or Available has been False since its creation. Such a CR lacks components and conditions as planned
 * (kubevirt/hyperconverged-cluster-operator docs/conditions.md: "The HCO can assume Unknown for conditions, while
 * operators are starting up"). The deadline is that of a Deployment, by which each of them rolls out
 * (kubernetes/api apps/v1/types.go, progressDeadlineSeconds: 600).
 */
export function isInstalling(state: HyperConvergedState, takenAt: string): boolean {
  const { object, conditions, operator, isDeleting, isRefused, isUnseen, arePartsUnread } = state;
  // A part that was not read may fail.
  if (isDeleting || isRefused || operator.running === false || arePartsUnread) return false;
  const ageSeconds = secondsBetween(object.createdAt, takenAt);
  if (ageSeconds === undefined || ageSeconds > gracePeriodSeconds.rollout) return false;
  // A creation far in the future comes from a wrong clock and shows nothing about the age.
  const aheadSeconds = secondsBetween(takenAt, object.createdAt ?? "") ?? 0;
  if (aheadSeconds > transientSeconds) return false;
  if (isUnseen) return hasNoStatus(state);
  const available = lastConditionOfType(conditions, "Available");
  if (available?.status !== "False") return false;
  if (available.reason === "Init") return true;
  const unavailableSeconds = secondsBetween(available.since, takenAt);
  if (unavailableSeconds === undefined) return false;
  const secondsBeforeOutage = ageSeconds - unavailableSeconds;
  return secondsBeforeOutage <= firstReconcileSeconds && -secondsBeforeOutage <= transientSeconds;
}

/** Whether the operator has written no condition. Malformed conditions are conditions. */
export function hasNoStatus({ isUnseen, malformed }: HyperConvergedState): boolean {
  return isUnseen && malformed.length === 0;
}

/** The seconds within which the operator writes its first conditions. An outage that begins later is a fault. */
const firstReconcileSeconds = 10;

/**
 * The component during an installation. It is progressing instead of unavailable where it does not exist yet, has no
 * conditions, or reports that it is being deployed. A component that reports Degraded, or below which something fails,
 * stays as it is.
 */
export function excuseInstallation(part: ReportNode): ReportNode {
  const isFailing = part.children.some(({ verdict, outcome }) => outcome === "found" && isSerious(verdict));
  if (part.ownVerdict !== "unavailable" || isFailing || !isOnItsWay(part)) return part;
  return { ...part, verdict: "progressing", ownVerdict: "progressing" };
}

/** Whether a component does not exist yet, has no conditions, or reports Progressing and not Degraded. */
function isOnItsWay({ outcome, conditions }: ReportNode): boolean {
  if (outcome === "absent") return true;
  if (outcome !== "found") return false;
  const isGood = (type: string, status: string): boolean => {
    const condition = lastConditionOfType(conditions, type);
    return condition === undefined || condition.status === status;
  };
  const lacksAvailable = conditions.every(({ type }) => type !== "Available");
  if (lacksAvailable && conditions.length > 0) return false;
  return isGood("Degraded", "False") && isGood("Progressing", "True");
}
