import { describe, expect, test } from "vitest";
import type { GreenhouseKind } from "../../../shared/model/family-roots.ts";
import type { RootNode } from "../../../shared/model/report.ts";
import { renderText } from "../../../shared/render/formats/text/text.ts";
import { type Fields, healthyPluginConditions, object, reportOn, rootOf, type Said } from "./objects.ts";

const suspended: Fields = { metadata: { annotations: { "greenhouse.sap/suspend": "" } } };
const deleted: Fields = {
  metadata: { deletionTimestamp: "2026-11-21T11:00:00Z", finalizers: ["greenhouse.sap/cleanup"] },
};

describe("the verdict is the worst that its conditions say by their polarities, gating or not", () => {
  const rows: [what: string, kind: GreenhouseKind, said: Readonly<Record<string, Said>>, verdict: string][] = [
    ["everything is healthy", "Plugin", healthyPluginConditions, "healthy"],
    ["Ready False", "Cluster", { Ready: "F" }, "unavailable"],
    ["Ready Unknown", "Cluster", { Ready: "U" }, "unknown"],
    ["Ready True with a node down", "Cluster", { Ready: "T", AllNodesReady: "F" }, "degraded"],
    [
      "Ready True with RBACReady False",
      "TeamRoleBinding",
      { Ready: "T", RBACReady: ["F", "EmptyClusterList"] },
      "degraded",
    ],
    [
      "a bad type that is True, and Ready that would be False",
      "PluginPreset",
      { Ready: "T", ClusterListEmpty: "T" },
      "unavailable",
    ],
    ["skipped plugins are a remark", "PluginPreset", { Ready: "T", PluginSkipped: "T" }, "healthy"],
    ["a missing owner is a remark", "Team", { Ready: "T", OwnerLabelSet: "F" }, "healthy"],
    ["what was made is neither good nor bad", "Team", { Ready: "T", Created: "F" }, "healthy"],
    ["no Ready", "Team", { SCIMAccessReady: "T" }, "unknown"],
    ["nothing at all", "Team", {}, "unknown"],
    ["SCIM is optional", "Organization", { Ready: "T", SCIMAPIAvailable: "U" }, "healthy"],
    [
      "SCIM is optional for a Team too",
      "Team",
      { Ready: "T", SCIMAccessReady: "U", SCIMAllMembersValid: "U" },
      "healthy",
    ],
    [
      "without a chart nothing is released",
      "Plugin",
      { Ready: "T", HelmReleaseCreated: ["U", "PluginDefinitionNotBackedByHelmChart"], HelmReleaseDeployed: "U" },
      "healthy",
    ],
    ["an Unknown preset that says Ready", "PluginPreset", { Ready: "T", PluginFailed: "U" }, "unknown"],
  ];
  test.for(rows)("%s", ([, kind, said, verdict]) => {
    expect(rootOf(kind, [object(kind, said)]).verdict).toBe(verdict);
  });
});

describe("a Ready that no controller writes is frozen: at least progressing, and no drift counts", () => {
  const rows: [
    what: string,
    kind: GreenhouseKind,
    said: Readonly<Record<string, Said>>,
    fields: Fields,
    verdict: string,
    held: string | null,
  ][] = [
    ["a suspended Plugin", "Plugin", healthyPluginConditions, suspended, "progressing", null],
    [
      "a suspended Plugin that was down",
      "Plugin",
      { ...healthyPluginConditions, Ready: "F" },
      suspended,
      "unavailable",
      null,
    ],
    ["a suspended Catalog", "Catalog", { Ready: ["T", "CatalogReady"] }, suspended, "progressing", null],
    ["a Plugin that is deleted", "Plugin", healthyPluginConditions, deleted, "progressing", "deleting"],
    ["a Team that is deleted", "Team", { Ready: "T" }, deleted, "progressing", "deleting"],
  ];
  test.for(rows)("%s", ([, kind, said, fields, verdict, driftHeld]) => {
    const report = reportOn([object(kind, said, fields)]);
    expect(report.roots[0]).toMatchObject({ frozen: true, verdict, driftHeld, stale: false });
    expect(report.findings.map(({ code }) => code)).toContain(driftHeld === null ? "suspended" : "deleting");
    const drift = report.findings.filter(({ code }) => code === "drift");
    expect(drift.filter(({ severity }) => severity !== "info")).toEqual([]);
    if (driftHeld !== null) expect(drift).toEqual([]);
  });

  test("the annotation means nothing on any other kind", () => {
    expect(rootOf("Team", [object("Team", { Ready: "T", SCIMAccessReady: "T" }, suspended)])).toMatchObject({
      frozen: false,
      verdict: "healthy",
    });
  });

  test("drift is computed all the same", () => {
    const root = rootOf("Plugin", [
      object("Plugin", { ...healthyPluginConditions, HelmReleaseDeployed: ["F", "R", "m"] }, suspended),
    ]);
    expect(root.drift).toMatchObject([{ type: "Ready", what: "status", expected: { status: "False", reason: "R" } }]);
  });
});

