import { conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Node } from "../../model/report.ts";
import type { Query } from "../../model/snapshot.ts";
import { pods, replicaSets } from "../../profiles/core-kinds.ts";
import { daemonSets, workloadKinds } from "../../profiles/hco-workloads.ts";
import { below } from "../core/queries.ts";
import type { Index } from "../lookup.ts";
import { listOf, type Scope, warningsIn } from "../queries.ts";
import { firstOfEach } from "../texts.ts";
import { isCalm } from "./calm.ts";
import { componentNode } from "./component-node.ts";
import { type Component, componentsOf } from "./components.ts";
import { operatorNode, ownNodes } from "./operator-node.ts";
import type { HyperConvergedState } from "./state.ts";
import { elsewhere } from "./ways.ts";

/**
 * What lies below the components of a HyperConverged where any of them, its operator or what else it runs is not well, or
 * it says so itself: then DaemonSets, ReplicaSets and Pods are asked for together with what is due anyway.
 */
export function belowHyperConverged(
  state: HyperConvergedState,
  index: Index,
  takenAt: string,
  scope: Scope,
): readonly Query[] {
  const namespaces = [state.object.ref.namespace ?? ""];
  const components = componentsOf(state, index);
  if (scope.deep !== true && !saysBad(state) && isCalm(components, namespaces, index)) return [];
  const own = [...operatorNode(state, index, takenAt), ...ownNodes(state, index, takenAt)];
  const isTold = saysBad(state) || own.some((node) => node.verdict !== "healthy");
  return belowComponents(components, namespaces, index, takenAt, scope, own, isTold);
}

/** The same for some components; `own`: what runs beside them, `isTold`: somebody else says that not all is well. */
export function belowComponents(
  components: readonly Component[],
  namespaces: readonly string[],
  index: Index,
  takenAt: string,
  { deep = false }: Scope,
  own: readonly Node[] = [],
  isTold = false,
): readonly Query[] {
  const nodes = components.map((component) => componentNode(component, index, namespaces, takenAt));
  const isSick = (node: Node | undefined): boolean => node !== undefined && (deep || isUnwell(node));
  const sick = components.filter((_, position) => isSick(nodes[position]));
  if (sick.length === 0 && !isTold && !deep) return [];
  const unwell = [...nodes.filter(isSick).flatMap((node) => node.children), ...own];
  // Each list once: a limit of requests counts them all.
  const lists = [
    ...namespaces.flatMap((namespace) => [daemonSets, replicaSets, pods].map((kind) => listOf(kind, namespace))),
    ...below(objectsOf(unwell, index, deep), index),
    ...sick.flatMap((component) => away(component, namespaces)),
  ];
  return firstOfEach(lists, ({ group, kind, namespace = "" }) => `${group}/${kind}/${namespace}`);
}

/** Not well by its own conditions, or short of a workload; what is not there has none, what was not read says nothing. */
function isUnwell({ outcome, verdict, children }: Node): boolean {
  return (outcome === "found" && verdict !== "healthy") || children.some((child) => child.verdict !== "healthy");
}

/** The CR's own words that something is wrong; Upgradeable is none of them. */
function saysBad({ conditions }: HyperConvergedState): boolean {
  return (
    conditionOf(conditions, "Available")?.status === "False" ||
    ["Degraded", "Progressing"].some((type) => conditionOf(conditions, type)?.status === "True")
  );
}

/** The objects of these trees that are not well, or all of them. */
function objectsOf(nodes: readonly Node[], index: Index, all: boolean): readonly KubeObject[] {
  return nodes.flatMap((node): readonly KubeObject[] => {
    const isMeant = (all || node.verdict !== "healthy") && node.role !== "container";
    const lookup = isMeant ? index.find(node.ref) : undefined;
    const own = lookup?.outcome === "found" ? [lookup.object] : [];
    return [...own, ...objectsOf(node.children, index, all)];
  });
}

/** A component may name workloads of another namespace: these kinds there, and what is below them. */
function away(component: Component, namespaces: readonly string[]): readonly Query[] {
  const named = Map.groupBy(elsewhere(component, namespaces), ({ namespace = "" }) => namespace);
  return [...named].flatMap(([namespace, refs]) => {
    const kinds: readonly Kind[] = workloadKinds.filter(({ kind }) => refs.some((ref) => ref.kind === kind));
    const all = [...kinds, replicaSets, pods].map((kind) => listOf(kind, namespace));
    return [...all, warningsIn(namespace)];
  });
}
