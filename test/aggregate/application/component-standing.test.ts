import { describe, expect, test } from "vitest";
import { findCycles } from "../../../shared/aggregate/application/selection-cycles.ts";
import type { ReportNode } from "../../../shared/model/report.ts";
import type { Reading } from "../../../shared/model/snapshot.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { renderText } from "../../../shared/render/formats/text/text.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { pick, randomFrom } from "../../random.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";
import {
  buildApplication,
  condition,
  configMap,
  evaluate,
  type Json,
  partObject,
  readyStatus,
  reportOf,
  statusWithReady,
  takenAt,
  widget,
} from "./objects.ts";

const applications: [string, string][] = [["app.k8s.io", "Application"]];
const widgets: [string, string][] = [["example.com", "Widget"]];
const notReady = statusWithReady(condition("Ready", "False", "ComponentsNotReady", "1 components not ready"));

/** Applications by name, each with the label `at` of its name, and over what carries these labels. */
function ring(names: readonly string[], over: (place: number) => readonly [string, string][], status: Json): Json[] {
  return names.map((name, place) =>
    buildApplication(over(place), {
      name,
      metadata: { labels: { at: name } },
      spec: { selector: { matchLabels: { at: names[(place + 1) % names.length] } } },
      status,
    }),
  );
}

describe("Applications in a circle", () => {
  const listKindsOver = (): [string, string][] => [...applications, ...widgets];
  const names = ["shop", "b", "c"];
  const verdicts = (objects: readonly Json[]): readonly string[] =>
    reportOf(objects).roots.map(({ verdict }) => verdict);

  test("that say Ready are healthy, for each of them has something selected", () => {
    expect(verdicts(ring(names, listKindsOver, readyStatus))).toEqual(["healthy", "healthy", "healthy"]);
    const own = buildApplication(applications, {
      status: readyStatus,
      metadata: { labels: { "app.kubernetes.io/name": "shop" } },
    });
    expect(evaluate([own]).verdict).toBe("healthy");
  });
  test("that only wait for each other are not", () => {
    expect(verdicts(ring(names, listKindsOver, notReady))).toEqual(["unavailable", "unavailable", "unavailable"]);
  });
  test("are as bad as the worst part of any of them", () => {
    const unhealthyWidget = widget("w", [condition("Ready", "False", "Broken", "no")], {
      metadata: { labels: { at: "c" } },
    });
    expect(verdicts([...ring(names, listKindsOver, notReady), unhealthyWidget])).toEqual([
      "unavailable",
      "unavailable",
      "unavailable",
    ]);
    expect(evaluate([...ring(names, listKindsOver, notReady), unhealthyWidget]).rootCause?.path.at(-1)).toBe("w");
  });
});

test("one Application has one verdict in one Report, wherever it stands", () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = randomFrom(seed);
    const names = ["shop", "b", "c", "d", "e"];
    const objects = names.flatMap((name) => [
      buildApplication([...applications, ...widgets], {
        name,
        metadata: { labels: Object.fromEntries(names.filter(() => random() < 0.3).map((by) => [by, "x"])) },
        spec: { selector: { matchLabels: { [name]: "x" } } },
        status: pick(random, [readyStatus, notReady]),
      }),
      widget(`w-${name}`, [condition("Ready", pick(random, ["True", "False", "Unknown"]))], {
        metadata: { labels: { [pick(random, names)]: "x" } },
      }),
    ]);
    const verdictsByKey = new Map<string, Set<string>>();
    const tell = (node: ReportNode): void => {
      const key = `${node.ref.kind} ${node.label}`;
      verdictsByKey.set(key, (verdictsByKey.get(key) ?? new Set()).add(node.verdict));
      for (const child of node.children) tell(child);
    };
    for (const root of reportOf(objects).roots.filter(({ profile }) => profile === "application")) tell(root);
    for (const [key, verdicts] of verdictsByKey) expect([...verdicts], `seed ${seed}: ${key}`).toHaveLength(1);
  }
});

