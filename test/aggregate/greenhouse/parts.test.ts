import { describe, expect, test } from "vitest";
import { greenhouseKinds } from "../../../shared/model/family-roots.ts";
import type { ReportNode } from "../../../shared/model/report.ts";
import { fluxKinds } from "../../../shared/tables/flux-kinds.ts";
import { aggregateAndPrint } from "../../printed.ts";
import {
  conditionsOf,
  expectedCondition,
  type Fields,
  healthyConditions,
  healthyPluginConditions,
  object,
  type ReportedCondition,
  type ReportedConditions,
  readLive,
  reportOn,
  rootOf,
} from "./objects.ts";

const onCluster = { spec: { clusterName: "c", pluginDefinitionRef: { name: "d", kind: "ClusterPluginDefinition" } } };
const chart = { helmChart: { name: "chart", version: "1.2.3", repository: "oci://ghcr.io/acme" } };

function withName(name: string, metadata: Readonly<Record<string, unknown>> = {}): Fields {
  return { metadata: { name, ...metadata } };
}

function flux(kind: keyof typeof fluxKinds, name: string, ready: ReportedCondition, namespace = "acme"): object {
  const { group, versions } = fluxKinds[kind];
  const status = { observedGeneration: 1, conditions: conditionsOf({ Ready: ready }) };
  return { apiVersion: `${group}/${versions[0]}`, kind, metadata: { name, namespace, generation: 1 }, status };
}

function plugin(name: string, ready: ReportedCondition): object {
  return object("Plugin", { Ready: ready }, withName(name, { labels: { "greenhouse.sap/pluginpreset": "it" } }));
}

/** `Cluster/c found unavailable required` of each child. */
function describeParts({ children }: ReportNode): readonly string[] {
  return children.map(({ ref, outcome, verdict, required }) => {
    return `${ref.kind}/${ref.name} ${outcome} ${verdict}${required ? " required" : ""}`;
  });
}

const listed = [...Object.values(greenhouseKinds), fluxKinds.HelmRelease];

describe("a Plugin asks its Cluster and its definition", () => {
  const definition = object(
    "ClusterPluginDefinition",
    { Ready: "True", HelmChartReady: "True" },
    { ...withName("d"), spec: chart },
  );
  const cluster = (reported: ReportedConditions): object => object("Cluster", reported, withName("c"));
  const rows: [what: string, others: readonly object[], ready: string, children: readonly string[]][] = [
    [
      "all is there",
      [cluster(healthyConditions), definition, flux("HelmRelease", "it", "True")],
      "True  | ready",
      ["Cluster/c found healthy", "HelmRelease/it found healthy required", "ClusterPluginDefinition/d found healthy"],
    ],
    [
      "the Cluster is not ready",
      [cluster({ Ready: "False" }), definition],
      "False  | cluster access not ready",
      ["Cluster/c found unavailable", "HelmRelease/it absent unavailable", "ClusterPluginDefinition/d found healthy"],
    ],
    [
      "the Cluster does not say",
      [cluster({})],
      "False  | cluster access not ready",
      [
        "Cluster/c found unknown",
        "HelmRelease/it absent unavailable",
        "ClusterPluginDefinition/d absent unavailable required",
      ],
    ],
    [
      "the Cluster has an ailing node",
      [cluster({ ...healthyConditions, AllNodesReady: "False" }), definition],
      "True  | ready",
      ["Cluster/c found degraded", "HelmRelease/it absent unavailable", "ClusterPluginDefinition/d found healthy"],
    ],
    [
      "the Cluster is gone",
      [definition],
      "False  | cluster access not ready",
      [
        "Cluster/c absent unavailable required",
        "HelmRelease/it absent unavailable",
        "ClusterPluginDefinition/d found healthy",
      ],
    ],
    [
      "the definition is gone",
      [cluster(healthyConditions)],
      "False  | PluginDefinition not available",
      [
        "Cluster/c found healthy",
        "HelmRelease/it absent unavailable",
        "ClusterPluginDefinition/d absent unavailable required",
      ],
    ],
    [
      "the release fails",
      [cluster(healthyConditions), definition, flux("HelmRelease", "it", ["False", "InstallFailed", "boom"])],
      "True  | ready",
      [
        "Cluster/c found healthy",
        "HelmRelease/it found unavailable required",
        "ClusterPluginDefinition/d found healthy",
      ],
    ],
  ];
  test.for(rows)("%s", ([, others, ready, children]) => {
    const report = aggregateAndPrint(
      readLive([object("Plugin", healthyPluginConditions, onCluster), ...others], listed),
    );
    const root = report.roots.find(({ ref }) => ref.kind === "Plugin");
    expect(root && expectedCondition(root, "controller")).toBe(ready);
    expect(root && expectedCondition(root, "adr")).toBe("True  | ready");
    expect(root && describeParts(root)).toEqual(children);
  });

  test("in a file what is not there is not known to be gone", () => {
    const root = rootOf("Plugin", [object("Plugin", healthyPluginConditions, onCluster)]);
    expect(expectedCondition(root, "controller")).toBe("True  | ready");
    expect(root.verdict).toBe("healthy");
    expect(describeParts(root)).toEqual([
      "Cluster/c unread unknown",
      "HelmRelease/it unread unknown",
      "ClusterPluginDefinition/d unread unknown",
    ]);
  });

  test("a definition without a chart needs no release", () => {
    const reported = { Ready: "True", HelmReleaseCreated: "Unknown", HelmReleaseDeployed: "Unknown" } as const;
    const root = rootOf("Plugin", [
      object("Plugin", reported, onCluster),
      object("ClusterPluginDefinition", {}, withName("d")),
    ]);
    expect(expectedCondition(root, "controller")).toBe("True  | ready");
  });

  test("a Cluster that is down is the root cause, the deepest there is", () => {
    const down = cluster({ Ready: ["False", "", "dial tcp: i/o timeout"], KubeConfigValid: "False" });
    const report = reportOn([object("Plugin", { ...healthyPluginConditions, Ready: "False" }, onCluster), down]);
    const root = report.roots.find(({ ref }) => ref.kind === "Plugin");
    expect(root?.rootCause?.path).toEqual(["it", "c"]);
    expect(root?.rootCause?.text).toContain("dial tcp: i/o timeout");
    expect(root?.offenders["Ready"]?.map(({ component, rule }) => `${component} ${rule}`)).toEqual([
      "it reported-reason",
      "c part",
    ]);
    expect(root?.gates.ready).toEqual({ answer: "no", because: ["c"] });
    expect(report.findings).toContainEqual(expect.objectContaining({ code: "cluster-not-ready", cluster: "c" }));
  });
});

