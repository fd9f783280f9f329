import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { planReads } from "../../../shared/aggregate/read-plan.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { Query, Reading, Snapshot } from "../../../shared/model/snapshot.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { applicationProfile } from "../../../shared/profiles/application.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";
import {
  buildApplication,
  configMap,
  evaluate,
  findingCodes,
  type Json,
  partNames,
  partObject,
  readyStatus,
  reportOf,
  takenAt,
  widget,
} from "./objects.ts";

// kubernetes-sigs/application controllers/application_controller.go, fetchComponentListResources.

const maps: [group: string, kind: string][] = [["", "ConfigMap"]];
const other = { labels: { "app.kubernetes.io/name": "other" } };

describe("the selector of an Application", () => {
  const rows: [rule: string, spec: Json, parts: string[], code: string, finding: string | undefined][] = [
    ["null selects nothing, and that is ready", { selector: null }, [], "0/0", "nothing-selected"],
    ["that is not there selects nothing", { selector: undefined }, [], "0/0", "nothing-selected"],
    [
      "empty selects all objects of the kinds",
      { selector: {} },
      ["ConfigMap a", "ConfigMap b"],
      "2/2",
      "selects-everything",
    ],
    [
      "with empty matchLabels does too",
      { selector: { matchLabels: {} } },
      ["ConfigMap a", "ConfigMap b"],
      "2/2",
      "selects-everything",
    ],
    [
      "with matchExpressions alone does too: they are ignored",
      { selector: { matchExpressions: [{ key: "x", operator: "Exists" }] } },
      ["ConfigMap a", "ConfigMap b"],
      "2/2",
      "selects-everything",
    ],
    [
      "with both goes by its labels",
      {
        selector: {
          matchLabels: { "app.kubernetes.io/name": "shop" },
          matchExpressions: [{ key: "x", operator: "Exists" }],
        },
      },
      ["ConfigMap a"],
      "1/1",
      "expressions-ignored",
    ],
    ["goes by labels", {}, ["ConfigMap a"], "1/1", undefined],
    [
      "of which an object must have all",
      { selector: { matchLabels: { "app.kubernetes.io/name": "shop", x: "y" } } },
      [],
      "0/0",
      "nothing-selected",
    ],
  ];
  test.for(rows)("%s", ([, spec, parts, ready, finding]) => {
    const objects = [
      buildApplication(maps, { spec, status: readyStatus }),
      configMap("a"),
      configMap("b", other),
      configMap("c", { namespace: "elsewhere" }),
    ];
    const root = evaluate(objects);
    expect(partNames(root)).toEqual(parts);
    expect(root.expected.code?.componentsReady).toBe(ready);
    const said = findingCodes(objects).filter((code) => /select|expressions/.test(code));
    expect(said).toEqual(finding === undefined ? [] : [finding]);
  });

  test("that selects nothing is not healthy, although the controller reports it", () => {
    const root = evaluate([buildApplication(maps, { spec: { selector: null }, status: readyStatus })]);
    expect(root.expected.code?.conditions[0]).toMatchObject({
      type: "Ready",
      status: "True",
      reason: "ComponentsReady",
    });
    expect([root.verdict, root.gates.ready.answer]).toEqual(["unknown", "unknown"]);
  });
});

describe("the group of a component kind", () => {
  const deployment = partObject("apps/v1", "Deployment", "d");
  const rows: [written: string, kind: string, parts: string[], finding?: string][] = [
    ["apps", "Deployment", ["Deployment d"]],
    ["apps/v1", "Deployment", ["Deployment d"]],
    ["apps/v1beta2", "Deployment", ["Deployment d"]],
    ["v1", "ConfigMap", ["ConfigMap a"]],
    ["/v1", "ConfigMap", ["ConfigMap a"]],
    ["", "ConfigMap", ["ConfigMap a"]],
    ["core", "ConfigMap", [], "component-kind-missing"],
    ["v2x.example.com", "ConfigMap", ["ConfigMap a"], "group-taken-for-version"],
    ["extensions", "Deployment", []],
  ];
  test.for(rows)("%s of %s", ([group, kind, parts, finding]) => {
    const objects = [buildApplication([[group, kind]], { status: readyStatus }), deployment, configMap("a")];
    expect(partNames(evaluate(objects))).toEqual(parts);
    const said = findingCodes(objects).filter((code) => /kind|group/.test(code));
    expect(said).toEqual(finding === undefined ? [] : [finding]);
  });

  test("is matched whatever the version of the object", () => {
    const objects = [
      buildApplication([["policy", "PodDisruptionBudget"]]),
      partObject("policy/v1beta1", "PodDisruptionBudget", "p"),
    ];
    expect(partNames(evaluate(objects))).toEqual(["PodDisruptionBudget p"]);
  });
});

