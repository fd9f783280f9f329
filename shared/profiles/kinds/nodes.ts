import type { KindRow } from "../../model/profile.ts";

const api = "https://github.com/openshift/api/blob/master";

/** Kinds about machines, nodes and their devices. */
export const listNodeRows = (): readonly KindRow[] => [
  {
    ...{ group: "metal3.io", kind: "HostFirmwareSettings", source: "https://book.metal3.io/bmo/firmware_settings" },
    polarity: { Valid: "main", ChangeDetected: "info" },
    silent: "progressing",
  },
  {
    ...{ group: "metal3.io", kind: "BareMetalHost", source: "https://book.metal3.io/bmo/state_machine" },
    words: [
      {
        at: "status.operationalStatus",
        is: {
          ...{ OK: "healthy", discovered: "progressing", delayed: "progressing", servicing: "progressing" },
          ...{ error: "degraded", detached: "paused" },
        },
      },
      {
        at: "status.provisioning.state",
        is: {
          ...{ provisioned: "healthy", "externally provisioned": "healthy", available: "healthy", ready: "healthy" },
          ...{ unmanaged: "healthy" },
        },
        otherwise: "progressing",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "machineconfiguration.openshift.io", kind: "MachineConfigNode" },
    source: `${api}/machineconfiguration/v1/types_machineconfignode.go`,
    // The others name steps of an update.
    polarity: { Updated: "good", NodeDegraded: "bad", ImagePulledFromRegistry: "info", "*": "info" },
    reasons: { "Updated/*": "progressing" },
    required: ["Updated"],
  },
  {
    ...{ group: "remediation.medik8s.io", kind: "NodeHealthCheck" },
    source: "https://github.com/medik8s/node-healthcheck-operator/blob/main/docs/configuration.md",
    // The operator disables it where its template is missing or another health check acts.
    polarity: { Disabled: "bad", StormActive: "caution" },
    words: [
      {
        at: "status.phase",
        is: { Enabled: "healthy", Remediating: "progressing", Paused: "paused", Disabled: "degraded" },
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "nvidia.com", kind: "ClusterPolicy" },
    source: "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/troubleshooting.html",
    polarity: { Ready: "main", Error: "bad" },
    reasons: { "Ready/OperandNotReady": "progressing", "Error/OperandNotReady": "progressing" },
    words: [
      {
        at: "status.state",
        is: { ready: "healthy", notReady: "progressing", ignored: "degraded", disabled: "paused" },
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "submariner.io", kind: "Gateway", source: "https://submariner.io/operations/troubleshooting/" },
    words: [
      { at: "status.haStatus", is: { active: "healthy", passive: "healthy" } },
      {
        at: "status.connections.*.status",
        is: { connected: "healthy", connecting: "progressing", error: "degraded" },
      },
    ],
    failures: ["status.statusFailure"],
    silent: "progressing",
  },
  {
    ...{ group: "cloudcredential.openshift.io", kind: "CredentialsRequest" },
    source:
      "https://github.com/openshift/cloud-credential-operator/blob/HEAD/pkg/apis/cloudcredential/v1/types_credentialsrequest.go",
    polarity: {
      ...{ InsufficientCloudCreds: "bad", MissingTargetNamespace: "bad", CredentialsProvisionFailure: "bad" },
      ...{ CredentialsDeprovisionFailure: "bad", Ignored: "info", StaleCredentials: "caution" },
    },
    words: [{ at: "status.provisioned", is: { true: "healthy", false: "progressing" } }],
    silent: "progressing",
  },
  {
    ...{ group: "metal.ironcore.dev", kind: "Server" },
    source: "https://github.com/ironcore-dev/metal-operator/blob/HEAD/api/v1alpha1/server_types.go",
    // A server that no claim uses is powered off.
    words: [
      {
        at: "status.state",
        is: { Available: "healthy", Reserved: "healthy", Error: "degraded", Maintenance: "paused" },
        otherwise: "progressing",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "image.openshift.io", kind: "ImageStream", source: `${api}/image/v1/types.go` },
    conditions: ["status.tags.*.conditions"],
    silent: "healthy",
  },
  {
    ...{ group: "build.openshift.io", kind: "Build", source: `${api}/build/v1/types.go` },
    polarity: { Complete: "good", Failed: "bad", Error: "bad", New: "info", Pending: "info", Running: "info" },
    words: [
      {
        at: "status.phase",
        is: {
          ...{ Complete: "healthy", New: "progressing", Pending: "progressing", Running: "progressing" },
          ...{ Failed: "degraded", Error: "degraded", Cancelled: "degraded" },
        },
      },
    ],
    silent: "progressing",
  },
  {
    ...{
      group: "k8s.ovn.org",
      kind: "EgressFirewall",
      source: "https://ovn-kubernetes.io/api-reference/egress-firewall-api-spec/",
    },
    words: [{ at: "status.status", is: { "EgressFirewall Rules applied": "healthy" }, otherwise: "degraded" }],
    silent: "progressing",
  },
];