describe("AllPluginsReady counts the Plugins that have a Ready, and no others", () => {
  const pluginPreset = (reported: ReportedConditions = {}, status = {}): object =>
    object("PluginPreset", { Ready: "True", PluginFailed: "False", ...reported }, { status });
  const strange = object(
    "Plugin",
    { Ready: "False" },
    withName("strange", { labels: { "greenhouse.sap/pluginpreset": "other" } }),
  );
  const entry = (pluginName: string, ready: ReportedCondition): object => {
    return { pluginName, readyCondition: conditionsOf({ Ready: ready })[0] };
  };
  const rows: [what: string, objects: readonly object[], all: string | undefined, ready: string][] = [
    [
      "all of them",
      [pluginPreset(), plugin("a", "True"), plugin("b", "True")],
      "True  | 2 of 2 plugins are ready",
      "True  | ready",
    ],
    [
      "one is not",
      [pluginPreset(), plugin("a", "True"), plugin("b", "False")],
      "False  | 1 of 2 plugins are ready",
      "False  | 1 of 2 plugins are ready",
    ],
    [
      "Unknown is not ready",
      [pluginPreset(), plugin("a", "Unknown")],
      "False  | 0 of 1 plugins are ready",
      "False  | 0 of 1 plugins are ready",
    ],
    [
      "one has none",
      [pluginPreset(), plugin("a", "True"), plugin("b", null)],
      "True  | 1 of 1 plugins are ready",
      "True  | ready",
    ],
    [
      "none has one",
      [pluginPreset(), plugin("a", null)],
      "False  | 0 of 0 plugins are ready",
      "False  | 0 of 0 plugins are ready",
    ],
    [
      "another preset's is none of its",
      [pluginPreset(), plugin("a", "True"), strange],
      "True  | 1 of 1 plugins are ready",
      "True  | ready",
    ],
    [
      "its own status where no Plugin is at hand",
      [pluginPreset({}, { pluginStatuses: [entry("a", "True"), entry("b", "False")] })],
      "False  | 1 of 2 plugins are ready",
      "False  | 1 of 2 plugins are ready",
    ],
    [
      "a Plugin as it is now before what the status had",
      [pluginPreset({}, { pluginStatuses: [entry("a", "False")] }), plugin("a", "True")],
      "True  | 1 of 1 plugins are ready",
      "True  | ready",
    ],
    [
      "without any Plugin its own word stands",
      [pluginPreset({ AllPluginsReady: ["False", "", "2 of 3 plugins are ready"] })],
      undefined,
      "False  | 2 of 3 plugins are ready",
    ],
  ];
  test.for(rows)("%s", ([, objects, all, ready]) => {
    const root = rootOf("PluginPreset", objects);
    for (const ruleSet of ["controller", "adr"] as const) {
      expect(expectedCondition(root, ruleSet, "AllPluginsReady")).toBe(all);
      expect(expectedCondition(root, ruleSet)).toBe(ready);
    }
  });

  test("those that are not ready are the offenders, those without Ready a finding", () => {
    const report = reportOn([
      pluginPreset({ AllPluginsReady: "False" }),
      plugin("a", ["False", "R", "m"]),
      plugin("b", "Unknown"),
      plugin("c", null),
    ]);
    const root = report.roots.find(({ ref }) => ref.kind === "PluginPreset");
    const parts = root?.offenders["AllPluginsReady"]?.filter(({ rule }) => rule === "part");
    expect(parts?.map(({ component, status }) => `${component} ${status}`)).toEqual(["a False", "b Unknown"]);
    expect(report.findings).toContainEqual(expect.objectContaining({ code: "uncounted-plugins", plugins: ["c"] }));
  });
});

