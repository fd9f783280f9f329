import type { Query, Snapshot } from "../../model/snapshot.ts";
import { apiServices } from "../../profiles/core-kinds.ts";
import { clusterServiceVersions, deploymentKind, hcoProfile, operatorConditions } from "../../profiles/hco/profile.ts";
import { webhookConfigurations } from "../../profiles/hco/surroundings.ts";
import { daemonSets } from "../../profiles/hco/workloads.ts";
import { knownNamespaces } from "../../tables/operator.ts";
import { isEmpty, isRefused, listQuery, type ReadScope, warningsIn } from "../snapshot/queries.ts";

/** The queries that find HyperConvergeds and the cluster's own components, and what lies around an expected one. */
export function planRootSearch(snapshot: Snapshot, scope: ReadScope): readonly Query[] {
  const expected = scope.namespace ?? scope.expected;
  const guessed = snapshot.readings.length > 0 || expected === undefined ? [] : planExpectedNamespace(expected);
  const first = [...planFirstWave(scope), ...guessed];
  const retried =
    scope.namespace === undefined && isRefused(snapshot, listQuery(hcoProfile.root)) ? planKnownNamespaces() : [];
  const orphans = isEmpty(snapshot, listQuery(hcoProfile.root)) ? present.map((row) => listQuery(row)) : [];
  return [...first, ...retried, ...orphans];
}

/** The components of current releases. A removed component is read only where the CR records it. */
const present = hcoProfile.components.filter((row) => row.until === undefined);

/** The first lists. A list, unlike a single get, shows found and absent in one request, and a second CR of a kind. */
function planFirstWave(scope: ReadScope): readonly Query[] {
  const clusterScoped = present.filter((row) => !row.namespaced);
  const kubeVirt = present.filter((row) => row.component === "KubeVirt");
  return [
    listQuery(hcoProfile.root, scope.namespace),
    ...kubeVirt.map((row) => listQuery(row, scope.namespace)),
    ...clusterScoped.map((row) => listQuery(row)),
  ];
}

function planKnownNamespaces(): readonly Query[] {
  return knownNamespaces.map((namespace) => listQuery(hcoProfile.root, namespace));
}

/** The queries around a namespace before the root is known. Components that depend on the CR come later. */
function planExpectedNamespace(namespace: string): readonly Query[] {
  const components = present.filter((row) => row.namespaced && row.component !== "KubeVirt");
  return [...components.map((row) => listQuery(row, namespace)), ...planNamespaceReads(namespace)];
}

/** The lists of a namespace with a HyperConverged, beside its components, and those of the product without a namespace. */
export function planNamespaceReads(namespace: string): readonly Query[] {
  return [
    listQuery(deploymentKind, namespace),
    listQuery(daemonSets, namespace),
    warningsIn(namespace),
    listQuery(operatorConditions, namespace),
    listQuery(clusterServiceVersions, namespace),
    ...[apiServices, ...webhookConfigurations].map((kind) => listQuery(kind)),
  ];
}
