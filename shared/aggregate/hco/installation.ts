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
  // What was not read may be what fails.
  if (isDeleting || isRefused || operator.running === false || arePartsUnread) return false;
  const seconds = secondsBetween(object.createdAt, takenAt);
  if (seconds === undefined || seconds > gracePeriodSeconds.rollout) return false;
  // A clock that is ahead makes nothing young.
  if ((secondsBetween(takenAt, object.createdAt ?? "") ?? 0) > transientSeconds) return false;
  if (isUnseen) return hasNoStatus(state);
  const available = lastConditionOfType(conditions, "Available");
  if (available?.status !== "False") return false;
  if (available.reason === "Init") return true;
  const lasting = secondsBetween(available.since, takenAt);
  if (lasting === undefined) return false;
  return seconds - lasting <= firstReconcileSeconds && lasting - seconds <= transientSeconds;
}

/** Whether the operator has written no condition. Conditions that cannot be read are no sign of that. */
export function hasNoStatus({ isUnseen, oddities }: HyperConvergedState): boolean {
  return isUnseen && oddities.length === 0;
}

/** The operator writes its first conditions within seconds of the creation. A later outage is none of the installation. */
const firstReconcileSeconds = 10;

/**
 * A component during the installation: what only lacks its conditions, does not exist yet or reports that it is being
 * deployed is on its way. One that reports Degraded, or below which something fails, stays as it is.
 */
export function excuseInstallation(part: ReportNode): ReportNode {
  const isFailing = part.children.some(({ verdict, outcome }) => outcome === "found" && isSerious(verdict));
  if (part.ownVerdict !== "unavailable" || isFailing || !isOnItsWay(part)) return part;
  return { ...part, verdict: "progressing", ownVerdict: "progressing" };
}

function isOnItsWay({ outcome, conditions }: ReportNode): boolean {
  if (outcome === "absent") return true;
  if (outcome !== "found") return false;
  const isGood = (type: string, status: string): boolean => {
    const condition = lastConditionOfType(conditions, type);
    return condition === undefined || condition.status === status;
  };
  const isSilent = conditions.every(({ type }) => type !== "Available");
  return isGood("Degraded", "False") && isGood("Progressing", "True") && (isSilent ? conditions.length === 0 : true);
}
