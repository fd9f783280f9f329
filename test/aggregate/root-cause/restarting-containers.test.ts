import { expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { type Fields, manifest, pod, secondsAgo, takenAt, terminatedState } from "../core/manifests.ts";

const replicas = { replicas: 1, readyReplicas: 1, availableReplicas: 1 };
const set = manifest("apps/v1", "ReplicaSet", "web-1", { spec: { replicas: 1 }, status: replicas });
const ownerReferences = [
  { apiVersion: "apps/v1", kind: "ReplicaSet", name: "web-1", uid: "uid-web-1", controller: true },
];
const restartedContainer = (seconds: number): Fields =>
  pod(
    { restartCount: 57, lastState: terminatedState(137, "OOMKilled", seconds) },
    {},
    { metadata: { ownerReferences } },
  );
const reportOf = (seconds: number) =>
  aggregate(snapshotOf([set, restartedContainer(seconds)], { takenAt, source: "test" }), {});

test("a container that is ready and ends again and again is a note and no fault", () => {
  const { verdict, findings } = reportOf(40);
  expect(verdict).toBe("healthy");
  expect(findings).toMatchObject([
    {
      code: "restarting",
      severity: "info",
      about: { kind: "Pod", name: "web-1-abcde" },
      container: "app",
      restarts: 57,
      reason: "OOMKilled",
      exitCode: "137",
      last: secondsAgo(40),
    },
  ]);
});

test("what did so long ago is not worth a word", () => {
  expect(reportOf(3600).findings).toStrictEqual([]);
});
