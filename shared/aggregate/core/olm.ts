import type { Condition } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { subscriptionFailureTypes } from "../../tables/kubernetes-words.ts";
import {
  filledFacts,
  healthyObject,
  makeTrouble,
  malformedField,
  type ObjectHealth,
  troubleFromCondition,
  unhealthyObject,
} from "./object-health.ts";

/** The health of a ClusterServiceVersion by its phase (operator-framework/api, clusterserviceversion_types.go). */
export function evaluateClusterServiceVersion({ status }: KubeObject): ObjectHealth {
  const phase = textAt(status, "phase");
  const reason = textAt(status, "reason");
  const message = textAt(status, "message");
  const facts = filledFacts({ phase });
  const trouble = makeTrouble(
    reason || phase || "NotObserved",
    message || { code: "phase", phase },
    normalizeUtc(valueAt(status, "lastTransitionTime")),
  );
  switch (phase) {
    case "Succeeded":
      return healthyObject(facts);
    case "Failed":
      return unhealthyObject("degraded", trouble, facts);
    case "Pending":
    case "InstallReady":
    case "Installing":
    case "Replacing":
    case "Deleting":
      return unhealthyObject("progressing", trouble, facts);
    case "":
    case "Unknown":
      return unhealthyObject("unknown", trouble, facts);
    default:
      return malformedField("phase", facts);
  }
}

/** The health of an InstallPlan by its phase (operator-framework/api, installplan_types.go). */
export function evaluateInstallPlan(object: KubeObject): ObjectHealth {
  const phase = textAt(object.status, "phase");
  const failure = conditionsAt(object).conditions.find(({ status }) => status === "False");
  const message = textAt(object.status, "message");
  const trouble =
    failure === undefined ? makeTrouble(phase, message || { code: "phase", phase }) : troubleFromCondition(failure);
  switch (phase) {
    case "Complete":
      return healthyObject({ phase });
    case "Failed":
      return unhealthyObject("degraded", trouble, { phase });
    case "RequiresApproval": {
      const observed = { code: "approval-pending", installPlan: object.ref.name } as const;
      return unhealthyObject("progressing", makeTrouble(phase, observed), { phase });
    }
    case "Planning":
    case "Installing":
      return unhealthyObject("progressing", trouble, { phase });
    default:
      return malformedField("phase");
  }
}

/**
 * The health of a Subscription (operator-framework/api, subscription_types.go). The first rule that fits decides:
 * 1. A condition or its state reports that OLM cannot resolve or install it: degraded.
 * 2. An upgrade waits for manual approval while a version runs: healthy, because the user chose that.
 * 3. An InstallPlan is pending: progressing.
 * 4. Its version is the latest: healthy. Otherwise it is progressing.
 */
export function evaluateSubscription({ spec, status, ...object }: KubeObject): ObjectHealth {
  const state = textAt(status, "state");
  const installed = textAt(status, "installedCSV");
  const facts = filledFacts({ state, installed });
  const trueConditions = conditionsAt({ status }).conditions.filter((condition) => condition.status === "True");
  const failure = trueConditions.find(isSubscriptionFailure);
  if (failure !== undefined) return unhealthyObject("degraded", troubleFromCondition(failure), facts);
  if (state === "UpgradeFailed") {
    return unhealthyObject("degraded", makeTrouble(state, { code: "phase", phase: state }), facts);
  }
  const pending = trueConditions.find(({ type }) => type === "InstallPlanPending");
  const isManual = textAt(spec, "installPlanApproval") === "Manual";
  if (isManual && installed !== "" && (pending !== undefined || state === "UpgradePending")) {
    return healthyObject({ ...facts, approval: "pending" });
  }
  if (pending !== undefined) return unhealthyObject("progressing", troubleFromCondition(pending), facts);
  if (state === "AtLatestKnown") return healthyObject(facts);
  const observed = { code: "phase", phase: state || "new" } as const;
  return unhealthyObject("progressing", makeTrouble(state || "NotObserved", observed, object.createdAt), facts);
}

/** Whether a condition of a Subscription that is True is a failure. */
function isSubscriptionFailure({ type, reason }: Condition): boolean {
  // With this reason the InstallPlan was deleted after its work, and is no longer needed.
  if (type === "InstallPlanMissing") return reason !== "ReferencedInstallPlanNotFound";
  return subscriptionFailureTypes.has(type);
}
