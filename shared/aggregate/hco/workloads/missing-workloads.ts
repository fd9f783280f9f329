import { type Condition, lastConditionOfType } from "../../../model/condition.ts";
import type { WorkloadRow } from "../../../model/hyperconverged-rows.ts";
import type { ReportNode } from "../../../model/report.ts";
import { textAt } from "../../../parse/json-value.ts";
import { deploymentKind } from "../../../profiles/hco/profile.ts";
import { daemonSets, deployedPhase, workloadKinds } from "../../../profiles/hco/workloads.ts";
import { operatorDeployments } from "../../../tables/operator.ts";
import { requiredWorkloads, workloadRows } from "../../../tables/workloads.ts";
import { gracePeriodSeconds, hasLasted } from "../../core/object-health.ts";
import { missingNode } from "../../evaluation/plain-node.ts";
import type { ListResult } from "../../snapshot/list-index.ts";
import { isFound, type ObjectIndex } from "../../snapshot/object-index.ts";
import type { HcoComponent } from "../components.ts";
import { makeAbsentWorkloadNode } from "./workload-nodes.ts";

/**
 * The nodes of the workloads that a deployed component always has and that certainly do not exist. Certain is only what
 * a list that was read in full does not hold. A component without its phase, or one that is being installed, paused or
 * deleted, may lack them, so it has none. During an upgrade its operator replaces them in place (KubeVirt
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
  const phase = lookup.outcome === "found" ? textAt(lookup.object.status, "phase") : "";
  if (phase !== deployedPhase || node.deleting || node.frozen || node.stale) return [];
  const workloads = workloadRows.find((each) => each.component === row.component);
  const homes = listHomes(component, workloads, index, namespaces);
  return requiredWorkloads
    .filter((each) => each.component === row.component)
    .flatMap(({ kind, name }) => {
      const lookups = homes.map((namespace) => index.find({ group: "apps", kind, namespace, name }));
      const [first] = lookups;
      const isMissing = lookups.every(({ outcome }) => outcome === "absent");
      return first === undefined || !isMissing ? [] : [addCreator(makeAbsentWorkloadNode(first), workloads, index)];
    });
}

/**
 * The nodes of the DaemonSets that a component always has, where the list that holds them was requested and failed, or
 * where a cluster answered only the list of Deployments beside it. Without them it is unknown whether the component is
 * as healthy as it reports. A must-gather need not hold the list.
 * That Deployments were not read shows in the operator, which is unknown then.
 */
export function listUnreadWorkloadNodes(
  { row }: HcoComponent,
  index: ObjectIndex,
  namespaces: readonly string[],
): readonly ReportNode[] {
  const required = requiredWorkloads.filter(
    ({ component, kind }) => component === row.component && kind === daemonSets.kind,
  );
  return required.flatMap(({ kind, name }) =>
    namespaces.flatMap((namespace): readonly ReportNode[] => {
      const list = index.list({ group: daemonSets.group, kind, namespace });
      const isLost =
        list.outcome === "forbidden" ||
        (list.outcome === "unread" && (list.cause !== "" || isUnrequested(list, namespace, index)));
      const ref = { group: daemonSets.group, kind, namespace, name };
      return isLost ? [missingNode({ ref, outcome: list.outcome }, "workload", "unknown")] : [];
    }),
  );
}

/** Whether a cluster answered the list of Deployments, but not this one, which every plan requests beside it. */
function isUnrequested(list: ListResult, namespace: string, index: ObjectIndex): boolean {
  const { group, kind } = deploymentKind;
  return "isUnanswered" in list && index.list({ group, kind, namespace }).outcome === "found";
}

/**
 * The namespaces where the component certainly runs. A namespaced CR lies beside its workloads. The place of a
 * cluster-scoped one shows in the workloads of it that were found. What HyperConverged created runs beside its
 * operator.
 */
function listHomes(
  { row, lookup: { ref } }: HcoComponent,
  workloads: WorkloadRow | undefined,
  index: ObjectIndex,
  namespaces: readonly string[],
): readonly string[] {
  if (ref.namespace !== undefined) return [ref.namespace];
  const own = workloads === undefined ? [] : [workloads.operator, ...workloads.names];
  const names = ref.name === row.objectName ? [...own, ...operatorDeployments] : own;
  return namespaces.filter((namespace) =>
    workloadKinds.some(({ group, kind }) =>
      names.some((name) => isFound(index.find({ group, kind, namespace, name }))),
    ),
  );
}

/**
 * The node with the Deployment of the operator that should create it, if that exists. Its log is the next thing to
 * read.
 */
function addCreator(node: ReportNode, row: WorkloadRow | undefined, index: ObjectIndex): ReportNode {
  if (row === undefined) return node;
  const { group, kind } = deploymentKind;
  const operator = index.find({ group, kind, namespace: node.ref.namespace ?? "", name: row.operator });
  return isFound(operator) ? { ...node, facts: { ...node.facts, createdBy: row.operator } } : node;
}

/**
 * Whether the component has reported its state for so long that its operator would have created a missing workload. The
 * first report of Available comes after all of them were created.
 */
export function hasReportedLongEnough(conditions: readonly Condition[], takenAt: string): boolean {
  return hasLasted(lastConditionOfType(conditions, "Available")?.since, takenAt, gracePeriodSeconds.observing);
}