describe("components", () => {
  test("come in the order of kinds, then of lists", () => {
    const objects = [
      buildApplication([["example.com", "Widget"], ...maps]),
      configMap("z"),
      widget("b", []),
      configMap("y"),
      widget("a", []),
    ];
    expect(partNames(evaluate(objects))).toEqual(["Widget b", "Widget a", "ConfigMap z", "ConfigMap y"]);
  });

  test("of a kind that is listed twice are one part that counts twice", () => {
    const objects = [
      buildApplication([["v1", "ConfigMap"], ...maps], { status: readyStatus }),
      configMap("a"),
      configMap("b"),
    ];
    const root = evaluate(objects);
    expect(root.children.map(({ label, times }) => [label, times])).toEqual([
      ["a", 2],
      ["b", 2],
    ]);
    expect(root.expected.code?.componentsReady).toBe("4/4");
    expect(findingCodes(objects)).toContain("component-kind-twice");
  });

  test("of a cluster-scoped kind are matched in the whole cluster, which is reported", () => {
    const role = partObject("rbac.authorization.k8s.io/v1", "ClusterRole", "r", { metadata: { namespace: undefined } });
    const objects = [buildApplication([["rbac.authorization.k8s.io", "ClusterRole"]], { status: readyStatus }), role];
    expect(partNames(evaluate(objects))).toEqual(["ClusterRole r"]);
    expect(findingCodes(objects)).toContain("selected-cluster-wide");
  });

  test("that are Secrets count, and nothing of them is shown", () => {
    const secret = partObject("v1", "Secret", "s", {
      data: { password: "aHVudGVyMg==" },
      stringData: { password: "hunter2" },
    });
    const report = reportOf([buildApplication([["", "Secret"]], { status: readyStatus }), secret]);
    expect(report.roots[0]?.children[0]).toMatchObject({
      label: "s",
      verdict: "healthy",
      judged: { code: "Ready", proposal: null },
    });
    expect(JSON.stringify(report)).not.toMatch(/hunter2|aHVudGVyMg/);
  });

  test("that are Secrets of a cluster count as the CR reports them, and are reported as unread", () => {
    const entry = { group: "", kind: "Secret", name: "s", status: "Ready" };
    const status = { ...readyStatus, componentsReady: "1/1", components: [entry] };
    const root = toObject(buildApplication([["", "Secret"]], { status }));
    const query: Query = { verb: "list", ...applicationProfile.root };
    const readings: Reading[] = [{ query, outcome: "found", objects: [root] }];
    const report = aggregate(clusterSnapshot(readings, takenAt));
    const [first] = report.roots;
    expect(first).toMatchObject({ verdict: "healthy", children: [], drift: [], driftHeld: null });
    expect(first?.facts).toMatchObject({ componentsReady: "1/1" });
    expect(report.findings).toMatchObject([{ code: "secrets-not-read", severity: "info", count: 1 }]);
  });

  test("do not have the Application itself among them, but it counts", () => {
    const status = {
      observedGeneration: 1,
      conditions: [{ type: "Ready", status: "False", reason: "ComponentsNotReady" }],
    };
    const kinds: [string, string][] = [["app.k8s.io", "Application"], ...maps];
    const objects = [
      buildApplication(kinds, { status, metadata: { labels: { "app.kubernetes.io/name": "shop" } } }),
      configMap("a"),
    ];
    const root = evaluate(objects);
    expect(partNames(root)).toEqual(["ConfigMap a"]);
    expect(root.expected.code?.componentsReady).toBe("1/2");
    expect(root.drift.filter(({ type }) => type === "Ready")).toMatchObject([{ what: "message" }]);
    expect(root.verdict).toBe("unavailable");
    expect(findingCodes(objects)).toContain("selects-itself");
  });
});

