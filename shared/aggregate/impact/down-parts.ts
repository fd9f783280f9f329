import { lastConditionOfType } from "../../model/condition.ts";
import type { Finding } from "../../model/finding/finding.ts";
import type { ImpactRow } from "../../model/finding/impact.ts";
import { isSameObject, type Ref } from "../../model/object.ts";
import type { ReportNode, RootNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { workloadOfService } from "../../profiles/hco/surroundings.ts";
import { impactRows } from "../../tables/impact.ts";
import { missingEndpointReasons } from "../../tables/kubernetes-words.ts";

/** Nodes without a pod of a part: how many of all that should have one, and their names as far as they are known. */
export interface ImpactNodes {
  readonly count: number;
  readonly of: number;
  readonly names: readonly string[];
}

/** A part that is down, everywhere or on the nodes of `where`. */
export interface DownPart {
  readonly row: Pick<ImpactRow, "component" | "stops" | "goesOn"> & Partial<Pick<ImpactRow, "workloads">>;
  readonly ref: Ref;
  readonly where?: ImpactNodes;
  /** What it stops is not certain. */
  readonly isPossible?: true;
}

/** The parts of a root that are certainly down, each workload once, and what its operator fails to do. */
export function listDownParts(root: RootNode, findings: readonly Finding[]): readonly DownPart[] {
  const below = listDownBelow(root, root);
  const unreachable = listPartsWithoutEndpoints(findings).filter(({ row }) => !below.some((part) => part.row === row));
  return [
    ...below,
    ...unreachable,
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
    const name = workloadOfService(finding.about.name);
    const row = impactRows.find(({ workloads }) => workloads.includes(name));
    return row === undefined ? [] : [{ row, ref: finding.about }];
  });
}

/** The operator of a HyperConverged, where its Deployment does not exist. The finding is then about the root. */
function listAbsentOperator({ ref }: RootNode, findings: readonly Finding[]): readonly DownPart[] {
  const finding = findings.find(({ code, about }) => code === "operator-down" && isSameObject(about, ref));
  const row = impactRows.find(({ part }) => part === "hyperconverged-cluster-operator");
  return finding === undefined || row === undefined ? [] : [{ row, ref: finding.about }];
}

/** The operators of components whose Deployments do not exist: the same as where they have no ready pod. */
function listAbsentComponentOperators(findings: readonly Finding[]): readonly DownPart[] {
  return findings.flatMap((finding): readonly DownPart[] => {
    if (finding.code !== "component-operator-absent") return [];
    const row = impactRows.find(({ workloads }) => workloads.includes(finding.about.name));
    return row === undefined ? [] : [{ row, ref: finding.about }];
  });
}

/**
 * The operator of a HyperConverged whose reconciles fail: it ends at the first error, so changes do not arrive (kubevirt/
 * hyperconverged-cluster-operator, controllers/hyperconverged/hyperconverged_controller.go, EnsureOperandAndComplete).
 */
function listFailedReconcile({ ref, causes }: RootNode, findings: readonly Finding[]): readonly DownPart[] {
  const hasFailed = findings.some(({ code, severity }) => code === "reconcile-failed" && severity === "error");
  const isUpgradeFailing = causes.some(({ evidence }) => evidence.some(({ is }) => is === "failing-upgrade"));
  if (!hasFailed && !isUpgradeFailing) return [];
  return [{ row: { component: "HyperConverged", stops: ["operate"], goesOn: "running" }, ref }];
}

/** The parts below a node that are down, each workload once. `owner` is the custom resource to which they belong. */
function listDownBelow(node: ReportNode, owner: ReportNode): readonly DownPart[] {
  if (isBeingInstalled(owner) || owner.deleting) return [];
  return node.children.flatMap((child): readonly DownPart[] => {
    if (child.role === "component") return listDownBelow(child, child);
    if (child.ref.kind === "APIService") return listUnavailableApi(child);
    if (child.role !== "workload") return [];
    const row = impactRows.find((candidate) => isRowOf(candidate, child, owner));
    const state = row === undefined ? undefined : findDownState(child);
    return row === undefined || state === undefined ? [] : listEffects(row, child.ref, state);
  });
}

