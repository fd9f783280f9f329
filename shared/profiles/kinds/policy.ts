import type { KindRow } from "../../model/profile.ts";

const threescale = "https://github.com/3scale/3scale-operator/tree/master/doc";

/** Kinds of policies, identities and API management. */
export const listPolicyRows = (): readonly KindRow[] => [
  {
    ...{ group: "mutations.gatekeeper.sh", kind: "*" },
    source: "https://open-policy-agent.github.io/gatekeeper/website/docs/mutation",
    words: [{ at: "status.byPod.*.enforced", is: { true: "healthy", false: "degraded" } }],
    failures: ["status.byPod.*.errors.*.message"],
    silent: "progressing",
  },
  {
    ...{ group: "v1.edp.epam.com", kind: "*" },
    source: "https://github.com/epam/edp-keycloak-operator/blob/HEAD/api/v1/keycloakrealmuser_types.go",
    // Any other value is the text of an error.
    words: [{ at: "status.value", is: { OK: "healthy" }, otherwise: "degraded" }],
    silent: "progressing",
  },
  {
    ...{ group: "v1.edp.epam.com", kind: "Keycloak" },
    source: "https://github.com/epam/edp-keycloak-operator/blob/HEAD/api/v1/keycloak_types.go",
    words: [{ at: "status.connected", is: { true: "healthy", false: "degraded" } }],
    silent: "progressing",
  },
  {
    ...{ group: "kyverno.io", kind: "UpdateRequest" },
    source: "https://github.com/kyverno/kyverno/blob/HEAD/api/kyverno/v2/updaterequest_types.go",
    words: [
      { at: "status.state", is: { Completed: "healthy", Skip: "healthy", Failed: "degraded", Pending: "progressing" } },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "kyverno.io", kind: "*", source: "https://kyverno.io/docs/guides/troubleshooting/" },
    polarity: { Ready: "main" },
    words: [{ at: "status.ready", is: { true: "healthy", false: "degraded" } }],
  },
  {
    ...{
      group: "templates.gatekeeper.sh",
      kind: "ConstraintTemplate",
      source: "https://open-policy-agent.github.io/gatekeeper/website/docs/howto",
    },
    words: [{ at: "status.created", is: { true: "healthy", false: "progressing" } }],
    failures: ["status.byPod.*.errors.*.message"],
    silent: "progressing",
  },
  {
    ...{ group: "constraints.gatekeeper.sh", kind: "*" },
    source: "https://open-policy-agent.github.io/gatekeeper/website/docs/audit",
    // Violations are those of other objects. The constraint itself is enforced or not.
    words: [{ at: "status.byPod.*.enforced", is: { true: "healthy", false: "progressing" } }],
    failures: ["status.byPod.*.errors.*.message"],
    silent: "progressing",
  },
  {
    ...{ group: "k8s.keycloak.org", kind: "Keycloak", source: "https://www.keycloak.org/operator/basic-deployment" },
    polarity: { Ready: "main", HasErrors: "bad", RollingUpdate: "busy", RecreateUpdateUsed: "info" },
    silent: "progressing",
  },
  {
    ...{
      group: "k8s.keycloak.org",
      kind: "KeycloakRealmImport",
      source: "https://www.keycloak.org/operator/realm-import",
    },
    polarity: { Done: "good", Started: "busy", HasErrors: "bad" },
    reasons: { "Done/*": "progressing" },
    silent: "progressing",
  },
  {
    ...{ group: "capabilities.3scale.net", kind: "*", source: threescale },
    polarity: { Synced: "main", Ready: "main", Invalid: "bad", Failed: "bad", Orphan: "bad", Waiting: "busy" },
    reasons: { "Synced/": "progressing", "Ready/": "progressing" },
    silent: "progressing",
  },
  {
    ...{ group: "policy.open-cluster-management.io", kind: "Policy" },
    source: "https://open-cluster-management.io/docs/getting-started/integration/policy-framework/",
    // Without a cluster that it applies to, a policy has placements and no compliance.
    words: [
      { at: "status.compliant", is: { Compliant: "healthy", NonCompliant: "degraded", Pending: "progressing" } },
      {
        at: "status.placement.*.placementBinding",
        is: {},
        otherwise: "healthy",
      },
      {
        at: "status.status.*.compliant",
        is: { Compliant: "healthy", NonCompliant: "degraded" },
        otherwise: "progressing",
      },
    ],
    silent: "progressing",
  },
  {
    ...{
      group: "secrets.hashicorp.com",
      kind: "*",
      source: "https://developer.hashicorp.com/vault/docs/deploy/kubernetes/vso/api-reference",
    },
    words: [{ at: "status.valid", is: { true: "healthy", false: "degraded" } }],
  },
  {
    ...{ group: "status.gatekeeper.sh", kind: "*" },
    source:
      "https://github.com/open-policy-agent/gatekeeper/blob/HEAD/apis/status/v1beta1/constrainttemplatepodstatus_types.go",
    // A status of one pod reports only errors.
    words: [{ at: "status.id", is: {}, otherwise: "healthy" }],
    failures: ["status.errors.*.message"],
  },
  {
    ...{ group: "compliance.openshift.io", kind: "ComplianceRemediation" },
    source:
      "https://github.com/openshift/compliance-operator/blob/HEAD/pkg/apis/compliance/v1alpha1/complianceremediation_types.go",
    words: [
      {
        at: "status.applicationState",
        is: {
          ...{ Applied: "healthy", Pending: "progressing", MissingDependencies: "progressing", Error: "degraded" },
          // Each waits for an administrator.
          ...{ Outdated: "degraded", NeedsReview: "degraded" },
          // A remediation is only offered until a user applies it.
          NotApplied: "paused",
        },
      },
    ],
    failures: ["status.errorMessage"],
  },
  {
    ...{ group: "flowcontrol.apiserver.k8s.io", kind: "FlowSchema" },
    source: "https://github.com/kubernetes/apiserver/blob/HEAD/pkg/util/flowcontrol/apf_controller.go",
    polarity: { Dangling: "bad" },
  },
  {
    ...{ group: "isindir.github.com", kind: "SopsSecret" },
    source:
      "https://github.com/isindir/sops-secrets-operator/blob/master/internal/controllers/sopssecret_controller.go",
    words: [
      {
        at: "status.message",
        is: { Healthy: "healthy", "Reconciliation is suspended": "paused" },
        otherwise: "degraded",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "hnc.x-k8s.io", kind: "SubnamespaceAnchor" },
    source:
      "https://github.com/kubernetes-sigs/hierarchical-namespaces/blob/master/api/v1alpha2/subnamespace_anchor.go",
    // It is Missing until its namespace has been created.
    words: [{ at: "status.status", is: { Ok: "healthy", Missing: "progressing" }, otherwise: "degraded" }],
    silent: "progressing",
  },
  {
    ...{ group: "capsule.clastix.io", kind: "Tenant" },
    source: "https://github.com/projectcapsule/capsule/blob/main/api/v1beta2/tenant_status.go",
    words: [{ at: "status.state", is: { Active: "healthy", Cordoned: "paused" } }],
    silent: "progressing",
  },
  {
    ...{ group: "keycloak.org", kind: "Keycloak" },
    source: "https://github.com/keycloak/keycloak-operator/blob/main/pkg/apis/keycloak/v1alpha1/keycloak_types.go",
    // Its phase stays "reconciling".
    words: [
      { at: "status.ready", is: { true: "healthy", false: "progressing" } },
      { at: "status.phase", is: { failing: "degraded" }, where: { at: "status.phase", is: ["failing"] } },
    ],
    silent: "progressing",
  },
];
