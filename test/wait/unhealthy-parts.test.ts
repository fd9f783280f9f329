import { describe, expect, test } from "vitest";
import type { ReportNode, RootNode } from "../../shared/model/report.ts";
import { describeBlockingFinding } from "../../shared/outline/findings/wait.ts";
import { condition, openGates, workloadBelow } from "../render/build.ts";
import {
  aboutHyperConverged,
  cdi,
  evaluateRoots,
  expectBlocking,
  healthyRoot,
  part,
  type Rows,
  shortFinding,
  verdict,
} from "./waited-root.ts";

describe("what blocks the goal healthy", () => {
  const gates = (because: string): RootNode["gates"] => ({
    ...openGates,
    ready: { answer: "no", because: ["x", because] },
  });
  const upgrade: RootNode["gates"] = { ...openGates, upgrade: { running: true, waitingFor: ["CDI"] } };
  const rows: Rows = [
    ["a healthy root blocks nothing", {}, []],
    [
      "a root that is being deleted has a stale status",
      { deleting: true, stale: true, ownVerdict: "progressing" },
      [{ code: "outdated-status", because: "deleting", ...aboutHyperConverged }],
    ],
    [
      "a root whose status is stale blocks",
      { stale: true, ownVerdict: "progressing" },
      [{ code: "outdated-status", because: "stale", ...aboutHyperConverged }],
    ],
    [
      "an unavailable component blocks",
      { children: [cdi({ verdict: "unavailable" })] },
      [part({ verdict: "unavailable" })],
    ],
    ["a degraded component blocks", { children: [cdi({ verdict: "degraded" })] }, [part({ verdict: "degraded" })]],
    ["an optional component does not block", { children: [cdi({ verdict: "unavailable", required: false })] }, []],
    ["a degraded root blocks", { ownVerdict: "degraded" }, [verdict({ verdict: "degraded" })]],
    [
      "a degraded root and an unavailable component both block",
      { ownVerdict: "degraded", children: [cdi({ verdict: "unavailable" })] },
      [verdict({ verdict: "degraded" }), part({ verdict: "unavailable" })],
    ],
    ["a root of unknown verdict blocks", { verdict: "unknown" }, [verdict({ verdict: "unknown" })]],
    [
      "an own verdict that is worse than the verdict of the root blocks",
      { ownVerdict: "unknown", verdict: "healthy" },
      [verdict({ verdict: "unknown" })],
    ],
    [
      "the parts of a root that is no HyperConverged do not block by themselves",
      { profile: "generic", children: [cdi({ verdict: "unavailable" })] },
      [verdict({ verdict: "unavailable", reason: "" })],
    ],
    [
      "a running upgrade blocks in place of the root's own verdict",
      { ownVerdict: "progressing", gates: upgrade },
      [expect.objectContaining({ code: "not-upgraded", running: true, waitingFor: ["CDI"] })],
    ],
    [
      "a degraded root blocks also while an upgrade runs",
      { ownVerdict: "degraded", gates: upgrade },
      [verdict({ verdict: "degraded" })],
    ],
    [
      "a progressing root blocks where no upgrade runs",
      { ownVerdict: "progressing" },
      [verdict({ verdict: "progressing" })],
    ],
    [
      "an operator that is down is the reason of a degraded root",
      { ownVerdict: "degraded", gates: gates("OperatorDown") },
      [verdict({ verdict: "degraded", reason: "OperatorDown" })],
    ],
    [
      "an operator that was not read is the reason of an unknown root",
      { ownVerdict: "unknown", gates: gates("OperatorUnknown") },
      [verdict({ verdict: "unknown", reason: "OperatorUnknown" })],
    ],
    [
      "a failed reconciliation is the reason of a degraded root",
      {
        ownVerdict: "degraded",
        conditions: [condition("ReconcileComplete", "F", 1, "Failed"), condition("Available", "F", 1, "Broken")],
      },
      [verdict({ verdict: "degraded", reason: "Failed" })],
    ],
    [
      "a complete reconciliation is no reason",
      {
        ownVerdict: "degraded",
        conditions: [condition("ReconcileComplete", "T", 1, "Done"), condition("Available", "F", 1, "Broken")],
      },
      [verdict({ verdict: "degraded", reason: "Broken" })],
    ],
    [
      "ReconcileComplete of another family is read by its polarity",
      {
        profile: "application",
        ownVerdict: "degraded",
        conditions: [condition("ReconcileComplete", "F", 1, "Failed"), condition("Available", "F", 1, "Broken")],
      },
      [verdict({ verdict: "degraded", reason: "Broken" })],
    ],
  ];
  test.for(rows)("%s", expectBlocking("healthy"));

  const reasons: readonly [
    sentence: string,
    part: Partial<ReportNode>,
    reported: { readonly reason: string; readonly outcome?: string; readonly cause?: string },
  ][] = [
    [
      "the reason of the evaluation comes first",
      { trouble: { reason: "Own", message: "" }, conditions: [condition("Available", "F", 1, "A")] },
      { reason: "Own" },
    ],
    [
      "the reason of the main condition comes next",
      {
        conditions: [
          condition("Progressing", "T", 1, "Busy"),
          condition("Synchronized", "F", 1, "Good"),
          condition("Degraded", "T", 1, "Bad"),
          condition("Available", "F", 1, "Main"),
        ],
      },
      { reason: "Main" },
    ],
    [
      "the reason of a bad condition comes before that of a good one",
      { conditions: [condition("Synchronized", "F", 1, "Good"), condition("Degraded", "T", 1, "Bad")] },
      { reason: "Bad" },
    ],
    [
      "the reason of a good condition comes before that of progress",
      { conditions: [condition("Progressing", "T", 1, "Busy"), condition("Synchronized", "F", 1, "Good")] },
      { reason: "Good" },
    ],
    [
      "the reason of progress comes last",
      { conditions: [condition("Upgradeable", "F", 1, "No"), condition("Progressing", "T", 1, "Busy")] },
      { reason: "Busy" },
    ],
    [
      "the reason of Upgradeable is not quoted",
      { conditions: [condition("Upgradeable", "F", 1, "No")] },
      { reason: "" },
    ],
    [
      "the reason of a condition as expected is not quoted",
      { conditions: [condition("Available", "T", 1, "Fine")] },
      { reason: "" },
    ],
    [
      "a condition without a reason is passed over",
      { conditions: [condition("Available", "F"), condition("Degraded", "T", 1, "Bad")] },
      { reason: "Bad" },
    ],
    [
      "a failing workload below the component is named",
      { children: [workloadBelow("workload", "d", "unavailable", { trouble: { reason: "Short", message: "" } })] },
      { reason: "", cause: "Short" },
    ],
    [
      "the deepest failing part is quoted under the name of its workload",
      {
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
      { reason: "", cause: "container c: Crash" },
    ],
    [
      "the failing container of a Pod is named",
      {
        children: [
          workloadBelow("pod", "p", "degraded", {
            children: [workloadBelow("container", "c", "degraded", { trouble: { reason: "Crash", message: "" } })],
          }),
        ],
      },
      { reason: "", cause: "container c: Crash" },
    ],
    [
      "neither a progressing workload nor a related object is named",
      {
        children: [
          workloadBelow("workload", "a", "progressing", { trouble: { reason: "A", message: "" } }),
          { ...workloadBelow("pod", "b", "healthy", { trouble: { reason: "B", message: "" } }), role: "related" },
          workloadBelow("workload", "c", "degraded", { trouble: { reason: "C", message: "" } }),
        ],
      },
      { reason: "", cause: "Deployment c" },
    ],
    [
      "a failing workload without a reason is not named",
      { children: [workloadBelow("workload", "d", "unavailable")] },
      { reason: "" },
    ],
    [
      "a workload below a component that was not found is not named",
      {
        outcome: "absent",
        children: [workloadBelow("workload", "d", "unavailable", { trouble: { reason: "Short", message: "" } })],
      },
      { outcome: "absent", reason: "" },
    ],
  ];
  test.for(reasons)("the reason is %s", ([, more, { cause = "", ...reported }]) => {
    const { blocking } = evaluateRoots("healthy", [
      healthyRoot({ children: [cdi({ verdict: "unavailable", ...more, conditions: more.conditions ?? [] })] }),
    ]);
    expect(blocking.map(shortFinding)).toStrictEqual([part({ verdict: "unavailable", ...reported })]);
    expect(blocking.map((each) => describeBlockingFinding(each)).join()).toContain(cause);
  });
});