/** What a part that is down certainly stops, then what it may stop. */
function listEffects(row: ImpactRow, ref: Ref, state: Pick<DownPart, "where">): readonly DownPart[] {
  const { component, stops, mayStop = [], goesOn } = row;
  const effects: DownPart[] = [];
  if (stops.length > 0) effects.push({ row, ref, ...state });
  if (mayStop.length > 0) {
    effects.push({ row: { component, stops: mayStop, goesOn }, ref, ...state, isPossible: true });
  }
  return effects;
}

/** Whether a custom resource was never installed completely. Its operator writes the version at the end of the installation. */
function isBeingInstalled({ outcome, facts }: ReportNode): boolean {
  return outcome === "found" && facts["observedVersion"] === undefined;
}

/** Whether a workload is the part that a row describes. `owner`: the custom resource to which it belongs. */
export function isRowOf(
  { kind, component, workloads }: Pick<ImpactRow, "kind" | "component" | "workloads">,
  { ref }: Pick<ReportNode, "ref">,
  owner: Pick<ReportNode, "ref">,
): boolean {
  const isOwner = owner.ref.kind === component || owner.ref.kind === "HyperConverged";
  return isOwner && kubevirtGroup.test(owner.ref.group) && ref.kind === kind && workloads.includes(ref.name);
}

/** KubeVirt's own API groups: `kubevirt.io`, `cdi.kubevirt.io`. */
const kubevirtGroup = /(^|\.)kubevirt\.io$/;

/**
 * What an API that is not available stops. Without its Service, or without endpoints of it, the webhooks of the same
 * Service fail too, as if the part had no ready pod. `v1.subresources.kubevirt.io` -> group `subresources.kubevirt.io`
 */
function listUnavailableApi({ ref, verdict, conditions }: ReportNode): readonly DownPart[] {
  const group = ref.name.slice(ref.name.indexOf(".") + 1);
  const row = impactRows.find(({ api }) => api?.group === group);
  if (row?.api === undefined || !isSerious(verdict)) return [];
  const { reason = "" } = lastConditionOfType(conditions, "Available") ?? {};
  if (missingEndpointReasons.has(reason)) return [{ row, ref }];
  const { component, workloads, api } = row;
  return [{ row: { component, workloads, stops: api.stops, goesOn: "running" }, ref }];
}

/** How many of a workload's pods are ready: `2/3` -> 2 of 3. Undefined where that is not known. */
export function readReadyPods(node: ReportNode): { readonly ready: number; readonly desired: number } | undefined {
  const [, ready, desired] = /^(\d+)\/(\d+)$/.exec(node.facts["ready"] ?? "") ?? [];
  if (node.outcome !== "found" || node.verdict === "unknown" || ready === undefined) return undefined;
  return { ready: Number(ready), desired: Number(desired) };
}

/**
 * Where a workload is down: `{}` for everywhere, or the nodes without a ready pod of a DaemonSet. Undefined where it is not
 * down, where that is not known, and for a DaemonSet that is rolling out, which replaces the pods of one node after the
 * other.
 */
function findDownState(node: ReportNode): { readonly where?: ImpactNodes } | undefined {
  if (node.outcome === "absent") return {};
  const pods = readReadyPods(node);
  if (pods === undefined) return undefined;
  const { ready, desired } = pods;
  if (node.ref.kind !== "DaemonSet") return ready === 0 ? {} : undefined;
  if (ready >= desired) return undefined;
  if (ready === 0) return {};
  if (node.verdict === "progressing") return undefined;
  return { where: { count: desired - ready, of: desired, names: listNodesWithoutPod(node) } };
}

/** The nodes whose pods are known to be unhealthy. A node whose pod does not exist is not among them. */
function listNodesWithoutPod({ children }: ReportNode): readonly string[] {
  const pods = children.filter(({ role }) => role === "pod");
  const healthyPods = pods.filter(({ verdict }) => verdict === "healthy");
  const unhealthyPods = pods.filter(({ verdict }) => verdict !== "healthy");
  const listNodes = (ofPods: readonly ReportNode[]): readonly string[] =>
    ofPods.flatMap(({ facts }) => facts["node"] ?? []);
  const servedNodes = new Set(listNodes(healthyPods));
  return [...new Set(listNodes(unhealthyPods))].filter((name) => !servedNodes.has(name));
}
