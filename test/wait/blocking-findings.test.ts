import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { type WaitGoal, waitStates } from "../../shared/model/wait.ts";
import { blockingKeys, blockingText } from "../../shared/outline/blocking-text.ts";
import { describeBlockingFinding } from "../../shared/outline/findings/wait.ts";
import { nameGoal } from "../../shared/wait/blocking-findings.ts";
import { evaluateWaitGoal } from "../../shared/wait/wait-goal.ts";
import { type Edit, openChangedCase, reportOf } from "../aggregate/waiting-cluster.ts";
import { readGoldenCase, sentences } from "../golden/recorded.ts";
import { component, condition, finding, refOf, report, root, workloadBelow } from "../render/build.ts";

const goals: readonly WaitGoal[] = [
  ...waitStates.map((is) => ({ is })),
  { is: "upgraded", version: "9.9.9" },
  { is: "condition", type: "Available", status: "False" },
];

describe.for(sentences)("the goals of wait in the case %s", (sentence) => {
  const report = aggregate(readGoldenCase(sentence));

  test.for(goals)("each finding that blocks %o has its effect on the goal, and a sentence", (goal) => {
    const { blocking } = evaluateWaitGoal(report, goal);
    for (const finding of blocking) {
      expect(["blocks", "unknown"]).toContain(finding.effects[nameGoal(goal)]);
      expect(describeBlockingFinding(finding)).not.toBe("");
    }
  });

  test("a root that is not healthy or available has a finding that blocks the goal", () => {
    const { verdict, roots } = report;
    if (roots.length === 0 || verdict !== "healthy")
      expect(evaluateWaitGoal(report, { is: "healthy" }).blocking).not.toEqual([]);
    if (verdict === "unavailable" || verdict === "unknown")
      expect(evaluateWaitGoal(report, { is: "available" }).blocking).not.toEqual([]);
  });
});

describe("the log of a wait gets a line for another reason, and none for another number", () => {
  const crash = "cdi-is-degraded-without-a-message-and-its-controller-crashes";
  const restartContainer = (restarts: number, reason = "CrashLoopBackOff"): Edit => [
    "Pod",
    (raw) => {
      for (const each of raw.status.containerStatuses) {
        each.restartCount = restarts;
        each.state = { waiting: { reason, message: "" } };
      }
    },
    "cdi-deployment-ff221a4411-53124",
  ];
  const describeBlocking = (edit: Edit) => {
    const { blocking } = evaluateWaitGoal(reportOf(openChangedCase(crash, [edit]), crash), { is: "healthy" });
    return { text: blockingText(blocking, []), ...blockingKeys(blocking) };
  };

  test("one more restart has the same keys as before", () => {
    const before = describeBlocking(restartContainer(7));
    const after = describeBlocking(restartContainer(8));
    expect(after.text).not.toBe(before.text);
    expect([after.thing, after.why]).toEqual([before.thing, before.why]);
  });

  test("another reason of a container has another key", () => {
    const before = describeBlocking(restartContainer(7));
    const after = describeBlocking(restartContainer(7, "ImagePullBackOff"));
    expect(after.thing).toBe(before.thing);
    expect(after.why).not.toBe(before.why);
  });
});

describe("a workload below a healthy component blocks a wait", () => {
  const about = { group: "apps", kind: "Deployment", namespace: "n", name: "cdi-deployment" };
  const listBlockingCodes = (
    is: "healthy" | "available",
    blockingFinding: ReturnType<typeof finding>,
    part = component("CDI", "healthy", "v1"),
  ) =>
    evaluateWaitGoal(
      report([root({ children: [part], conditions: [condition("Available", "T")] })], { findings: [blockingFinding] }),
      { is },
    ).blocking.map(({ code }) => code);
  const shared = { component: "CDI", ready: "0/1" } as const;
  const rows: readonly {
    readonly rule: string;
    readonly blockingFinding: ReturnType<typeof finding>;
    readonly healthy: boolean;
    readonly available: boolean;
  }[] = [
    {
      rule: "a workload without ready pods blocks healthy and available",
      blockingFinding: finding("warning", { code: "component-workload-down", ...shared }, about),
      healthy: true,
      available: true,
    },
    {
      rule: "a workload that does not exist blocks healthy and available",
      blockingFinding: finding("warning", { code: "workload-absent", component: "CDI" }, about),
      healthy: true,
      available: true,
    },
    {
      rule: "a workload that lacks a pod blocks healthy",
      blockingFinding: finding("warning", { code: "workload-not-ready", component: "CDI", ready: 1, wanted: 2 }, about),
      healthy: true,
      available: false,
    },
    {
      rule: "the operator of a component that is down blocks healthy",
      blockingFinding: finding("warning", { code: "component-operator-down", ...shared }, about),
      healthy: true,
      available: false,
    },
    {
      rule: "a workload of another component blocks nothing",
      blockingFinding: finding("warning", { code: "workload-absent", component: "SSP" }, about),
      healthy: false,
      available: false,
    },
    {
      rule: "another finding blocks nothing",
      blockingFinding: finding("info", { code: "no-conditions", component: "CDI" }, refOf("CDI")),
      healthy: false,
      available: false,
    },
  ];
  test.for(rows)("$rule", ({ blockingFinding, healthy, available }) => {
    expect(listBlockingCodes("healthy", blockingFinding)).toEqual(healthy ? [blockingFinding.code] : []);
    expect(listBlockingCodes("available", blockingFinding)).toEqual(available ? [blockingFinding.code] : []);
  });

  test("a workload of an optional component blocks nothing", () => {
    const blockingFinding = finding("warning", { code: "workload-absent", component: "CDI" }, about);
    const optional = component("CDI", "healthy", "v1", { required: false });
    expect([
      ...listBlockingCodes("healthy", blockingFinding, optional),
      ...listBlockingCodes("available", blockingFinding, optional),
    ]).toEqual([]);
  });

  test("a workload with a stale status blocks healthy and available", () => {
    const stale = workloadBelow("workload", "cdi-deployment", "healthy", { stale: true });
    const part = component("CDI", "healthy", "v1", { children: [stale] });
    const other = finding("info", { code: "no-conditions", component: "SSP" }, refOf("SSP"));
    expect(listBlockingCodes("healthy", other, part)).toHaveLength(1);
    expect(listBlockingCodes("available", other, part)).toHaveLength(1);
  });
});
