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
  readLive,
  reportOn,
  rootOf,
  type Said,
} from "./objects.ts";

const ready: Said = ["T", "", "ready"];
const inventory = (said: string): Fields => ({
  spec: { sources: [{}] },
  status: { inventory: { a: [{ kind: "Kustomization", name: "k", ready: said, message: "no such crd" }] } },
});
const cluster = (said: Said): Fields => ({
  status: { clusters: [{ clusterName: "us", condition: conditionsOf({ RBACReady: said })[0] }] },
});
const plugins = (said: Said): Fields => ({
  status: { pluginStatuses: [{ pluginName: "x", readyCondition: conditionsOf({ Ready: said })[0] }] },
});
const kubeconfig = (missing: object): Fields => ({
  spec: { kubeconfig: { clusters: [1], users: [1], contexts: [1], "current-context": "x", ...missing } },
});

describe("an object is never better than what its controller would write, and no offender stands beside healthy", () => {
  const chart: Fields = { spec: { helmChart: { name: "c", version: "1" } } };
  const catalog: Said = ["T", "CatalogReady", "all catalog objects are ready"];
  const preset = { Ready: ready, AllPluginsReady: "T" } as const;
  const rows: [
    what: string,
    kind: GreenhouseKind,
    said: Readonly<Record<string, Said>>,
    fields: Fields,
    verdict: string,
    because: readonly string[],
  ][] = [
    ["an inventory with False", "Catalog", { Ready: catalog }, inventory("False"), "unavailable", ["k"]],
    ["an inventory with Unknown", "Catalog", { Ready: catalog }, inventory("Unknown"), "unavailable", ["k"]],
    [
      "an inventory with False that the controller of its release did not evaluate",
      "Catalog",
      { Ready: ["T", "Created"] },
      inventory("False"),
      "degraded",
      ["k"],
    ],
    ["an inventory that is True", "Catalog", { Ready: catalog }, inventory("True"), "healthy", []],
    ["no sources", "Catalog", { Ready: catalog }, {}, "unavailable", ["Ready"]],
    ["a cluster that failed", "TeamRoleBinding", { Ready: ready, RBACReady: "T" }, cluster("F"), "unavailable", ["us"]],
    ["a cluster that is healthy", "TeamRoleBinding", { Ready: ready, RBACReady: "T" }, cluster("T"), "healthy", []],
    ["a Plugin that its status calls not ready", "PluginPreset", preset, plugins("F"), "degraded", ["x"]],
    ["a Plugin that its status calls Unknown", "PluginPreset", preset, plugins("U"), "unknown", []],
    ["no HelmReleaseDeployed", "Plugin", { Ready: ready, HelmReleaseCreated: "T" }, {}, "unknown", []],
    ["nothing but Ready, by another release", "PluginDefinition", { Ready: ready }, chart, "healthy", []],
    ["nothing but Ready, by another release", "Plugin", { Ready: ready }, {}, "healthy", []],
    ["nothing but Ready, by another release", "Cluster", { Ready: "T" }, {}, "healthy", []],
    ["one gate of three", "Cluster", { Ready: "T", KubeConfigValid: "T" }, {}, "unknown", []],
    [
      "a kubeconfig without users",
      "ClusterKubeconfig",
      { Ready: ["T", "Complete"] },
      kubeconfig({ users: [] }),
      "unavailable",
      ["Ready"],
    ],
    ["a kubeconfig with all of them", "ClusterKubeconfig", { Ready: ["T", "Complete"] }, kubeconfig({}), "healthy", []],
    ["it has no status yet", "Plugin", {}, {}, "unknown", ["Ready"]],
  ];
  test.for(rows)("%s", ([, kind, said, fields, verdict, because]) => {
    const root = rootOf(kind, [object(kind, said, fields)]);
    expect(root).toMatchObject({ verdict, ownVerdict: verdict });
    const answer = { healthy: "yes", unknown: "unknown" }[verdict] ?? "no";
    expect(root.gates.ready.answer).toBe(answer);
    if (because.length > 0) expect(root.gates.ready.because).toEqual(because);
    if (verdict === "healthy") expect(root.offenders).toEqual({});
  });
});

describe("of both places of conditions Greenhouse's own comes first", () => {
  const usual = conditionsOf({ Ready: "T" });
  const nested = conditionsOf({ Ready: ["F", "", "cannot"], KubeConfigValid: ["F", "", "cannot"] });
  const both = { ...object("Cluster", {}), status: { conditions: usual, statusConditions: { conditions: nested } } };
  test("on a root", () => {
    expect(rootOf("Cluster", [both])).toMatchObject({ verdict: "unavailable", drift: [] });
  });
  test("on what a Plugin asks for", () => {
    const said = { Ready: ready, HelmReleaseCreated: "T", HelmReleaseDeployed: "T" } as const;
    const root = rootOf("Plugin", [object("Plugin", said, { spec: { clusterName: "it" } }), both]);
    expect(root.expected.controller?.conditions[0]).toMatchObject({ message: "cluster access not ready" });
  });
});

