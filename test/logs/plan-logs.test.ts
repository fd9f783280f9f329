import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { planLogs } from "../../shared/logs/plan-logs.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { nodeNamed } from "../cluster/nodes.ts";
import { readGoldenCase } from "../golden/recorded.ts";

const takenAt = "2026-11-28T10:00:00Z";
const finishedAt = "2026-11-28T09:58:00Z";

const waiting = { waiting: { reason: "CrashLoopBackOff", message: "back-off 5m0s" } };
const ended = { terminated: { exitCode: 1, reason: "Error", finishedAt } };

/** A Deployment whose containers are in these states, each with its last one. */
function deployment(
  states: readonly Readonly<Record<string, unknown>>[],
  names: readonly string[] = ["app"],
): Snapshot {
  const owner = (kind: string, name: string) => [{ apiVersion: "apps/v1", kind, name, uid: name, controller: true }];
  const labels = { app: "a" };
  const containers = names.map((name) => ({ name }));
  const meta = { namespace: "n", labels, creationTimestamp: "2026-11-28T08:00:00Z" };
  const objects = [
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { ...meta, name: "a", uid: "a" },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
      status: { replicas: 1, unavailableReplicas: 1, conditions: [] },
    },
    {
      apiVersion: "apps/v1",
      kind: "ReplicaSet",
      metadata: { ...meta, name: "a-1", uid: "a-1", ownerReferences: owner("Deployment", "a") },
      spec: { replicas: 1, selector: { matchLabels: labels } },
      status: { replicas: 1, readyReplicas: 0 },
    },
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ...meta, name: "a-1-x", uid: "a-1-x", ownerReferences: owner("ReplicaSet", "a-1") },
      spec: { nodeName: "w1", containers },
      status: {
        phase: "Running",
        startTime: "2026-11-28T08:00:00Z",
        conditions: [{ type: "Ready", status: "False", lastTransitionTime: "2026-11-28T09:00:00Z" }],
        containerStatuses: names.map((name, index) => ({ name, ready: false, restartCount: 3, ...states[index] })),
      },
    },
  ].map((object) => toObject(object));
  return withObjects(objects);
}

function withObjects(objects: readonly KubeObject[]): Snapshot {
  return snapshotOf(objects, { takenAt, source: "x", damage: [] });
}

const wanted = [
  { kind: { group: "apps", kind: "Deployment", plural: "deployments", versions: ["v1"], namespaced: true }, name: "a" },
];

describe("which run is read follows from the status of the container", () => {
  test.each<[rule: string, state: Readonly<Record<string, unknown>>, isPrevious: boolean | undefined]>([
    ["one that waits for its next run", { state: waiting, lastState: ended }, false],
    ["one that has ended", { state: ended }, false],
    [
      "one that runs again since it ended",
      { state: { running: { startedAt: "2026-11-28T09:59:00Z" } }, lastState: ended },
      true,
    ],
    [
      "one that runs and is not ready",
      { state: { running: { startedAt: "2026-11-28T08:59:00Z" } }, restartCount: 0 },
      false,
    ],
    [
      "one whose image is missing",
      { state: { waiting: { reason: "ImagePullBackOff", message: "x" } }, restartCount: 0 },
      undefined,
    ],
  ])("%s", (_, state, isPrevious) => {
    const { requests } = planLogs(aggregate(deployment([state]), { wanted }), () => true);
    expect(requests).toEqual(
      isPrevious === undefined ? [] : [{ namespace: "n", pod: "a-1-x", container: "app", isPrevious }],
    );
  });
});

describe("which containers are read", () => {
  const crashed = { state: waiting, lastState: ended };

  test("those of an object that is no operator's only where it was named", () => {
    const report = aggregate(deployment([crashed]), { wanted });
    expect(planLogs(report).requests).toEqual([]);
    expect(planLogs(report, ({ name }) => name === "a").requests.length).toBe(1);
  });

  test("those of HyperConverged and of a component without one, whatever was named", () => {
    for (const sentence of ["cdi-crashes-and-aaq-cannot-pull-its-image", "cdi-without-a-hyperconverged-crashes"]) {
      const { requests } = planLogs(aggregate(readGoldenCase(sentence)));
      expect(requests.map(({ container }) => container)).toEqual(["cdi-controller"]);
    }
  });

  test("never the serial console of a virtual machine", () => {
    const report = aggregate(deployment([crashed], ["guest-console-log"]), { wanted });
    expect(planLogs(report, () => true)).toEqual({ requests: [], knownLogs: [] });
  });

  test("of a node that is not ready none", () => {
    const snapshot = deployment([crashed]);
    const objects = snapshot.readings.flatMap((reading) => (reading.outcome === "found" ? reading.objects : []));
    const node = nodeNamed("w1", "2026-11-28T08:00:00Z");
    const status = { conditions: [{ type: "Ready", status: "False", reason: "KubeletNotReady" }] };
    const silent = withObjects([...objects, toObject({ ...node, status })]);
    const ready = withObjects([...objects, toObject({ ...node })]);
    const requests = [ready, silent].map((each) => planLogs(aggregate(each, { wanted }), () => true).requests.length);
    expect(requests).toEqual([1, 0]);
  });

  test("a message that the container wrote as it ended is its log, and no other is read", () => {
    const terminated = { ...ended.terminated, message: "panic: boom\n\ngoroutine 1 [running]:\n" };
    const report = aggregate(deployment([{ state: waiting, lastState: { terminated } }]), { wanted });
    const { requests, knownLogs } = planLogs(report, () => true);
    expect(requests).toEqual([]);
    expect(knownLogs).toEqual([
      {
        namespace: "n",
        pod: "a-1-x",
        container: "app",
        from: "termination-message",
        lines: ["panic: boom", "goroutine 1 [running]:"],
        quoted: [0],
      },
    ]);
  });

  test("a healthy report plans none", () => {
    expect(planLogs(aggregate(readGoldenCase("all-six-components-are-healthy")))).toEqual({
      requests: [],
      knownLogs: [],
    });
  });
});
