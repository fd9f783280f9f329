import { isSameKind, type Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { nodeKind } from "../../profiles/core-kinds.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { clusterVersions, machineConfigPools } from "../../profiles/openshift.ts";
import { kubeVirts, machineInstances, nodeNameLabel } from "../../profiles/virtual-machines.ts";
import { compareTexts } from "../evaluation/compare.ts";
import { evacuationQueries, isCordonedNode } from "../generic/node-drain.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

/** The kinds of which an upgrade needs all objects. */
export const platformKinds: readonly Kind[] = [clusterVersions, machineConfigPools, nodeKind];

/**
 * The requests for what the upgrade of these roots stands on: the version of the cluster, its pools of nodes, the nodes,
 * and the virtual machines on nodes that are cordoned. None without a root that can be upgraded.
 */
export function platformQueries(roots: readonly KubeObject[], index: ObjectIndex): readonly Query[] {
  if (!roots.some(canBeUpgraded)) return [];
  const { queries } = instancesOnCordoned(index);
  // The eviction strategy of the cluster is KubeVirt's.
  const strategies = queries.length > 0 && index.all(kubeVirts).length === 0 ? [listQuery(kubeVirts)] : [];
  return [
    ...platformKinds.map((kind) => listQuery(kind)),
    ...queries,
    ...strategies,
    ...evacuationQueries(index.all(nodeKind), index),
  ];
}

function canBeUpgraded({ ref: { group, kind } }: KubeObject): boolean {
  return [hcoProfile.root, ...hcoProfile.components].some((each) => isSameKind(each, { group, kind }));
}

/** Lists of the virtual machines on cordoned nodes, and the nodes for which there is no list because they are too many. */
interface InstanceLists {
  readonly queries: readonly Query[];
  readonly unlisted: readonly KubeObject[];
}

/** How many nodes one list names, so that its address stays below the 8 KB that proxies permit. */
const nodesOfList = 20;

/** The most lists. Beyond them most of a cluster is cordoned. */
const mostLists = 5;

/** The lists of the virtual machines that run on cordoned nodes. */
export function instancesOnCordoned(index: ObjectIndex): InstanceLists {
  const nodes = index
    .all(nodeKind)
    .filter(isCordonedNode)
    .toSorted((a, b) => compareTexts(a.ref.name, b.ref.name));
  const listed = nodes.slice(0, nodesOfList * mostLists);
  const starts = [...listed.keys()].filter((place) => place % nodesOfList === 0);
  const queries = starts.map((start) => {
    const names = listed.slice(start, start + nodesOfList).map(({ ref }) => ref.name);
    return { ...listQuery(machineInstances), labelSelector: selectorOf(names) };
  });
  return { queries, unlisted: nodes.slice(listed.length) };
}

function selectorOf([only = "", ...others]: readonly string[]): string {
  return others.length === 0 ? `${nodeNameLabel}=${only}` : `${nodeNameLabel} in (${[only, ...others].join(",")})`;
}
