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
import { explainingCondition, isSilentCondition } from "./cause-evidence.ts";

/**
 * The commands for a component that nothing below it explains. What its own conditions report is known already, so they
 * are about its Pods where a workload may be short, and about its operator where that could not do something or
 * reported nothing.
 */
export function stepsOfComponent(node: ReportNode, root: Ref, index: ObjectIndex): readonly NextStep[] {
  const row = workloadRows.find(({ component }) => component === node.label);
  const described = describeObject(node.ref);
  if (row === undefined || node.deleting || node.frozen) return described;
  const home = homeOf(node.ref, root);
  const access = workloadAccess(home, root, index);
  if (access.length > 0) return [...access, ...described];
  const log = operatorLog(row, home, index, "unfinished");
  const isUnwritten = lastConditionOfType(node.conditions, "Available") === undefined || node.stale;
  if (isUnwritten) return [...operatorLog(row, home, index, "silent"), ...described];
  const condition = explainingCondition(node.conditions);
  const pods = listPods(home, podSelectorOf(row, condition?.message ?? ""));
  const isFault = isSerious(node.verdict) && condition?.type === "Degraded" && condition.message !== "";
  if (isFault || hasReadyWorkloads(node, row)) return [...log, ...pods];
  return condition === undefined || isSilentCondition(condition) ? [...pods, ...log] : [...pods, ...described];
}

/** The permissions to request, where the workloads of a namespace may not be listed. */
export function workloadAccess(home: Pick<Ref, "namespace">, root: Ref, index: ObjectIndex): readonly NextStep[] {
  const { namespace = "" } = home;
  const isForbidden = workloadKinds.some(
    ({ group, kind }) => index.list({ group, kind, namespace }).outcome === "forbidden",
  );
  return isForbidden ? permissionsOf(root) : [];
}

/** The role that a reader of this root needs. */
export function permissionsOf(root: Ref): readonly NextStep[] {
  return printPermissions(root, root);
}

/** The namespace of an object; of a cluster-scoped one, that of the root whose operator creates it. */
export function homeOf({ namespace }: Ref, root: Ref): Pick<Ref, "namespace"> {
  return namespace === undefined ? root : { namespace };
}

/** The log of a component's own operator. None where its Deployment certainly does not exist, or no namespace is known. */
export function operatorLog(
  { operator, home }: Pick<WorkloadRow, "operator" | "home">,
  place: Pick<Ref, "namespace">,
  index: ObjectIndex,
  about: Parameters<typeof showDeploymentLog>[2],
): readonly NextStep[] {
  const namespace = place.namespace ?? home;
  if (namespace === undefined) return [];
  const { group, kind } = deploymentKind;
  const { outcome } = index.find({ group, kind, namespace, name: operator });
  return outcome === "absent" ? [] : showDeploymentLog({ namespace }, operator, about);
}

/** The Pods of the workload that a message names, else those of the whole component. */
function podSelectorOf({ names, podSelector, nameLabel }: WorkloadRow, message: string): string {
  const named = names.find((name) => isNamedIn(message, name));
  return named === undefined || nameLabel === undefined ? podSelector : `${nameLabel}=${named}`;
}

/** Whether the component's workloads were read, beside its operator, so that no Pod of theirs is likely to be short. */
function hasReadyWorkloads({ children }: ReportNode, { operator }: WorkloadRow): boolean {
  return children.some(({ role, outcome, ref }) => role === "workload" && outcome === "found" && ref.name !== operator);
}
