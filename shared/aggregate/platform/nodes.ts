import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { RootNode } from "../../model/report.ts";
import { nodeKind } from "../../profiles/core-kinds.ts";
import { isUpgradeable } from "../../profiles/hco/upgradeable.ts";
import { machineInstances, migrations } from "../../profiles/virtual-machines.ts";
import { readCordonTime } from "../core/cluster-kinds.ts";
import { isCordonedNode, listDrainFindings, planEvacuationReads } from "../generic/node-drain.ts";
import type { UpgradeRow } from "../hco/upgrade/component.ts";
import { makeUnreadListRow } from "../hco/upgrade/workloads.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listConditionRow, listObjects, listUnreadRows } from "./condition-rows.ts";
import { planCordonedInstances } from "./platform-plan.ts";

/**
 * The rows of nodes that are not Ready or cordoned, and of virtual machines that do not leave a cordoned node.
 *
 * @param findings all findings, among them those of {@link listDrainFindingsOfNodes}
 */
export function listNodeRows(index: ObjectIndex, findings: readonly Finding[]): readonly UpgradeRow[] {
  const { objects, unread } = listObjects(nodeKind, index);
  return [
    ...unread,
    ...objects.flatMap((node) => [...listUnreadyRow(node), ...listCordonedRow(node)]),
    ...findings.flatMap(listDrainRow),
    ...listUnreadMachinesRow(index),
  ];
}

/**
 * The findings about cordoned nodes that virtual machines do not leave, where a root can be upgraded: an upgrade and an update
 * of the nodes wait for them. A Node that is a root itself has its own. Empty where no node was read.
 */
export function listDrainFindingsOfNodes(
  index: ObjectIndex,
  roots: readonly RootNode[],
  takenAt: string,
): readonly Finding[] {
  if (!roots.some(isUpgradeable)) return [];
  const rootKeys = new Set(roots.map(({ ref }) => keyOf(ref)));
  const nodes = index.all(nodeKind).filter(({ key }) => !rootKeys.has(key));
  return nodes.flatMap((node) => listDrainFindings(node, index, takenAt));
}

/** Ready of a node is Unknown when its kubelet no longer reports (kubernetes/kubernetes pkg/controller/nodelifecycle). */
function listUnreadyRow(node: KubeObject): readonly UpgradeRow[] {
  return listConditionRow("NodeNotReady", node, { good: "True", isUnknownBad: true });
}

function listCordonedRow(node: KubeObject): readonly UpgradeRow[] {
  if (!isCordonedNode(node)) return [];
  const since = readCordonTime(node);
  return [{ code: "NodeCordoned", effect: "blocks", about: node.ref, ...definedFields({ since }) }];
}

function listDrainRow(finding: Finding): readonly UpgradeRow[] {
  if (finding.code !== "drain-held") return [];
  const { about, instances, held, total } = finding;
  return [{ code: "DrainHeld", effect: "blocks", about, instances, held, total }];
}

/** The row that the virtual machines on cordoned nodes, or else their migrations, were not read. One row is enough. */
function listUnreadMachinesRow(index: ObjectIndex): readonly UpgradeRow[] {
  const { queries, unlisted } = planCordonedInstances(index);
  const rows = queries.flatMap((query) => listUnreadRows(machineInstances, query, index));
  if (unlisted.length > 0) rows.push(makeUnreadListRow(machineInstances, undefined, { outcome: "unread" }));
  for (const query of planEvacuationReads(index.all(nodeKind), index)) {
    rows.push(...listUnreadRows(migrations, query, index));
  }
  return rows.slice(0, 1);
}
