import { describe, expect, test } from "vitest";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import { type GreenhouseKind, greenhouseKinds } from "../../../shared/model/family-roots.ts";
import { renderText } from "../../../shared/render/formats/text/text.ts";
import { fluxKinds } from "../../../shared/tables/flux-kinds.ts";
import { aggregateAndPrint } from "../../printed.ts";
import {
  conditionsOf,
  type Fields,
  healthyConditions,
  object,
  type ReportedCondition,
  type ReportedConditions,
  readLive,
  reportOn,
  rootOf,
} from "./objects.ts";

const ready: ReportedCondition = ["True", "", "ready"];
const inventory = (reported: string): Fields => ({
  spec: { sources: [{}] },
  status: { inventory: { a: [{ kind: "Kustomization", name: "k", ready: reported, message: "no such crd" }] } },
});
const cluster = (reported: ReportedCondition): Fields => ({
  status: { clusters: [{ clusterName: "us", condition: conditionsOf({ RBACReady: reported })[0] }] },
});
const plugins = (reported: ReportedCondition): Fields => ({
  status: { pluginStatuses: [{ pluginName: "x", readyCondition: conditionsOf({ Ready: reported })[0] }] },
});
const kubeconfig = (missing: object): Fields => ({
  spec: { kubeconfig: { clusters: [1], users: [1], contexts: [1], "current-context": "x", ...missing } },
});

describe("an object is never better than what its controller would write, and no offender stands beside healthy", () => {
  const chart: Fields = { spec: { helmChart: { name: "c", version: "1" } } };
  const catalog: ReportedCondition = ["True", "CatalogReady", "all catalog objects are ready"];
  const preset = { Ready: ready, AllPluginsReady: "True" } as const;
  const rows: [
    what: string,
    kind: GreenhouseKind,
    reported: ReportedConditions,
    fields: Fields,
    verdict: string,
    because: readonly string[],
  ][] = [
    ["an inventory with False", "Catalog", { Ready: catalog }, inventory("False"), "unavailable", ["k"]],
    ["an inventory with Unknown", "Catalog", { Ready: catalog }, inventory("Unknown"), "unavailable", ["k"]],
    [
      "an inventory with False that the controller of its release did not evaluate",
      "Catalog",
      { Ready: ["True", "Created"] },
      inventory("False"),
      "degraded",
      ["k"],
    ],
    ["an inventory that is True", "Catalog", { Ready: catalog }, inventory("True"), "healthy", []],
    ["no sources", "Catalog", { Ready: catalog }, {}, "unavailable", ["Ready"]],
    [
      "a cluster that failed",
      "TeamRoleBinding",
      { Ready: ready, RBACReady: "True" },
      cluster("False"),
      "unavailable",
      ["us"],
    ],
    [
      "a cluster that is healthy",
      "TeamRoleBinding",
      { Ready: ready, RBACReady: "True" },
      cluster("True"),
      "healthy",
      [],
    ],
    ["a Plugin that its status calls not ready", "PluginPreset", preset, plugins("False"), "degraded", ["x"]],
    ["a Plugin that its status calls Unknown", "PluginPreset", preset, plugins("Unknown"), "unknown", []],
    ["no HelmReleaseDeployed", "Plugin", { Ready: ready, HelmReleaseCreated: "True" }, {}, "unknown", []],
    ["nothing but Ready, by another release", "PluginDefinition", { Ready: ready }, chart, "healthy", []],
    ["nothing but Ready, by another release", "Plugin", { Ready: ready }, {}, "healthy", []],
    ["nothing but Ready, by another release", "Cluster", { Ready: "True" }, {}, "healthy", []],
    ["one gate of three", "Cluster", { Ready: "True", KubeConfigValid: "True" }, {}, "unknown", []],
    [
      "a kubeconfig without users",
      "ClusterKubeconfig",
      { Ready: ["True", "Complete"] },
      kubeconfig({ users: [] }),
      "unavailable",
      ["Ready"],
    ],
    [
      "a kubeconfig with all of them",
      "ClusterKubeconfig",
      { Ready: ["True", "Complete"] },
      kubeconfig({}),
      "healthy",
      [],
    ],
    ["it has no status yet", "Plugin", {}, {}, "unknown", ["Ready"]],
  ];
  test.for(rows)("%s", ([, kind, reported, fields, verdict, because]) => {
    const root = rootOf(kind, [object(kind, reported, fields)]);
    expect(root).toMatchObject({ verdict, ownVerdict: verdict });
    const answer = { healthy: "yes", unknown: "unknown" }[verdict] ?? "no";
    expect(root.gates.ready.answer).toBe(answer);
    if (because.length > 0) expect(root.gates.ready.because).toEqual(because);
    if (verdict === "healthy") expect(root.offenders).toEqual({});
  });
});

