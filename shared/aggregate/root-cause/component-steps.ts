import { lastConditionOfType } from "../../model/condition.ts";
import type { WorkloadRow } from "../../model/hyperconverged-rows.ts";
import { describeObject, listPods, type NextStep, printPermissions, showDeploymentLog } from "../../model/next-step.ts";
import type { Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { isNamedIn } from "../../parse/named-in.ts";
import { deploymentKind } from "../../profiles/hco/profile.ts";
import { workloadKinds } from "../../profiles/hco/workloads.ts";
import { workloadRows } from "../../tables/workloads.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { findExplainingCondition, isSilentCondition } from "./cause-evidence.ts";

/**
 * The commands for a component that no object below it explains. The report shows its conditions already, so the commands show
 * something else. The first of these cases counts:
 * 1. No workloads are known for the component, it is being deleted, or it is paused: its description. Where its deletion
 *    lasts too long, first the log of the operator that should remove the finalizer.
 * 2. Its workloads may not be listed: the permissions to request, and its description.
 * 3. Its operator writes no status: the log of the operator, and its description.
 * 4. Degraded has a message, or its workloads were read: the log of the operator, and the Pods.
 * 5. No condition gives a reason: the Pods, and the log of the operator.
 * 6. Else the Pods, and its description.
 */
export function listComponentSteps(node: ReportNode, root: Ref, index: ObjectIndex): readonly NextStep[] {
  const row = workloadRows.find(({ component }) => component === node.label);
  const described = describeObject(node.ref);
  if (row === undefined) return described;
  const home = chooseHomeNamespace(node.ref, root);
  const isDeletionLate = node.trouble?.observed?.code === "deletion-waits";
  if (node.deleting && isDeletionLate) return [...listOperatorLogSteps(row, home, index, "unfinished"), ...described];
  if (node.deleting || node.frozen) return described;
  const permissions = listForbiddenWorkloadSteps(home, root, index);
  if (permissions.length > 0) return [...permissions, ...described];
  const isStatusMissing = lastConditionOfType(node.conditions, "Available") === undefined || node.stale;
  if (isStatusMissing) return [...listOperatorLogSteps(row, home, index, "silent"), ...described];
  const log = listOperatorLogSteps(row, home, index, "unfinished");
  const condition = findExplainingCondition(node.conditions);
  const pods = listPods(home, choosePodSelector(row, condition?.message ?? ""));
  const isFault = isSerious(node.verdict) && condition?.type === "Degraded" && condition.message !== "";
  if (isFault || hasReadWorkloads(node, row)) return [...log, ...pods];
  return condition === undefined || isSilentCondition(condition) ? [...pods, ...log] : [...pods, ...described];
}

/** The command that prints the permissions to request, if the workloads of a namespace may not be listed. Otherwise empty. */
export function listForbiddenWorkloadSteps(
  home: Pick<Ref, "namespace">,
  root: Ref,
  index: ObjectIndex,
): readonly NextStep[] {
  const { namespace = "" } = home;
  const isForbidden = workloadKinds.some(
    ({ group, kind }) => index.list({ group, kind, namespace }).outcome === "forbidden",
  );
  return isForbidden ? listPermissionSteps(root) : [];
}

/** The command that prints the permissions which a reader of this root needs. */
export function listPermissionSteps(root: Ref): readonly NextStep[] {
  return printPermissions(root, root);
}

/** The namespace of an object. For a cluster-scoped object it is that of the root, whose operator creates the object. */
export function chooseHomeNamespace({ namespace }: Ref, root: Ref): Pick<Ref, "namespace"> {
  return namespace === undefined ? root : { namespace };
}

/**
 * The log of the operator of a component. Empty if its Deployment does not exist, or if no namespace is known.
 *
 * @param about why the log is shown
 */
export function listOperatorLogSteps(
  { operator, home }: Pick<WorkloadRow, "operator" | "home">,
  component: Pick<Ref, "namespace">,
  index: ObjectIndex,
  about: Parameters<typeof showDeploymentLog>[2],
): readonly NextStep[] {
  const namespace = component.namespace ?? home;
  if (namespace === undefined) return [];
  const { group, kind } = deploymentKind;
  const { outcome } = index.find({ group, kind, namespace, name: operator });
  return outcome === "absent" ? [] : showDeploymentLog({ namespace }, operator, about);
}

/** The label selector of the Pods of the workload that a message names, else of all Pods of the component. */
function choosePodSelector({ names, podSelector, nameLabel }: WorkloadRow, message: string): string {
  const workload = names.find((name) => isNamedIn(message, name));
  return workload === undefined || nameLabel === undefined ? podSelector : `${nameLabel}=${workload}`;
}

/**
 * Whether a workload of the component other than its operator was read. If one lacked a Pod, it would explain the component,
 * so the log of the operator is more useful than the Pods.
 */
function hasReadWorkloads({ children }: ReportNode, { operator }: WorkloadRow): boolean {
  return children.some(({ role, outcome, ref }) => role === "workload" && outcome === "found" && ref.name !== operator);
}
