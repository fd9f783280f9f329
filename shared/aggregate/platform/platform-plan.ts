import type { Kind } from "../../model/kind.ts";
import type { Query } from "../../model/snapshot.ts";
import { nodeKind } from "../../profiles/core-kinds.ts";
import { clusterVersions, machineConfigPools } from "../../profiles/openshift.ts";
import { kubeVirts } from "../../profiles/virtual-machines.ts";
import { isCordonedNode, planEvacuationReads, planInstanceLists } from "../generic/node-drain.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

/** The kinds of which an upgrade needs all objects. */
export const platformKinds: readonly Kind[] = [clusterVersions, machineConfigPools, nodeKind];

/**
 * The queries for what an upgrade depends on: the version of the cluster, its pools of nodes, the nodes, and the virtual
 * machines on cordoned nodes.
 */
export function planPlatformReads(index: ObjectIndex): readonly Query[] {
  const { queries } = planCordonedInstances(index);
  const plannedQueries = [...platformKinds.map((kind) => listQuery(kind)), ...queries];
  // KubeVirt has the eviction strategy of the cluster, which decides whether a machine leaves a cordoned node.
  const isKubeVirtNeeded = queries.length > 0 && index.all(kubeVirts).length === 0;
  if (isKubeVirtNeeded) plannedQueries.push(listQuery(kubeVirts));
  return [...plannedQueries, ...planEvacuationReads(index.all(nodeKind), index)];
}

/** The lists of the virtual machines that run on cordoned nodes. */
export function planCordonedInstances(index: ObjectIndex): ReturnType<typeof planInstanceLists> {
  return planInstanceLists(index.all(nodeKind).filter(isCordonedNode));
}
