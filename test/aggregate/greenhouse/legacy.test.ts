import { describe, expect, test } from "vitest";
import { expectedCondition, object, reportOn, rootOf, type Said } from "./objects.ts";

const flux = { metadata: { labels: { "greenhouse.sap/deployment-tool": "flux" } } };

describe("a Plugin of an older release is evaluated by that release's gates, chosen by the types it has", () => {
  const helm = {
    ClusterAccessReady: "T",
    HelmReconcileFailed: "F",
    HelmChartTestSucceeded: "T",
    WorkloadReady: "T",
  } as const;
  const early = { ClusterAccessReady: "T", HelmReconcileFailed: "F", StatusUpToDate: "T" } as const;
  const rows: readonly {
    readonly rule: string;
    readonly said: Readonly<Record<string, Said>>;
    readonly ready: string;
    readonly fields?: typeof flux;
  }[] = [
    { rule: "by Helm, everything is healthy", said: helm, ready: "True  | ready" },
    {
      rule: "by Helm, the cluster first",
      said: { ...helm, ClusterAccessReady: "F", HelmReconcileFailed: "T" },
      ready: "False  | cluster access not ready",
    },
    {
      rule: "by Helm, failed",
      said: { ...helm, HelmReconcileFailed: "T", WorkloadReady: "F" },
      ready: "False  | Helm reconcile failed",
    },
    { rule: "by Helm, Unknown is ready", said: { ...helm, HelmReconcileFailed: "U" }, ready: "True  | ready" },
    {
      rule: "by Helm, a test",
      said: { ...helm, HelmChartTestSucceeded: "F", WorkloadReady: "F" },
      ready: "False  | Helm Chart Test failed",
    },
    {
      rule: "by Helm, a test by its first name",
      said: { HelmReconcileFailed: "F", NoHelmChartTestFailures: "F" },
      ready: "False  | Helm Chart Test failed",
    },
    {
      rule: "by Helm, the workload in its own words",
      said: { ...helm, WorkloadReady: ["F", "", "pod down"] },
      ready: "False  | pod down",
    },
    { rule: "by Flux, everything is healthy", said: early, ready: "True  | ready" },
    {
      rule: "by Flux, the cluster first",
      said: { ...early, ClusterAccessReady: "F", HelmReconcileFailed: "T" },
      ready: "False  | cluster access not ready",
    },
    {
      rule: "by Flux, failed",
      said: { ...early, HelmReconcileFailed: "T" },
      ready: "False  | Helm reconcile failed",
    },
    {
      rule: "by Flux, not known yet",
      said: { ...early, HelmReconcileFailed: "U" },
      ready: "False  | Reconciling",
    },
    {
      rule: "by Flux, as its label says, whatever Init wrote",
      said: { ...helm, HelmReconcileFailed: "U", WorkloadReady: "F" },
      ready: "False  | Reconciling",
      fields: flux,
    },
    {
      rule: "a type of today beside them: today's gates",
      said: { ...helm, HelmReconcileFailed: "T", HelmReleaseCreated: "T", HelmReleaseDeployed: "T" },
      ready: "True  | ready",
    },
  ];
  test.for(rows)("$rule", ({ said, ready, fields }) => {
    const root = rootOf("Plugin", [object("Plugin", said, fields)]);
    expect(expectedCondition(root, "controller")).toBe(ready);
    expect(expectedCondition(root, "adr")).toBe(ready);
  });
});

test("what they report counts, they are named as old, and no release object is requested", () => {
  const report = reportOn([object("Plugin", { Ready: "F", HelmReconcileFailed: "T", HelmDriftDetected: "T" })]);
  const [root] = report.roots;
  expect(root?.children).toEqual([]);
  expect(Object.keys(root?.offenders ?? {})).toEqual(["Ready", "HelmReconcileFailed", "HelmDriftDetected"]);
  expect(report.findings).toContainEqual(
    expect.objectContaining({ code: "legacy-conditions", types: ["HelmReconcileFailed", "HelmDriftDetected"] }),
  );
});

test("left over beside those of today they are named and not evaluated", () => {
  const said = { Ready: "T", HelmReleaseCreated: "T", HelmReleaseDeployed: "T", HelmReconcileFailed: "T" } as const;
  const report = reportOn([object("Plugin", said)]);
  expect(report.verdict).toBe("healthy");
  expect(report.roots[0]?.conditions.at(-1)).toMatchObject({
    type: "HelmReconcileFailed",
    polarity: "info",
    abnormal: false,
  });
  expect(report.findings).toContainEqual(
    expect.objectContaining({ code: "leftover-conditions", types: ["HelmReconcileFailed"], severity: "warning" }),
  );
});
