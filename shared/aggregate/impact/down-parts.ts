import { lastConditionOfType } from "../../model/condition.ts";
import type { Finding } from "../../model/finding/finding.ts";
import type { ImpactRow } from "../../model/finding/impact.ts";
import { isSameObject, type Ref } from "../../model/object.ts";
import type { ReportNode, RootNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { isProductGroup, workloadOfService } from "../../profiles/hco/surroundings.ts";
import { impactRows } from "../../tables/impact.ts";
import { missingEndpointReasons } from "../../tables/kubernetes-words.ts";
import { parseReadyCount, type ReadyCount } from "../core/ready-count.ts";

/** The nodes without a ready pod of a part. */
export interface ImpactNodes {
  /** The number of these nodes. */
  readonly count: number;
  /** The number of nodes that should have a pod. */
  readonly of: number;
  /** The names that are known, of all these nodes or of some. */
  readonly names: readonly string[];
}

/** A part that is down, everywhere or on the nodes of `where`. */
export interface DownPart {
  readonly row: Pick<ImpactRow, "component" | "stops" | "goesOn"> & Partial<Pick<ImpactRow, "workloads">>;
  readonly ref: Ref;
  readonly where?: ImpactNodes;
  /** What the part stops is not certain. */
  readonly isPossible?: true;
}

/**
 * The parts of a root that are certainly down: workloads without ready pods, parts that their Services do not reach, operators
 * that do not exist, and an operator whose reconciles fail.
 */
export function listDownParts(root: RootNode, findings: readonly Finding[]): readonly DownPart[] {
  const partsInTree = listDownPartsBelow(root, root);
  const rowsInTree = new Set(partsInTree.map(({ row }) => row));
  const partsWithoutEndpoints = listPartsWithoutEndpoints(findings).filter(({ row }) => !rowsInTree.has(row));
  return [
    ...partsInTree,
    ...partsWithoutEndpoints,
    ...listAbsentOperator(root, findings),
    ...listAbsentComponentOperators(findings),
    ...listFailedReconcile(root, findings),
  ];
}

/**
 * The parts behind Services without a ready endpoint, whose webhooks refuse writes: their pods may be ready, but nothing
 * reaches them (kubernetes/api admissionregistration/v1/types.go, failurePolicy Fail).
 */
function listPartsWithoutEndpoints(findings: readonly Finding[]): readonly DownPart[] {
  return findings.flatMap((finding): readonly DownPart[] => {
    if (finding.code !== "webhook-without-endpoints" || !finding.refusesWrites) return [];
    return listPartByWorkload(workloadOfService(finding.about.name), finding.about);
  });
}

/** The operator of a HyperConverged whose Deployment does not exist. Only then is the finding about the root. */
function listAbsentOperator({ ref }: RootNode, findings: readonly Finding[]): readonly DownPart[] {
  const finding = findings.find(({ code, about }) => code === "operator-down" && isSameObject(about, ref));
  const row = impactRows.find(({ part }) => part === "hyperconverged-cluster-operator");
  return finding === undefined || row === undefined ? [] : [{ row, ref: finding.about }];
}

/** The operators of components whose Deployments do not exist. They have the effect of operators without a ready pod. */
function listAbsentComponentOperators(findings: readonly Finding[]): readonly DownPart[] {
  return findings.flatMap((finding): readonly DownPart[] => {
    if (finding.code !== "component-operator-absent") return [];
    return listPartByWorkload(finding.about.name, finding.about);
  });
}

/** The part that has a workload of this name. Empty if the table has none. */
function listPartByWorkload(workloadName: string, ref: Ref): readonly DownPart[] {
  const row = impactRows.find(({ workloads }) => workloads.includes(workloadName));
  return row === undefined ? [] : [{ row, ref }];
}

/**
 * The operator of a HyperConverged whose reconciles fail. Each reconcile ends at the first error, so changes of the
 * HyperConverged do not reach its components (kubevirt/hyperconverged-cluster-operator,
 * controllers/hyperconverged/hyperconverged_controller.go, EnsureOperandAndComplete).
 */
function listFailedReconcile({ ref, causes }: RootNode, findings: readonly Finding[]): readonly DownPart[] {
  const hasFailed = findings.some(({ code, severity }) => code === "reconcile-failed" && severity === "error");
  const isUpgradeFailing = causes.some(({ evidence }) => evidence.some(({ is }) => is === "failing-upgrade"));
  if (!hasFailed && !isUpgradeFailing) return [];
  return [{ row: { component: "HyperConverged", stops: ["operate"], goesOn: "running" }, ref }];
}

/**
 * The parts below a node that are down. Empty below a custom resource that is being installed or deleted, whose parts come and
 * go without a fault.
 *
 * @param owner the custom resource to which the parts belong
 */
function listDownPartsBelow(node: ReportNode, owner: ReportNode): readonly DownPart[] {
  if (isBeingInstalled(owner) || owner.deleting) return [];
  return node.children.flatMap((child): readonly DownPart[] => {
    if (child.role === "component") return listDownPartsBelow(child, child);
    if (child.ref.kind === "APIService") return listUnavailableApi(child);
    return child.role === "workload" ? listDownWorkload(child, owner) : [];
  });
}

/** A workload that is down: with what that certainly stops, then with what it may stop. Empty for one that is not down. */
function listDownWorkload(workload: ReportNode, owner: ReportNode): readonly DownPart[] {
  const row = impactRows.find((candidate) => isRowOf(candidate, workload, owner));
  const extent = row === undefined ? undefined : findDownExtent(workload);
  if (row === undefined || extent === undefined) return [];
  const { component, stops, mayStop = [], goesOn } = row;
  const { ref } = workload;
  const parts: DownPart[] = [];
  if (stops.length > 0) parts.push({ row, ref, ...extent });
  if (mayStop.length > 0) {
    parts.push({ row: { component, stops: mayStop, goesOn }, ref, ...extent, isPossible: true });
  }
  return parts;
}

/** Whether a custom resource was never installed completely. Its operator writes the version at the end of the installation. */
function isBeingInstalled({ outcome, facts }: ReportNode): boolean {
  return outcome === "found" && facts["observedVersion"] === undefined;
}

/**
 * Whether a row describes a workload: by its kind and name, and by the custom resource to which it belongs, because other
 * products have workloads of the same name.
 */
export function isRowOf(
  { kind, component, workloads }: Pick<ImpactRow, "kind" | "component" | "workloads">,
  { ref }: Pick<ReportNode, "ref">,
  owner: Pick<ReportNode, "ref">,
): boolean {
  if (ref.kind !== kind || !workloads.includes(ref.name)) return false;
  const isOwnedByComponent = owner.ref.kind === component || owner.ref.kind === "HyperConverged";
  return isOwnedByComponent && isProductGroup(owner.ref.group);
}

/**
 * The part that serves an APIService, if that is unavailable. Without the Service or its endpoints the webhooks of the same
 * Service fail too, so the part stops all that it stops without a ready pod. Otherwise only the API stops.
 */
function listUnavailableApi({ ref, verdict, conditions }: ReportNode): readonly DownPart[] {
  if (!isSerious(verdict)) return [];
  // `v1.subresources.kubevirt.io` -> `subresources.kubevirt.io`
  const group = ref.name.slice(ref.name.indexOf(".") + 1);
  const row = impactRows.find(({ api }) => api?.group === group);
  if (row?.api === undefined) return [];
  const { reason = "" } = lastConditionOfType(conditions, "Available") ?? {};
  if (missingEndpointReasons.has(reason)) return [{ row, ref }];
  const { component, workloads, api } = row;
  return [{ row: { component, workloads, stops: api.stops, goesOn: "running" }, ref }];
}

/** How many of a workload's pods are ready, by its fact `ready`. Undefined if that is not known. */
export function readReadyPods(workload: ReportNode): ReadyCount | undefined {
  if (workload.outcome !== "found" || workload.verdict === "unknown") return undefined;
  return parseReadyCount(workload.facts["ready"]);
}

/**
 * Where a workload is down: `{}` for everywhere, or the nodes without a ready pod of a DaemonSet. Undefined if it is not down,
 * if that is not known, and for a DaemonSet that is rolling out, which replaces the pods of one node after the other.
 */
function findDownExtent(workload: ReportNode): { readonly where?: ImpactNodes } | undefined {
  if (workload.outcome === "absent") return {};
  const pods = readReadyPods(workload);
  if (pods === undefined) return undefined;
  const { ready, desired } = pods;
  if (workload.ref.kind !== "DaemonSet") return ready === 0 ? {} : undefined;
  if (ready >= desired) return undefined;
  if (ready === 0) return {};
  if (workload.verdict === "progressing") return undefined;
  return { where: { count: desired - ready, of: desired, names: listNodesWithUnhealthyPod(workload) } };
}

/** The nodes whose pods of the workload are all unhealthy. A node without any pod is not among them. */
function listNodesWithUnhealthyPod({ children }: ReportNode): readonly string[] {
  const nodesWithHealthyPod = new Set<string>();
  const nodesWithUnhealthyPod = new Set<string>();
  for (const { role, verdict, facts } of children) {
    const node = facts["node"];
    if (role !== "pod" || node === undefined) continue;
    if (verdict === "healthy") nodesWithHealthyPod.add(node);
    else nodesWithUnhealthyPod.add(node);
  }
  return [...nodesWithUnhealthyPod].filter((name) => !nodesWithHealthyPod.has(name));
}
