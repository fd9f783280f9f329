import type { Kind } from "../../model/kind.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { workloadRows } from "../../tables/workloads.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { HcoComponent } from "./components.ts";

/** Kinds whose objects show the namespace where the components of a HyperConverged run. */
export const kindsSharingNamespace: readonly Kind[] = [
  hcoProfile.root,
  ...hcoProfile.components.filter(({ kind }) => kind === "KubeVirt"),
];

/**
 * The namespaces where the workloads of a standalone component may lie: that of a namespaced CR. For a cluster-scoped CR, the
 * one of its own manifests, and those of every HyperConverged and KubeVirt. A HyperConverged puts all workloads into its own
 * namespace, so a CR with the name that it gives has none in that of its manifests.
 */
export function listWorkloadNamespaces({ row, lookup }: HcoComponent, index: ObjectIndex): readonly string[] {
  if (lookup.ref.namespace !== undefined) return [lookup.ref.namespace];
  const sharedNamespaces = kindsSharingNamespace
    .flatMap((kind) => index.all(kind))
    .map(({ ref }) => ref.namespace ?? "");
  const home = workloadRows.find(({ component }) => component === row.component)?.home;
  const isByHyperConverged = lookup.ref.name === row.objectName && row.objectName !== "cluster";
  const isHomeUnused = sharedNamespaces.length > 0 && isByHyperConverged;
  const namespaces = home === undefined || isHomeUnused ? sharedNamespaces : [home, ...sharedNamespaces];
  return [...new Set(namespaces)].filter((namespace) => namespace !== "");
}
