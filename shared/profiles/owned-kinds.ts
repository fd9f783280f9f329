/**
 * Kinds of which an owner has several objects in the course of time, and only the newest counts: the others are history
 * that their controllers keep.
 */
export const supersededKinds: ReadonlySet<string> = new Set([
  // https://cert-manager.io/docs/reference/api-docs/#cert-manager.io/v1.CertificateSpec, revisionHistoryLimit
  "cert-manager.io/CertificateRequest",
  // https://knative.dev/docs/serving/revisions/
  "serving.knative.dev/Revision",
  // https://olm.operatorframework.io/docs/concepts/crds/installplan/
  "operators.coreos.com/InstallPlan",
  // https://docs.crossplane.io/latest/packages/configurations/, revisionHistoryLimit
  ...["Provider", "Configuration", "Function"].map((kind) => `pkg.crossplane.io/${kind}Revision`),
]);