test("a circle has each object that leads to the other", () => {
  for (let seed = 0; seed < 100; seed++) {
    const random = randomFrom(seed);
    const keys = Array.from({ length: 7 }, (_, place) => `k${place}`);
    const graph = new Map(keys.map((key) => [key, [...keys, "beyond"].filter(() => random() < 0.2)]));
    const reach = (from: string): Set<string> => {
      const met = new Set([from]);
      for (const key of met) for (const next of graph.get(key) ?? []) met.add(next);
      return met;
    };
    for (const key of keys) {
      const expected = keys.filter((other) => reach(key).has(other) && reach(other).has(key));
      expect([...(findCycles(graph).get(key) ?? [])].toSorted(), `seed ${seed}`).toEqual(expected);
    }
  }
});

describe("a part that the controller cannot read makes the root unknown at least", () => {
  const broken = { conditions: { a: 1 } };
  const three = { spec: { replicas: 1 }, status: { replicas: 1, readyReplicas: 1, currentReplicas: 1, ...broken } };
  const rows: [apiVersion: string, kind: string, more: Json, error: string][] = [
    ["apps/v1", "StatefulSet", three, "cannot restore slice from map"],
    ["apps/v1", "DaemonSet", { status: broken }, "cannot restore slice from map"],
    ["v1", "PersistentVolumeClaim", { status: { phase: "Bound", ...broken } }, "cannot restore slice from map"],
    ["v1", "ReplicationController", three, "cannot restore slice from map"],
    ["batch/v1", "Job", { status: { startTime: "2026-11-21T10:00:00Z", ...broken } }, "cannot restore slice from map"],
    ["v1", "ConfigMap", { status: { conditions: null } }, "<nil> is of the type <nil>, expected []interface{}"],
  ];
  test.for(rows)("%s %s", ([apiVersion, kind, more, error]) => {
    const group = apiVersion.includes("/") ? (apiVersion.split("/")[0] ?? "") : "";
    const root = evaluate([
      buildApplication([[group, kind]], { status: readyStatus }),
      partObject(apiVersion, kind, "x", more),
    ]);
    expect(root.children[0]?.judged?.code).toBe("Unknown");
    expect(root.expected.code?.conditions[1]?.message).toContain(error);
    expect(["unknown", "degraded", "unavailable"]).toContain(root.verdict);
  });
});

describe("a worse state of the CR over a part whose age is unknown counts as progressing", () => {
  const kinds: [string, string][] = [["", "ConfigMap"], ...widgets];
  const withListedComponent = (status: string, name = "c"): Json => ({
    components: [{ group: "", kind: "ConfigMap", name, status }],
  });
  const gone = withListedComponent("InProgress", "d")["components"] as Json[];
  const rows: [what: string, components: Json, verdict: string, severity: string][] = [
    ["it differs", withListedComponent("InProgress"), "progressing", "info"],
    ["there is no list of them", {}, "progressing", "info"],
    ["it does not differ", withListedComponent("Ready"), "unavailable", "warning"],
  ];
  test.for(rows)("%s", ([, components, verdict, severity]) => {
    const status = { ...notReady, ...components };
    const report = reportOf([buildApplication(kinds, { status }), configMap("c")]);
    expect(report.verdict).toBe(verdict);
    expect(report.findings.find(({ code }) => code === "drift")?.severity).toBe(severity);
  });
  test.for([
    [readyStatus, "unknown"],
    [notReady, "unavailable"],
  ] as const)("a part that a file names and does not hold was not read: %j is %s", ([said, verdict]) => {
    const status = { ...said, components: [...(withListedComponent("Ready")["components"] as Json[]), ...gone] };
    const root = evaluate([buildApplication(kinds, { status }), configMap("c")]);
    expect([root.verdict, root.driftHeld]).toEqual([verdict, "incomplete"]);
    expect(root.children).toContainEqual(expect.objectContaining({ label: "d", outcome: "unread", required: true }));
  });
  test("a condition that has been so for long does not count as progressing", () => {
    const status = {
      ...notReady,
      components: [{ group: "example.com", kind: "Widget", name: "w", status: "InProgress" }],
    };
    expect(evaluate([buildApplication(kinds, { status }), widget("w", [condition("Ready", "True")])]).verdict).toBe(
      "unavailable",
    );
  });
});

