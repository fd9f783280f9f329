import { type Condition, lastConditionOfType } from "../../../model/condition.ts";
import type { Kind } from "../../../model/kind.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import type { Query } from "../../../model/snapshot.ts";
import { podKind, replicaSets } from "../../../profiles/core-kinds.ts";
import { deploymentKind, summaryTypes } from "../../../profiles/hco/profile.ts";
import { daemonSets, workloadKinds } from "../../../profiles/hco/workloads.ts";
import { queriesBesidePods } from "../../core/children-queries.ts";
import { podLabelsOfWorkload, queryPods } from "../../core/pod-lists.ts";
import { keepFirstOfEachKey } from "../../evaluation/compare.ts";
import { isOlderThanSpec } from "../../evaluation/freshness.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { listQuery, type ReadScope, warningsIn } from "../../snapshot/queries.ts";
import { componentNode, isPaused } from "../component-node.ts";
import { type HcoComponent, listComponents } from "../components.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { listOperatorNodes, listOwnWorkloadNodes } from "../operator-node.ts";
import { unavailableApiNodes, unavailableApis } from "../surroundings/served-apis.ts";
import { findWorkloads } from "./find-workloads.ts";
import { isDaemonSetComplete, isDeploymentComplete, isWorkloadComplete } from "./workload-nodes.ts";
import { listWorkloadsElsewhere } from "./workload-references.ts";

/**
 * Queries for what lies below the components of a HyperConverged. They are planned where a component, the operator or
 * another workload is unhealthy, or the CR reports so. ReplicaSets and Pods are then read in the same wave as the
 * other queries.
 */
export function planReadsBelowRoot(
  state: HyperConvergedState,
  index: ObjectIndex,
  takenAt: string,
  scope: ReadScope,
): readonly Query[] {
  const { namespaces } = state;
  const components = listComponents(state, index);
  if (scope.deep !== true && !reportsUnhealthy(state) && isEverythingHealthy(components, namespaces, index)) return [];
  const own = [...listOperatorNodes(state, index, takenAt), ...listOwnWorkloadNodes(state, index, takenAt)];
  const isExpanded = reportsUnhealthy(state) || own.some((node) => node.verdict !== "healthy");
  return planReadsBelowComponents(components, namespaces, index, takenAt, scope, own, isExpanded);
}

/**
 * The queries below some components. `own`: the nodes beside them, `isExpanded`: another object reports that something is
 * unhealthy.
 */
export function planReadsBelowComponents(
  components: readonly HcoComponent[],
  namespaces: readonly string[],
  index: ObjectIndex,
  takenAt: string,
  { deep = false }: ReadScope,
  own: readonly ReportNode[] = [],
  isExpanded = false,
): readonly Query[] {
  const nodes = components.map((component) => componentNode(component, index, namespaces, takenAt));
  const isExpandedNode = (node: ReportNode | undefined): boolean =>
    node !== undefined && (deep || isNodeUnhealthy(node));
  const unhealthy = components.filter((_, position) => isExpandedNode(nodes[position]));
  if (unhealthy.length === 0 && !isExpanded && !deep) return [];
  const unhealthyNodes = [...nodes.filter(isExpandedNode).flatMap((node) => node.children), ...own];
  const read = listObjects(own, index, true).filter(({ ref }) => ref.kind === "Deployment");
  const sets = namespaces.map((namespace) => listQuery(replicaSets, namespace));
  // The selectors of the workloads are needed first.
  if (!areWorkloadsRequested(namespaces, index)) return sets;
  // Each list once, because the limit of requests counts every request.
  const lists = [
    ...sets,
    ...planPodLists(components, read, namespaces, index, takenAt, deep),
    ...queriesBesidePods(listObjects(unhealthyNodes, index, deep), index),
    ...unhealthy.flatMap((component) => planReadsElsewhere(component, namespaces)),
  ];
  return keepFirstOfEachKey(
    lists,
    ({ group, kind, namespace = "", labelSelector = "" }) => `${group}/${kind}/${namespace}/${labelSelector}`,
  );
}

/**
 * A list of pods for each workload that may explain what is wrong: those that lack pods, and all those of a component
 * that reports a problem though none of them does. Where that leaves none, all pods of the namespaces may explain it. What
 * was read of pods does not count, so that the answer to a list does not change the list.
 */
