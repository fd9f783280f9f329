import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { subscriptionFailureTypes } from "../../tables/kubernetes-words.ts";
import {
  healthyObject,
  makeTrouble,
  malformedField,
  type ObjectHealth,
  troubleFromCondition,
  unhealthyObject,
} from "./object-health.ts";

/** The health of a ClusterServiceVersion by its phase (operator-framework/api, clusterserviceversion_types.go). */
export function evaluateClusterServiceVersion({ status }: KubeObject): ObjectHealth {
  const [phase = "", reason = "", message = ""] = ["phase", "reason", "message"].map((name) => textAt(status, name));
  const facts = phase === "" ? {} : { phase };
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
    default:
      return phase === "" || phase === "Unknown"
        ? unhealthyObject("unknown", trouble, facts)
        : malformedField("phase", facts);
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
    case "RequiresApproval":
      return unhealthyObject(
        "progressing",
        makeTrouble(phase, { code: "approval-pending", installPlan: object.ref.name }),
        { phase },
      );
    case "Planning":
    case "Installing":
      return unhealthyObject("progressing", trouble, { phase });
    default:
      return malformedField("phase");
  }
}

/**
 * The health of a Subscription (operator-framework/api, subscription_types.go). It is degraded if OLM cannot resolve or
 * install it. An upgrade that waits for manual approval while a version runs is healthy: the user chose that.
 */
export function evaluateSubscription({ spec, status, ...object }: KubeObject): ObjectHealth {
  const state = textAt(status, "state");
  const installed = textAt(status, "installedCSV");
  const facts = {
    ...(state !== "" && { state }),
    ...(installed !== "" && { installed }),
  };
  const present = conditionsAt({ status }).conditions.filter((each) => each.status === "True");
  const failure = present.find(
    ({ type, reason }) =>
      subscriptionFailureTypes.has(type) || (type === "InstallPlanMissing" && reason !== referenced),
  );
  if (failure !== undefined) return unhealthyObject("degraded", troubleFromCondition(failure), facts);
  if (state === "UpgradeFailed")
    return unhealthyObject("degraded", makeTrouble(state, { code: "phase", phase: state }), facts);
  const pending = present.find(({ type }) => type === "InstallPlanPending");
  const isManual = textAt(spec, "installPlanApproval") === "Manual";
  if (isManual && installed !== "" && (pending !== undefined || state === "UpgradePending")) {
    return healthyObject({ ...facts, approval: "pending" });
  }
  if (pending !== undefined) return unhealthyObject("progressing", troubleFromCondition(pending), facts);
  if (state === "AtLatestKnown") return healthyObject(facts);
  return unhealthyObject(
    "progressing",
    makeTrouble(state || "NotObserved", { code: "phase", phase: state || "new" }, object.createdAt),
    facts,
  );
}

/** The reason when the InstallPlan of a Subscription was deleted: the plan is no longer needed. */
const referenced = "ReferencedInstallPlanNotFound";
