import type { KindRow, WordMeaning } from "../../model/profile.ts";

const gloo = "https://docs.solo.io/gloo-edge/latest/reference/api/";

/** State of Gloo's `core.solo.io` Status, as a number in old releases and as a word in new ones. */
const glooStates: Readonly<Record<string, WordMeaning>> = {
  ...{ 0: "progressing", 1: "healthy", 2: "degraded", 3: "degraded" },
  ...{ Pending: "progressing", Accepted: "healthy", Rejected: "degraded", Warning: "degraded" },
};

/** Kinds of networks and gateways. */
export const listNetworkRows = (): readonly KindRow[] => [
  ...["gloo.solo.io", "gateway.solo.io", "enterprise.gloo.solo.io"].map(
    (group): KindRow => ({
      ...{ group, kind: "*", source: gloo },
      words: [
        { at: "status.state", is: glooStates },
        { at: "status.statuses.*.state", is: glooStates },
      ],
      silent: "progressing",
    }),
  ),
  {
    ...{ group: "projectcontour.io", kind: "*", source: "https://projectcontour.io/docs/main/config/api/" },
    polarity: { Valid: "main", Available: "good" },
    words: [
      {
        at: "status.currentStatus",
        is: { valid: "healthy", invalid: "degraded", orphaned: "degraded", NotReconciled: "progressing" },
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "gateway.networking.k8s.io", kind: "*", source: "https://gateway-api.sigs.k8s.io/reference/spec/" },
    polarity: {
      Scheduled: "info",
      SupportedVersion: "advice",
      PartiallyInvalid: "bad",
      OverlappingTLSConfig: "caution",
    },
    reasons: { Pending: "progressing", AddressNotAssigned: "progressing", Waiting: "progressing" },
    unknown: "progressing",
    silent: "progressing",
  },
  {
    group: "gateway.networking.k8s.io",
    kind: "ReferenceGrant",
    source: "https://gateway-api.sigs.k8s.io/api-types/referencegrant/",
    silent: "healthy",
  },
  {
    ...{
      group: "*.istio.io",
      kind: "*",
      source: "https://istio.io/latest/docs/reference/config/meta/v1beta1/istio-status/",
    },
    polarity: { Reconciled: "main" },
  },
  {
    ...{ group: "microgateway.airlock.com", kind: "*", source: "https://docs.airlock.com/microgateway/latest/" },
    silent: "progressing",
  },
  {
    ...{ group: "metallb.io", kind: "IPAddressPool", source: "https://metallb.io/apis/#ipaddresspoolstatus" },
    words: [{ at: "status.availableIPv4", is: { 0: "unknown" }, otherwise: "healthy" }],
  },
  {
    ...{ group: "cilium.io", kind: "CiliumLoadBalancerIPPool" },
    source: "https://docs.cilium.io/en/stable/network/lb-ipam/",
    // The others hold numbers in their messages and are always Unknown.
    polarity: { "cilium.io/PoolConflict": "bad", "*": "info" },
    silent: "progressing",
  },
  {
    ...{ group: "bpfman.io", kind: "BpfProgram" },
    source: "https://github.com/bpfman/bpfman-operator/blob/HEAD/apis/v1alpha1/shared_types.go",
    // A node that is not selected runs no program.
    polarity: { Loaded: "main", Unloaded: "info", NotSelected: "good", NoContainersOnNode: "good", None: "info" },
    silent: "progressing",
  },
  {
    ...{ group: "cilium.io", kind: "CiliumBGPClusterConfig" },
    source: "https://github.com/cilium/cilium/blob/HEAD/pkg/k8s/apis/cilium.io/v2/bgp_cluster_types.go",
    polarity: {
      ...{ "cilium.io/NoMatchingNode": "bad", "cilium.io/MissingPeerConfigs": "bad" },
      "cilium.io/ConflictingClusterConfig": "bad",
    },
    silent: "progressing",
  },
  {
    ...{ group: "cilium.io", kind: "*", source: "https://docs.cilium.io/en/stable/network/kubernetes/policy/" },
    polarity: { Valid: "main" },
  },
  {
    ...{ group: "consul.hashicorp.com", kind: "*", source: "https://developer.hashicorp.com/consul/docs/k8s/crds" },
    polarity: { Synced: "main" },
    silent: "progressing",
  },
  {
    ...{ group: "k8s.ovn.org", kind: "EgressIP" },
    source: "https://github.com/ovn-org/ovn-kubernetes/blob/HEAD/go-controller/pkg/crd/egressip/v1/types.go",
    counts: [{ wanted: "spec.egressIPs.*", ready: "status.items.*.egressIP", short: "degraded" }],
  },
  {
    ...{ group: "k8s.ovn.org", kind: "EgressService" },
    source: "https://github.com/ovn-org/ovn-kubernetes/blob/HEAD/go-controller/pkg/crd/egressservice/v1/types.go",
    // The node that was chosen.
    words: [{ at: "status.host", is: {}, otherwise: "healthy" }],
    silent: "progressing",
  },
  {
    ...{ group: "crd.antrea.io", kind: "ExternalIPPool" },
    source: "https://github.com/antrea-io/antrea/blob/HEAD/pkg/apis/crd/v1beta1/types.go",
    words: [{ at: "status.usage.total", is: {}, otherwise: "healthy" }],
    silent: "progressing",
  },
  {
    ...{ group: "sailoperator.io", kind: "IstioRevisionTag" },
    source: "https://github.com/istio-ecosystem/sail-operator/blob/HEAD/api/v1/istiorevisiontags_types.go",
    // A tag that no workload uses yet is in place.
    polarity: { Reconciled: "main", InUse: "info" },
    silent: "progressing",
  },
  {
    ...{ group: "nmstate.io", kind: "NodeNetworkState" },
    source: "https://github.com/nmstate/kubernetes-nmstate/blob/HEAD/api/shared/nodenetworkstate_types.go",
    // It reports the links of a node, some of which may be down on purpose.
    words: [{ at: "status.lastSuccessfulUpdateTime", is: {}, otherwise: "healthy" }],
    silent: "progressing",
  },
  ...["Group", "ClusterGroup"].map(
    (kind): KindRow => ({
      ...{ group: "crd.antrea.io", kind },
      source: "https://github.com/antrea-io/antrea/blob/HEAD/pkg/apis/crd/v1beta1/types.go",
      polarity: { GroupMembersComputed: "main" },
      silent: "progressing",
    }),
  ),
  {
    ...{ group: "cilium.io", kind: "CiliumBGPNodeConfig" },
    source: "https://github.com/cilium/cilium/blob/HEAD/pkg/k8s/apis/cilium.io/v2/bgp_node_types.go",
    polarity: { "cilium.io/BGPReconcileError": "bad" },
    words: [
      { at: "status.bgpInstances.*.peers.*.peeringState", is: { established: "healthy" }, otherwise: "degraded" },
    ],
    silent: "progressing",
  },
];
