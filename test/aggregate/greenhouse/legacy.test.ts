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
  const rows: [what: string, said: Readonly<Record<string, Said>>, ready: string, fields?: typeof flux][] = [
    ["by Helm, everything is healthy", helm, "True  | ready"],
    [
      "by Helm, the cluster first",
      { ...helm, ClusterAccessReady: "F", HelmReconcileFailed: "T" },
      "False  | cluster access not ready",
    ],
    ["by Helm, failed", { ...helm, HelmReconcileFailed: "T", WorkloadReady: "F" }, "False  | Helm reconcile failed"],
    ["by Helm, Unknown is ready", { ...helm, HelmReconcileFailed: "U" }, "True  | ready"],
    [
      "by Helm, a test",
      { ...helm, HelmChartTestSucceeded: "F", WorkloadReady: "F" },
      "False  | Helm Chart Test failed",
    ],
    [
      "by Helm, a test by its first name",
      { HelmReconcileFailed: "F", NoHelmChartTestFailures: "F" },
      "False  | Helm Chart Test failed",
    ],
    ["by Helm, the workload in its own words", { ...helm, WorkloadReady: ["F", "", "pod down"] }, "False  | pod down"],
    ["by Flux, everything is healthy", early, "True  | ready"],
    [
      "by Flux, the cluster first",
      { ...early, ClusterAccessReady: "F", HelmReconcileFailed: "T" },
      "False  | cluster access not ready",
    ],
    ["by Flux, failed", { ...early, HelmReconcileFailed: "T" }, "False  | Helm reconcile failed"],
    ["by Flux, not known yet", { ...early, HelmReconcileFailed: "U" }, "False  | Reconciling"],
    [
      "by Flux, as its label says, whatever Init wrote",
      { ...helm, HelmReconcileFailed: "U", WorkloadReady: "F" },
      "False  | Reconciling",
      flux,
    ],
    [
      "a type of today beside them: today's gates",
      { ...helm, HelmReconcileFailed: "T", HelmReleaseCreated: "T", HelmReleaseDeployed: "T" },
      "True  | ready",
    ],
  ];
  test.for(rows)("%s", ([, said, ready, fields]) => {
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
