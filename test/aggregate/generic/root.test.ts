import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { Source } from "../../../shared/model/snapshot.ts";
import { describeFinding } from "../../../shared/outline/findings/describe.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { reportOf } from "../installation.ts";
import { condition, rootOf, widget } from "./objects.ts";

describe("a CR of an unknown kind is a root of the generic profile", () => {
  test("its verdict is its own and that of the report", () => {
    const report = reportOf([widget("w", { conditions: [condition("Ready", "False")] })]);
    const verdict = "unavailable";
    expect(rootOf(report, "w")).toMatchObject({ verdict, ownVerdict: verdict, profile: "generic", ruleSet: "generic" });
    expect(report.verdict).toBe(verdict);
  });

  test("the matrix has a sentence for Available, Progressing and Degraded of any kind", () => {
    const conditions = [
      condition("Available", "True"),
      condition("Progressing", "False"),
      condition("Degraded", "False"),
    ];
    expect(rootOf(reportOf([widget("w", { conditions })]), "w").meaning).toMatch(/100% healthy/);
  });

  test("what is guessed says so, in the condition and once in a finding", () => {
    const conditions = [
      condition("Ready", "True"),
      condition("DatabaseReady", "True"),
      condition("DatabaseReady", "False"),
    ];
    const report = reportOf([widget("w", { conditions })]);
    expect(rootOf(report, "w").conditions.map(({ inferred }) => inferred === true)).toEqual([false, true, true]);
    expect(report.findings.filter(({ code }) => code === "inferred-polarity")).toHaveLength(1);
  });

  test("if nothing is known the report names the unknown types", () => {
    const report = reportOf([widget("w", { conditions: [condition("Hibernated", "True")] })]);
    expect(report.findings).toMatchObject([{ code: "not-evaluated", types: ["Hibernated"] }]);
  });

  test("known types without a health are reported as such", () => {
    const report = reportOf([widget("w", { conditions: [condition("Progressing", "Unknown")] })]);
    expect(report.findings).toMatchObject([{ code: "not-evaluated", types: ["Progressing"], known: true }]);
    expect(report.findings.map((one) => describeFinding(one))).toEqual([
      "Progressing of Widget n/w is Unknown: health cannot be determined",
    ]);
  });

  const phases: readonly [rule: string, status: object, verdict: string, causes: readonly string[]][] = [
    ["Failed without conditions", { phase: "Failed" }, "degraded", ["Degraded because w: Failed"]],
    [
      "Error beside a good condition",
      { phase: "Error", conditions: [condition("Ready", "True")] },
      "degraded",
      ["Degraded because w: Error"],
    ],
    ["Running beside a good condition", { phase: "Running", conditions: [condition("Ready", "True")] }, "healthy", []],
  ];
  test.for(phases)(
    "a phase that reports a failure counts, whatever the conditions: %s",
    ([, status, verdict, causes]) => {
      const report = reportOf([widget("w", status)]);
      expect(rootOf(report, "w").verdict).toBe(verdict);
      expect(rootOf(report, "w").causes.map(({ text }) => text)).toEqual(causes);
      expect(report.findings.map(({ code }) => code)).toEqual(causes.map(() => "state"));
    },
  );

  test("a status older than the spec is at least progressing, and reported", () => {
    const conditions = [{ ...condition("Ready", "True"), observedGeneration: 2 }];
    const report = reportOf([widget("w", { conditions }, { generation: 3 })]);
    expect(rootOf(report, "w")).toMatchObject({ verdict: "progressing", stale: true });
    expect(report.findings).toMatchObject([{ code: "stale", generation: 3, observedGeneration: 2 }]);
  });

  test("one that is being deleted names its finalizers and since when", () => {
    const deletion = { deletionTimestamp: "2026-11-21T11:30:00Z", finalizers: ["acme.io/keep"] };
    const report = reportOf([widget("w", { conditions: [condition("Ready", "True")] }, deletion)]);
    expect(rootOf(report, "w")).toMatchObject({ verdict: "progressing", deleting: true });
    expect(report.findings).toMatchObject([
      { code: "deleting", since: "2026-11-21T11:30:00Z", finalizers: ["acme.io/keep"] },
    ]);
  });

  describe.for([
    ["a kind without a rule", "acme.io/v1", "Widget", { conditions: [condition("Ready", "True")] }, 3600],
    ["a custom resource with a rule", "kubevirt.io/v1", "VirtualMachine", { printableStatus: "Terminating" }, 300],
    ["a claim", "v1", "PersistentVolumeClaim", { phase: "Bound" }, 300],
    ["a Namespace", "v1", "Namespace", { phase: "Terminating" }, 300],
    ["a Pod after its grace period", "v1", "Pod", { phase: "Running" }, 60],
    ["a kind that only exists", "v1", "ConfigMap", undefined, 3600],
  ] as const)("the deletion of %s", ([, apiVersion, kind, status, limitSeconds]) => {
    const deletionTimestamp = "2026-11-21T11:30:00Z";
    const metadata = { name: "w", namespace: "n", deletionTimestamp, finalizers: ["acme.io/keep"] };
    const evaluateAfter = (seconds: number, source: Source): string => {
      const takenAt = new Date(Date.parse(deletionTimestamp) + seconds * 1000).toISOString().replace(".000", "");
      const snapshot = snapshotOf([{ apiVersion, kind, metadata, status }], { takenAt, source });
      const requested = { group: apiVersion.split("/").at(-2) ?? "", kind, plural: "", versions: [], namespaced: true };
      return rootOf(aggregateAndPrint(snapshot, { wanted: [{ kind: requested }] }), "w").verdict;
    };
    const newest = { kind: "files", name: "x.yaml", takenFrom: "newest" } as const;

    test.for([0, 1, limitSeconds - 1])("is unknown in a file whose newest time is %i s later", (seconds) => {
      expect(evaluateAfter(seconds, newest)).toBe("unknown");
    });

    test.for<Source>([
      { kind: "cluster", name: "c" },
      { kind: "must-gather", name: "m", takenFrom: "must-gather" },
      { kind: "files", name: "x.yaml", takenFrom: "file" },
    ])("is progressing below its limit in a source that has a time: $kind", (source) => {
      expect(evaluateAfter(0, source)).toBe("progressing");
      expect(evaluateAfter(limitSeconds - 1, source)).toBe("progressing");
    });

    test("is degraded from its limit on, whatever the source", () => {
      expect(evaluateAfter(limitSeconds, newest)).toBe("degraded");
      expect(evaluateAfter(limitSeconds, { kind: "cluster", name: "c" })).toBe("degraded");
    });
  });

  const odd: readonly [rule: string, status: unknown, code: string][] = [
    ["conditions that are no list", { conditions: { Ready: true } }, "conditions-not-a-list"],
    [
      "relatedObjects that are no list",
      { conditions: [condition("Ready", "True")], relatedObjects: "all" },
      "odd-related",
    ],
    [
      "relatedObjects that name nothing",
      { conditions: [condition("Ready", "True")], relatedObjects: [1, {}, null] },
      "odd-related",
    ],
  ];
  test.for(odd)("%s are a finding and no crash", ([, status, code]) => {
    expect(reportOf([widget("w", status)]).findings.map((finding) => finding.code)).toContain(code);
  });
});