test("of several conditions of one type the first counts", () => {
  const conditions = [...conditionsOf({ Ready: "T", SCIMAccessReady: "T" }), ...conditionsOf({ Ready: "F" })];
  const team = { ...object("Team", {}), status: { statusConditions: { conditions } } };
  expect(rootOf("Team", [team])).toMatchObject({ verdict: "healthy", gates: { ready: { answer: "yes" } } });
});

describe("where its counters have Plugins and none was read AllPluginsReady is as reported, and drift is held", () => {
  const said = { Ready: ready, AllPluginsReady: ["T", "", "all plugins are ready"] } as const;
  test.for([{ totalPlugins: 2, readyPlugins: 2 }, { availablePlugins: 1 }, plugins("T").status])("%j", (status) => {
    const root = rootOf("PluginPreset", [object("PluginPreset", said, definedFields({ status }))]);
    expect(root).toMatchObject({ verdict: "healthy", driftHeld: "incomplete", drift: [] });
    const [, all] = root.expected.controller?.conditions ?? [];
    expect(all).toMatchObject({ type: "AllPluginsReady", status: "True", message: "all plugins are ready" });
  });
  test("not where all Plugins were listed", () => {
    const preset = object("PluginPreset", said, { status: { totalPlugins: 2 } });
    const [root] = aggregateAndPrint(readLive([preset], [greenhouseKinds.PluginPreset, greenhouseKinds.Plugin])).roots;
    expect(root?.driftHeld).toBeNull();
  });
});

describe("the status of the object above has why a part failed that was not read", () => {
  const rows: [kind: GreenhouseKind, said: Readonly<Record<string, Said>>, fields: Fields, cause: string][] = [
    [
      "TeamRoleBinding",
      { Ready: "F" },
      cluster(["F", "ClusterConnectionFailed", "no access at all"]),
      "no access at all",
    ],
    ["Catalog", { Ready: "F" }, inventory("False"), "no such crd"],
    ["PluginPreset", { Ready: "F", AllPluginsReady: "F" }, plugins(["F", "UpgradeFailed", "timed out"]), "timed out"],
  ];
  test.for(rows)("%s", ([kind, said, fields, cause]) => {
    const report = reportOn([object(kind, said, fields)]);
    const [root] = report.roots;
    expect(root?.rootCause?.text).toContain(cause);
    expect(root?.children.find(({ outcome }) => outcome === "unread")?.trouble?.message).toBe(cause);
    expect(renderText(report, { width: 120 })).toContain(cause);
  });
});

describe("whether a part is required does not depend on how it is", () => {
  const spec = { clusterName: "c", pluginDefinitionRef: { name: "d", kind: "ClusterPluginDefinition" } };
  const rows: [what: string, said: Readonly<Record<string, Said>>, verdict: string][] = [
    ["well", healthyConditions, "healthy"],
    ["an ailing node, which is no fault of the Plugin", { ...healthyConditions, AllNodesReady: "F" }, "healthy"],
    ["out of reach", { Ready: "F" }, "unavailable"],
  ];
  test.for(rows)("a Cluster: %s", ([, said, verdict]) => {
    const plugin = object("Plugin", { Ready: ready, HelmReleaseCreated: "T", HelmReleaseDeployed: "T" }, { spec });
    const definition = (chartReady: Said): object =>
      object("ClusterPluginDefinition", { Ready: chartReady }, { metadata: { name: "d" } });
    for (const chartReady of ["T", "F"] as const) {
      const objects = [plugin, object("Cluster", said, { metadata: { name: "c" } }), definition(chartReady)];
      const [root] = aggregateAndPrint(
        readLive(objects, [...Object.values(greenhouseKinds), fluxKinds.HelmRelease]),
      ).roots.filter(({ ref }) => ref.kind === "Plugin");
      expect(root?.children.map(({ required }) => required)).toEqual([false, false, false]);
      expect(root?.verdict).toBe(verdict);
    }
  });
});

test("drift of what is suspended is no warning", () => {
  const said = { Ready: ready, HelmReleaseCreated: "T", HelmReleaseDeployed: ["F", "R", "m"] } as const;
  const report = reportOn([object("Plugin", said, { metadata: { annotations: { "greenhouse.sap/suspend": "" } } })]);
  expect(report.roots[0]?.driftHeld).toBeNull();
  expect(report.findings.find(({ code }) => code === "drift")?.severity).toBe("info");
});
