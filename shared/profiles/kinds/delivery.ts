import type { KindRow } from "../../model/profile.ts";

const certManager = "https://cert-manager.io/docs/reference/api-docs/";
const acme = { valid: "healthy", pending: "progressing", ready: "progressing", processing: "progressing" } as const;
const acmeFailed = { invalid: "degraded", expired: "degraded", errored: "degraded" } as const;

/** Flux, cert-manager, External Secrets and Sealed Secrets, Helm's and package operators. */
export const listDeliveryRows = (): readonly KindRow[] => [
  {
    ...{ group: "core.oam.dev", kind: "Application" },
    source: "https://github.com/kubevela/kubevela/blob/master/apis/core.oam.dev/common/types.go",
    words: [
      {
        at: "status.status",
        is: {
          ...{ running: "healthy", workflowSuspending: "paused", unhealthy: "degraded" },
          ...{ workflowFailed: "degraded", workflowTerminated: "degraded" },
        },
        otherwise: "progressing",
      },
      {
        at: "status.services.*.healthy",
        is: { true: "healthy", false: "degraded" },
        where: { at: "status.status", is: ["running", "unhealthy"] },
      },
      // The workflow is suspended too once a step failed for good.
      { at: "status.workflow.steps.*.phase", is: { failed: "degraded" }, otherwise: "healthy" },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "terraform.core.oam.dev", kind: "Configuration" },
    source: "https://github.com/kubevela/terraform-controller/blob/master/api/types/state.go",
    words: [
      {
        at: "status.apply.state",
        is: {
          ...{
            Available: "healthy",
            ConfigurationStaticCheckFailed: "degraded",
            ConfigurationReloading: "progressing",
          },
          ...{ ConfigurationApplyFailed: "degraded", InvalidRegion: "degraded", TerraformInitError: "degraded" },
          ...{ GeneratingOutputs: "progressing", ConfigurationProvisioningAndChecking: "progressing" },
          ...{ ConfigurationDestroyFailed: "degraded", ConfigurationDestroying: "progressing" },
          ...{ ProviderNotFound: "degraded", ProviderNotReady: "progressing", Authorizing: "progressing" },
        },
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "infra.contrib.fluxcd.io", kind: "Terraform" },
    source: "https://flux-iac.github.io/tofu-controller/use-tf-controller/plan-and-manually-apply-terraform-resources/",
    polarity: { Ready: "main", Apply: "good", Plan: "good", Output: "good", Healthy: "good", StateLocked: "caution" },
    // It waits for a person who approves the plan.
    reasons: { "Ready/TerraformPlannedWithChanges": "progressing", "Ready/Progressing": "progressing" },
    unknown: "progressing",
  },
  {
    ...{ group: "org.eclipse.che", kind: "CheCluster" },
    source: "https://github.com/eclipse-che/che-operator/blob/main/api/v2/checluster_types.go",
    words: [
      {
        at: "status.chePhase",
        is: { Active: "healthy", Inactive: "unknown", ClusterPhasePendingDeletion: "progressing" },
        otherwise: "progressing",
      },
      // The reason why the deployment of Che does not proceed.
      { at: "status.reason", is: {}, otherwise: "degraded" },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "*.toolkit.fluxcd.io", kind: "*", source: "https://fluxcd.io/flux/components/" },
    polarity: {
      ...{ Ready: "main", Stalled: "bad", Reconciling: "busy", Healthy: "good", Released: "good", TestSuccess: "good" },
      ...{ Remediated: "caution", ArtifactInStorage: "good", SourceVerified: "good", FetchFailed: "bad" },
      ...{ StorageOperationFailed: "bad", ArtifactOutdated: "info" },
    },
    reasons: { "Ready/Progressing": "progressing" },
    required: ["Ready"],
  },
  ...["Alert", "Provider"].map(
    (kind): KindRow => ({
      ...{ group: "notification.toolkit.fluxcd.io", kind },
      source: "https://fluxcd.io/flux/components/notification/",
      silent: "healthy",
    }),
  ),
  ...["cert-manager.io", "certmanager.k8s.io"].map(
    (group): KindRow => ({
      ...{ group, kind: "*", source: certManager },
      polarity: { Ready: "main", Issuing: "busy", Approved: "good", Denied: "bad", InvalidRequest: "bad" },
      required: ["Ready"],
    }),
  ),
  {
    ...{ group: "acme.cert-manager.io", kind: "*", source: certManager },
    words: [{ at: "status.state", is: { ...acme, ...acmeFailed } }],
    silent: "progressing",
  },
  {
    ...{ group: "external-secrets.io", kind: "*", source: "https://external-secrets.io/latest/api/spec/" },
    polarity: { Ready: "main", NotReady: "bad", Deleted: "caution" },
    required: ["Ready"],
  },
  {
    ...{ group: "external-secrets.io", kind: "ClusterExternalSecret" },
    source: "https://external-secrets.io/latest/api/clusterexternalsecret/",
    silent: "progressing",
  },
  {
    ...{ group: "bitnami.com", kind: "SealedSecret", source: "https://github.com/bitnami-labs/sealed-secrets" },
    polarity: { Synced: "main" },
    required: ["Synced"],
  },
  {
    ...{ group: "helm.cattle.io", kind: "HelmChart", source: "https://docs.k3s.io/helm" },
    polarity: { JobCreated: "info", Failed: "bad" },
  },
  {
    ...{
      group: "secrets-store.csi.x-k8s.io",
      kind: "*",
      source: "https://secrets-store-csi-driver.sigs.k8s.io/concepts",
    },
    silent: "healthy",
  },
  {
    ...{ group: "trust.cert-manager.io", kind: "Bundle" },
    source: "https://cert-manager.io/docs/trust/trust-manager/api-reference/",
    polarity: { Synced: "main" },
    required: ["Synced"],
  },
];
