import { isSameKind, type Kind } from "../model/kind.ts";
import type { Resource } from "../model/resource.ts";
import { coreKinds } from "../tables/core-kinds.ts";

export const podKind: Resource = findResource("", "Pod");
export const serviceKind: Resource = findResource("", "Service");
export const nodeKind: Resource = findResource("", "Node");
export const persistentVolumeClaims: Resource = findResource("", "PersistentVolumeClaim");
export const resourceQuotas: Resource = findResource("", "ResourceQuota");
export const persistentVolumes: Resource = findResource("", "PersistentVolume");
/** The CSI drivers that are registered on a node: a CSINode has the name of its Node. */
export const nodeDrivers: Resource = findResource("storage.k8s.io", "CSINode");
export const volumeAttachments: Resource = findResource("storage.k8s.io", "VolumeAttachment");
export const storageClasses: Resource = findResource("storage.k8s.io", "StorageClass");
export const replicaSets: Resource = findResource("apps", "ReplicaSet");
export const customResourceDefinitions: Resource = findResource("apiextensions.k8s.io", "CustomResourceDefinition");
export const apiServices: Resource = findResource("apiregistration.k8s.io", "APIService");
export const jobKind: Resource = findResource("batch", "Job");

/** The directory in which the kubelet looks for registrations (https://kubernetes.io/docs/reference/node/kubelet-files/). */
export const registrationDirectory: RegExp = /\/plugins_registry\/?$/;

/** Whether an object or a kind is a Node. */
export function isNode(one: Pick<Kind, "group" | "kind">): boolean {
  return isSameKind(one, nodeKind);
}

/**
 * A built-in kind with the names that kubectl takes.
 * @throws Error for a kind that the table of built-in kinds lacks.
 */
function findResource(group: string, kind: string): Resource {
  const resource = coreKinds.find((row) => isSameKind(row, { group, kind }));
  if (resource === undefined) throw new Error(`tables/resources.yaml lacks ${kind}`);
  return resource;
}

/**
 * A built-in kind without the names that kubectl takes.
 * @throws Error for a kind that the table of built-in kinds lacks.
 */
export function builtInKind(group: string, name: string): Kind {
  const { kind, plural, versions, namespaced } = findResource(group, name);
  return { group, kind, plural, versions, namespaced };
}
