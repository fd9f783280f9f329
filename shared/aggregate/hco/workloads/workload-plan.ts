import { type Condition, lastConditionOfType } from "../../../model/condition.ts";
import { keepFirstOfEachKey } from "../../../model/items-by-key.ts";
import type { Kind } from "../../../model/kind.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import { foundObject, type Query } from "../../../model/snapshot.ts";
import { podKind, replicaSets } from "../../../profiles/core-kinds.ts";
import { deploymentKind, summaryTypes } from "../../../profiles/hco/profile.ts";
import { daemonSets, workloadKinds } from "../../../profiles/hco/workloads.ts";
import { planReadsBesidePods } from "../../core/children-queries.ts";
import { podLabelsOfWorkload, queryPods } from "../../core/pod-lists.ts";
import { isOlderThanSpec } from "../../evaluation/freshness.ts";
import { listNodeAndDescendants } from "../../evaluation/node-tree.ts";
import { isListRequested } from "../../snapshot/list-index.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { listQuery, queryWarnings, type ReadScope } from "../../snapshot/queries.ts";
import { isPaused, makeComponentNode } from "../component-node.ts";
import { type HcoComponent, listComponents } from "../components.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { listOperatorNodes, listOwnWorkloadNodes } from "../operator-node.ts";
import { listUnavailableApiNodes, listUnavailableApis } from "../surroundings/served-apis.ts";
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
  const isRootUnhealthy = reportsUnhealthy(state);
  if (scope.deep !== true && !isRootUnhealthy && isEverythingHealthy(components, namespaces, index)) return [];
  const productNodes = [...listOperatorNodes(state, index, takenAt), ...listOwnWorkloadNodes(state, index, takenAt)];
  const isUnhealthyAround = isRootUnhealthy || productNodes.some(({ verdict }) => verdict !== "healthy");
  return planReadsBelowComponents(components, namespaces, index, takenAt, scope, { productNodes, isUnhealthyAround });
}

/** What stands around the components of a HyperConverged. A standalone component has nothing around it. */
interface ComponentSurroundings {
  /** The nodes of the operator and of the product's other workloads. */
  readonly productNodes: readonly ReportNode[];
  /** Whether the HyperConverged or one of these nodes is unhealthy. */
  readonly isUnhealthyAround: boolean;
}

/** The queries for what lies below these components. With `deep` they do not depend on anything being unhealthy. */
export function planReadsBelowComponents(
  components: readonly HcoComponent[],
  namespaces: readonly string[],
  index: ObjectIndex,
  takenAt: string,
  { deep = false }: ReadScope,
  surroundings: ComponentSurroundings = { productNodes: [], isUnhealthyAround: false },
): readonly Query[] {
  const { productNodes, isUnhealthyAround } = surroundings;
  const evaluated = components.map((component) => ({
    component,
    node: makeComponentNode(component, index, { namespaces, takenAt }),
  }));
  const expanded = evaluated.filter(({ node }) => deep || isNodeUnhealthy(node));
  if (expanded.length === 0 && !isUnhealthyAround && !deep) return [];
  const replicaSetLists = namespaces.map((namespace) => listQuery(replicaSets, namespace));
  // The selectors of the pods stand in the workloads, which have to be read first.
  if (!areWorkloadsRequested(namespaces, index)) return replicaSetLists;
  const nodesBelow = [...expanded.flatMap(({ node }) => node.children), ...productNodes].flatMap(
    listNodeAndDescendants,
  );
  const expandedNodes = deep ? nodesBelow : nodesBelow.filter(({ verdict }) => verdict !== "healthy");
  const productDeployments = listObjects(productNodes.flatMap(listNodeAndDescendants), index).filter(
    ({ ref }) => ref.kind === deploymentKind.kind,
  );
  const lists = [
    ...replicaSetLists,
    ...planPodLists(components, productDeployments, namespaces, index, takenAt, deep),
    ...planReadsBesidePods(listObjects(expandedNodes, index), index),
    ...expanded.flatMap(({ component }) => planReadsElsewhere(component, namespaces)),
  ];
  // A list that two components need is requested once, because the limit of requests counts every request.
  return keepFirstOfEachKey(
    lists,
    ({ group, kind, namespace = "", labelSelector = "" }) => `${group}/${kind}/${namespace}/${labelSelector}`,
  );
}

/** The objects of these nodes that were read. A container is a part of its pod, and no object. */
function listObjects(nodes: readonly ReportNode[], index: ObjectIndex): readonly KubeObject[] {
  return nodes.filter(({ role }) => role !== "container").flatMap(({ ref }) => foundObject(index.find(ref)) ?? []);
}

