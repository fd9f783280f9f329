import { describe, expect, test } from "vitest";
import type { GreenhouseKind } from "../../../shared/model/family-roots.ts";
import type { RootNode } from "../../../shared/model/report.ts";
import { renderText } from "../../../shared/render/formats/text/text.ts";
import {
  type Fields,
  healthyPluginConditions,
  object,
  type ReportedCondition,
  type ReportedConditions,
  reportOn,
  rootOf,
} from "./objects.ts";

const suspended: Fields = { metadata: { annotations: { "greenhouse.sap/suspend": "" } } };
const deleted: Fields = {
  metadata: { deletionTimestamp: "2026-11-21T11:00:00Z", finalizers: ["greenhouse.sap/cleanup"] },
};

interface VerdictRow {
  readonly title: string;
  readonly kind: GreenhouseKind;
  readonly conditions: ReportedConditions;
  readonly verdict: string;
}

describe("the verdict is the worst that any condition means by its polarity", () => {
  const rows: readonly VerdictRow[] = [
    {
      title: "a Plugin whose conditions are all True is healthy",
      kind: "Plugin",
      conditions: healthyPluginConditions,
      verdict: "healthy",
    },
    {
      title: "a Cluster with Ready False is unavailable",
      kind: "Cluster",
      conditions: { Ready: "False" },
      verdict: "unavailable",
    },
    {
      title: "a Cluster with Ready Unknown is unknown",
      kind: "Cluster",
      conditions: { Ready: "Unknown" },
      verdict: "unknown",
    },
    {
      title: "a Cluster with Ready True and AllNodesReady False is degraded",
      kind: "Cluster",
      conditions: { Ready: "True", AllNodesReady: "False" },
      verdict: "degraded",
    },
    {
      title: "a TeamRoleBinding with Ready True and RBACReady False is degraded",
      kind: "TeamRoleBinding",
      conditions: { Ready: "True", RBACReady: ["False", "EmptyClusterList"] },
      verdict: "degraded",
    },
    {
      title: "a PluginPreset with ClusterListEmpty True, for which Ready would be False, is unavailable",
      kind: "PluginPreset",
      conditions: { Ready: "True", ClusterListEmpty: "True" },
      verdict: "unavailable",
    },
    {
      title: "a PluginPreset with PluginFailed Unknown and Ready True is unknown",
      kind: "PluginPreset",
      conditions: { Ready: "True", PluginFailed: "Unknown" },
      verdict: "unknown",
    },
    {
      title: "a Team without Ready is unknown",
      kind: "Team",
      conditions: { SCIMAccessReady: "True" },
      verdict: "unknown",
    },
    { title: "a Team without any condition is unknown", kind: "Team", conditions: {}, verdict: "unknown" },
  ];
  test.for(rows)("$title", ({ kind, conditions, verdict }) => {
    expect(rootOf(kind, [object(kind, conditions)]).verdict).toBe(verdict);
  });
});

describe("conditions about optional features and remarks leave an object healthy", () => {
  const rows: readonly Omit<VerdictRow, "verdict">[] = [
    {
      title: "a PluginPreset that skips Plugins is healthy",
      kind: "PluginPreset",
      conditions: { Ready: "True", PluginSkipped: "True" },
    },
    {
      title: "a Team without the label of its owner is healthy",
      kind: "Team",
      conditions: { Ready: "True", OwnerLabelSet: "False" },
    },
    {
      title: "a Team with Created False is healthy",
      kind: "Team",
      conditions: { Ready: "True", Created: "False" },
    },
    {
      title: "an Organization that does not use SCIM is healthy",
      kind: "Organization",
      conditions: { Ready: "True", SCIMAPIAvailable: "Unknown" },
    },
    {
      title: "a Team that does not use SCIM is healthy",
      kind: "Team",
      conditions: { Ready: "True", SCIMAccessReady: "Unknown", SCIMAllMembersValid: "Unknown" },
    },
    {
      title: "a Plugin without a Helm chart, which has no release, is healthy",
      kind: "Plugin",
      conditions: {
        Ready: "True",
        HelmReleaseCreated: ["Unknown", "PluginDefinitionNotBackedByHelmChart"],
        HelmReleaseDeployed: "Unknown",
      },
    },
  ];
  test.for(rows)("$title", ({ kind, conditions }) => {
    expect(rootOf(kind, [object(kind, conditions)]).verdict).toBe("healthy");
  });
});

