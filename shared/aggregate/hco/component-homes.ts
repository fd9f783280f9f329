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
 * The namespaces of the workloads of a standalone component. A namespaced CR lies beside its workloads. The workloads
 * of a cluster-scoped CR lie where its own manifests put them, and beside every HyperConverged and KubeVirt.
 */
export function listWorkloadNamespaces({ row, lookup }: HcoComponent, index: ObjectIndex): readonly string[] {
  if (lookup.ref.namespace !== undefined) return [lookup.ref.namespace];
  const beside = kindsSharingNamespace.flatMap((kind) => index.all(kind)).map(({ ref }) => ref.namespace ?? "");
  const home = workloadRows.find((each) => each.component === row.component)?.home;
  // A HyperConverged puts all workloads into one namespace. A CR with the name that it gives has no workloads in its
  // own home.
  const isOfHyperConverged = lookup.ref.name === row.objectName && row.objectName !== "cluster";
  const isLeftBehind = beside.length > 0 && isOfHyperConverged;
  const homes = home === undefined || isLeftBehind ? beside : [home, ...beside];
  return [...new Set(homes)].filter((namespace) => namespace !== "");
}