function planPodLists(
  components: readonly HcoComponent[],
  own: readonly KubeObject[],
  namespaces: readonly string[],
  index: ObjectIndex,
  takenAt: string,
  deep: boolean,
): readonly Query[] {
  const ofComponents = components.flatMap((component): readonly KubeObject[] => {
    const workloads = findWorkloads(component, index, namespaces).flatMap((lookup) =>
      lookup.outcome === "found" ? [lookup.object] : [],
    );
    const lacking = workloads.filter((object) => !isWorkloadComplete(object));
    const isLosing = unavailableApiNodes(component.row, index, takenAt).length > 0;
    return deep || (lacking.length === 0 && (isLosing || !isHealthyComponent(component))) ? workloads : lacking;
  });
  const workloads = [...ofComponents, ...own.filter((object) => deep || !isWorkloadComplete(object))];
  if (workloads.length === 0) return namespaces.map((namespace) => queryPods(namespace, new Map()));
  return workloads.map((object) => queryPods(object.ref.namespace, podLabelsOfWorkload(object)));
}

/** Whether the lists of workloads in the namespaces have any response. */
function areWorkloadsRequested(namespaces: readonly string[], index: ObjectIndex): boolean {
  const lists = namespaces.flatMap((namespace) =>
    [deploymentKind, daemonSets].map(({ group, kind }) => index.list({ group, kind, namespace })),
  );
  return lists.every((listing) => listing.outcome !== "unread" || listing.cause !== "");
}

/**
 * Whether a component is unhealthy by its own conditions, or by a workload that was found. Nothing lies below one that is
 * missing. A missing or unread component has no conditions to evaluate.
 */
function isNodeUnhealthy({ outcome, verdict, ownVerdict, children }: ReportNode): boolean {
  const found = children.filter((child) => child.outcome !== "absent");
  const isShort = found.some((child) => child.verdict !== "healthy");
  const isOnlyMissing = found.length < children.length && ownVerdict === "healthy" && !isShort;
  return !isOnlyMissing && ((outcome === "found" && verdict !== "healthy") || isShort);
}

/** Whether the CR itself reports a problem. Upgradeable does not count. */
function reportsUnhealthy({ conditions }: HyperConvergedState): boolean {
  return (
    lastConditionOfType(conditions, "Available")?.status === "False" ||
    ["Degraded", "Progressing"].some((type) => lastConditionOfType(conditions, type)?.status === "True")
  );
}

/** The unhealthy objects of these trees, or all of them. */
function listObjects(nodes: readonly ReportNode[], index: ObjectIndex, all: boolean): readonly KubeObject[] {
  return nodes.flatMap((node): readonly KubeObject[] => {
    const isMeant = (all || node.verdict !== "healthy") && node.role !== "container";
    const lookup = isMeant ? index.find(node.ref) : undefined;
    const own = lookup?.outcome === "found" ? [lookup.object] : [];
    return [...own, ...listObjects(node.children, index, all)];
  });
}

/** The queries for workloads that a component names in another namespace, and for what is below them. */
function planReadsElsewhere(component: HcoComponent, namespaces: readonly string[]): readonly Query[] {
  const named = Map.groupBy(listWorkloadsElsewhere(component, namespaces), ({ namespace = "" }) => namespace);
  return [...named].flatMap(([namespace, refs]) => {
    const kinds: readonly Kind[] = workloadKinds.filter(({ kind }) => refs.some((ref) => ref.kind === kind));
    const all = [...kinds, replicaSets, podKind].map((kind) => listQuery(kind, namespace));
    return [...all, warningsIn(namespace)];
  });
}

/**
 * Whether no component can be unhealthy: every component reports only good conditions, every Deployment and DaemonSet has
 * all its pods, and every API is served. Each run checks this before it evaluates the nodes, which costs as much as the
 * whole Report. In doubt it returns false. A missing workload does not count, because nothing lies below it.
 */
export function isEverythingHealthy(
  components: readonly HcoComponent[],
  namespaces: readonly string[],
  index: ObjectIndex,
): boolean {
  const isHere = components.every((component) => listWorkloadsElsewhere(component, namespaces).length === 0);
  const areWhole = namespaces.every(
    (namespace) =>
      index.all(deploymentKind, namespace).every(isDeploymentComplete) &&
      index.all(daemonSets, namespace).every(isDaemonSetComplete),
  );
  return isHere && areWhole && unavailableApis(index).length === 0 && components.every(isHealthyComponent);
}

/** Whether a component reports only good conditions about its present spec. In doubt it does not. */
function isHealthyComponent({ lookup, row, conditions }: HcoComponent): boolean {
  if (lookup.outcome !== "found") return true;
  const { object } = lookup;
  const isSettled = object.deletedAt === undefined && !isPaused(object);
  const isFresh = row.generationCountsStatus || !isOlderThanSpec(object, conditions, summaryTypes);
  const isAvailable = conditions.some(({ type }) => type === "Available");
  return isSettled && isFresh && isAvailable && conditions.every(hasExpectedStatus);
}

function hasExpectedStatus({ type, status }: Condition): boolean {
  return status === (type === "Progressing" || type === "Degraded" ? "False" : "True");
}