describe("the parts of every other kind", () => {
  test("Organization: the objects in its namespace, none of which makes it unhealthy", () => {
    const members = [
      object("Team", { Ready: "False" }, withName("t")),
      object("Cluster", healthyConditions, withName("c")),
    ];
    const elsewhere = object("Team", { Ready: "False" }, withName("far", { namespace: "other" }));
    const report = reportOn([object("Organization", { Ready: "True" }, withName("acme")), ...members, elsewhere]);
    const root = report.roots.find(({ ref }) => ref.kind === "Organization");
    expect(root && describeParts(root)).toEqual(["Cluster/c found healthy", "Team/t found unavailable"]);
    expect(root?.verdict).toBe("healthy");
    expect(report.findings).toContainEqual(
      expect.objectContaining({ code: "unhealthy-members", members: [{ kind: "Team", unhealthy: 1, all: 1 }] }),
    );
  });

  test("Cluster: its kubeconfig, and never its Secret", () => {
    const secret = {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "it", namespace: "acme" },
      data: { kubeconfig: "x" },
    };
    const root = rootOf("Cluster", [
      object("Cluster", healthyConditions),
      object("ClusterKubeconfig", { Ready: "False" }),
      secret,
    ]);
    expect(describeParts(root)).toEqual(["ClusterKubeconfig/it found unavailable"]);
    expect(root.verdict).toBe("healthy");
  });

  test("PluginDefinition: its chart and repository by the names Flux gets", () => {
    const definition = object("PluginDefinition", { Ready: "False" }, { spec: chart });
    const parts = [
      flux("HelmChart", "it-1.2.3", ["False", "FetchFailed", "401"]),
      flux("HelmRepository", "ghcr-io-acme", "True"),
    ];
    const root = rootOf("PluginDefinition", [definition, ...parts]);
    expect(describeParts(root)).toEqual([
      "HelmRepository/ghcr-io-acme found healthy required",
      "HelmChart/it-1.2.3 found unavailable required",
    ]);
    expect(root.rootCause?.text).toContain("401");
  });

  test("ClusterPluginDefinition: the same in Greenhouse's own namespace, also by the chart's name", () => {
    const definition = object("ClusterPluginDefinition", { Ready: "True" }, { spec: chart });
    const root = rootOf("ClusterPluginDefinition", [
      definition,
      flux("HelmChart", "chart-1.2.3", "True", "greenhouse"),
    ]);
    expect(describeParts(root)).toEqual([
      "HelmRepository/ghcr-io-acme unread unknown",
      "HelmChart/chart-1.2.3 found healthy required",
    ]);
  });

  test("Catalog: the inventory, each object as it is now", () => {
    const inventory = {
      one: [
        { kind: "GitRepository", name: "g", ready: "True" },
        { kind: "Kustomization", name: "k", ready: "True" },
      ],
    };
    const catalog = object(
      "Catalog",
      { Ready: ["True", "CatalogReady"] },
      { spec: { sources: [{}] }, status: { inventory } },
    );
    const root = rootOf("Catalog", [catalog, flux("Kustomization", "k", ["False", "BuildFailed", "no"])]);
    expect(describeParts(root)).toEqual([
      "GitRepository/g unread unknown",
      "Kustomization/k found unavailable required",
    ]);
    expect(expectedCondition(root, "controller")).toBe("False CatalogNotReady | not all catalog objects are ready");
    expect(root.offenders["Ready"]?.map(({ component }) => component)).toEqual(["k"]);
  });

  test("Team: its Organization", () => {
    const root = rootOf("Team", [
      object("Team", { Ready: "True" }),
      object("Organization", { Ready: "False" }, withName("acme")),
    ]);
    expect(describeParts(root)).toEqual(["Organization/acme found unavailable"]);
  });

  test("TeamRoleBinding: a Cluster counts where the binding failed on it", () => {
    const clusters = ["a", "b"].map((name, place) => {
      return { clusterName: name, condition: conditionsOf({ RBACReady: place === 0 ? "True" : "False" })[0] };
    });
    const binding = object(
      "TeamRoleBinding",
      { Ready: "False", RBACReady: "True" },
      { spec: { teamRoleRef: "r", teamRefs: ["x"] }, status: { clusters } },
    );
    const down = ["a", "b"].map((name) => object("Cluster", { Ready: "False" }, withName(name)));
    const root = rootOf("TeamRoleBinding", [binding, ...down, object("TeamRole", {}, withName("r"))]);
    expect(describeParts(root)).toEqual([
      "Cluster/a found unavailable",
      "Cluster/b found unavailable",
      "TeamRole/r found healthy",
      "Team/x unread unknown",
    ]);
    expect(root.offenders["Ready"]?.map(({ component }) => component)).toEqual(["it", "b"]);
    expect(root.rootCause?.path).toEqual(["it", "b"]);
    expect(root.expected.controller?.conditions[0]?.leader).toBe("b");
    expect(root.facts).toEqual({ ready: "1/2" });
  });
});

