/** The kind `customresourcedefinitions`. */
export const definitionKind = {
  group: "apiextensions.k8s.io",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  versions: ["v1"],
  namespaced: false,
} as const;

/**
 * Whether a group holds custom resources. Their groups carry a domain of their own. Kubernetes' own groups have none or
 * end in k8s.io.
 */
export function isCustom(group: string): boolean {
  return group.includes(".") && !/(^|\.)k8s\.io$/.test(group);
}

/**
 * Whether CNV's image collects a group in full: the CRDs whose names match kubevirt.io, and all of their objects
 * (gather_crds, gather_crs).
 */
export function isOfVirtualization(group: string): boolean {
  return group.includes("kubevirt.io");
}
