import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { planReads } from "../../../shared/aggregate/read-plan.ts";
import type { Report } from "../../../shared/model/report.ts";
import type { Source } from "../../../shared/model/snapshot.ts";
import { waitStates } from "../../../shared/model/wait.ts";
import { blockingText } from "../../../shared/outline/blocking-text.ts";
import { evaluateWaitGoal } from "../../../shared/wait/wait-goal.ts";
import { readGoldenCase } from "../../golden/recorded.ts";
import { gadgets, objectsIn, replaceObject } from "../random-events.ts";
import { withOperators } from "../waiting-cluster.ts";
import { type WatchedCluster, watchedCluster } from "../watched-cluster.ts";

const healthyCase = "openshift-with-ssp-and-an-operatorcondition-is-healthy";
const takenAt = "2026-11-21T13:00:00Z";

interface Condition {
  readonly type: string;
  status: string;
  reason: string;
  message: string;
  lastTransitionTime?: string | undefined;
}

interface Scene {
  readonly at?: string;
  readonly source?: Source;
}

/** The cluster of which these conditions of one object were changed. */
function changeConditions(
  cluster: WatchedCluster,
  kind: string,
  changes: Readonly<Record<string, Partial<Condition>>>,
): void {
  replaceObject(cluster, kind, (raw) => {
    for (const [type, change] of Object.entries(changes))
      Object.assign(raw.status.conditions.find((one: Condition) => one.type === type) ?? {}, change);
  });
}

function evaluateCluster(cluster: WatchedCluster, { at = takenAt, source }: Scene = {}): Report {
  const snapshot = cluster.settled((one) => planReads(one, {}), at);
  return aggregate(source === undefined ? snapshot : { ...snapshot, source });
}

function cluster(): WatchedCluster {
  return watchedCluster([...withOperators(objectsIn(readGoldenCase(healthyCase))), ...gadgets]);
}

/** CDI has been degraded since `since`, and not reported by the CR. */
function degradeCdi(since: string | undefined): WatchedCluster {
  const one = cluster();
  changeConditions(one, "CDI", {
    Degraded: { status: "True", reason: "Broken", message: "", lastTransitionTime: since },
  });
  return one;
}

/** CDI has been well since `since`, and the CR says that it is degraded. */
function recoverCdi(since: string): WatchedCluster {
  const one = cluster();
  changeConditions(one, "CDI", { Degraded: { status: "False", lastTransitionTime: since } });
  changeConditions(one, "HyperConverged", {
    Available: { status: "False", reason: "HCODegraded", message: "HCO is not available due to degraded components" },
    Degraded: { status: "True", reason: "CDIDegraded", message: "CDI is degraded: " },
    Upgradeable: {
      status: "False",
      reason: "HCODegraded",
      message: "HCO is not Upgradeable due to degraded components",
    },
  });
  replaceObject(one, "HyperConverged", (raw) => {
    raw.status.systemHealthStatus = "error";
  });
  return one;
}

/** The CR has said since this second that CDI is degraded, which CDI has not said for an hour. */
function accuseCdi(): WatchedCluster {
  const one = recoverCdi("2026-11-21T12:00:00Z");
  const now = { lastTransitionTime: takenAt };
  changeConditions(one, "HyperConverged", { Available: now, Degraded: now, Upgradeable: now });
  return one;
}

const comparing = ["drift", "health-disagrees", "conditions-disagree", "hidden-offender", "operator-condition"];

/** Whether drift is held, the verdict, and what was found by comparing. */
function summarizeReport({ roots: [root], findings }: Report): readonly unknown[] {
  const found = findings.filter(({ code }) => comparing.includes(code)).map(({ code }) => code);
  return [root?.driftHeld, root?.verdict, (root?.drift.length ?? 0) > 0, [...new Set(found)]];
}