describe("what is requested", () => {
  const root = buildApplication([
    ["apps/v1", "Deployment"],
    ["", "Secret"],
    ["apps", "Deployment"],
  ]);
  const first: Reading = {
    query: { verb: "list", ...applicationProfile.root },
    outcome: "found",
    objects: [toObject(root)],
  };
  const snapshot = clusterSnapshot([first], takenAt);
  const wanted = [{ kind: applicationProfile.root }];

  function listQueries(from: Snapshot): readonly Query[] {
    return planReads(from, { wanted }).filter(({ kind }) => kind !== "Application");
  }

  test("is one list per kind, in its namespace and by its labels, and none of Secrets", () => {
    const place = { verb: "list", plural: "", versions: [], namespaced: true, namespace: "shop" };
    const labelSelector = "app.kubernetes.io/name=shop";
    const distinct = [...new Map(listQueries(snapshot).map((query) => [JSON.stringify(query), query])).values()];
    expect(distinct).toEqual([{ ...place, group: "apps", kind: "Deployment", labelSelector }]);
  });

  test("is nothing without a selector", () => {
    const objects = [toObject({ ...root, spec: { ...(root["spec"] as Json), selector: null } })];
    expect(listQueries({ ...snapshot, readings: [{ ...first, objects }] })).toEqual([]);
  });

  test("is no second list of Applications where all of them were listed", () => {
    const kinds: [string, string][] = [["app.k8s.io", "Application"]];
    const objects = [toObject(buildApplication([...kinds, ["batch", "Job"]]))];
    const queries = planReads({ ...snapshot, readings: [{ ...first, objects }] }, { wanted });
    expect(queries.map(({ kind, labelSelector }) => [kind, labelSelector])).toEqual([
      ["Application", undefined],
      ["Job", "app.kubernetes.io/name=shop"],
    ]);
  });

  test("is of nested Applications what they list, once", () => {
    const kinds: [string, string][] = [["app.k8s.io", "Application"]];
    const one = buildApplication(kinds, { metadata: { labels: { "app.kubernetes.io/name": "shop" } } });
    const two = buildApplication([...kinds, ["batch", "Job"]], {
      name: "two",
      metadata: { labels: { "app.kubernetes.io/name": "shop" } },
    });
    const files = snapshotOf([one, two], { takenAt, source: "x" });
    const queries = planReads(files, { wanted: [{ kind: applicationProfile.root, name: "shop" }] });
    expect(queries.map(({ kind }) => kind)).toEqual(["Application", "Application", "Application", "Job"]);
  });
});

describe("a kind that cannot be listed", () => {
  const root = buildApplication(
    [
      ["", "ConfigMap"],
      ["example.com", "Widget"],
    ],
    { status: readyStatus },
  );

  function snapshotWhere(
    outcome: "forbidden" | "unread" | "noSuchKind",
    source: Snapshot["source"]["kind"] = "cluster",
  ): Snapshot {
    const list = {
      verb: "list" as const,
      plural: "",
      versions: [],
      namespaced: true,
      namespace: "shop",
      labelSelector: "app.kubernetes.io/name=shop",
    };
    return {
      source: { kind: source, name: "x" },
      takenAt,
      damage: [],
      readings: [
        { query: { verb: "list", ...applicationProfile.root }, outcome: "found", objects: [toObject(root)] },
        { query: { ...list, group: "", kind: "ConfigMap" }, outcome: "found", objects: [toObject(configMap("a"))] },
        {
          query: { ...list, group: "example.com", kind: "Widget" },
          outcome,
          cause: "widgets.example.com is forbidden",
        },
      ],
    };
  }

  test.for(["forbidden", "unread"] as const)(
    "because it is %s is a missing permission, not the controller's error, and is never healthy",
    (outcome) => {
      const report = aggregate(snapshotWhere(outcome));
      const [shop] = report.roots;
      expect(shop?.expected.code).toMatchObject({
        componentsReady: "1/1",
        conditions: [
          { type: "Ready", status: "True", reason: "ComponentsReady" },
          { type: "Error", status: "False", reason: "NoError" },
        ],
      });
      expect([shop?.verdict, shop?.driftHeld]).toEqual(["unknown", "incomplete"]);
      expect(report.completeness.gaps).toMatchObject([{ outcome, kind: "Widget", required: true }]);
      expect(report.findings.map(({ code }) => code)).toContain("component-kind-unread");
    },
  );

  test("because it is not installed is passed over, as the controller does", () => {
    const report = aggregate(snapshotWhere("noSuchKind"));
    expect(report.roots[0]).toMatchObject({ verdict: "healthy", expected: { code: { componentsReady: "1/1" } } });
    expect(report.findings.map(({ code }) => code)).toEqual(["component-kind-missing"]);
  });

  test("in a must-gather without any of its objects was not read", () => {
    const { readings, ...rest } = snapshotWhere("unread", "must-gather");
    const [shop] = aggregate({ ...rest, readings: readings.slice(0, 2) }).roots;
    expect(shop).toMatchObject({ verdict: "unknown", driftHeld: "incomplete" });
  });
});
