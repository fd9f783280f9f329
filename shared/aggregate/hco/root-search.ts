import type { Query, Snapshot } from "../../model/snapshot.ts";
import { apiServices } from "../../profiles/core-kinds.ts";
import { clusterServiceVersions, deploymentKind, hcoProfile, operatorConditions } from "../../profiles/hco/profile.ts";
import { webhookConfigurations } from "../../profiles/hco/surroundings.ts";
import { daemonSets } from "../../profiles/hco/workloads.ts";
import { knownNamespaces } from "../../tables/operator.ts";
import { isListEmpty, isListForbidden, listQuery, queryWarnings, type ReadScope } from "../snapshot/queries.ts";

/**
 * The queries that find HyperConvergeds, and components without one:
 * 1. the first lists, and before anything was read also those of the namespace where a HyperConverged is expected,
 * 2. where listing all namespaces is forbidden, the lists of the namespaces where HyperConverged is usually installed,
 * 3. where there is no HyperConverged, the lists of all components.
 */
export function planRootSearch(snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  const queries = [...planFirstWave(scope)];
  const expected = scope.namespace ?? scope.expected;
  if (snapshot.readings.length === 0 && expected !== undefined) queries.push(...planExpectedNamespace(expected));
  const rootList = listQuery(hcoProfile.root);
  if (scope.namespace === undefined && isListForbidden(snapshot, rootList)) {
    queries.push(...knownNamespaces.map((namespace) => listQuery(hcoProfile.root, namespace)));
  }
  if (isListEmpty(snapshot, rootList)) queries.push(...currentComponents.map((row) => listQuery(row)));
  return queries;
}

/** The components of current releases. A removed component is read only where the CR records it. */
const currentComponents = hcoProfile.components.filter((row) => row.until === undefined);

/**
 * The lists of HyperConverged, KubeVirt and the cluster-scoped components. A list shows in one request whether a kind has
 * an object or none, and whether there is a second one. A get of a name does not.
 */
function planFirstWave(scope: ReadScope): readonly Query[] {
  const clusterScoped = currentComponents.filter((row) => !row.namespaced);
  const kubeVirt = currentComponents.filter((row) => row.component === "KubeVirt");
  return [
    listQuery(hcoProfile.root, scope.namespace),
    ...kubeVirt.map((row) => listQuery(row, scope.namespace)),
    ...clusterScoped.map((row) => listQuery(row)),
  ];
}

/** The queries around a namespace before the root is known. Components that depend on the CR come later. */
function planExpectedNamespace(namespace: string): readonly Query[] {
  const components = currentComponents.filter((row) => row.namespaced && row.component !== "KubeVirt");
  return [...components.map((row) => listQuery(row, namespace)), ...planNamespaceReads(namespace)];
}

/** The lists of a namespace with a HyperConverged, beside its components, and those of the product without a namespace. */
export function planNamespaceReads(namespace: string): readonly Query[] {
  return [
    listQuery(deploymentKind, namespace),
    listQuery(daemonSets, namespace),
    queryWarnings(namespace),
    listQuery(operatorConditions, namespace),
    listQuery(clusterServiceVersions, namespace),
    ...[apiServices, ...webhookConfigurations].map((kind) => listQuery(kind)),
  ];
}