describe("a suspended object has a frozen Ready", () => {
  const rows: readonly VerdictRow[] = [
    {
      title: "a suspended Plugin that was healthy is progressing",
      kind: "Plugin",
      conditions: healthyPluginConditions,
      verdict: "progressing",
    },
    {
      title: "a suspended Plugin that was unavailable is unavailable",
      kind: "Plugin",
      conditions: { ...healthyPluginConditions, Ready: "False" },
      verdict: "unavailable",
    },
    {
      title: "a suspended Catalog that was healthy is progressing",
      kind: "Catalog",
      conditions: { Ready: ["True", "CatalogReady"] },
      verdict: "progressing",
    },
  ];
  test.for(rows)("$title, and its drift is no more than an info", ({ kind, conditions, verdict }) => {
    const { roots, findings } = reportOn([object(kind, conditions, suspended)]);
    expect(roots[0]).toMatchObject({ frozen: true, verdict, driftHeld: null, stale: false });
    expect(findings).toContainEqual(expect.objectContaining({ code: "suspended" }));
    const driftSeverities = findings.filter(({ code }) => code === "drift").map(({ severity }) => severity);
    expect(driftSeverities.filter((severity) => severity !== "info")).toEqual([]);
  });

  test("a Team with the annotation for suspension is not frozen, because its controller ignores the annotation", () => {
    const team = object("Team", { Ready: "True", SCIMAccessReady: "True" }, suspended);
    expect(rootOf("Team", [team])).toMatchObject({ frozen: false, verdict: "healthy" });
  });

  test("a suspended Plugin with Ready True and HelmReleaseDeployed False has drift in its root", () => {
    const conditions = {
      ...healthyPluginConditions,
      HelmReleaseDeployed: ["False", "InstallFailed", "timeout"],
    } as const;
    expect(rootOf("Plugin", [object("Plugin", conditions, suspended)]).drift).toMatchObject([
      { type: "Ready", what: "status", expected: { status: "False", reason: "InstallFailed" } },
    ]);
  });
});

describe("an object that is being deleted has a frozen Ready", () => {
  const rows: readonly Omit<VerdictRow, "verdict">[] = [
    { title: "a deleted Plugin", kind: "Plugin", conditions: healthyPluginConditions },
    { title: "a deleted Team", kind: "Team", conditions: { Ready: "True" } },
  ];
  test.for(rows)("$title is progressing and has no finding about drift", ({ kind, conditions }) => {
    const { roots, findings } = reportOn([object(kind, conditions, deleted)]);
    expect(roots[0]).toMatchObject({ frozen: true, verdict: "progressing", driftHeld: "deleting", stale: false });
    const codes = findings.map(({ code }) => code);
    expect(codes).toContain("deleting");
    expect(codes).not.toContain("drift");
  });

  test("a PluginPreset with a Plugin that is being deleted is not shown as being deleted", () => {
    const plugin = object("Plugin", healthyPluginConditions, {
      metadata: { name: "p", labels: { "greenhouse.sap/pluginpreset": "it" }, ...deleted.metadata },
    });
    const text = renderText(reportOn([object("PluginPreset", { Ready: "True" }), plugin]), { width: 80 });
    expect(text).toMatch(/Plugin p.* being deleted/);
    expect(text).not.toMatch(/PluginPreset it.* being deleted/);
  });
});

describe("drift is the difference between the reported and the expected Ready", () => {
  test("a Team with Ready True and SCIMAccessReady False has drift of the status", () => {
    const team = object("Team", { Ready: ["True", "Kept", "all right"], SCIMAccessReady: "False" });
    expect(rootOf("Team", [team]).drift).toMatchObject([{ type: "Ready", what: "status" }]);
  });

  test("a complete ClusterKubeconfig with the reason Done has drift of the reason", () => {
    const kubeconfig = { clusters: [1], users: [1], contexts: [1], "current-context": "x" };
    const fields = { spec: { kubeconfig } };
    const clusterKubeconfig = object("ClusterKubeconfig", { Ready: ["True", "Done"] }, fields);
    expect(rootOf("ClusterKubeconfig", [clusterKubeconfig]).drift[0]).toMatchObject({
      what: "reason",
      reported: { reason: "Done" },
      expected: { reason: "Complete" },
    });
  });

  test("a Team with the message fine instead of ready has drift of the message", () => {
    const team = object("Team", { Ready: ["True", "Any", "fine"], SCIMAccessReady: "True" });
    expect(rootOf("Team", [team]).drift[0]).toMatchObject({
      what: "message",
      expected: { reason: "Any", message: "ready" },
    });
  });

  test("a Team without Ready has drift of a missing condition", () => {
    const team = object("Team", { SCIMAccessReady: "True" });
    expect(rootOf("Team", [team]).drift).toMatchObject([{ what: "missing" }]);
  });

  test("an Organization with a reason of its controller has no drift by ADR-4, which defines no reasons", () => {
    const conditions = { Ready: ["False", "SCIMAPIUnavailable", ""], SCIMAPIAvailable: "False" } as const;
    const root = rootOf("Organization", [object("Organization", conditions)], { ruleSet: "adr" });
    expect(root).toMatchObject({ ruleSet: "adr", drift: [] });
  });

  describe("a TeamRoleBinding with Ready True and RBACReady False", () => {
    const conditions = { Ready: ["True", "", "ready"], RBACReady: ["False", "EmptyClusterList"] } as const;
    const binding = object("TeamRoleBinding", conditions);

    test("has no drift by the rules of its controller", () => {
      expect(rootOf("TeamRoleBinding", [binding]).drift).toEqual([]);
    });

    test("has drift of the status by ADR-4", () => {
      const { drift } = rootOf("TeamRoleBinding", [binding], { ruleSet: "adr" });
      expect(drift).toMatchObject([{ what: "status" }]);
    });

    test("has findings about the contradiction and about the empty list of clusters", () => {
      const codes = reportOn([binding]).findings.map(({ code }) => code);
      expect(codes).toEqual(expect.arrayContaining(["binding-contradicts", "no-clusters"]));
    });
  });
});