describe("of both places of conditions Greenhouse's own comes first", () => {
  const usual = conditionsOf({ Ready: "True" });
  const nested = conditionsOf({ Ready: ["False", "", "cannot"], KubeConfigValid: ["False", "", "cannot"] });
  const both = { ...object("Cluster", {}), status: { conditions: usual, statusConditions: { conditions: nested } } };
  test("on a root", () => {
    expect(rootOf("Cluster", [both])).toMatchObject({ verdict: "unavailable", drift: [] });
  });
  test("on what a Plugin asks for", () => {
    const reported = { Ready: ready, HelmReleaseCreated: "True", HelmReleaseDeployed: "True" } as const;
    const root = rootOf("Plugin", [object("Plugin", reported, { spec: { clusterName: "it" } }), both]);
    expect(root.expected.controller?.conditions[0]).toMatchObject({ message: "cluster access not ready" });
  });
});

test("of several conditions of one type the first counts", () => {
  const conditions = [...conditionsOf({ Ready: "True", SCIMAccessReady: "True" }), ...conditionsOf({ Ready: "False" })];
  const team = { ...object("Team", {}), status: { statusConditions: { conditions } } };
  expect(rootOf("Team", [team])).toMatchObject({ verdict: "healthy", gates: { ready: { answer: "yes" } } });
});

describe("where its counters have Plugins and none was read AllPluginsReady is as reported, and drift is held", () => {
  const reported = { Ready: ready, AllPluginsReady: ["True", "", "all plugins are ready"] } as const;
  test.for([{ totalPlugins: 2, readyPlugins: 2 }, { availablePlugins: 1 }, plugins("True").status])("%j", (status) => {
    const root = rootOf("PluginPreset", [object("PluginPreset", reported, definedFields({ status }))]);
    expect(root).toMatchObject({ verdict: "healthy", driftHeld: "incomplete", drift: [] });
    const [, all] = root.expected.controller?.conditions ?? [];
    expect(all).toMatchObject({ type: "AllPluginsReady", status: "True", message: "all plugins are ready" });
  });
  test("not where all Plugins were listed", () => {
    const preset = object("PluginPreset", reported, { status: { totalPlugins: 2 } });
    const [root] = aggregateAndPrint(readLive([preset], [greenhouseKinds.PluginPreset, greenhouseKinds.Plugin])).roots;
    expect(root?.driftHeld).toBeNull();
  });
});

describe("the status of the object above has why a part failed that was not read", () => {
  const rows: [kind: GreenhouseKind, reported: ReportedConditions, fields: Fields, cause: string][] = [
    [
      "TeamRoleBinding",
      { Ready: "False" },
      cluster(["False", "ClusterConnectionFailed", "no access at all"]),
      "no access at all",
    ],
    ["Catalog", { Ready: "False" }, inventory("False"), "no such crd"],
    [
      "PluginPreset",
      { Ready: "False", AllPluginsReady: "False" },
      plugins(["False", "UpgradeFailed", "timed out"]),
      "timed out",
    ],
  ];
  test.for(rows)("%s", ([kind, reported, fields, cause]) => {
    const report = reportOn([object(kind, reported, fields)]);
    const [root] = report.roots;
    expect(root?.rootCause?.text).toContain(cause);
    expect(root?.children.find(({ outcome }) => outcome === "unread")?.trouble?.message).toBe(cause);
    expect(renderText(report, { width: 120 })).toContain(cause);
  });
});

describe("whether a part is required does not depend on how it is", () => {
  const spec = { clusterName: "c", pluginDefinitionRef: { name: "d", kind: "ClusterPluginDefinition" } };
  const rows: [what: string, reported: ReportedConditions, verdict: string][] = [
    ["well", healthyConditions, "healthy"],
    ["an ailing node, which is no fault of the Plugin", { ...healthyConditions, AllNodesReady: "False" }, "healthy"],
    ["out of reach", { Ready: "False" }, "unavailable"],
  ];
  test.for(rows)("a Cluster: %s", ([, reported, verdict]) => {
    const plugin = object(
      "Plugin",
      { Ready: ready, HelmReleaseCreated: "True", HelmReleaseDeployed: "True" },
      { spec },
    );
    const definition = (chartReady: ReportedCondition): object =>
      object("ClusterPluginDefinition", { Ready: chartReady }, { metadata: { name: "d" } });
    for (const chartReady of ["True", "False"] as const) {
      const objects = [plugin, object("Cluster", reported, { metadata: { name: "c" } }), definition(chartReady)];
      const [root] = aggregateAndPrint(
        readLive(objects, [...Object.values(greenhouseKinds), fluxKinds.HelmRelease]),
      ).roots.filter(({ ref }) => ref.kind === "Plugin");
      expect(root?.children.map(({ required }) => required)).toEqual([false, false, false]);
      expect(root?.verdict).toBe(verdict);
    }
  });
});

test("drift of what is suspended is no warning", () => {
  const reported = { Ready: ready, HelmReleaseCreated: "True", HelmReleaseDeployed: ["False", "R", "m"] } as const;
  const report = reportOn([
    object("Plugin", reported, { metadata: { annotations: { "greenhouse.sap/suspend": "" } } }),
  ]);
  expect(report.roots[0]?.driftHeld).toBeNull();
  expect(report.findings.find(({ code }) => code === "drift")?.severity).toBe("info");
});