/**
 * The lists of pods that may explain a fault. Pods that were read before change nothing here, so that the plan does not
 * request another list after each response. The lists are:
 * - of each workload that lacks pods, of a component or of `productDeployments`,
 * - of all workloads of a component that reports a problem although none of them lacks pods,
 * - of all pods in the namespaces, where no workload is left.
 */
function planPodLists(
  components: readonly HcoComponent[],
  productDeployments: readonly KubeObject[],
  namespaces: readonly string[],
  index: ObjectIndex,
  takenAt: string,
  deep: boolean,
): readonly Query[] {
  const listSuspects = (component: HcoComponent): readonly KubeObject[] => {
    const workloads = findWorkloads(component, index, namespaces).flatMap((lookup) => foundObject(lookup) ?? []);
    if (deep) return workloads;
    const lackingPods = workloads.filter((workload) => !isWorkloadComplete(workload));
    if (lackingPods.length > 0) return lackingPods;
    const lacksApi = listUnavailableApiNodes(component.row, index, takenAt).length > 0;
    return lacksApi || !isHealthyComponent(component) ? workloads : [];
  };
  const suspects = [
    ...components.flatMap(listSuspects),
    ...productDeployments.filter((deployment) => deep || !isWorkloadComplete(deployment)),
  ];
  if (suspects.length === 0) return namespaces.map((namespace) => queryPods(namespace, new Map()));
  return suspects.map((workload) => queryPods(workload.ref.namespace, podLabelsOfWorkload(workload)));
}

/** Whether the lists of workloads in the namespaces were requested: each was read, or has a cause why it was not. */
function areWorkloadsRequested(namespaces: readonly string[], index: ObjectIndex): boolean {
  const lists = namespaces.flatMap((namespace) =>
    [deploymentKind, daemonSets].map(({ group, kind }) => index.list({ group, kind, namespace })),
  );
  return lists.every(isListRequested);
}

/**
 * Whether a component is unhealthy by its own conditions or by a workload that was found. A component that only lacks
 * workloads is not, because nothing can be read below these.
 */
function isNodeUnhealthy({ outcome, verdict, ownVerdict, children }: ReportNode): boolean {
  const found = children.filter((child) => child.outcome !== "absent");
  if (found.some((child) => child.verdict !== "healthy")) return true;
  const hasAbsentWorkloads = found.length < children.length;
  if (hasAbsentWorkloads && ownVerdict === "healthy") return false;
  return outcome === "found" && verdict !== "healthy";
}

/** Whether the CR itself reports a problem. Upgradeable does not count. */
function reportsUnhealthy({ conditions }: HyperConvergedState): boolean {
  return (
    lastConditionOfType(conditions, "Available")?.status === "False" ||
    ["Degraded", "Progressing"].some((type) => lastConditionOfType(conditions, type)?.status === "True")
  );
}

/** The queries for workloads that a component names in another namespace, and for what is below them. */
function planReadsElsewhere(component: HcoComponent, namespaces: readonly string[]): readonly Query[] {
  const refsByNamespace = Map.groupBy(listWorkloadsElsewhere(component, namespaces), ({ namespace = "" }) => namespace);
  return [...refsByNamespace].flatMap(([namespace, refs]) => {
    const namedKinds: readonly Kind[] = workloadKinds.filter(({ kind }) => refs.some((ref) => ref.kind === kind));
    const lists = [...namedKinds, replicaSets, podKind].map((kind) => listQuery(kind, namespace));
    return [...lists, queryWarnings(namespace)];
  });
}

/**
 * Whether no component can be unhealthy: every component reports only good conditions, every Deployment and DaemonSet has
 * all its pods, and every API is served. False in doubt. A missing workload does not count, because nothing lies below it.
 * Every run checks this first, because evaluating the nodes costs as much as the whole Report.
 */
export function isEverythingHealthy(
  components: readonly HcoComponent[],
  namespaces: readonly string[],
  index: ObjectIndex,
): boolean {
  const hasWorkloadsElsewhere = components.some(
    (component) => listWorkloadsElsewhere(component, namespaces).length > 0,
  );
  const areWorkloadsComplete = namespaces.every(
    (namespace) =>
      index.all(deploymentKind, namespace).every(isDeploymentComplete) &&
      index.all(daemonSets, namespace).every(isDaemonSetComplete),
  );
  if (hasWorkloadsElsewhere || !areWorkloadsComplete) return false;
  return listUnavailableApis(index).length === 0 && components.every(isHealthyComponent);
}

/** Whether a component reports only good conditions about its present spec, or was not found. False in doubt. */
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
