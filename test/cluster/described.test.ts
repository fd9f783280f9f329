import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readPasted } from "../../shared/parse/pasted/read-pasted.ts";
import { rootAbout } from "../aggregate/generic/evaluate.ts";
import { applyOne } from "./apply.ts";
import { describeCluster } from "./describe-cluster.ts";
import type { Manifest } from "./manifest.ts";

const since = "2026-11-21T11:00:00Z";
const state = { waiting: { reason: "CrashLoopBackOff" } };
const lastState = { terminated: { exitCode: 2, reason: "Error", message: "no route\nto host", finishedAt: since } };
const web = { name: "web", image: "w", imageID: "w", ready: false, restartCount: 3, state, lastState };
const template = { metadata: { labels: { app: "w" } }, spec: { containers: [{ name: "web", image: "w" }] } };

const objects: readonly Manifest[] = [
  {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "described", namespace: "default" },
    spec: { automountServiceAccountToken: false, nodeName: "n", containers: [{ name: "web", image: "w" }] },
    status: {
      phase: "Running",
      startTime: since,
      containerStatuses: [web],
      conditions: [{ type: "Ready", status: "False", lastTransitionTime: since }],
    },
  },
  {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "described", namespace: "default" },
    spec: { replicas: 2, selector: { matchLabels: { app: "w" } }, template },
    status: {
      observedGeneration: 1,
      replicas: 2,
      updatedReplicas: 2,
      readyReplicas: 1,
      availableReplicas: 1,
      unavailableReplicas: 1,
      conditions: [{ type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded" }],
    },
  },
  {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name: "described", namespace: "default" },
    spec: { replicas: 2, serviceName: "w", selector: { matchLabels: { app: "w" } }, template },
    status: { observedGeneration: 1, replicas: 2, readyReplicas: 0, currentReplicas: 2, updatedReplicas: 2 },
  },
  {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: { name: "described", namespace: "default" },
    spec: { replicas: 2, selector: { matchLabels: { app: "w" } }, template },
    status: {
      observedGeneration: 1,
      replicas: 0,
      conditions: [{ type: "ReplicaFailure", status: "True", reason: "FailedCreate" }],
    },
  },
  {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "described", namespace: "default" },
    spec: { selector: { matchLabels: { app: "w" } }, template },
    status: {
      observedGeneration: 1,
      desiredNumberScheduled: 3,
      currentNumberScheduled: 3,
      numberMisscheduled: 1,
      updatedNumberScheduled: 3,
      numberReady: 3,
      numberAvailable: 3,
    },
  },
  {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "described", namespace: "default" },
    spec: { template: { ...template, spec: { ...template.spec, restartPolicy: "Never" } } },
    status: { startTime: since, active: 1, failed: 2 },
  },
];

describeCluster("the real kubectl describe", (cluster) => {
  test.for(objects)("of $kind is evaluated as the object that the server has", async (manifest) => {
    const stored = await applyOne(cluster, manifest);
    const words = ["--kubeconfig", cluster.kubeconfig, "describe", manifest.kind, "described", "-n", "default"];
    const { stdout } = await promisify(execFile)(cluster.kubectl, words);
    const [object] = readPasted(stdout, "x").objects;
    const text = rootAbout(object?.raw);
    const whole = rootAbout(stored);
    expect([text.verdict, text.facts]).toEqual([whole.verdict, whole.facts]);
  });
});
