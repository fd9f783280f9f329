import type { NodeFencing } from "../../model/cause/observation.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { parseLabelSelector, writeLabelSelector } from "../../parse/label-selector.ts";
import { isNode } from "../../profiles/core-kinds.ts";
import {
  machineAnnotations,
  machineHealthChecks,
  nodeHealthChecks,
  outOfServiceTaint,
  remediationTaint,
} from "../../profiles/remediation.ts";
import type { ListResult } from "../snapshot/list-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";
import { isKubeletSilent } from "./cluster-kinds.ts";

// A virtual machine of a node that no longer reports starts elsewhere only after something has certainly stopped it there:
// https://kubevirt.io/user-guide/cluster_admin/unresponsive_nodes/, https://www.medik8s.io/remediation/remediation/.

/** The lists of the checks that fence a Node. None for another object, and of a node that reports or is out of service. */
export function planFencingReads(node: KubeObject): readonly Query[] {
  if (!isNode(node.ref) || !isKubeletSilent(conditionsAt(node).conditions) || hasTaintOfRemediation(node)) return [];
  const ofMachines = node.annotations.has(machineAnnotations.openshift) ? [listQuery(machineHealthChecks)] : [];
  return [listQuery(nodeHealthChecks), ...ofMachines];
}

/**
 * What is known about the fencing of a Node that no longer reports, by these rules in order:
 * 1. With the taint `node.kubernetes.io/out-of-service` it is off, as a user or an operator asserts.
 * 2. Undefined where an operator of medik8s has tainted it, which remediates it, and where a check of machines may.
 * 3. Undefined where the NodeHealthChecks were not read.
 * 4. Undefined where one of those that select the node is at work, since it fences the node or waits for its own reasons.
 * 5. `idle` where those that select it are switched off, `none` where none selects it.
 */
export function readNodeFencing(node: KubeObject, index: ObjectIndex): NodeFencing | undefined {
  if (listTaints(node).includes(outOfServiceTaint)) return { is: "out-of-service" };
  if (hasTaintOfRemediation(node) || mayBeFencedAsMachine(node, index)) return undefined;
  const checks = listExisting(index.list(nodeHealthChecks));
  if (checks === undefined) return undefined;
  const selecting = checks.filter((check) => selectsNode(check, node));
  const [first] = selecting;
  if (first === undefined) return { is: "none" };
  if (!selecting.every(isIdle)) return undefined;
  return { is: "idle", check: first.ref.name, phase: textAt(first.status, "phase") };
}

function hasTaintOfRemediation(node: KubeObject): boolean {
  return listTaints(node).some((key) => key === outOfServiceTaint || remediationTaint.test(key));
}

function listTaints({ spec }: KubeObject): readonly string[] {
  return listAt(spec, "taints").map((taint) => textAt(taint, "key"));
}

/** Whether the node belongs to a machine that a check may replace. Those of Cluster API may be in another cluster. */
function mayBeFencedAsMachine({ annotations }: KubeObject, index: ObjectIndex): boolean {
  if (annotations.has(machineAnnotations.clusterApi)) return true;
  if (!annotations.has(machineAnnotations.openshift)) return false;
  const checks = listExisting(index.list(machineHealthChecks));
  return checks === undefined || checks.length > 0;
}

/** The objects of a list, none of a kind that the cluster lacks. Undefined where a file or a failed request hides some. */
function listExisting(list: ListResult): readonly KubeObject[] | undefined {
  if (list.outcome === "noSuchKind") return [];
  return list.outcome === "found" && list.isGiven === undefined ? list.objects : undefined;
}

/** An empty selector selects every node, as anywhere in Kubernetes. One that is invalid counts as a selection, in doubt. */
function selectsNode({ spec }: KubeObject, node: KubeObject): boolean {
  const selects = parseLabelSelector(writeLabelSelector(valueAt(spec, "selector")));
  return typeof selects !== "function" || selects(node);
}

/** Whether a NodeHealthCheck begins no remediation (medik8s/node-healthcheck-operator api/v1alpha1, NHCPhase). */
function isIdle({ status }: KubeObject): boolean {
  return ["Disabled", "Paused"].includes(textAt(status, "phase"));
}
