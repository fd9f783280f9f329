import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import type { KubeObject } from "../../model/object.ts";
import { nodeKind } from "../../profiles/core-kinds.ts";
import { machineInstances, migrations } from "../../profiles/virtual-machines.ts";
import { cordonedAt } from "../core/cluster-kinds.ts";
import { drainFindings, evacuationQueries, isCordonedNode } from "../generic/node-drain.ts";
import type { UpgradeRow } from "../hco/upgrade/component.ts";
import { makeUnreadListRow } from "../hco/upgrade/workloads.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { conditionRow, listObjects, unreadRows } from "./condition-rows.ts";
import { instancesOnCordoned } from "./platform-plan.ts";

/**
 * The reasons of the nodes: not Ready, cordoned, and the virtual machines that do not leave a cordoned one. Ready is Unknown
 * where the kubelet no longer reports (kubernetes/kubernetes pkg/controller/nodelifecycle).
 */
export function nodeRows(index: ObjectIndex, drains: readonly Finding[]): readonly UpgradeRow[] {
  const { objects, unread } = listObjects(nodeKind, index);
  return [
    ...unread,
    ...objects.flatMap((node) => [
      ...conditionRow("NodeNotReady", node, { type: "Ready", good: "True", isUnknownBad: true }),
      ...cordonedRow(node),
    ]),
    ...drains.flatMap(drainRow),
    ...unreadInstances(index),
  ];
}

/** The findings about cordoned nodes that virtual machines do not leave. */
export function heldDrains(index: ObjectIndex, takenAt: string): readonly Finding[] {
  return index.all(nodeKind).flatMap((node) => drainFindings(node, index, takenAt));
}

function cordonedRow(node: KubeObject): readonly UpgradeRow[] {
  if (!isCordonedNode(node)) return [];
  const since = cordonedAt(node);
  return [{ code: "NodeCordoned", effect: "blocks", about: node.ref, ...definedFields({ since }) }];
}

function drainRow(finding: Finding): readonly UpgradeRow[] {
  if (finding.code !== "drain-held") return [];
  const { about, instances, held, total } = finding;
  return [{ code: "DrainHeld", effect: "blocks", about, instances, held, total }];
}

/** The reason that the virtual machines on cordoned nodes, or their migrations, are not known. One is enough. */
function unreadInstances(index: ObjectIndex): readonly UpgradeRow[] {
  const { queries, unlisted } = instancesOnCordoned(index);
  const rows = queries.flatMap((query) => unreadRows(machineInstances, query, index));
  const beyond = unlisted.length === 0 ? [] : [makeUnreadListRow(machineInstances, undefined, { outcome: "unread" })];
  const moves = evacuationQueries(index.all(nodeKind), index).flatMap((query) => unreadRows(migrations, query, index));
  return [...rows, ...beyond, ...moves].slice(0, 1);
}
