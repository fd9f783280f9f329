/** The labels by which controllers mark the pods of one version of a template (kubernetes, apps/v1 types.go). */
export const templateLabels = {
  /** Of a ReplicaSet's pods: the end of its name. */
  hash: "pod-template-hash",
  /** Of a DaemonSet's pods. */
  generation: "pod-template-generation",
} as const;