describe("drift is held against the chosen rule set", () => {
  const team = [object("Team", { Ready: ["T", "Kept", "all right"], SCIMAccessReady: "F" })];
  test("controller: status first, then reason, then message", () => {
    expect(rootOf("Team", team).drift).toMatchObject([{ type: "Ready", what: "status" }]);
    const kubeconfig = { spec: { kubeconfig: { clusters: [1], users: [1], contexts: [1], "current-context": "x" } } };
    const [reason] = rootOf("ClusterKubeconfig", [
      object("ClusterKubeconfig", { Ready: ["T", "Done"] }, kubeconfig),
    ]).drift;
    expect(reason).toMatchObject({ what: "reason", reported: { reason: "Done" }, expected: { reason: "Complete" } });
    const [message] = rootOf("Team", [object("Team", { Ready: ["T", "Any", "fine"], SCIMAccessReady: "T" })]).drift;
    expect(message).toMatchObject({ what: "message", expected: { reason: "Any", message: "ready" } });
  });
  test("adr: it knows no reason", () => {
    const said = { Ready: ["F", "SCIMAPIUnavailable", ""], SCIMAPIAvailable: "F" } as const;
    expect(rootOf("Organization", [object("Organization", said)], { ruleSet: "adr" })).toMatchObject({
      ruleSet: "adr",
      drift: [],
    });
  });
  test("a Ready that is missing", () => {
    expect(rootOf("Team", [object("Team", { SCIMAccessReady: "T" })]).drift).toMatchObject([{ what: "missing" }]);
  });
  test("RBACReady False with Ready True is what the controller writes, and not what ADR-4 says", () => {
    const binding = [object("TeamRoleBinding", { Ready: ["T", "", "ready"], RBACReady: ["F", "EmptyClusterList"] })];
    expect(rootOf("TeamRoleBinding", binding).drift).toEqual([]);
    expect(rootOf("TeamRoleBinding", binding, { ruleSet: "adr" }).drift).toMatchObject([{ what: "status" }]);
    const codes = reportOn(binding).findings.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(["binding-contradicts", "no-clusters"]));
  });
});

describe("what Ready does not count is a finding", () => {
  const rows: [kind: GreenhouseKind, type: string, said: Said, code: string][] = [
    ["Cluster", "AllNodesReady", "F", "not-gating"],
    ["Cluster", "PayloadSchedulable", "F", "not-gating"],
    ["Plugin", "ExposedServicesSynced", "F", "not-gating"],
    ["Team", "SCIMAllMembersValid", "F", "not-gating"],
    ["Organization", "ServiceProxyProvisioned", "F", "not-gating"],
    ["Team", "OwnerLabelSet", "F", "not-gating"],
    ["PluginPreset", "PluginSkipped", "T", "plugins-skipped"],
    ["PluginPreset", "ClusterListEmpty", "T", "no-clusters"],
  ];
  test.for(rows)("%s %s", ([kind, type, said, code]) => {
    const { findings } = reportOn([object(kind, { Ready: "T", [type]: said })]);
    expect(findings).toContainEqual(expect.objectContaining({ code, severity: "warning" }));
  });
  test("what it counts is none", () => {
    const { findings } = reportOn([object("Cluster", { Ready: "F", KubeConfigValid: "F" })]);
    expect(findings.map(({ code }) => code)).not.toContain("not-gating");
  });
});

describe("conditions that are not as the API promises", () => {
  test.for(["no list", { Ready: "True" }, 7])("%j is no list, and that is reported", (conditions) => {
    const broken = { ...object("Plugin", {}), status: { statusConditions: { conditions } } };
    const report = reportOn([broken]);
    expect(report.verdict).toBe("unknown");
    expect(report.findings.map(({ code }) => code)).toContain("conditions-not-a-list");
    expect(report.findings.map(({ code }) => code)).not.toContain("not-yet-seen");
  });
  test("a spec or status of any other shape is as if it were not there", () => {
    for (const value of [null, [], "x", 3, { clusters: "x", inventory: [], pluginStatuses: {} }]) {
      for (const kind of [
        "Plugin",
        "PluginPreset",
        "TeamRoleBinding",
        "Catalog",
        "ClusterKubeconfig",
        "PluginDefinition",
      ] as const) {
        const odd = { ...object(kind, {}), spec: value, status: value };
        expect(reportOn([odd]).roots).toHaveLength(1);
      }
    }
  });
});

test("no content of a kubeconfig is ever reported", () => {
  const spec = { kubeconfig: { clusters: [{ name: "s3cret" }], users: [{ user: { token: "s3cret" } }], contexts: [] } };
  const report = reportOn([object("ClusterKubeconfig", { Ready: "F" }, { spec }), object("Cluster", { Ready: "T" })]);
  expect(JSON.stringify(report)).not.toContain("s3cret");
  expect(report.findings).toContainEqual(
    expect.objectContaining({ code: "kubeconfig-incomplete", missing: ["contexts", "current-context"] }),
  );
});

test("Unknown and what must be there and is not stand in uncertain, whether or not they are a fault", () => {
  const types = (root: RootNode): readonly string[] =>
    Object.entries(root.uncertain).map(([type, rows]) => `${type} ${rows.map(({ rule }) => rule).join()}`);
  const organization = object("Organization", { Ready: "T", SCIMAPIAvailable: "U", Suspended: "U" });
  expect(types(rootOf("Organization", [organization]))).toEqual(["SCIMAPIAvailable unknown"]);
  const cluster = object("Cluster", { KubeConfigValid: "T", PermissionsVerified: "U" });
  expect(types(rootOf("Cluster", [cluster]))).toEqual([
    "PermissionsVerified unknown",
    "Ready missing-condition",
    "ManagedResourcesDeployed missing-condition",
  ]);
});

test("a deleted part does not make what it is a part of look deleted", () => {
  const label = { "greenhouse.sap/pluginpreset": "it" };
  const gone = { metadata: { name: "p", labels: label, ...deleted.metadata } };
  const report = reportOn([object("PluginPreset", { Ready: "T" }), object("Plugin", healthyPluginConditions, gone)]);
  const text = renderText(report, { width: 80 });
  expect(text).toMatch(/Plugin p.* being deleted/);
  expect(text).not.toMatch(/PluginPreset it.* being deleted/);
});
