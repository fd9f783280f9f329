import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { planReads } from "../../shared/aggregate/read-plan.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Related, Report } from "../../shared/model/report.ts";
import { type ConditionHistory, findPast, rememberReport } from "../../shared/timeline/condition-history.ts";
import { applyRandomEvent, gadgets, objectsIn, replaceObject } from "../aggregate/random-events.ts";
import { withOperators } from "../aggregate/waiting-cluster.ts";
import { type WatchedCluster, watchedCluster } from "../aggregate/watched-cluster.ts";
import { readGoldenCase } from "../golden/recorded.ts";
import { randomFrom } from "../random.ts";
import { report, root } from "../render/build.ts";

const healthyCase = "openshift-with-ssp-and-an-operatorcondition-is-healthy";

interface Condition {
  readonly type: string;
  status: string;
  reason: string;
}

function clusterOf(sentence: string): WatchedCluster {
  return watchedCluster([...withOperators(objectsIn(readGoldenCase(sentence))), ...gadgets]);
}

function evaluateCluster(cluster: WatchedCluster, takenAt: string): Report {
  return aggregate(cluster.settled((snapshot) => planReads(snapshot, {}), takenAt));
}

/** CDI says of itself that it is degraded, or that it is not. */
function degrade(cluster: WatchedCluster, status: string, reason = "Broken"): void {
  replaceObject(cluster, "CDI", (raw) => {
    const one = raw.status.conditions.find(({ type }: Condition) => type === "Degraded");
    Object.assign(one, { status, reason });
  });
}

/** The root's recomputed condition, in a few words. */
function stateOf(history: ConditionHistory | undefined, type: string): unknown {
  const [root] = history?.report.roots ?? [];
  const one = history && root && findPast(history, root)?.conditions.find((each) => each.type === type);
  return one && [one.status, one.since, one.isAtLeast ? "at least" : "since", one.flaps];
}

describe("since when a recomputed condition is so, and how often it was otherwise", () => {
  const minuteOf = (number: number): string => `2026-11-21T12:0${number}:00Z`;

  test("at first sight since the time that is reported, where the same is reported", () => {
    const report = evaluateCluster(clusterOf(healthyCase), minuteOf(0));
    const reported = report.roots[0]?.conditions.find(({ type }) => type === "Available");
    expect(stateOf(rememberReport(undefined, report), "Available")).toEqual(["True", reported?.since, "since", 0]);
  });

  test("at first sight at least since then, where something else is reported", () => {
    const cluster = clusterOf(healthyCase);
    degrade(cluster, "True");
    expect(stateOf(rememberReport(undefined, evaluateCluster(cluster, minuteOf(0))), "Degraded")).toEqual([
      "True",
      minuteOf(0),
      "at least",
      0,
    ]);
  });

  test("another status begins when it is seen, another reason does not, and the same again is one more change", () => {
    const cluster = clusterOf(healthyCase);
    let history = rememberReport(undefined, evaluateCluster(cluster, minuteOf(0)));
    const steps: [status: string, reason: string, stateOf: unknown[]][] = [
      ["True", "Broken", ["True", minuteOf(1), "since", 1]],
      ["True", "StillBroken", ["True", minuteOf(1), "since", 1]],
      ["False", "", ["False", minuteOf(3), "since", 2]],
      ["False", "", ["False", minuteOf(3), "since", 2]],
      ["True", "Broken", ["True", minuteOf(5), "since", 3]],
    ];
    for (const [step, [status, reason, expected]] of steps.entries()) {
      degrade(cluster, status, reason);
      history = rememberReport(history, evaluateCluster(cluster, minuteOf(step + 1)));
      expect(stateOf(history, "Degraded")).toEqual(expected);
    }
  });

  test("verdicts of roots and components too", () => {
    const cluster = clusterOf(healthyCase);
    const first = rememberReport(undefined, evaluateCluster(cluster, minuteOf(0)));
    degrade(cluster, "True");
    const history = rememberReport(first, evaluateCluster(cluster, minuteOf(1)));
    const [root] = history.report.roots;
    const nodes =
      root === undefined ? [] : [root, ...root.children.filter(({ label }) => /^(CDI|KubeVirt)$/.test(label))];
    const [own, ...parts] = nodes.map((node) => findPast(history, node)?.verdict);
    expect(own).toMatchObject({ status: "degraded", since: minuteOf(1), flaps: 1, isAtLeast: false });
    expect(parts.map((each) => each?.status).toSorted()).toEqual(["degraded", "healthy"]);
    expect(parts.map((each) => each?.flaps).toSorted()).toEqual([0, 1]);
  });

  test("a recreated object begins a new history, one that was only out of sight does not", () => {
    const cluster = clusterOf(healthyCase);
    let history = rememberReport(undefined, evaluateCluster(cluster, minuteOf(0)));
    degrade(cluster, "True");
    history = rememberReport(history, evaluateCluster(cluster, minuteOf(1)));
    cluster.refused.set("hco.kubevirt.io/HyperConverged", "forbidden");
    history = rememberReport(history, evaluateCluster(cluster, minuteOf(2)));
    expect(history.report.roots.filter(({ ref }) => ref.kind === "HyperConverged")).toEqual([]);
    cluster.refused.clear();
    history = rememberReport(history, evaluateCluster(cluster, minuteOf(3)));
    expect(stateOf(history, "Degraded")).toEqual(["True", minuteOf(1), "since", 1]);
    replaceObject(cluster, "HyperConverged", (raw) => Object.assign(raw.metadata, { uid: "another" }));
    history = rememberReport(history, evaluateCluster(cluster, minuteOf(4)));
    expect(stateOf(history, "Degraded")).toEqual(["True", minuteOf(4), "at least", 0]);
  });
});