test("Cluster below Plugin below PluginPreset, and no further", () => {
  const one = object(
    "Plugin",
    { Ready: "False" },
    { ...onCluster, ...withName("p", { labels: { "greenhouse.sap/pluginpreset": "it" } }) },
  );
  const objects = [
    object("PluginPreset", { Ready: "False" }),
    one,
    object("Cluster", { Ready: "False" }, withName("c")),
    object("ClusterKubeconfig", { Ready: "False" }, withName("c")),
  ];
  const root = rootOf("PluginPreset", objects);
  expect(root.rootCause?.path).toEqual(["it", "p", "c"]);
  expect(root.children[0]?.children[0]?.children).toEqual([]);
});

test("the state of a release, the counters of a preset and the nodes of a cluster are facts", () => {
  const release = { status: { helmReleaseStatus: { status: "pending-upgrade" }, version: "1.0.0" }, ...onCluster };
  const definition = object("ClusterPluginDefinition", {}, { ...withName("d"), spec: { version: "1.1.0" } });
  expect(rootOf("Plugin", [object("Plugin", healthyPluginConditions, release), definition]).facts).toEqual({
    state: "pending-upgrade",
    observedVersion: "1.0.0",
    expectedVersion: "1.1.0",
    cluster: "c",
  });
  const counters = { status: { totalPlugins: 3, readyPlugins: 2, failedPlugins: 1 } };
  expect(rootOf("PluginPreset", [object("PluginPreset", {}, counters)]).facts).toEqual({
    ready: "2/3",
    totalPlugins: "3",
    readyPlugins: "2",
    failedPlugins: "1",
  });
  const nodes = { status: { nodes: { total: 5, ready: 4 }, kubernetesVersion: "v1.33.1" } };
  expect(rootOf("Cluster", [object("Cluster", {}, nodes)]).facts).toEqual({ ready: "4/5", observedVersion: "v1.33.1" });
});

test("in a file a part that only stands beside it is not missed, one that its status names is", () => {
  expect(describeParts(rootOf("Team", [object("Team", { Ready: "True" })]))).toEqual([]);
  expect(describeParts(rootOf("Cluster", [object("Cluster", { Ready: "True" })]))).toEqual([]);
  const status = { pluginStatuses: [{ pluginName: "a", readyCondition: { status: "True" } }] };
  const root = rootOf("PluginPreset", [object("PluginPreset", { Ready: "True" }, { status })]);
  expect([describeParts(root), root.verdict]).toEqual([["Plugin/a unread unknown"], "healthy"]);
});
