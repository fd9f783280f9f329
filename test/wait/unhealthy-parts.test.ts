import { describe, expect, test } from "vitest";
import type { ReportNode, RootNode } from "../../shared/model/report.ts";
import { describeBlockingFinding } from "../../shared/outline/findings/wait.ts";
import { condition, openGates, workloadBelow } from "../render/build.ts";
import {
  aboutHyperConverged,
  type BlockingRow,
  cdi,
  evaluateRoots,
  healthyRoot,
  listBlockingFindings,
  shortFinding,
  unhealthyCdi,
  unhealthyRoot,
} from "./waited-root.ts";

describe("what blocks the goal healthy", () => {
  const buildGates = (reason: string): RootNode["gates"] => ({
    ...openGates,
    ready: { answer: "no", because: ["other-reason", reason] },
  });
  const upgradeRuns: RootNode["gates"] = { ...openGates, upgrade: { running: true, waitingFor: ["CDI"] } };
  const rows: readonly BlockingRow[] = [
    { rule: "a healthy root blocks nothing", root: {}, blocking: [] },
    {
      rule: "a root that is being deleted has a stale status",
      root: { deleting: true, stale: true, ownVerdict: "progressing" },
      blocking: [{ code: "outdated-status", because: "deleting", ...aboutHyperConverged }],
    },
    {
      rule: "a root whose status is stale blocks",
      root: { stale: true, ownVerdict: "progressing" },
      blocking: [{ code: "outdated-status", because: "stale", ...aboutHyperConverged }],
    },
    {
      rule: "an unavailable component blocks",
      root: { children: [cdi({ verdict: "unavailable" })] },
      blocking: [unhealthyCdi({ verdict: "unavailable" })],
    },
    {
      rule: "a degraded component blocks",
      root: { children: [cdi({ verdict: "degraded" })] },
      blocking: [unhealthyCdi({ verdict: "degraded" })],
    },
    {
      rule: "an optional component does not block",
      root: { children: [cdi({ verdict: "unavailable", required: false })] },
      blocking: [],
    },
    {
      rule: "a degraded root blocks",
      root: { ownVerdict: "degraded" },
      blocking: [unhealthyRoot({ verdict: "degraded" })],
    },
    {
      rule: "a degraded root and an unavailable component both block",
      root: { ownVerdict: "degraded", children: [cdi({ verdict: "unavailable" })] },
      blocking: [unhealthyRoot({ verdict: "degraded" }), unhealthyCdi({ verdict: "unavailable" })],
    },
    {
      rule: "a root of unknown verdict blocks",
      root: { verdict: "unknown" },
      blocking: [unhealthyRoot({ verdict: "unknown" })],
    },
    {
      rule: "an own verdict that is worse than the verdict of the root blocks",
      root: { ownVerdict: "unknown", verdict: "healthy" },
      blocking: [unhealthyRoot({ verdict: "unknown" })],
    },
    {
      rule: "the parts of a root that is no HyperConverged do not block by themselves",
      root: { profile: "generic", children: [cdi({ verdict: "unavailable" })] },
      blocking: [unhealthyRoot({ verdict: "unavailable", reason: "" })],
    },
    {
      rule: "a running upgrade blocks in place of the root's own verdict",
      root: { ownVerdict: "progressing", gates: upgradeRuns },
      blocking: [expect.objectContaining({ code: "not-upgraded", running: true, waitingFor: ["CDI"] })],
    },
    {
      rule: "a degraded root blocks also while an upgrade runs",
      root: { ownVerdict: "degraded", gates: upgradeRuns },
      blocking: [unhealthyRoot({ verdict: "degraded" })],
    },
    {
      rule: "a progressing root blocks where no upgrade runs",
      root: { ownVerdict: "progressing" },
      blocking: [unhealthyRoot({ verdict: "progressing" })],
    },
    {
      rule: "an operator that is down is the reason of a degraded root",
      root: { ownVerdict: "degraded", gates: buildGates("OperatorDown") },
      blocking: [unhealthyRoot({ verdict: "degraded", reason: "OperatorDown" })],
    },
    {
      rule: "an operator that was not read is the reason of an unknown root",
      root: { ownVerdict: "unknown", gates: buildGates("OperatorUnknown") },
      blocking: [unhealthyRoot({ verdict: "unknown", reason: "OperatorUnknown" })],
    },
    {
      rule: "a failed reconciliation is the reason of a degraded root",
      root: {
        ownVerdict: "degraded",
        conditions: [condition("ReconcileComplete", "F", 1, "Failed"), condition("Available", "F", 1, "Broken")],
      },
      blocking: [unhealthyRoot({ verdict: "degraded", reason: "Failed" })],
    },
    {
      rule: "a complete reconciliation is no reason",
      root: {
        ownVerdict: "degraded",
        conditions: [condition("ReconcileComplete", "T", 1, "Done"), condition("Available", "F", 1, "Broken")],
      },
      blocking: [unhealthyRoot({ verdict: "degraded", reason: "Broken" })],
    },
    {
      rule: "ReconcileComplete of another family is read by its polarity",
      root: {
        profile: "application",
        ownVerdict: "degraded",
        conditions: [condition("ReconcileComplete", "F", 1, "Failed"), condition("Available", "F", 1, "Broken")],
      },
      blocking: [unhealthyRoot({ verdict: "degraded", reason: "Broken" })],
    },
  ];
  test.for(rows)("$rule", ({ root, blocking }) => {
    expect(listBlockingFindings("healthy", root)).toEqual(blocking);
  });

  const reasons: readonly {
    readonly rule: string;
    readonly component: Partial<ReportNode>;
    readonly finding: { readonly reason: string; readonly outcome?: string };
    /** What the sentence of the finding contains. */
    readonly cause?: string;
  }[] = [
    {
      rule: "the reason of the evaluation comes first",
      component: { trouble: { reason: "Own", message: "" }, conditions: [condition("Available", "F", 1, "A")] },
      finding: { reason: "Own" },
    },
    {
      rule: "the reason of the main condition comes next",
      component: {
        conditions: [
          condition("Progressing", "T", 1, "Busy"),
          condition("Synchronized", "F", 1, "Good"),
          condition("Degraded", "T", 1, "Bad"),
          condition("Available", "F", 1, "Main"),
        ],
      },
      finding: { reason: "Main" },
    },
    {
      rule: "the reason of a bad condition comes before that of a good one",
      component: { conditions: [condition("Synchronized", "F", 1, "Good"), condition("Degraded", "T", 1, "Bad")] },
      finding: { reason: "Bad" },
    },
    {
      rule: "the reason of a good condition comes before that of progress",
      component: { conditions: [condition("Progressing", "T", 1, "Busy"), condition("Synchronized", "F", 1, "Good")] },
      finding: { reason: "Good" },
    },
    {
      rule: "the reason of progress comes last",
      component: { conditions: [condition("Upgradeable", "F", 1, "No"), condition("Progressing", "T", 1, "Busy")] },
      finding: { reason: "Busy" },
    },
    {
      rule: "the reason of Upgradeable is not quoted",
      component: { conditions: [condition("Upgradeable", "F", 1, "No")] },
      finding: { reason: "" },
    },
    {
      rule: "the reason of a condition as expected is not quoted",
      component: { conditions: [condition("Available", "T", 1, "Fine")] },
      finding: { reason: "" },
    },
    {
      rule: "a condition without a reason is passed over",
      component: { conditions: [condition("Available", "F"), condition("Degraded", "T", 1, "Bad")] },
      finding: { reason: "Bad" },
    },
    {
      rule: "a failing workload below the component is named",
      component: {
        children: [workloadBelow("workload", "d", "unavailable", { trouble: { reason: "Short", message: "" } })],
      },
      finding: { reason: "" },
      cause: "Short",
    },
    {
      rule: "the deepest failing part is quoted under the name of its workload",
      component: {
        children: [
          workloadBelow("workload", "d", "unavailable", {
            trouble: { reason: "Short", message: "" },
            children: [
              workloadBelow("pod", "p", "degraded", {
                children: [workloadBelow("container", "c", "degraded", { trouble: { reason: "Crash", message: "" } })],
              }),
            ],
          }),
        ],
      },
      finding: { reason: "" },
      cause: "container c: Crash",
    },
    {
      rule: "the failing container of a Pod is named",
      component: {
        children: [
          workloadBelow("pod", "p", "degraded", {
            children: [workloadBelow("container", "c", "degraded", { trouble: { reason: "Crash", message: "" } })],
          }),
        ],
      },
      finding: { reason: "" },
      cause: "container c: Crash",
    },
    {
      rule: "neither a progressing workload nor a related object is named",
      component: {
        children: [
          workloadBelow("workload", "a", "progressing", { trouble: { reason: "A", message: "" } }),
          { ...workloadBelow("pod", "b", "healthy", { trouble: { reason: "B", message: "" } }), role: "related" },
          workloadBelow("workload", "c", "degraded", { trouble: { reason: "C", message: "" } }),
        ],
      },
      finding: { reason: "" },
      cause: "Deployment c",
    },
    {
      rule: "a failing workload without a reason is not named",
      component: { children: [workloadBelow("workload", "d", "unavailable")] },
      finding: { reason: "" },
    },
    {
      rule: "a workload below a component that was not found is not named",
      component: {
        outcome: "absent",
        children: [workloadBelow("workload", "d", "unavailable", { trouble: { reason: "Short", message: "" } })],
      },
      finding: { outcome: "absent", reason: "" },
    },
  ];
  test.for(reasons)("$rule", ({ component, finding, cause = "" }) => {
    const unavailable = cdi({ verdict: "unavailable", conditions: [], ...component });
    const { blocking } = evaluateRoots("healthy", [healthyRoot({ children: [unavailable] })]);
    expect(blocking.map(shortFinding)).toStrictEqual([unhealthyCdi({ verdict: "unavailable", ...finding })]);
    expect(blocking.map((each) => describeBlockingFinding(each)).join()).toContain(cause);
  });
});