describe("a difference younger than the operator's turn stands in drift and is no finding", () => {
  const files: Source = { kind: "files", name: "x" };
  const rows: readonly {
    readonly rule: string;
    readonly scene: WatchedCluster;
    readonly expected: readonly unknown[];
    readonly more?: Scene;
  }[] = [
    { rule: "nothing differs", scene: cluster(), expected: [null, "healthy", false, []] },
    {
      rule: "a component got worse this second",
      scene: degradeCdi(takenAt),
      expected: ["settling", "degraded", true, []],
    },
    {
      rule: "4 seconds ago",
      scene: degradeCdi("2026-11-21T12:59:56Z"),
      expected: ["settling", "degraded", true, []],
    },
    {
      rule: "5 seconds ago",
      scene: degradeCdi("2026-11-21T12:59:55Z"),
      expected: [null, "degraded", true, ["drift", "health-disagrees"]],
    },
    {
      rule: "its time is 4 seconds ahead",
      scene: degradeCdi("2026-11-21T13:00:04Z"),
      expected: ["settling", "degraded", true, []],
    },
    {
      rule: "its clock is an hour ahead",
      scene: degradeCdi("2026-11-21T14:00:00Z"),
      expected: [null, "degraded", true, ["drift", "health-disagrees"]],
    },
    {
      rule: "the condition has no time",
      scene: degradeCdi(undefined),
      expected: [null, "degraded", true, ["drift", "health-disagrees"]],
    },
    { rule: "it got well this second", scene: recoverCdi(takenAt), expected: ["settling", "healthy", true, []] },
    {
      rule: "it got well 5 seconds ago, and the CR's words are what is left",
      scene: recoverCdi("2026-11-21T12:59:55Z"),
      expected: [null, "unavailable", true, ["drift"]],
    },
    {
      rule: "the operator wrote this second what no component says",
      scene: accuseCdi(),
      expected: [null, "unavailable", true, ["drift"]],
    },
    {
      rule: "a file whose newest time it is",
      scene: degradeCdi(takenAt),
      expected: [null, "degraded", true, ["drift", "health-disagrees"]],
      more: { source: files },
    },
    {
      rule: "a file taken 3 seconds later",
      scene: degradeCdi("2026-11-21T12:59:57Z"),
      expected: ["settling", "degraded", true, []],
      more: { source: files },
    },
  ];
  test.for(rows)("$rule", ({ scene, expected, more }) => {
    expect(summarizeReport(evaluateCluster(scene, more))).toEqual(expected);
  });

  test("an operator that does not run has no turn", () => {
    const one = degradeCdi(takenAt);
    replaceObject(
      one,
      "hco-operator",
      (raw) => Object.assign(raw.status, { readyReplicas: 0, availableReplicas: 0 }),
      "Deployment",
    );
    expect(summarizeReport(evaluateCluster(one))).toEqual(["operator-down", "degraded", true, []]);
  });

  test.for([
    { rule: "it got well this second", scene: recoverCdi(takenAt), waiting: ["healthy", "upgraded"] },
    { rule: "nothing differs", scene: cluster(), waiting: [] },
  ] as const)("a wait is not over while the operator may not have updated the CR: $rule", ({ scene, waiting }) => {
    const report = evaluateCluster(scene);
    const settling = waitStates.filter((is) => {
      const { blocking, isKnown } = evaluateWaitGoal(report, { is });
      const words = blockingText(blocking, []);
      return isKnown && words.includes("the operator of kubevirt-hyperconverged may not have updated the CR yet");
    });
    expect(settling).toEqual(waiting);
  });

  test("a difference of an hour is found beside one of a second", () => {
    const one = degradeCdi("2026-11-21T12:00:00Z");
    changeConditions(one, "KubeVirt", { Progressing: { status: "True", reason: "x", lastTransitionTime: takenAt } });
    const { roots, findings } = evaluateCluster(one);
    const types = findings.flatMap((each) => (each.code === "drift" ? [each.type] : []));
    expect([roots[0]?.driftHeld, types]).toEqual([null, ["Available", "Degraded"]]);
  });
});
