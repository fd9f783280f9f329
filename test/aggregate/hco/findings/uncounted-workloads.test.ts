import { expect, test } from "vitest";
import {
  condition,
  deployment,
  goodConditions,
  hyperConverged,
  type Manifest,
  object,
  ownedMetadata,
  reportOf,
} from "../../installation.ts";

// Workloads of HyperConverged itself, whose state no condition counts.

const webhook = deployment("hyperconverged-cluster-webhook", 0);

/** The pod of the webhook. `container`: the state of its container. */
function buildPods(container: Manifest): readonly Manifest[] {
  const spec = { containers: [{ name: "webhook" }] };
  const status = {
    phase: "Running",
    conditions: [condition("PodScheduled", "True"), condition("Ready", "False", "ContainersNotReady")],
    containerStatuses: [{ name: "webhook", ready: false, restartCount: 7, ...container }],
  };
  const owner = ownedMetadata("Deployment", "hyperconverged-cluster-webhook");
  return [
    object("apps/v1", "ReplicaSet", "webhook-1", { spec: { replicas: 1 }, status: { replicas: 1 } }, owner),
    object("v1", "Pod", "webhook-1-x", { spec, status }, ownedMetadata("ReplicaSet", "webhook-1")),
  ];
}

const backOff = { waiting: { reason: "CrashLoopBackOff", message: "back-off 5m0s restarting failed container" } };
const cannotRead = { terminated: { exitCode: 1, reason: "Error", message: "cannot read the HyperConverged" } };

test.for<[rule: string, pods: readonly Manifest[], cause: object | undefined]>([
  [
    "a workload that lacks replicas has the message that its container wrote as it ended",
    buildPods({ state: backOff, lastState: cannotRead }),
    { reason: "CrashLoopBackOff", message: "cannot read the HyperConverged" },
  ],
  [
    "a workload that lacks replicas has the exit code of a container that wrote no message",
    buildPods({ state: backOff, lastState: { terminated: { exitCode: 1, reason: "Error" } } }),
    { reason: "CrashLoopBackOff", message: "last terminated with exit code 1" },
  ],
  [
    "a workload that lacks replicas has the reason why its container does not start",
    buildPods({ state: { waiting: { reason: "ImagePullBackOff", message: "no such image" } } }),
    { reason: "ImagePullBackOff", message: "no such image" },
  ],
  ["a workload whose pods were not read has no cause", [], undefined],
])("%s", ([, pods, cause]) => {
  const root = hyperConverged({ conditions: goodConditions() });
  const { findings } = reportOf([root, webhook, ...pods]);
  const finding = findings.find(({ code }) => code === "uncounted-workload");
  expect(finding).toMatchObject({ ready: 0, wanted: 1 });
  expect(finding && "cause" in finding ? finding.cause : undefined).toEqual(cause);
});
