import type { KubeObject } from "../../../model/object.ts";
import { listAt, textAt, valueAt } from "../../../parse/json-value.ts";
import { clusterServiceVersions, operatorVersionVariable } from "../../../profiles/hco/profile.ts";
import { operatorDeployments } from "../../../tables/operator.ts";
import { compareNewestFirst } from "../../evaluation/compare.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { readVariables, type Variables } from "./variables.ts";

/**
 * The ClusterServiceVersions of the operator in its namespace, the one created last first. OLM's copies of one in another
 * namespace are omitted: they have a label (operator-lifecycle-manager, pkg/controller/operators/olm/operator.go).
 */
export function listServiceVersions(index: ObjectIndex, namespace: string): readonly KubeObject[] {
  return index
    .all(clusterServiceVersions, namespace)
    .filter((each) => each.ref.name.startsWith("kubevirt-hyperconverged-operator") && !isCopied(each))
    .toSorted(compareNewestFirst);
}

/** Whether this is OLM's copy of a ClusterServiceVersion in another namespace. */
export function isCopied({ labels }: KubeObject): boolean {
  return labels.has("olm.copiedFrom");
}

/**
 * The ClusterServiceVersion of the operator that runs. OLM sets the old one to Replacing until the new one has Succeeded
 * (operator-framework/api, clusterserviceversion_types.go). `isAny`: one in another phase counts too, because nothing
 * else has a version.
 */
export function findRunningServiceVersion(
  index: ObjectIndex,
  namespace: string,
  isAny: boolean,
): KubeObject | undefined {
  const all = listServiceVersions(index, namespace);
  const phased = ["Succeeded", "Replacing"].flatMap((phase) =>
    all.filter((each) => textAt(each.status, "phase") === phase),
  );
  return phased[0] ?? (isAny ? all[0] : undefined);
}

/** The version of a ClusterServiceVersion. */
export function readServiceVersion({ spec }: KubeObject): string {
  return textAt(spec, "version");
}

/** The variables from a ClusterServiceVersion, which has a copy of the Deployment. */
export function readServiceVersionVariables(object: KubeObject): Variables {
  const own = listAt(object.spec, "install", "spec", "deployments").filter((each) =>
    operatorDeployments.includes(textAt(each, "name")),
  );
  const variables = new Map(
    own.flatMap((each) => [...readVariables(valueAt(each, "spec", "template", "spec", "containers"))]),
  );
  if (!variables.has(operatorVersionVariable)) variables.set(operatorVersionVariable, readServiceVersion(object));
  return variables;
}