describe("a bad condition on which Ready does not depend is a finding", () => {
  const rows: [kind: GreenhouseKind, type: string, condition: ReportedCondition, code: string][] = [
    ["Cluster", "AllNodesReady", "False", "not-gating"],
    ["Cluster", "PayloadSchedulable", "False", "not-gating"],
    ["Plugin", "ExposedServicesSynced", "False", "not-gating"],
    ["Team", "SCIMAllMembersValid", "False", "not-gating"],
    ["Organization", "ServiceProxyProvisioned", "False", "not-gating"],
    ["Team", "OwnerLabelSet", "False", "not-gating"],
    ["PluginPreset", "PluginSkipped", "True", "plugins-skipped"],
    ["PluginPreset", "ClusterListEmpty", "True", "no-clusters"],
  ];
  test.for(rows)("a %s with %s %s has the warning %s", ([kind, type, condition, code]) => {
    const { findings } = reportOn([object(kind, { Ready: "True", [type]: condition })]);
    expect(findings).toContainEqual(expect.objectContaining({ code, severity: "warning" }));
  });

  test("a Cluster whose Ready is False because of KubeConfigValid has no such finding", () => {
    const { findings } = reportOn([object("Cluster", { Ready: "False", KubeConfigValid: "False" })]);
    expect(findings.map(({ code }) => code)).not.toContain("not-gating");
  });
});

describe("a spec or status of an unexpected shape does not stop the report", () => {
  test.for(["no list", { Ready: "True" }, 7])("the conditions %j are unknown and reported as no list", (conditions) => {
    const plugin = { ...object("Plugin", {}), status: { statusConditions: { conditions } } };
    const { verdict, findings } = reportOn([plugin]);
    expect(verdict).toBe("unknown");
    const codes = findings.map(({ code }) => code);
    expect(codes).toContain("conditions-not-a-list");
    expect(codes).not.toContain("not-yet-seen");
  });

  const kinds: readonly GreenhouseKind[] = [
    "Plugin",
    "PluginPreset",
    "TeamRoleBinding",
    "Catalog",
    "ClusterKubeconfig",
    "PluginDefinition",
  ];
  const unexpectedValues = [null, [], "x", 3, { clusters: "x", inventory: [], pluginStatuses: {} }];
  const rows = kinds.flatMap((kind) => unexpectedValues.map((value) => [kind, value] as const));
  test.for(rows)("a %s with the spec and status %j is one root", ([kind, value]) => {
    const malformed = { ...object(kind, {}), spec: value, status: value };
    expect(reportOn([malformed]).roots).toHaveLength(1);
  });
});

test("a ClusterKubeconfig with a token is reported as incomplete, without the token", () => {
  const kubeconfig = { clusters: [{ name: "s3cret" }], users: [{ user: { token: "s3cret" } }], contexts: [] };
  const clusterKubeconfig = object("ClusterKubeconfig", { Ready: "False" }, { spec: { kubeconfig } });
  const report = reportOn([clusterKubeconfig, object("Cluster", { Ready: "True" })]);
  expect(JSON.stringify(report)).not.toContain("s3cret");
  expect(report.findings).toContainEqual(
    expect.objectContaining({ code: "kubeconfig-incomplete", missing: ["contexts", "current-context"] }),
  );
});

describe("the field uncertain lists conditions that are Unknown or missing", () => {
  /** `TYPE RULE` of each entry. */
  function listUncertainTypes({ uncertain }: RootNode): readonly string[] {
    return Object.entries(uncertain).map(([type, rows]) => `${type} ${rows.map(({ rule }) => rule).join()}`);
  }

  test("an Organization with SCIMAPIAvailable Unknown lists that type, although SCIM is optional", () => {
    const organization = object("Organization", { Ready: "True", SCIMAPIAvailable: "Unknown", Suspended: "Unknown" });
    expect(listUncertainTypes(rootOf("Organization", [organization]))).toEqual(["SCIMAPIAvailable unknown"]);
  });

  test("a Cluster without Ready and ManagedResourcesDeployed lists both as missing", () => {
    const cluster = object("Cluster", { KubeConfigValid: "True", PermissionsVerified: "Unknown" });
    expect(listUncertainTypes(rootOf("Cluster", [cluster]))).toEqual([
      "PermissionsVerified unknown",
      "Ready missing-condition",
      "ManagedResourcesDeployed missing-condition",
    ]);
  });
});