describe("only the same cause that comes and goes recurs", () => {
  const second = (number: number): string => `2026-11-21T12:00:${String(10 + number)}Z`;
  type Step = readonly [status: string, reason: string];
  const rows: readonly [sentence: string, steps: readonly Step[], recurring: number | undefined][] = [
    [
      "one fault twice",
      [
        ["True", "Broken"],
        ["False", ""],
        ["True", "Broken"],
      ],
      3,
    ],
    [
      "three faults one after another",
      [
        ["True", "Broken"],
        ["False", ""],
        ["True", "Lost"],
        ["True", "Full"],
      ],
      1,
    ],
  ];
  test.for(rows)("%s", ([, steps, times]) => {
    const cluster = clusterOf(healthyCase);
    let history = rememberReport(undefined, evaluateCluster(cluster, second(0)));
    for (const [place, [status, reason]] of steps.entries()) {
      degrade(cluster, status, reason);
      history = rememberReport(history, evaluateCluster(cluster, second(place + 1)));
    }
    const cdi = history.report.roots[0]?.children.find(({ label }) => label === "CDI");
    expect(cdi && findPast(history, cdi)?.verdict.recurring?.times).toBe(times);
  });

  test("a spec that is edited twice", () => {
    const cluster = clusterOf(healthyCase);
    let history = rememberReport(undefined, evaluateCluster(cluster, second(0)));
    for (const [place, observed] of [1, 2, 1, 2].entries()) {
      replaceObject(cluster, "HyperConverged", (raw) => {
        Object.assign(raw.metadata, { generation: 2 });
        const conditions = raw.status.conditions.map((each: object) => ({ ...each, observedGeneration: observed }));
        Object.assign(raw.status, { observedGeneration: observed, conditions });
      });
      history = rememberReport(history, evaluateCluster(cluster, second(place + 1)));
    }
    const [root] = history.report.roots;
    expect(root && findPast(history, root)?.verdict).toMatchObject({ status: "healthy", flaps: 4 });
    expect(root && findPast(history, root)?.verdict.recurring).toBeUndefined();
  });
});

test("a long watch takes no more memory than a short one, and no condition is so before it was otherwise", () => {
  const cluster = clusterOf(healthyCase);
  const random = randomFrom(5);
  const gone: KubeObject[] = [];
  let history: ConditionHistory | undefined;
  let count = 0;
  for (let step = 0; step < 400; step++) {
    applyRandomEvent(cluster, gone, random);
    const takenAt = new Date(Date.UTC(2026, 10, 21, 12, 0, step)).toISOString().replace(".000Z", "Z");
    const before: ConditionHistory | undefined = history;
    history = rememberReport(before, evaluateCluster(cluster, takenAt));
    count += history.transitions.filter(({ at }) => at === takenAt).length;
    expect(history.transitions.length).toBeLessThanOrEqual(20);
    expect(history.objects.size).toBeLessThanOrEqual(100 + 2 * 20);
    for (const [name, { verdict, conditions, uid }] of history.objects) {
      const past = before?.objects.get(name);
      if (past === undefined || past.uid !== uid) continue;
      for (const now of [verdict, ...conditions]) {
        const was = [past.verdict, ...past.conditions].find(({ type }) => type === now.type);
        if (was === undefined) continue;
        const isSame = was.status === now.status;
        expect([now.since, now.flaps]).toEqual(isSame ? [was.since, was.flaps] : [takenAt, was.flaps + 1]);
      }
    }
  }
  expect(count).toBeGreaterThan(20);
  expect(history?.transitions).toHaveLength(20);
});

describe("what a window reads because of a click is no change of the cluster", () => {
  const reportAt = (minute: number, states: readonly Related["state"][]): Report =>
    report(
      [
        root({
          related: states.map((state, index) => ({
            ref: { group: "", kind: "ConfigMap", namespace: "n", name: `o-${index}` },
            recorded: { uid: "u", resourceVersion: "1" },
            current: { uid: "u", resourceVersion: "1" },
            state,
          })),
        }),
      ],
      { takenAt: `2026-11-21T07:0${minute}:00Z` },
    );
  const rows: [rule: string, steps: readonly (readonly Related["state"][])[], seen: number][] = [
    [
      "recorded objects that are read, and not any more",
      [
        ["unread", "unread"],
        ["same", "gone"],
        ["unread", "unread"],
      ],
      0,
    ],
    ["an object that is deleted while they are read", [["same"], ["gone"], ["gone"]], 1],
  ];
  test.for(rows)("%s", ([, steps, seen]) => {
    const history = steps
      .map((states, minute) => reportAt(minute, states))
      .reduce<ConditionHistory | undefined>(rememberReport, undefined);
    expect(history?.transitions).toHaveLength(seen);
  });
});