const ready = [condition("Ready", "True")];
const down = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "d", namespace: "n", uid: "d", generation: 1 },
};
const unavailable = {
  ...down,
  spec: { replicas: 1 },
  status: {
    observedGeneration: 1,
    replicas: 1,
    updatedReplicas: 1,
    conditions: [condition("Available", "False", "Short")],
  },
};

describe("what a CR records in status.relatedObjects are its parts", () => {
  const relatedObjects = [
    { apiVersion: "apps/v1", kind: "Deployment", namespace: "n", name: "d", uid: "d" },
    { group: "acme.io", resource: "gadgets", namespace: "n", name: "g" },
    { group: "", resource: "configmaps", namespace: "n", name: "c" },
    { group: "", resource: "configmaps", namespace: "n", name: "c" },
    { group: "", resource: "pods", namespace: "n", name: "" },
    { apiVersion: "v1", kind: "Secret", namespace: "n", name: "s", uid: "s", resourceVersion: "1" },
    { apiVersion: "acme.io/v1", kind: "Widget", namespace: "n", name: "w" },
  ];
  const gadget = {
    apiVersion: "acme.io/v1",
    kind: "Gadget",
    metadata: { name: "g", namespace: "n" },
    status: { conditions: ready },
  };
  const config = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", namespace: "n", uid: "c" } };
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "s", namespace: "n", uid: "s", resourceVersion: "2" },
    data: { token: "c2VjcmV0" },
  };
  const report = reportOf([widget("w", { conditions: ready, relatedObjects }), unavailable, gadget, config, secret]);
  const root = rootOf(report, "w");

  test("in both shapes, each evaluated by its own kind, without itself, duplicates counted", () => {
    const said = root.children.map(({ ref, outcome, verdict, times }) => [
      ref.kind,
      ref.name,
      outcome,
      verdict,
      times ?? 1,
    ]);
    expect(said).toEqual([
      ["Deployment", "d", "found", "unavailable", 1],
      ["Gadget", "g", "found", "healthy", 1],
      ["ConfigMap", "c", "found", "healthy", 2],
      ["Pod", "", "unread", "unknown", 1],
      ["Secret", "s", "found", "healthy", 1],
    ]);
    expect(root.children.map(({ role, required }) => [role, required])).toEqual(
      root.children.map(() => ["related", false]),
    );
  });

  test("they change nothing about the root", () => {
    expect(root).toMatchObject({ verdict: "healthy", ownVerdict: "healthy" });
    expect(root.rootCause).toBeUndefined();
  });

  test("related objects explain a root that reports that it is unhealthy", () => {
    const conditions = [condition("Ready", "False", "Waiting")];
    const unhealthy = rootOf(reportOf([widget("w", { conditions, relatedObjects }), unavailable]), "w");
    expect(unhealthy.verdict).toBe("unavailable");
    expect(unhealthy.rootCause?.path).toEqual(["w", "d"]);
  });

  test("nothing of a Secret's data is in the Report", () => {
    expect(JSON.stringify(report)).not.toContain("c2VjcmV0");
  });

  test("a root has what its profile promises", () => {
    expect(root.expected).toEqual({ generic: { conditions: [] } });
    expect(root.related).toHaveLength(relatedObjects.length);
  });
});
