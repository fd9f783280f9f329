import type { KindRow } from "../../model/profile.ts";

const api = "https://github.com/openshift/api/blob/master";

/** Kinds of OpenShift and of the Operator Lifecycle Manager. */
export const listOpenShiftRows = (): readonly KindRow[] => [
  {
    ...{ group: "config.openshift.io", kind: "ClusterOperator", source: `${api}/config/v1/types_cluster_operator.go` },
    // Available=False "requires immediate administrator intervention" and must not happen in an upgrade.
    polarity: { Available: "main", Degraded: "bad", Progressing: "busy", Upgradeable: "advice", "*": "info" },
    required: ["Available"],
    words: [],
    installed: "status.versions.*.version",
    strict: true,
  },
  {
    ...{ group: "config.openshift.io", kind: "ClusterVersion", source: `${api}/config/v1/types_cluster_version.go` },
    polarity: {
      ...{ Available: "main", Failing: "bad", Progressing: "busy", Upgradeable: "advice", RetrievedUpdates: "advice" },
      ...{ ReleaseAccepted: "good", Invalid: "bad", "*": "info" },
    },
    // The cluster-version operator writes Failing=Unknown while one operator takes longer than expected.
    reasons: { SlowClusterOperator: "progressing" },
    required: ["Available"],
    words: [],
    installed: "status.history.*.completionTime",
    strict: true,
  },
  {
    ...{ group: "machineconfiguration.openshift.io", kind: "MachineConfigPool" },
    source: `${api}/machineconfiguration/v1/types.go`,
    polarity: {
      ...{ Updated: "info", Updating: "busy", Degraded: "bad", NodeDegraded: "bad", RenderDegraded: "bad" },
      ...{ PinnedImageSetsDegraded: "bad", ImageBuildDegraded: "bad", BuildFailed: "bad", Building: "busy" },
      ...{ BuildInterrupted: "caution", "*": "info" },
    },
    required: ["Updated"],
    words: [],
    counts: [
      { wanted: "status.machineCount", ready: "status.updatedMachineCount" },
      { wanted: "status.machineCount", ready: "status.readyMachineCount" },
    ],
  },
  {
    ...{ group: "machineconfiguration.openshift.io", kind: "ControllerConfig" },
    source: "https://github.com/openshift/machine-config-operator/blob/HEAD/pkg/controller/template/status.go",
    polarity: {
      ...{ TemplateControllerCompleted: "main", TemplateControllerRunning: "busy", TemplateControllerFailing: "bad" },
    },
    silent: "progressing",
  },
  {
    ...{ group: "machineconfiguration.openshift.io", kind: "*", source: `${api}/machineconfiguration/v1/types.go` },
    // Success and Failure stand in the list one after the other, with the newest last.
    polarity: { Success: "main", Failure: "bad" },
    silent: "progressing",
  },
  {
    ...{ group: "machineconfiguration.openshift.io", kind: "MachineConfig" },
    source: `${api}/machineconfiguration/v1/types.go`,
    // It has no status.
    silent: "healthy",
  },
  ...["KubeletConfig", "ContainerRuntimeConfig"].map(
    (kind): KindRow => ({
      ...{ group: "machineconfiguration.openshift.io", kind, source: `${api}/machineconfiguration/v1/types.go` },
      ...{ polarity: { Success: "main", Failure: "bad" }, silent: "progressing" },
    }),
  ),
  {
    ...{ group: "machine.openshift.io", kind: "Machine", source: `${api}/machine/v1beta1/types_machine.go` },
    polarity: { "*": "info" },
    words: [
      {
        at: "status.phase",
        is: { Running: "healthy", Provisioning: "progressing", Provisioned: "progressing", Deleting: "progressing" },
        otherwise: "degraded",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "machine.openshift.io", kind: "MachineHealthCheck" },
    source: `${api}/machine/v1beta1/types_machinehealthcheck.go`,
    polarity: { RemediationAllowed: "advice", "*": "info" },
    counts: [{ wanted: "status.expectedMachines", ready: "status.currentHealthy", short: "degraded" }],
  },
  {
    ...{ group: "operator.openshift.io", kind: "IngressController" },
    source: "https://docs.redhat.com/en/documentation/openshift_container_platform/4.20/html/networking_operators",
    // Degraded sums up the others after their grace periods.
    polarity: {
      ...{ Available: "main", Degraded: "bad", Progressing: "busy", DeploymentRollingOut: "busy" },
      ...{ Upgradeable: "advice", Admitted: "good", "*": "info" },
    },
  },
  {
    ...{ group: "operators.coreos.com", kind: "CatalogSource" },
    source: "https://olm.operatorframework.io/docs/concepts/crds/catalogsource/",
    words: [
      {
        at: "status.connectionState.lastObservedState",
        is: { READY: "healthy", IDLE: "healthy", CONNECTING: "progressing", TRANSIENT_FAILURE: "degraded" },
        otherwise: "degraded",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "operators.coreos.com", kind: "OperatorGroup" },
    source: "https://olm.operatorframework.io/docs/concepts/crds/operatorgroup/",
    silent: "healthy",
  },
  {
    ...{ group: "olm.operatorframework.io", kind: "ClusterExtension" },
    source: "https://operator-framework.github.io/operator-controller/api-reference/operator-controller-api-reference/",
    polarity: {
      ...{ Installed: "main", Progressing: "busy", Deprecated: "caution", PackageDeprecated: "caution" },
      ...{ ChannelDeprecated: "caution", BundleDeprecated: "caution" },
    },
    reasons: { "Progressing/Succeeded": "healthy", "Progressing/Blocked": "degraded" },
  },
  {
    ...{ group: "olm.operatorframework.io", kind: "ClusterCatalog" },
    source: "https://operator-framework.github.io/operator-controller/api-reference/catalogd-api-reference",
    polarity: { Serving: "main", Progressing: "busy" },
    reasons: { "Progressing/Succeeded": "healthy", "Progressing/Blocked": "degraded" },
  },
  {
    ...{ group: "operators.coreos.com", kind: "OLMConfig" },
    source:
      "https://github.com/operator-framework/operator-lifecycle-manager/blob/HEAD/pkg/controller/operators/olm/operator.go",
    polarity: { DisabledCopiedCSVs: "good" },
    // False is what a user chose.
    reasons: { CopiedCSVsEnabled: "healthy" },
    silent: "healthy",
  },
  {
    ...{ group: "rhdh.redhat.com", kind: "Backstage" },
    source: "https://github.com/redhat-developer/rhdh-operator/blob/HEAD/api/v1alpha3/backstage_types.go",
    polarity: { Deployed: "main" },
    silent: "progressing",
  },
  {
    ...{ group: "updateservice.operator.openshift.io", kind: "UpdateService" },
    source: "https://github.com/openshift/cincinnati-operator/blob/HEAD/api/v1/updateservice_types.go",
    // A registry needs no certificate authority of its own.
    polarity: { ReconcileCompleted: "main", RegistryCACertFound: "info" },
    silent: "progressing",
  },
  {
    ...{ group: "operator.open-cluster-management.io", kind: "MultiClusterHub" },
    source: "https://github.com/stolostron/multiclusterhub-operator/blob/main/api/v1/multiclusterhub_types.go",
    // Steps stay as conditions after they are done; the phase tells what counts.
    polarity: { Complete: "main", Blocked: "bad", "*": "info" },
    words: [
      {
        at: "status.phase",
        is: {
          Running: "healthy",
          Paused: "paused",
          Error: "degraded",
          "Update-Blocked": "degraded",
          Unimplemented: "unknown",
        },
        otherwise: "progressing",
      },
      { at: "status.components.*.status", is: { True: "healthy", False: "progressing", Unknown: "unknown" } },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "maistra.io", kind: "ServiceMeshControlPlane" },
    source: "https://github.com/maistra/istio-operator/blob/maistra-2.6/pkg/apis/maistra/status/status.go",
    polarity: { Ready: "main", Installed: "good", Reconciled: "good" },
    // It waits for the components before the next ones.
    reasons: {
      ...{ PausingInstall: "progressing", ComponentsNotReady: "progressing", SpecUpdated: "progressing" },
      ...{ ResourceCreated: "progressing", InstallationInProgress: "progressing" },
    },
    words: [],
    counts: [],
  },
  {
    ...{ group: "operator.ibm.com", kind: "OperandRequest" },
    source:
      "https://github.com/IBM/operand-deployment-lifecycle-manager/blob/master/api/v1alpha1/operandrequest_types.go",
    polarity: { Ready: "main", NotFound: "bad", OutofScope: "bad", Conflict: "bad", "*": "info" },
    words: [
      {
        at: "status.phase",
        is: { Running: "healthy", Failed: "degraded", Pending: "progressing" },
        otherwise: "progressing",
      },
      { at: "status.members.*.phase.*", is: { Failed: "degraded", Running: "healthy" }, otherwise: "progressing" },
    ],
    silent: "progressing",
  },
];
