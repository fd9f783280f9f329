import type { Finding } from "../../model/finding/finding.ts";
import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc } from "../../model/time.ts";
import { toList, toText, valueAt } from "../../parse/json-value.ts";
import { nodeKind } from "../../profiles/core-kinds.ts";
import { machineInstances } from "../../profiles/virtual-machines.ts";
import { drainFindings, isCordonedNode } from "../generic/node-drain.ts";
import type { UpgradeRow } from "../hco/upgrade/component.ts";
import { unreadList } from "../hco/upgrade/workloads.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { conditionRow } from "./condition-rows.ts";
import { listObjects, unreadRows } from "./listed-objects.ts";
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
export function heldDrains(index: ObjectIndex): readonly Finding[] {
  return index.all(nodeKind).flatMap((node) => drainFindings(node, index));
}

function cordonedRow(node: KubeObject): readonly UpgradeRow[] {
  if (!isCordonedNode(node)) return [];
  const since = cordonedAt(node);
  return [{ code: "NodeCordoned", effect: "blocks", about: node.ref, ...(since !== undefined && { since }) }];
}

/** When the node was cordoned, by the taint that Kubernetes adds then (kubernetes/api core/v1/well_known_taints.go). */
function cordonedAt({ spec }: KubeObject): string | undefined {
  const taint = toList(valueAt(spec, ["taints"])).find(
    (each) => toText(valueAt(each, ["key"])) === "node.kubernetes.io/unschedulable",
  );
  return normalizeUtc(toText(valueAt(taint, ["timeAdded"])));
}

function drainRow(finding: Finding): readonly UpgradeRow[] {
  if (finding.code !== "drain-held") return [];
  const { about, instances, held, total } = finding;
  return [{ code: "DrainHeld", effect: "blocks", about, instances, held, total }];
}

/** The reason that the virtual machines on cordoned nodes are not known. One is enough. */
function unreadInstances(index: ObjectIndex): readonly UpgradeRow[] {
  const { queries, unlisted } = instancesOnCordoned(index);
  const rows = queries.flatMap((query) => unreadRows(machineInstances, query, index));
  const beyond = unlisted.length === 0 ? [] : [unreadList(machineInstances, undefined, { outcome: "unread" })];
  return [...rows, ...beyond].slice(0, 1);
}
