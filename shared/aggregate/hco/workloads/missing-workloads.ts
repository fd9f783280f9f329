import { type Condition, lastConditionOfType } from "../../../model/condition.ts";
import type { WorkloadRow } from "../../../model/hyperconverged-rows.ts";
import type { ReportNode } from "../../../model/report.ts";
import { foundObject } from "../../../model/snapshot.ts";
import { textAt } from "../../../parse/json-value.ts";
import { deploymentKind } from "../../../profiles/hco/profile.ts";
import { daemonSets, deployedPhase, workloadKinds } from "../../../profiles/hco/workloads.ts";
import { operatorDeployments } from "../../../tables/operator.ts";
import { requiredWorkloads, workloadRows } from "../../../tables/workloads.ts";
import { gracePeriodSeconds, hasLasted } from "../../core/object-health.ts";
import { makeMissingNode } from "../../evaluation/plain-node.ts";
import { isListLost, type ListResult } from "../../snapshot/list-index.ts";
import { isFound, type ObjectIndex } from "../../snapshot/object-index.ts";
import type { HcoComponent } from "../components.ts";
import { makeDeploymentRef } from "../operator/deployment.ts";
import { makeAbsentWorkloadNode } from "./workload-nodes.ts";

/**
 * The nodes of the workloads that a deployed component always has and that certainly do not exist: a complete list lacks
 * them. There are none for a component that may lack workloads, because it is not deployed by its phase, or is being
 * installed, paused or deleted. During an upgrade its operator replaces them in place (kubevirt/kubevirt
 * pkg/virt-operator/resource/apply/apps.go).
 *
 * @param node the component by its own conditions.
 */
export function listMissingWorkloadNodes(
  component: HcoComponent,
  node: ReportNode,
  index: ObjectIndex,
  namespaces: readonly string[],
): readonly ReportNode[] {
  const { lookup, row } = component;
  const phase = textAt(foundObject(lookup)?.status, "phase");
  if (phase !== deployedPhase || node.deleting || node.frozen || node.stale) return [];
  const workloads = workloadRows.find((each) => each.component === row.component);
  const homes = listHomes(component, workloads, index, namespaces);
  const required = requiredWorkloads.filter((each) => each.component === row.component);
  return required.flatMap(({ kind, name }) => {
    const lookups = homes.map((namespace) => index.find({ group: "apps", kind, namespace, name }));
    const [firstLookup] = lookups;
    const isMissing = lookups.every(({ outcome }) => outcome === "absent");
    if (firstLookup === undefined || !isMissing) return [];
    return [addCreator(makeAbsentWorkloadNode(firstLookup), workloads, index)];
  });
}

/**
 * The nodes of the DaemonSets that a component always has, where their list could not be read. It is then unknown whether the
 * component is as healthy as it reports. The list counts as unread where
 * - it was requested and failed,
 * - or a cluster returned only the list of Deployments, which every plan requests beside it. A must-gather may lack it.
 *
 * An unread list of Deployments is not counted here, because it makes the operator unknown.
 */
export function listUnreadWorkloadNodes(
  { row }: HcoComponent,
  index: ObjectIndex,
  namespaces: readonly string[],
): readonly ReportNode[] {
  const { group } = daemonSets;
  const required = requiredWorkloads.filter(
    ({ component, kind }) => component === row.component && kind === daemonSets.kind,
  );
  return required.flatMap(({ kind, name }) =>
    namespaces.flatMap((namespace): readonly ReportNode[] => {
      const list = index.list({ group, kind, namespace });
      if (list.outcome !== "forbidden" && list.outcome !== "unread") return [];
      if (!isListLost(list) && !isUnrequested(list, namespace, index)) return [];
      const ref = { group, kind, namespace, name };
      return [makeMissingNode({ ref, outcome: list.outcome }, "workload", "unknown")];
    }),
  );
}

/** Whether a cluster returned the list of Deployments in this namespace, but not `list`. */
function isUnrequested(list: ListResult, namespace: string, index: ObjectIndex): boolean {
  const { group, kind } = deploymentKind;
  return "isUnanswered" in list && index.list({ group, kind, namespace }).outcome === "found";
}

/**
 * The namespaces where the component certainly runs. The workloads of a namespaced CR lie in its namespace. Those of a
 * cluster-scoped CR lie where any of them was found, or where HyperConverged's operator was found if the CR has the name
 * that HyperConverged gives it.
 */
function listHomes(
  { row, lookup: { ref } }: HcoComponent,
  workloads: WorkloadRow | undefined,
  index: ObjectIndex,
  namespaces: readonly string[],
): readonly string[] {
  if (ref.namespace !== undefined) return [ref.namespace];
  const workloadNames = workloads === undefined ? [] : [workloads.operator, ...workloads.names];
  const isByHyperConverged = ref.name === row.objectName;
  const names = isByHyperConverged ? [...workloadNames, ...operatorDeployments] : workloadNames;
  const hasWorkload = (namespace: string): boolean =>
    workloadKinds.some(({ group, kind }) =>
      names.some((name) => isFound(index.find({ group, kind, namespace, name }))),
    );
  return namespaces.filter(hasWorkload);
}

/** The node with the name of the operator that should create it, if that exists, because its log is more useful. */
function addCreator(node: ReportNode, row: WorkloadRow | undefined, index: ObjectIndex): ReportNode {
  if (row === undefined) return node;
  const operator = index.find(makeDeploymentRef(node.ref.namespace ?? "", row.operator));
  return isFound(operator) ? { ...node, facts: { ...node.facts, createdBy: row.operator } } : node;
}

/**
 * Whether the component has reported its state for so long that its operator would have created a missing workload. The
 * first report of Available comes after all of them were created.
 */
export function hasReportedLongEnough(conditions: readonly Condition[], takenAt: string): boolean {
  return hasLasted(lastConditionOfType(conditions, "Available")?.since, takenAt, gracePeriodSeconds.observing);
}
