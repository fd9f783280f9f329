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

describe("healthy", () => {
  const gates = (because: string): RootNode["gates"] => ({
    ...openGates,
    ready: { answer: "no", because: ["x", because] },
  });
  const upgrade: RootNode["gates"] = { ...openGates, upgrade: { running: true, waitingFor: ["CDI"] } };
  const rows: Rows = [
    ["it is", {}, []],
    [
      "it is being deleted",
      { deleting: true, stale: true, ownVerdict: "progressing" },
      [{ code: "outdated-status", because: "deleting", ...aboutHyperConverged }],
    ],
    [
      "its status is old",
      { stale: true, ownVerdict: "progressing" },
      [{ code: "outdated-status", because: "stale", ...aboutHyperConverged }],
    ],
    ["a part is down", { children: [cdi({ verdict: "unavailable" })] }, [part({ verdict: "unavailable" })]],
    ["a part is only degraded", { children: [cdi({ verdict: "degraded" })] }, [part({ verdict: "degraded" })]],
    ["a part is not required", { children: [cdi({ verdict: "unavailable", required: false })] }, []],
    ["it is degraded itself", { ownVerdict: "degraded" }, [verdict({ verdict: "degraded" })]],
    [
      "it is degraded itself, and a part is down",
      { ownVerdict: "degraded", children: [cdi({ verdict: "unavailable" })] },
      [verdict({ verdict: "degraded" }), part({ verdict: "unavailable" })],
    ],
    ["it is not healthy, and nothing says why", { verdict: "unknown" }, [verdict({ verdict: "unknown" })]],
    [
      "its own is hidden behind a verdict that is better",
      { ownVerdict: "unknown", verdict: "healthy" },
      [verdict({ verdict: "unknown" })],
    ],
    [
      "of an object by itself the parts only explain it",
      { profile: "generic", children: [cdi({ verdict: "unavailable" })] },
      [verdict({ verdict: "unavailable", reason: "" })],
    ],
    [
      "an upgrade runs",
      { ownVerdict: "progressing", gates: upgrade },
      [expect.objectContaining({ code: "not-upgraded", running: true, waitingFor: ["CDI"] })],
    ],
    [
      "an upgrade runs, and it is degraded",
      { ownVerdict: "degraded", gates: upgrade },
      [verdict({ verdict: "degraded" })],
    ],
    ["it progresses, and no upgrade runs", { ownVerdict: "progressing" }, [verdict({ verdict: "progressing" })]],
    [
      "its operator does not run",
      { ownVerdict: "degraded", gates: gates("OperatorDown") },
      [verdict({ verdict: "degraded", reason: "OperatorDown" })],
    ],
    [
      "its operator was not seen",
      { ownVerdict: "unknown", gates: gates("OperatorUnknown") },
      [verdict({ verdict: "unknown", reason: "OperatorUnknown" })],
    ],
    [
      "a reconcile failed",
      {
        ownVerdict: "degraded",
        conditions: [condition("ReconcileComplete", "F", 1, "Failed"), condition("Available", "F", 1, "Broken")],
      },
      [verdict({ verdict: "degraded", reason: "Failed" })],
    ],
    [
      "a reconcile was complete",
      {
        ownVerdict: "degraded",
        conditions: [condition("ReconcileComplete", "T", 1, "Done"), condition("Available", "F", 1, "Broken")],
      },
      [verdict({ verdict: "degraded", reason: "Broken" })],
    ],
    [
      "another system has a condition of that name",
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
      "the rule's own word first",
      { trouble: { reason: "Own", message: "" }, conditions: [condition("Available", "F", 1, "A")] },
      { reason: "Own" },
    ],
    [
      "then the worst polarity",
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
      "bad before good",
      { conditions: [condition("Synchronized", "F", 1, "Good"), condition("Degraded", "T", 1, "Bad")] },
      { reason: "Bad" },
    ],
    [
      "good before busy",
      { conditions: [condition("Progressing", "T", 1, "Busy"), condition("Synchronized", "F", 1, "Good")] },
      { reason: "Good" },
    ],
    [
      "busy at last",
      { conditions: [condition("Upgradeable", "F", 1, "No"), condition("Progressing", "T", 1, "Busy")] },
      { reason: "Busy" },
    ],
    ["advice is none", { conditions: [condition("Upgradeable", "F", 1, "No")] }, { reason: "" }],
    ["not what is as it should be", { conditions: [condition("Available", "T", 1, "Fine")] }, { reason: "" }],
    [
      "not what has no word",
      { conditions: [condition("Available", "F"), condition("Degraded", "T", 1, "Bad")] },
      { reason: "Bad" },
    ],
    [
      "and what fails below it",
      { children: [workloadBelow("workload", "d", "unavailable", { trouble: { reason: "Short", message: "" } })] },
      { reason: "", cause: "Short" },
    ],
    [
      "as deep as was read, by the name of the workload",
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
      "of a Pod by the name of its container",
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
      "not what only progresses, nor what is only related",
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
      "nothing where the child has no word",
      { children: [workloadBelow("workload", "d", "unavailable")] },
      { reason: "" },
    ],
    [
      "nothing below what was not found",
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
