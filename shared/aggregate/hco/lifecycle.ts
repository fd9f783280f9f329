import type { KubeObject } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Lifecycle } from "../../model/report.ts";
import { at, list, text } from "../../parse/value.ts";
import { clusterServiceVersions, operatorConditions } from "../../profiles/hco.ts";
import type { Index } from "../lookup.ts";
import { newestOperatorCondition, upgradeableIn } from "./operator-condition.ts";
import type { HyperConvergedState } from "./state.ts";

/** What OLM holds of the operator and would go by; undefined where it holds nothing of it, for certain. */
export function lifecycleOf(state: HyperConvergedState, index: Index): Lifecycle | undefined {
  // Whoever refused it runs in another namespace.
  if (state.isRefused) return undefined;
  const condition = operatorConditionOf(state, index);
  const unsettled = serviceVersions(state, index).filter(({ status }) => text(at(status, ["phase"])) !== "Succeeded");
  const unseen = [operatorConditions, clusterServiceVersions].flatMap((kind) => unseenOf(kind, state, index));
  if (condition === undefined && unsettled.length + unseen.length === 0) return undefined;
  return {
    ...(condition === undefined ? {} : { operatorCondition: condition }),
    unsettled: unsettled.map(({ ref, status }) => ({
      about: ref,
      phase: text(at(status, ["phase"])),
      reason: text(at(status, ["reason"])),
      message: text(at(status, ["message"])),
    })),
    unseen,
  };
}

/** OLM asks spec.overrides first (operator-lifecycle-manager, pkg/controller/operators/olm/operatorconditions.go). */
function operatorConditionOf(state: HyperConvergedState, index: Index): Lifecycle["operatorCondition"] {
  const object = newestOperatorCondition(state, index);
  if (object === undefined) return undefined;
  const said = upgradeableIn(object, ["spec", "status"], "conditions");
  const override = upgradeableIn(object, ["spec"], "overrides");
  const words = said ?? override;
  if (words === undefined) return undefined;
  return { about: object.ref, ...words, ...(override === undefined ? {} : { override }) };
}

function serviceVersions({ object }: HyperConvergedState, index: Index): readonly KubeObject[] {
  return index
    .all(clusterServiceVersions, object.ref.namespace ?? "")
    .filter(({ ref }) => ref.name.startsWith("kubevirt-hyperconverged-operator"));
}

function unseenOf(kind: Kind, state: HyperConvergedState, index: Index): Lifecycle["unseen"] {
  const { object } = state;
  const namespace = object.ref.namespace ?? "";
  const listing = index.list({ group: kind.group, kind: kind.kind, namespace });
  if (listing.outcome !== "forbidden" && listing.outcome !== "unread") return [];
  const { outcome, cause } = listing;
  if (outcome === "unread" && isWithoutOlm(state)) return [];
  return [{ ref: { group: kind.group, kind: kind.kind, namespace, name: "" }, outcome, cause }];
}

/**
 * Nothing of OLM's hangs on the operator, which it leaves in all that it installs (operator-lifecycle-manager,
 * pkg/lib/ownerutil, pkg/controller/operators/olm/overrides), nor is this OpenShift: what nobody collected is not there.
 */
function isWithoutOlm({ operator, platform }: HyperConvergedState): boolean {
  const { lookup, variables } = operator;
  if (lookup.outcome !== "found" || platform === "openshift" || variables.has("OPERATOR_CONDITION_NAME")) return false;
  const owners = list(at(lookup.object.raw, ["metadata", "ownerReferences"]));
  const isOwned = owners.some((owner) => text(at(owner, ["kind"])) === clusterServiceVersions.kind);
  return !isOwned && !lookup.object.labels.has("olm.owner");
}
