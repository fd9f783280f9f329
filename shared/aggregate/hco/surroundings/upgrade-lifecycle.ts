import { definedFields } from "../../../model/defined-fields.ts";
import type { Kind } from "../../../model/kind.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { Lifecycle } from "../../../model/report.ts";
import { isUnread } from "../../../model/snapshot.ts";
import { listAt, textAt } from "../../../parse/json-value.ts";
import { clusterServiceVersions, operatorConditions } from "../../../profiles/hco/profile.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { listServiceVersions } from "../operator/service-version.ts";
import { findNewestOperatorCondition, readReportToOlm, readUpgradeable } from "../operator-condition.ts";

/** What OLM records about the operator and acts on. Undefined where OLM certainly records nothing. */
export function readLifecycle(state: HyperConvergedState, index: ObjectIndex): Lifecycle | undefined {
  // The operator that refused the CR runs in another namespace.
  if (state.isRefused) return undefined;
  const versions = listServiceVersions(index, state.namespace);
  const object = ownCondition(state, versions, index);
  const condition = object && operatorConditionOf(object);
  const unsettled = versions.filter((each) => settledPhase(each) !== "Succeeded");
  const unseen = [
    ...unseenOf(operatorConditions, state, index, object === undefined, versions.length > 0),
    ...unseenOf(clusterServiceVersions, state, index, versions.length === 0, object !== undefined),
  ];
  if (condition === undefined && unsettled.length + unseen.length === 0) return undefined;
  return {
    ...definedFields({ operatorCondition: condition }),
    unsettled: unsettled.map(settlementOf),
    unseen,
  };
}

/** How far OLM is with a ClusterServiceVersion, in its own words. */
export function settlementOf(object: KubeObject): Lifecycle["unsettled"][number] {
  return {
    about: object.ref,
    phase: settledPhase(object),
    reason: textAt(object.status, "reason"),
    message: textAt(object.status, "message"),
    unmet: unmetRequirements(object),
  };
}

/**
 * The operator's OperatorCondition. OLM finds it by the name of the ClusterServiceVersion and passes that name to the
 * operator (operator-lifecycle-manager, pkg/controller/operators/olm/operatorconditions.go, overrides/inject). Where
 * the name is unknown, it is the newest one.
 */
function ownCondition(
  state: HyperConvergedState,
  versions: readonly KubeObject[],
  index: ObjectIndex,
): KubeObject | undefined {
  const given = state.operator.variables.get("OPERATOR_CONDITION_NAME") || undefined;
  const [only, ...others] = versions;
  const name = given ?? nameOfOwner(state) ?? (others.length === 0 ? only?.ref.name : undefined);
  if (name === undefined) return findNewestOperatorCondition(state, index);
  return index.all(operatorConditions, state.namespace).find(({ ref }) => ref.name === name);
}

/**
 * The effective Upgradeable, which is the worst of those found. OLM reads spec.overrides, then status.conditions, and
 * blocks the upgrade if the status is older than the object. The operator writes spec.conditions, which OLM copies
 * (pkg/controller/operators/olm/operatorconditions.go).
 */
function operatorConditionOf(object: KubeObject): Lifecycle["operatorCondition"] {
  const override = readUpgradeable(object, ["spec"], "overrides");
  const { words, age } = readReportToOlm(object);
  return {
    about: object.ref,
    ...(words ?? override ?? { status: "Unknown", reason: "", message: "" }),
    ...definedFields({ override }),
    ...age,
  };
}

/**
 * What a ClusterServiceVersion requires and the cluster lacks: `CustomResourceDefinition x.example (NotPresent)`
 * (operator-framework/api, clusterserviceversion_types.go, RequirementStatus).
 */
function unmetRequirements({ status }: KubeObject): readonly string[] {
  return listAt(status, "requirementStatus").flatMap((each) => {
    const [kind = "", name = "", state = ""] = ["kind", "name", "status"].map((field) => textAt(each, field));
    return state === "" || state === "Present" || state === "Satisfied" ? [] : [`${kind} ${name} (${state})`];
  });
}

/** The phase of a ClusterServiceVersion. One that is being deleted stays Succeeded until OLM reconciles it. */
function settledPhase({ status, deletedAt }: KubeObject): string {
  return deletedAt === undefined ? textAt(status, "phase") : "Deleting";
}

/**
 * The objects of OLM that are missing or could not be read. `isGone`: no such object of the operator was found.
 * `hasOther`: the object that OLM creates together with it was found.
 */
function unseenOf(
  kind: Kind,
  state: HyperConvergedState,
  index: ObjectIndex,
  isGone: boolean,
  hasOther: boolean,
): Lifecycle["unseen"] {
  const { namespace } = state;
  const listing = index.list({ group: kind.group, kind: kind.kind, namespace });
  const isOwned = hasOther || isOwnedByOlm(state);
  const ref = { group: kind.group, kind: kind.kind, namespace, name: "" };
  if (isUnread(listing)) {
    const { outcome, cause } = listing;
    const expected = isOwned || state.operator.lookup.outcome !== "found" || state.platform === "openshift";
    return [{ ref, outcome, cause, expected }];
  }
  if (!isGone || !isOwned) return [];
  // A file may hold only some objects, so a missing object does not prove its absence.
  const gone = listing.outcome === "found" && listing.isGiven === true ? "unread" : "absent";
  return [{ ref, outcome: listing.outcome === "found" ? gone : listing.outcome, cause: "", expected: true }];
}

/**
 * Whether OLM installed the operator, by the marks that OLM sets on all that it installs (operator-lifecycle-manager,
 * pkg/lib/ownerutil, pkg/controller/operators/olm/overrides).
 */
function isOwnedByOlm(state: HyperConvergedState): boolean {
  return state.operator.variables.has("OPERATOR_CONDITION_NAME") || nameOfOwner(state) !== undefined;
}

/** The name of the ClusterServiceVersion that owns the operator's Deployment. */
function nameOfOwner({ operator: { lookup } }: HyperConvergedState): string | undefined {
  if (lookup.outcome !== "found") return undefined;
  const owner = listAt(lookup.object.raw, "metadata", "ownerReferences").find(
    (each) => textAt(each, "kind") === clusterServiceVersions.kind,
  );
  return owner === undefined ? lookup.object.labels.get("olm.owner") : textAt(owner, "name");
}
