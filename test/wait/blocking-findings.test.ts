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

describe.for(sentences)("%s", (sentence) => {
  const report = aggregate(readGoldenCase(sentence));

  test.for(goals)("each finding that blocks %o has its effect on this goal, and a sentence", (goal) => {
    const { blocking } = evaluateWaitGoal(report, goal);
    for (const finding of blocking) {
      expect(["blocks", "unknown"]).toContain(finding.effects[nameGoal(goal)]);
      expect(describeBlockingFinding(finding)).not.toBe("");
    }
  });

  test("what is not healthy, or available, has a finding that blocks it", () => {
    const { verdict, roots } = report;
    if (roots.length === 0 || verdict !== "healthy")
      expect(evaluateWaitGoal(report, { is: "healthy" }).blocking).not.toEqual([]);
    if (verdict === "unavailable" || verdict === "unknown")
      expect(evaluateWaitGoal(report, { is: "available" }).blocking).not.toEqual([]);
  });
});

describe("a log gets a line for another reason, and none for a number that counts on", () => {
  const crash = "cdi-is-degraded-without-a-message-and-its-controller-crashes";
  const restarted = (restarts: number, reason = "CrashLoopBackOff"): Edit => [
    "Pod",
    (raw) => {
      for (const each of raw.status.containerStatuses) {
        each.restartCount = restarts;
        each.state = { waiting: { reason, message: "" } };
      }
    },
    "cdi-deployment-ff221a4411-53124",
  ];
  const reported = (edit: Edit) => {
    const { blocking } = evaluateWaitGoal(reportOf(openChangedCase(crash, [edit]), crash), { is: "healthy" });
    return { text: blockingText(blocking, []), ...blockingKeys(blocking) };
  };

  test("one more restart", () => {
    const before = reported(restarted(7));
    const after = reported(restarted(8));
    expect(after.text).not.toBe(before.text);
    expect([after.thing, after.why]).toEqual([before.thing, before.why]);
  });

  test("another reason of the same part", () => {
    const before = reported(restarted(7));
    const after = reported(restarted(7, "ImagePullBackOff"));
    expect(after.thing).toBe(before.thing);
    expect(after.why).not.toBe(before.why);
  });
});

describe("a workload that is short below a component that reports healthy", () => {
  const about = { group: "apps", kind: "Deployment", namespace: "n", name: "cdi-deployment" };
  const codesFor = (
    is: "healthy" | "available",
    found: ReturnType<typeof finding>,
    part = component("CDI", "healthy", "v1"),
  ) =>
    evaluateWaitGoal(
      report([root({ children: [part], conditions: [condition("Available", "T")] })], { findings: [found] }),
      { is },
    ).blocking.map(({ code }) => code);
  const shared = { component: "CDI", ready: "0/1" } as const;
  const rows: readonly {
    readonly rule: string;
    readonly found: ReturnType<typeof finding>;
    readonly healthy: boolean;
    readonly available: boolean;
  }[] = [
    {
      rule: "one without ready pods",
      found: finding("warning", { code: "component-workload-down", ...shared }, about),
      healthy: true,
      available: true,
    },
    {
      rule: "one that does not exist",
      found: finding("warning", { code: "workload-absent", component: "CDI" }, about),
      healthy: true,
      available: true,
    },
    {
      rule: "one that lacks a pod",
      found: finding("warning", { code: "workload-not-ready", component: "CDI", ready: 1, wanted: 2 }, about),
      healthy: true,
      available: false,
    },
    {
      rule: "its operator",
      found: finding("warning", { code: "component-operator-down", ...shared }, about),
      healthy: true,
      available: false,
    },
    {
      rule: "one of another component",
      found: finding("warning", { code: "workload-absent", component: "SSP" }, about),
      healthy: false,
      available: false,
    },
    {
      rule: "another finding",
      found: finding("info", { code: "no-conditions", component: "CDI" }, refOf("CDI")),
      healthy: false,
      available: false,
    },
  ];
  test.for(rows)("blocks: $rule", ({ found, healthy, available }) => {
    expect(codesFor("healthy", found)).toEqual(healthy ? [found.code] : []);
    expect(codesFor("available", found)).toEqual(available ? [found.code] : []);
  });

  test("blocks nothing where the component is not required", () => {
    const found = finding("warning", { code: "workload-absent", component: "CDI" }, about);
    const optional = component("CDI", "healthy", "v1", { required: false });
    expect([...codesFor("healthy", found, optional), ...codesFor("available", found, optional)]).toEqual([]);
  });

  test("blocks both where its status is of an older template", () => {
    const stale = workloadBelow("workload", "cdi-deployment", "healthy", { stale: true });
    const part = component("CDI", "healthy", "v1", { children: [stale] });
    const other = finding("info", { code: "no-conditions", component: "SSP" }, refOf("SSP"));
    expect(codesFor("healthy", other, part)).toHaveLength(1);
    expect(codesFor("available", other, part)).toHaveLength(1);
  });
});
