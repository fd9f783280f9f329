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

// Fencing: a virtual machine of a node that no longer reports starts on another node only after something has certainly stopped
// it on the first one (https://kubevirt.io/user-guide/cluster_admin/unresponsive_nodes/,
// https://www.medik8s.io/remediation/remediation/).

/**
 * The list queries for the health checks that may fence a Node. Empty for another object, for a Node that reports, and for a
 * Node that is being fenced already.
 */
export function planFencingReads(node: KubeObject): readonly Query[] {
  if (!isNode(node.ref) || !isKubeletSilent(conditionsAt(node).conditions) || hasTaintOfRemediation(node)) return [];
  const queries = [listQuery(nodeHealthChecks)];
  if (node.annotations.has(machineAnnotations.openshift)) queries.push(listQuery(machineHealthChecks));
  return queries;
}

/**
 * Who fences a Node that no longer reports. The first rule that fits decides:
 * 1. It has the taint `node.kubernetes.io/out-of-service`, by which a user or an operator says that it is off:
 *    `out-of-service`.
 * 2. It has the taint of an operator of medik8s, which fences it: undefined.
 * 3. A MachineHealthCheck may replace its machine: undefined.
 * 4. The NodeHealthChecks were not read: undefined.
 * 5. No NodeHealthCheck selects it: `none`.
 * 6. All NodeHealthChecks that select it are switched off: `idle`.
 * 7. Otherwise a NodeHealthCheck is at work: undefined.
 */
export function readNodeFencing(node: KubeObject, index: ObjectIndex): NodeFencing | undefined {
  if (listTaints(node).includes(outOfServiceTaint)) return { is: "out-of-service" };
  if (hasTaintOfRemediation(node) || mayBeFencedAsMachine(node, index)) return undefined;
  const checks = listExisting(index.list(nodeHealthChecks));
  if (checks === undefined) return undefined;
  const responsibleChecks = checks.filter((check) => selectsNode(check, node));
  const [first] = responsibleChecks;
  if (first === undefined) return { is: "none" };
  if (!responsibleChecks.every(isIdle)) return undefined;
  return { is: "idle", check: first.ref.name, phase: textAt(first.status, "phase") };
}

function hasTaintOfRemediation(node: KubeObject): boolean {
  return listTaints(node).some((key) => key === outOfServiceTaint || remediationTaint.test(key));
}

function listTaints({ spec }: KubeObject): readonly string[] {
  return listAt(spec, "taints").map((taint) => textAt(taint, "key"));
}

/** Whether a Node belongs to a machine that a MachineHealthCheck may replace. */
function mayBeFencedAsMachine({ annotations }: KubeObject, index: ObjectIndex): boolean {
  // The checks of Cluster API may be in another cluster.
  if (annotations.has(machineAnnotations.clusterApi)) return true;
  if (!annotations.has(machineAnnotations.openshift)) return false;
  const checks = listExisting(index.list(machineHealthChecks));
  return checks === undefined || checks.length > 0;
}

/**
 * The objects of a list, empty for a kind that the cluster does not have. Undefined where there may be more, because the
 * request failed or the input is a file.
 */
function listExisting(list: ListResult): readonly KubeObject[] | undefined {
  if (list.outcome === "noSuchKind") return [];
  return list.outcome === "found" && list.isGiven === undefined ? list.objects : undefined;
}

/** Whether a health check selects a Node: by an empty selector every Node, and in doubt also by an invalid one. */
function selectsNode({ spec }: KubeObject, node: KubeObject): boolean {
  const selects = parseLabelSelector(writeLabelSelector(valueAt(spec, "selector")));
  const isInvalid = typeof selects !== "function";
  return isInvalid || selects(node);
}

/** Whether a NodeHealthCheck begins no remediation (medik8s/node-healthcheck-operator api/v1alpha1, NHCPhase). */
function isIdle({ status }: KubeObject): boolean {
  return ["Disabled", "Paused"].includes(textAt(status, "phase"));
}
