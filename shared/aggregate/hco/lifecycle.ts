import type { KubeObject } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Lifecycle } from "../../model/report.ts";
import { at, list, text } from "../../parse/value.ts";
import { clusterServiceVersions, operatorConditions } from "../../profiles/hco.ts";
import type { Index } from "../lookup.ts";
import { newestOperatorCondition, saidToLifecycle, upgradeableIn } from "./operator-condition.ts";
import type { HyperConvergedState } from "./state.ts";

/** What OLM holds of the operator and would go by; undefined where it holds nothing of it, for certain. */
export function lifecycleOf(state: HyperConvergedState, index: Index): Lifecycle | undefined {
  // Whoever refused it runs in another namespace.
  if (state.isRefused) return undefined;
  const versions = serviceVersions(state, index);
  const object = ownCondition(state, versions, index);
  const condition = object && operatorConditionOf(object);
  const unsettled = versions.filter((each) => phaseOf(each) !== "Succeeded");
  const unseen = [
    ...unseenOf(operatorConditions, state, index, object === undefined, versions.length > 0),
    ...unseenOf(clusterServiceVersions, state, index, versions.length === 0, object !== undefined),
  ];
  if (condition === undefined && unsettled.length + unseen.length === 0) return undefined;
  return {
    ...(condition === undefined ? {} : { operatorCondition: condition }),
    unsettled: unsettled.map((each) => ({
      about: each.ref,
      phase: phaseOf(each),
      reason: text(at(each.status, ["reason"])),
      message: text(at(each.status, ["message"])),
    })),
    unseen,
  };
}

/**
 * OLM looks it up by the name of the ClusterServiceVersion and gives that name to the operator (operator-lifecycle-manager,
 * pkg/controller/operators/olm/operatorconditions.go, overrides/inject); where nobody says the name, the newest.
 */
function ownCondition(
  state: HyperConvergedState,
  versions: readonly KubeObject[],
  index: Index,
): KubeObject | undefined {
  const given = state.operator.variables.get("OPERATOR_CONDITION_NAME") ?? "";
  const name = given === "" ? (ownerOf(state) ?? (versions.length === 1 ? versions[0]?.ref.name : undefined)) : given;
  if (name === undefined) return newestOperatorCondition(state, index);
  return index.all(operatorConditions, state.object.ref.namespace).find(({ ref }) => ref.name === name);
}

/**
 * OLM asks spec.overrides, then status.conditions, and lets nothing pass whose status is older than the object; the operator
 * writes spec.conditions, which OLM copies (pkg/controller/operators/olm/operatorconditions.go). Here the worst of them counts.
 */
function operatorConditionOf(object: KubeObject): Lifecycle["operatorCondition"] {
  const override = upgradeableIn(object, ["spec"], "overrides");
  const { words, isOutdated } = saidToLifecycle(object);
  return {
    about: object.ref,
    ...(words ?? override ?? { status: "Unknown", reason: "", message: "" }),
    ...(override === undefined ? {} : { override }),
    ...(isOutdated ? { outdated: true } : {}),
  };
}

function serviceVersions({ object }: HyperConvergedState, index: Index): readonly KubeObject[] {
  return index
    .all(clusterServiceVersions, object.ref.namespace ?? "")
    .filter(({ ref }) => ref.name.startsWith("kubevirt-hyperconverged-operator"));
}

/** One that is being deleted stays Succeeded until OLM looks at it again. */
function phaseOf({ status, deletedAt }: KubeObject): string {
  return deletedAt === undefined ? text(at(status, ["phase"])) : "Deleting";
}

/** `isGone`: none of the operator's was found; `hasOther`: what OLM makes together with it was. */
function unseenOf(
  kind: Kind,
  state: HyperConvergedState,
  index: Index,
  isGone: boolean,
  hasOther: boolean,
): Lifecycle["unseen"] {
  const namespace = state.object.ref.namespace ?? "";
  const listing = index.list({ group: kind.group, kind: kind.kind, namespace });
  const isOwned = hasOther || isOwnedByOlm(state);
  const ref = { group: kind.group, kind: kind.kind, namespace, name: "" };
  if (listing.outcome === "forbidden" || listing.outcome === "unread") {
    const { outcome, cause } = listing;
    const expected = isOwned || state.operator.lookup.outcome !== "found" || state.platform === "openshift";
    return [{ ref, outcome, cause, expected }];
  }
  if (!isGone || !isOwned) return [];
  // A file holds what somebody put into it.
  const gone = listing.outcome === "found" && listing.isGiven === true ? "unread" : "absent";
  return [{ ref, outcome: listing.outcome === "found" ? gone : listing.outcome, cause: "", expected: true }];
}

/**
 * What OLM leaves in all that it installs hangs on the operator (operator-lifecycle-manager, pkg/lib/ownerutil,
 * pkg/controller/operators/olm/overrides).
 */
function isOwnedByOlm(state: HyperConvergedState): boolean {
  return state.operator.variables.has("OPERATOR_CONDITION_NAME") || ownerOf(state) !== undefined;
}

/** The ClusterServiceVersion that owns the operator's Deployment. */
function ownerOf({ operator: { lookup } }: HyperConvergedState): string | undefined {
  if (lookup.outcome !== "found") return undefined;
  const owner = list(at(lookup.object.raw, ["metadata", "ownerReferences"])).find(
    (each) => text(at(each, ["kind"])) === clusterServiceVersions.kind,
  );
  return owner === undefined ? lookup.object.labels.get("olm.owner") : text(at(owner, ["name"]));
}
