import type { KubeObject } from "../../model/object.ts";
import { utc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, text } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { because, type Health, malformed, saidBy, unwell, well } from "./verdicts.ts";

/** A ClusterServiceVersion by its phase (operator-framework/api, clusterserviceversion_types.go). */
export function clusterServiceVersion({ status }: KubeObject): Health {
  const [phase = "", reason = "", message = ""] = ["phase", "reason", "message"].map((name) =>
    text(at(status, [name])),
  );
  const facts = phase === "" ? {} : { phase };
  const trouble = because(
    reason || phase || "NotObserved",
    message || coreWords.phase(phase),
    utc(at(status, ["lastTransitionTime"])),
  );
  switch (phase) {
    case "Succeeded":
      return well(facts);
    case "Failed":
      return unwell("degraded", trouble, facts);
    case "Pending":
    case "InstallReady":
    case "Installing":
    case "Replacing":
    case "Deleting":
      return unwell("progressing", trouble, facts);
    default:
      return phase === "" || phase === "Unknown" ? unwell("unknown", trouble, facts) : malformed("phase", facts);
  }
}

/** An InstallPlan by its phase (operator-framework/api, installplan_types.go). */
export function installPlan(object: KubeObject): Health {
  const phase = text(at(object.status, ["phase"]));
  const failure = conditionsAt(object).conditions.find(({ status }) => status === "False");
  const message = text(at(object.status, ["message"])) || coreWords.phase(phase);
  const trouble = failure === undefined ? because(phase, message) : saidBy(failure);
  switch (phase) {
    case "Complete":
      return well({ phase });
    case "Failed":
      return unwell("degraded", trouble, { phase });
    case "RequiresApproval":
      return unwell("progressing", because(phase, coreWords.approval(object.ref.name)), { phase });
    case "Planning":
    case "Installing":
      return unwell("progressing", trouble, { phase });
    default:
      return malformed("phase");
  }
}

/**
 * A Subscription (operator-framework/api, subscription_types.go): what it cannot resolve or install is degraded; an upgrade
 * that waits for a person's approval while a version runs is as that person wants it.
 */
export function subscription({ spec, status, ...object }: KubeObject): Health {
  const [state = "", installed = ""] = ["state", "installedCSV"].map((name) => text(at(status, [name])));
  const facts = { ...(state === "" ? {} : { state }), ...(installed === "" ? {} : { installed }) };
  const said = conditionsAt({ status }).conditions.filter((each) => each.status === "True");
  const failure = said.find(
    ({ type, reason }) => failures.has(type) || (type === "InstallPlanMissing" && reason !== referenced),
  );
  if (failure !== undefined) return unwell("degraded", saidBy(failure), facts);
  if (state === "UpgradeFailed") return unwell("degraded", because(state, coreWords.phase(state)), facts);
  const pending = said.find(({ type }) => type === "InstallPlanPending");
  const isManual = text(at(spec, ["installPlanApproval"])) === "Manual";
  if (isManual && installed !== "" && (pending !== undefined || state === "UpgradePending")) {
    return well({ ...facts, approval: "pending" });
  }
  if (pending !== undefined) return unwell("progressing", saidBy(pending), facts);
  if (state === "AtLatestKnown") return well(facts);
  return unwell(
    "progressing",
    because(state || "NotObserved", coreWords.phase(state || "new"), object.createdAt),
    facts,
  );
}

const failures: ReadonlySet<string> = new Set([
  "CatalogSourcesUnhealthy",
  "InstallPlanFailed",
  "ResolutionFailed",
  "BundleUnpackFailed",
]);

/** The plan that the Subscription was made by has been deleted: it is not needed any more. */
const referenced = "ReferencedInstallPlanNotFound";
