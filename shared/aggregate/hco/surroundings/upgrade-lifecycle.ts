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

/** The variable by which OLM passes the name of the OperatorCondition to the operator. */
const conditionNameVariable = "OPERATOR_CONDITION_NAME";

/** What OLM records about the operator and acts on. Undefined where OLM certainly records nothing. */
export function readLifecycle(state: HyperConvergedState, index: ObjectIndex): Lifecycle | undefined {
  // The operator that refused the CR runs in another namespace.
  if (state.isRefused) return undefined;
  const versions = listServiceVersions(index, state.namespace);
  const hasVersion = versions.length > 0;
  const condition = findOperatorCondition(state, versions, index);
  const hasCondition = condition !== undefined;
  const unsettled = versions.filter((version) => readPhase(version) !== "Succeeded");
  const unseen = [
    ...listUnseen(operatorConditions, { isFound: hasCondition, isOtherFound: hasVersion }, state, index),
    ...listUnseen(clusterServiceVersions, { isFound: hasVersion, isOtherFound: hasCondition }, state, index),
  ];
  if (!hasCondition && unsettled.length === 0 && unseen.length === 0) return undefined;
  return {
    ...definedFields({ operatorCondition: condition && summarizeOperatorCondition(condition) }),
    unsettled: unsettled.map(summarizeVersion),
    unseen,
  };
}

/** How far OLM is with a ClusterServiceVersion, in its own words. */
export function summarizeVersion(version: KubeObject): Lifecycle["unsettled"][number] {
  return {
    about: version.ref,
    phase: readPhase(version),
    reason: textAt(version.status, "reason"),
    message: textAt(version.status, "message"),
    unmet: listUnmetRequirements(version),
  };
}

/**
 * The operator's OperatorCondition. OLM finds it by the name of the ClusterServiceVersion and passes that name to the
 * operator (operator-lifecycle-manager, pkg/controller/operators/olm/operatorconditions.go, overrides/inject). Where
 * the name is unknown, it is the newest one.
 */
function findOperatorCondition(
  state: HyperConvergedState,
  versions: readonly KubeObject[],
  index: ObjectIndex,
): KubeObject | undefined {
  const passedName = state.operator.variables.get(conditionNameVariable) || undefined;
  const [firstVersion, secondVersion] = versions;
  const onlyVersion = secondVersion === undefined ? firstVersion : undefined;
  const name = passedName ?? readOwnerName(state) ?? onlyVersion?.ref.name;
  if (name === undefined) return findNewestOperatorCondition(state, index);
  return index.all(operatorConditions, state.namespace).find(({ ref }) => ref.name === name);
}

/**
 * The effective Upgradeable, which is the worst of those found. OLM reads spec.overrides, then status.conditions, and
 * blocks the upgrade if the status is older than the object. The operator writes spec.conditions, which OLM copies
 * (pkg/controller/operators/olm/operatorconditions.go).
 */
function summarizeOperatorCondition(object: KubeObject): Lifecycle["operatorCondition"] {
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
function listUnmetRequirements({ status }: KubeObject): readonly string[] {
  return listAt(status, "requirementStatus").flatMap((requirement) => {
    const requirementState = textAt(requirement, "status");
    const isMet = ["", "Present", "Satisfied"].includes(requirementState);
    return isMet ? [] : [`${textAt(requirement, "kind")} ${textAt(requirement, "name")} (${requirementState})`];
  });
}

/** The phase of a ClusterServiceVersion. One that is being deleted stays Succeeded until OLM reconciles it. */
function readPhase({ status, deletedAt }: KubeObject): string {
  return deletedAt === undefined ? textAt(status, "phase") : "Deleting";
}

/**
 * The objects of OLM of one kind that are missing or could not be read. `isFound`: an object of the operator was found.
 * `isOtherFound`: the object that OLM creates together with it was found.
 */
function listUnseen(
  { group, kind }: Kind,
  { isFound, isOtherFound }: { readonly isFound: boolean; readonly isOtherFound: boolean },
  state: HyperConvergedState,
  index: ObjectIndex,
): Lifecycle["unseen"] {
  const { namespace } = state;
  const listing = index.list({ group, kind, namespace });
  const isOwned = isOtherFound || isOwnedByOlm(state);
  const ref = { group, kind, namespace, name: "" };
  if (isUnread(listing)) {
    const { outcome, cause } = listing;
    const expected = isOwned || state.operator.lookup.outcome !== "found" || state.platform === "openshift";
    return [{ ref, outcome, cause, expected }];
  }
  if (isFound || !isOwned) return [];
  if (listing.outcome !== "found") return [{ ref, outcome: listing.outcome, cause: "", expected: true }];
  // A file may hold only some objects, so a missing object does not prove its absence.
  return [{ ref, outcome: listing.isGiven === true ? "unread" : "absent", cause: "", expected: true }];
}

/**
 * Whether OLM installed the operator, by the marks that OLM sets on all that it installs (operator-lifecycle-manager,
 * pkg/lib/ownerutil, pkg/controller/operators/olm/overrides).
 */
function isOwnedByOlm(state: HyperConvergedState): boolean {
  return state.operator.variables.has(conditionNameVariable) || readOwnerName(state) !== undefined;
}

/** The name of the ClusterServiceVersion that owns the operator's Deployment. Undefined without a Deployment or an owner. */
function readOwnerName({ operator: { lookup } }: HyperConvergedState): string | undefined {
  if (lookup.outcome !== "found") return undefined;
  const { raw, labels } = lookup.object;
  const owners = listAt(raw, "metadata", "ownerReferences");
  const versionOwner = owners.find((owner) => textAt(owner, "kind") === clusterServiceVersions.kind);
  return versionOwner === undefined ? labels.get("olm.owner") : textAt(versionOwner, "name");
}
