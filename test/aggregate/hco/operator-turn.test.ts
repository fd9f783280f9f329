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

function buildHealthyCluster(): WatchedCluster {
  return watchedCluster([...withOperators(objectsIn(readGoldenCase(healthyCase))), ...gadgets]);
}

/** A cluster whose CDI has been degraded since `since`, while the CR reports that it is healthy. */
function degradeCdi(since: string | undefined): WatchedCluster {
  const one = buildHealthyCluster();
  changeConditions(one, "CDI", {
    Degraded: { status: "True", reason: "Broken", message: "", lastTransitionTime: since },
  });
  return one;
}

/** A cluster whose CDI has been healthy since `since`, while the CR reports that it is degraded. */
function recoverCdi(since: string): WatchedCluster {
  const one = buildHealthyCluster();
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

/** A cluster whose CR has reported since this second that CDI is degraded, while CDI has been healthy for an hour. */
function reportCdiFalsely(): WatchedCluster {
  const one = recoverCdi("2026-11-21T12:00:00Z");
  const now = { lastTransitionTime: takenAt };
  changeConditions(one, "HyperConverged", { Available: now, Degraded: now, Upgradeable: now });
  return one;
}

const comparisonCodes = ["drift", "health-disagrees", "conditions-disagree", "hidden-offender", "operator-condition"];

/** Whether drift is held, the verdict, and what was found by comparing. */
function summarizeReport({ roots: [root], findings }: Report): readonly unknown[] {
  const found = findings.filter(({ code }) => comparisonCodes.includes(code)).map(({ code }) => code);
  return [root?.driftHeld, root?.verdict, (root?.drift.length ?? 0) > 0, [...new Set(found)]];
}

describe("a difference that the operator may still remove is in drift, and is no finding", () => {
  const files: Source = { kind: "files", name: "x" };
  const rows: readonly {
    readonly rule: string;
    readonly cluster: WatchedCluster;
    readonly expected: readonly unknown[];
    readonly scene?: Scene;
  }[] = [
    {
      rule: "a cluster without a difference has no drift",
      cluster: buildHealthyCluster(),
      expected: [null, "healthy", false, []],
    },
    {
      rule: "a component that became degraded this second is no finding",
      cluster: degradeCdi(takenAt),
      expected: ["settling", "degraded", true, []],
    },
    {
      rule: "a component that became degraded 4 seconds ago is no finding",
      cluster: degradeCdi("2026-11-21T12:59:56Z"),
      expected: ["settling", "degraded", true, []],
    },
    {
      rule: "a component that became degraded 5 seconds ago is a finding",
      cluster: degradeCdi("2026-11-21T12:59:55Z"),
      expected: [null, "degraded", true, ["drift", "health-disagrees"]],
    },
    {
      rule: "a component whose clock is 4 seconds ahead is no finding",
      cluster: degradeCdi("2026-11-21T13:00:04Z"),
      expected: ["settling", "degraded", true, []],
    },
    {
      rule: "a component whose clock is an hour ahead is a finding",
      cluster: degradeCdi("2026-11-21T14:00:00Z"),
      expected: [null, "degraded", true, ["drift", "health-disagrees"]],
    },
    {
      rule: "a component that became degraded at an unknown time is a finding",
      cluster: degradeCdi(undefined),
      expected: [null, "degraded", true, ["drift", "health-disagrees"]],
    },
    {
      rule: "a component that recovered this second is no finding",
      cluster: recoverCdi(takenAt),
      expected: ["settling", "healthy", true, []],
    },
    {
      rule: "a component that recovered 5 seconds ago is a finding, since the CR still reports it",
      cluster: recoverCdi("2026-11-21T12:59:55Z"),
      expected: [null, "unavailable", true, ["drift"]],
    },
    {
      rule: "a CR that reports this second what no component reports is a finding",
      cluster: reportCdiFalsely(),
      expected: [null, "unavailable", true, ["drift"]],
    },
    {
      rule: "a difference at the newest time of a file is a finding",
      cluster: degradeCdi(takenAt),
      expected: [null, "degraded", true, ["drift", "health-disagrees"]],
      scene: { source: files },
    },
    {
      rule: "a difference 3 seconds before the file was taken is no finding",
      cluster: degradeCdi("2026-11-21T12:59:57Z"),
      expected: ["settling", "degraded", true, []],
      scene: { source: files },
    },
  ];
  test.for(rows)("$rule", ({ cluster, expected, scene }) => {
    expect(summarizeReport(evaluateCluster(cluster, scene))).toEqual(expected);
  });

  test("a difference under an operator that does not run is no finding about drift", () => {
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
    {
      rule: "a wait for healthy or upgraded goes on where a component recovered this second",
      cluster: recoverCdi(takenAt),
      waiting: ["healthy", "upgraded"],
    },
    {
      rule: "no wait goes on because of the operator where nothing differs",
      cluster: buildHealthyCluster(),
      waiting: [],
    },
  ] as const)("$rule", ({ cluster, waiting }) => {
    const report = evaluateCluster(cluster);
    const settling = waitStates.filter((is) => {
      const { blocking, isKnown } = evaluateWaitGoal(report, { is });
      const words = blockingText(blocking, []);
      return isKnown && words.includes("the operator of kubevirt-hyperconverged may not have updated the CR yet");
    });
    expect(settling).toEqual(waiting);
  });

  test("a difference of an hour is a finding although another one is a second old", () => {
    const one = degradeCdi("2026-11-21T12:00:00Z");
    changeConditions(one, "KubeVirt", { Progressing: { status: "True", reason: "x", lastTransitionTime: takenAt } });
    const { roots, findings } = evaluateCluster(one);
    const types = findings.flatMap((each) => (each.code === "drift" ? [each.type] : []));
    expect([roots[0]?.driftHeld, types]).toEqual([null, ["Available", "Degraded"]]);
  });
});
