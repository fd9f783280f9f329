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
    .filter((object) => object.ref.name.startsWith("kubevirt-hyperconverged-operator") && !isCopied(object))
    .toSorted(compareNewestFirst);
}

/** Whether this is OLM's copy of a ClusterServiceVersion in another namespace. */
export function isCopied({ labels }: KubeObject): boolean {
  return labels.has("olm.copiedFrom");
}

/**
 * The ClusterServiceVersion of the operator that runs. The first of these that exists:
 * 1. one that has Succeeded,
 * 2. one that OLM is replacing, which it does until the new one has Succeeded (operator-framework/api,
 *    clusterserviceversion_types.go),
 * 3. with `isAnyPhase`, the newest one.
 */
export function findRunningServiceVersion(
  index: ObjectIndex,
  namespace: string,
  isAnyPhase: boolean,
): KubeObject | undefined {
  const versions = listServiceVersions(index, namespace);
  const findInPhase = (phase: string): KubeObject | undefined =>
    versions.find(({ status }) => textAt(status, "phase") === phase);
  return findInPhase("Succeeded") ?? findInPhase("Replacing") ?? (isAnyPhase ? versions[0] : undefined);
}

/** The version of a ClusterServiceVersion. */
export function readServiceVersion({ spec }: KubeObject): string {
  return textAt(spec, "version");
}

/** The variables of the operator in a ClusterServiceVersion, which has a copy of the Deployment, always with its version. */
export function readServiceVersionVariables(object: KubeObject): Variables {
  const deployments = listAt(object.spec, "install", "spec", "deployments").filter((deployment) =>
    operatorDeployments.includes(textAt(deployment, "name")),
  );
  const containerLists = deployments.map((deployment) => valueAt(deployment, "spec", "template", "spec", "containers"));
  const variables = new Map(containerLists.flatMap((containers) => [...readVariables(containers)]));
  if (!variables.has(operatorVersionVariable)) variables.set(operatorVersionVariable, readServiceVersion(object));
  return variables;
}