describe("what has no Ready to be counted by stands in uncertain", () => {
  test.for([[[]], [[condition("Error", "False")]]])("%j", ([conditions]) => {
    const { uncertain } = evaluate([buildApplication(widgets, { status: readyStatus }), widget("w", conditions)]);
    expect(uncertain["Ready"]).toMatchObject([
      { component: "w", rule: "missing-condition", status: "Unknown", missing: ["Ready"] },
    ]);
  });
});

describe("a custom resource without any condition", () => {
  const monitor = partObject("monitoring.coreos.com/v1", "ServiceMonitor", "m");
  const over: [string, string][] = [
    ["monitoring.coreos.com", "ServiceMonitor"],
    ["", "ConfigMap"],
  ];
  const objects = [buildApplication(over, { status: readyStatus }), monitor, configMap("c")];
  test("has no status, and leaves the Application healthy", () => {
    const root = evaluate(objects);
    expect(root).toMatchObject({ verdict: "healthy", gates: { ready: { answer: "yes" } } });
    expect(root.children[0]).toMatchObject({ verdict: "unknown", required: false, judged: { code: "Ready" } });
    expect(renderText(reportOf(objects), { width: 100 })).toContain("no status");
  });
  test.for([{ phase: "Failed" }, { observedGeneration: 1 }])("a resource that reports %j is not skipped", (status) => {
    const metadata = { ...(monitor["metadata"] as Json), generation: 9 };
    const root = evaluate([objects[0], { ...monitor, metadata, status }, configMap("c")]);
    expect([root.verdict, root.children[0]?.required]).toEqual(["unknown", true]);
  });
  test("a resource whose conditions the controller cannot read counts", () => {
    const root = evaluate([objects[0], { ...monitor, status: { conditions: null } }]);
    expect(root).toMatchObject({ verdict: "unknown", children: [{ required: true }] });
    const [only] = root.children;
    expect([only?.children, only?.ownVerdict]).toEqual([[], only?.verdict]);
  });
});

test("an abnormal condition of the Application itself is named in its gate and among the offenders", () => {
  const status = statusWithReady(condition("Ready", "True", "ComponentsReady", "all components ready"), {});
  const conditions = [...(status["conditions"] as Json[]), condition("Qualified", "False", "TestsFail", "two of nine")];
  const root = evaluate([buildApplication([["", "ConfigMap"]], { status: { ...status, conditions } }), configMap("c")]);
  expect(root).toMatchObject({ verdict: "degraded", gates: { ready: { answer: "no", because: ["Qualified"] } } });
  expect(root.offenders["Qualified"]).toMatchObject([
    { component: "shop", reason: "TestsFail", rule: "reported-reason", shown: true },
  ]);
});

describe("components of a kind that may not be listed are as status.components reports", () => {
  test.for(["forbidden", "unread"] as const)("%s", (outcome) => {
    const components = [
      { group: "example.com", kind: "Widget", name: "w", status: "InProgress" },
      { group: "", kind: "ConfigMap", name: "gone", status: "Ready" },
    ];
    const all = [
      buildApplication([...widgets, ["", "ConfigMap"]], { status: { ...readyStatus, components } }),
      configMap("c"),
    ];
    const query = { verb: "list" as const, plural: "", versions: [], namespaced: true };
    const readings: Reading[] = [
      { query: { ...query, group: "app.k8s.io", kind: "Application" }, outcome: "found", objects: [toObject(all[0])] },
      { query: { ...query, group: "", kind: "ConfigMap" }, outcome: "found", objects: [toObject(all[1])] },
      { query: { ...query, group: "example.com", kind: "Widget" }, outcome, cause: "widgets is what you may not list" },
    ];
    const { roots } = aggregateAndPrint(clusterSnapshot(readings, takenAt));
    expect(roots[0]?.verdict).toBe("unknown");
    expect(roots[0]?.children[1]).toMatchObject({
      label: "w",
      outcome,
      verdict: "unknown",
      required: true,
      facts: { reportedStatus: "InProgress" },
    });
    expect(roots[0]?.children).toHaveLength(2);
  });
});
