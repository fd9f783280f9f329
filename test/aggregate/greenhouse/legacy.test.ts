import { describe, expect, test } from "vitest";
import { expectedCondition, object, type ReportedConditions, reportOn, rootOf } from "./objects.ts";

const fluxLabel = { metadata: { labels: { "greenhouse.sap/deployment-tool": "flux" } } };

describe("a Plugin with conditions of an older release is evaluated by the rules of that release", () => {
  const helmConditions = {
    ClusterAccessReady: "True",
    HelmReconcileFailed: "False",
    HelmChartTestSucceeded: "True",
    WorkloadReady: "True",
  } as const;
  const firstFluxConditions = {
    ClusterAccessReady: "True",
    HelmReconcileFailed: "False",
    StatusUpToDate: "True",
  } as const;
  const rows: readonly {
    readonly rule: string;
    readonly conditions: ReportedConditions;
    readonly ready: string;
    readonly fields?: typeof fluxLabel;
  }[] = [
    {
      rule: "a Plugin of the Helm releases with good conditions is ready",
      conditions: helmConditions,
      ready: "True  | ready",
    },
    {
      rule: "a Plugin of the Helm releases reports the access to its cluster first",
      conditions: { ...helmConditions, ClusterAccessReady: "False", HelmReconcileFailed: "True" },
      ready: "False  | cluster access not ready",
    },
    {
      rule: "a Plugin of the Helm releases reports a failed reconcile before its workload",
      conditions: { ...helmConditions, HelmReconcileFailed: "True", WorkloadReady: "False" },
      ready: "False  | Helm reconcile failed",
    },
    {
      rule: "a Plugin of the Helm releases is ready where its reconcile is Unknown",
      conditions: { ...helmConditions, HelmReconcileFailed: "Unknown" },
      ready: "True  | ready",
    },
    {
      rule: "a Plugin of the Helm releases reports a failed chart test before its workload",
      conditions: { ...helmConditions, HelmChartTestSucceeded: "False", WorkloadReady: "False" },
      ready: "False  | Helm Chart Test failed",
    },
    {
      rule: "a Plugin of the Helm releases reports a failed chart test by its first name",
      conditions: { HelmReconcileFailed: "False", NoHelmChartTestFailures: "False" },
      ready: "False  | Helm Chart Test failed",
    },
    {
      rule: "a Plugin of the Helm releases reports the message of its workload",
      conditions: { ...helmConditions, WorkloadReady: ["False", "", "pod down"] },
      ready: "False  | pod down",
    },
    {
      rule: "a Plugin of the first Flux releases with good conditions is ready",
      conditions: firstFluxConditions,
      ready: "True  | ready",
    },
    {
      rule: "a Plugin of the first Flux releases reports the access to its cluster first",
      conditions: { ...firstFluxConditions, ClusterAccessReady: "False", HelmReconcileFailed: "True" },
      ready: "False  | cluster access not ready",
    },
    {
      rule: "a Plugin of the first Flux releases reports a failed reconcile",
      conditions: { ...firstFluxConditions, HelmReconcileFailed: "True" },
      ready: "False  | Helm reconcile failed",
    },
    {
      rule: "a Plugin of the first Flux releases is reconciling where its reconcile is Unknown",
      conditions: { ...firstFluxConditions, HelmReconcileFailed: "Unknown" },
      ready: "False  | Reconciling",
    },
    {
      rule: "a Plugin with the label of Flux is one of the Flux releases whatever conditions it has",
      conditions: { ...helmConditions, HelmReconcileFailed: "Unknown", WorkloadReady: "False" },
      ready: "False  | Reconciling",
      fields: fluxLabel,
    },
    {
      rule: "a Plugin with a condition of a current release is evaluated by the current rules",
      conditions: {
        ...helmConditions,
        HelmReconcileFailed: "True",
        HelmReleaseCreated: "True",
        HelmReleaseDeployed: "True",
      },
      ready: "True  | ready",
    },
  ];
  test.for(rows)("$rule", ({ conditions, ready, fields }) => {
    const root = rootOf("Plugin", [object("Plugin", conditions, fields)]);
    expect(expectedCondition(root, "controller")).toBe(ready);
    expect(expectedCondition(root, "adr")).toBe(ready);
  });
});

test("the conditions of an older release count, and a finding names them", () => {
  const report = reportOn([
    object("Plugin", { Ready: "False", HelmReconcileFailed: "True", HelmDriftDetected: "True" }),
  ]);
  const [root] = report.roots;
  expect(root?.children).toEqual([]);
  expect(Object.keys(root?.offenders ?? {})).toEqual(["Ready", "HelmReconcileFailed", "HelmDriftDetected"]);
  expect(report.findings).toContainEqual(
    expect.objectContaining({ code: "legacy-conditions", types: ["HelmReconcileFailed", "HelmDriftDetected"] }),
  );
});

test("the conditions of an older release beside current ones are named and do not count", () => {
  const conditions = {
    Ready: "True",
    HelmReleaseCreated: "True",
    HelmReleaseDeployed: "True",
    HelmReconcileFailed: "True",
  } as const;
  const report = reportOn([object("Plugin", conditions)]);
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
