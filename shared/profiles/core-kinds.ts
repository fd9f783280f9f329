import { isSameKind, type Kind } from "../model/kind.ts";
import type { Resource } from "../model/resource.ts";
import { coreKinds } from "../tables/core-kinds.ts";

export const podKind: Resource = builtIn("", "Pod");
export const serviceKind: Resource = builtIn("", "Service");
export const nodeKind: Resource = builtIn("", "Node");
export const persistentVolumeClaims: Resource = builtIn("", "PersistentVolumeClaim");
export const resourceQuotas: Resource = builtIn("", "ResourceQuota");
export const persistentVolumes: Resource = builtIn("", "PersistentVolume");
/** The CSI drivers that are registered on a node: a CSINode has the name of its Node. */
export const nodeDrivers: Resource = builtIn("storage.k8s.io", "CSINode");
export const storageClasses: Resource = builtIn("storage.k8s.io", "StorageClass");
export const replicaSets: Resource = builtIn("apps", "ReplicaSet");
export const customResourceDefinitions: Resource = builtIn("apiextensions.k8s.io", "CustomResourceDefinition");
export const apiServices: Resource = builtIn("apiregistration.k8s.io", "APIService");
export const jobKind: Resource = builtIn("batch", "Job");

/** Whether an object or a kind is a Node. */
export function isNode(one: Pick<Kind, "group" | "kind">): boolean {
  return isSameKind(one, nodeKind);
}

/** @throws Error for a kind that the table of built-in kinds lacks. */
function builtIn(group: string, kind: string): Resource {
  const found = coreKinds.find((each) => isSameKind(each, { group, kind }));
  if (found === undefined) throw new Error(`tables/resources.yaml lacks ${kind}`);
  return found;
}

/**
 * A built-in kind without the names that kubectl takes.
 * @throws Error for a kind that the table of built-in kinds lacks.
 */
export function builtInKind(group: string, name: string): Kind {
  const { kind, plural, versions, namespaced } = builtIn(group, name);
  return { group, kind, plural, versions, namespaced };
}
