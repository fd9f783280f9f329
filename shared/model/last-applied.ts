/** The annotation in which kubectl apply keeps the whole object once more (kubectl, pkg/util/apply.go). */
export const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";
