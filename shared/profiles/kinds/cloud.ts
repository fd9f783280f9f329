import type { KindRow, WordMeaning } from "../../model/profile.ts";

const crossplane = "https://docs.crossplane.io/latest/managed-resources/managed-resources/";
const managed: Pick<KindRow, "polarity" | "reasons" | "required"> = {
  polarity: { Ready: "main", Synced: "good", LastAsyncOperation: "good", AsyncOperation: "info", Responsive: "advice" },
  reasons: {
    ...{ Creating: "progressing", Deleting: "progressing", Unavailable: "progressing", ReconcilePaused: "paused" },
    // What a managed resource and a composite wait for.
    ...{ "Ready/": "progressing", ReconcileError: "degraded" },
  },
  required: ["Ready"],
};

const terraformRun: Readonly<Record<string, WordMeaning>> = {
  ...{ applied: "healthy", planned_and_finished: "healthy", errored: "degraded", canceled: "degraded" },
  ...{ discarded: "degraded", force_canceled: "degraded", policy_soft_failed: "degraded" },
};

/** Kinds that stand for resources of a cloud. */
export const listCloudRows = (): readonly KindRow[] => [
  ...["*.crossplane.io", "*.upbound.io"].map(
    (group): KindRow => ({ group, kind: "*", source: crossplane, ...managed }),
  ),
  ...["*.crossplane.io", "*.upbound.io"].flatMap((group) =>
    ["ProviderConfig", "ProviderConfigUsage", "StoreConfig"].map(
      (kind): KindRow => ({ group, kind, source: crossplane, silent: "healthy" }),
    ),
  ),
  {
    ...{ group: "pkg.crossplane.io", kind: "*", source: "https://docs.crossplane.io/latest/packages/providers/" },
    polarity: { Healthy: "main", Installed: "good", RevisionHealthy: "main", RuntimeHealthy: "good", Resolved: "good" },
    reasons: { UnpackingPackage: "progressing" },
    unknown: "progressing",
    silent: "progressing",
  },
  {
    ...{ group: "ops.crossplane.io", kind: "*", source: "https://docs.crossplane.io/latest/operations/operation/" },
    polarity: { Succeeded: "main", Scheduling: "main", Watching: "main", Synced: "good", ValidPipeline: "good" },
    reasons: { SchedulePaused: "paused", WatchPaused: "paused", PipelineRunning: "progressing" },
  },
  {
    ...{ group: "apiextensions.crossplane.io", kind: "*" },
    source: "https://docs.crossplane.io/latest/composition/",
    polarity: { Established: "main", Offered: "good", ValidPipeline: "good" },
    silent: "progressing",
  },
  {
    ...{ group: "apiextensions.crossplane.io", kind: "Composition" },
    source: "https://docs.crossplane.io/latest/composition/compositions/",
    // It has no status.
    silent: "healthy",
  },
  {
    ...{ group: "*.services.k8s.aws", kind: "*" },
    source: "https://aws-controllers-k8s.github.io/docs/guides/resource-crud",
    polarity: {
      ...{ "ACK.ResourceSynced": "main", "ACK.Terminal": "bad", "ACK.Recoverable": "bad", Ready: "good" },
      ...{ "ACK.ReferencesResolved": "good", "ACK.Advisory": "caution", "*": "info" },
    },
    // Not in sync means that the controller still changes the resource; failures have types of their own.
    reasons: { "ACK.ResourceSynced/*": "progressing", "Ready/*": "progressing" },
    required: ["ACK.ResourceSynced"],
  },
  {
    ...{ group: "*.cnrm.cloud.google.com", kind: "*" },
    source: "https://cloud.google.com/config-connector/docs/how-to/monitoring-your-resources",
    polarity: { Ready: "main" },
    reasons: {
      ...{
        Updating: "progressing",
        Creating: "progressing",
        Deleting: "progressing",
        DependencyNotReady: "progressing",
      },
      ...{ DependencyNotFound: "progressing", Unmanaged: "degraded" },
    },
  },
  {
    ...{
      group: "*.azure.com",
      kind: "*",
      source: "https://azure.github.io/azure-service-operator/guide/resource-states/",
    },
    polarity: { Ready: "main" },
    reasons: { Reconciling: "progressing", WaitingForOwner: "progressing", AzureResourceNotFound: "degraded" },
    required: ["Ready"],
  },
  {
    ...{
      group: "pulumi.com",
      kind: "Stack",
      source: "https://github.com/pulumi/pulumi-kubernetes-operator/blob/master/docs/stacks.md",
    },
    polarity: { Ready: "main", Stalled: "bad", Reconciling: "busy" },
  },
  {
    ...{ group: "app.terraform.io", kind: "Module" },
    source: "https://developer.hashicorp.com/terraform/cloud-docs/integrations/kubernetes/api-reference",
    words: [{ at: "status.run.status", is: terraformRun, otherwise: "progressing" }],
    silent: "progressing",
  },
  {
    ...{ group: "app.terraform.io", kind: "Workspace" },
    source: "https://developer.hashicorp.com/terraform/cloud-docs/integrations/kubernetes/api-reference",
    // A text in the first releases.
    words: ["status.runStatus", "status.runStatus.status"].map((at) => ({
      ...{ at, is: terraformRun, otherwise: "progressing" as const },
    })),
  },
  {
    ...{ group: "aiven.io", kind: "*" },
    source: "https://github.com/aiven/aiven-operator/blob/main/controllers/common.go",
    polarity: { Initialized: "info", Running: "main", Error: "bad" },
    // It writes Error=Unknown with the text of the error.
    reasons: { "Error/*": "degraded" },
    unknown: "progressing",
    silent: "progressing",
  },
  {
    ...{ group: "azure.microsoft.com", kind: "*" },
    source: "https://github.com/Azure/azure-service-operator/blob/v1.0/api/v1alpha1/aso_types.go",
    words: [
      { at: "status.provisioned", is: { true: "healthy", false: "progressing" } },
      { at: "status.provisioning", is: { true: "progressing" }, where: { at: "status.provisioning", is: ["true"] } },
      {
        at: "status.failedProvisioning",
        is: { true: "degraded" },
        where: { at: "status.failedProvisioning", is: ["true"] },
      },
    ],
    silent: "progressing",
  },
];
