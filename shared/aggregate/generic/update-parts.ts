import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { isNamedIn } from "../../parse/named-in.ts";
import { clusterOperators, clusterVersions, machineConfigPools } from "../../profiles/openshift.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

// An update of OpenShift waits for operators, which the messages of the ClusterVersion name. That of the nodes waits for
// their pools (openshift/cluster-version-operator pkg/payload/task.go; openshift/machine-config-operator
// pkg/operator/sync.go, syncRequiredMachineConfigPools).

/** The requests for the parts that an unhealthy ClusterVersion or operator waits for; none for another object. */
export function planUpdateReads(object: KubeObject): readonly Query[] {
  if (isSameKind(object.ref, clusterVersions)) return [listQuery(clusterOperators)];
  return isOperatorOfNodes(object) ? [listQuery(machineConfigPools)] : [];
}

/** The operators that a ClusterVersion names, or the pools that the operator of the nodes updates. */
export function listUpdateParts(object: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  if (isOperatorOfNodes(object)) return index.all(machineConfigPools);
  if (!isSameKind(object.ref, clusterVersions)) return [];
  const messages = conditionsAt(object).conditions.map(({ message }) => message);
  return index.all(clusterOperators).filter(({ ref }) => messages.some((message) => isNamedIn(message, ref.name)));
}

function isOperatorOfNodes({ ref }: KubeObject): boolean {
  return isSameKind(ref, clusterOperators) && ref.name === "machine-config";
}
