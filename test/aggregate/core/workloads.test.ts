import { describe, expect, test } from "vitest";
import { evaluateCoreKind } from "../../../shared/aggregate/core/kind-rules.ts";
import {
  condition,
  deployment,
  type Fields,
  manifest,
  object,
  rolloutDone,
  rolloutRunning,
  secondsAgo,
  takenAt,
} from "./manifests.ts";

const all = { replicas: 3, readyReplicas: 3, availableReplicas: 3, updatedReplicas: 3 };
const two = { ...all, readyReplicas: 2, availableReplicas: 2, unavailableReplicas: 1 };
const none = { replicas: 3, updatedReplicas: 3, unavailableReplicas: 3 };
const available = condition("Available", "True", "MinimumReplicasAvailable");
const late = condition(
  "Progressing",
  "False",
  "ProgressDeadlineExceeded",
  'ReplicaSet "web-2" has timed out progressing.',
);
const quota = condition(
  "ReplicaFailure",
  "True",
  "FailedCreate",
  'pods "web-2-x" is forbidden: exceeded quota: compute',
);

type Row = readonly [
  rule: string,
  object: Fields,
  verdict: string,
  reason?: string | undefined,
  facts?: Fields,
  newestPod?: string,
];

function statefulSet(status: Fields, spec: Fields = {}): Fields {
  return manifest("apps/v1", "StatefulSet", "db", { spec: { replicas: 3, ...spec }, status });
}

function daemonSet(status: Fields, spec: Fields = {}): Fields {
  return manifest("apps/v1", "DaemonSet", "agent", { spec, status });
}

function replicaSet(status: Fields, metadata: Fields = {}): Fields {
  return manifest("apps/v1", "ReplicaSet", "web-1", { metadata, spec: { replicas: 2 }, status });
}

const nodes = {
  desiredNumberScheduled: 4,
  currentNumberScheduled: 4,
  numberReady: 4,
  numberAvailable: 4,
  updatedNumberScheduled: 4,
};

const between = {
  replicas: 3,
  readyReplicas: 3,
  availableReplicas: 3,
  updatedReplicas: 1,
  currentRevision: "db-1",
  updateRevision: "db-2",
};

const rows: readonly Row[] = [
  [
    "a Deployment with all replicas available is healthy",
    deployment({ ...all, conditions: [available, rolloutDone] }),
    "healthy",
    undefined,
    { ready: "3/3" },
  ],
  [
    "zero available of some wanted is unavailable",
    deployment({
      ...none,
      conditions: [
        rolloutDone,
        condition("Available", "False", "MinimumReplicasUnavailable", "Deployment does not have minimum availability."),
      ],
    }),
    "unavailable",
    "MinimumReplicasUnavailable",
    { ready: "0/3" },
  ],
  [
    "zero available is unavailable during a roll-out too",
    deployment({ ...none, conditions: [rolloutRunning] }),
    "unavailable",
    "LessAvailable",
  ],
  [
    "some available while it rolls out within its deadline is progressing",
    deployment({ ...two, conditions: [available, rolloutRunning] }),
    "progressing",
    "LessAvailable",
    { ready: "2/3" },
  ],
  [
    "some available of a settled Deployment is degraded",
    deployment({ ...two, conditions: [available, rolloutDone] }),
    "degraded",
    "LessAvailable",
  ],
  [
    "a new Deployment is given the time of a roll-out",
    deployment({ ...two, conditions: [available, rolloutDone] }, {}, { creationTimestamp: secondsAgo(60) }),
    "progressing",
  ],
  [
    "past its progress deadline it is degraded although old pods serve",
    deployment({ ...all, updatedReplicas: 1, replicas: 4, conditions: [available, late] }),
    "degraded",
    "ProgressDeadlineExceeded",
  ],
  [
    "past its progress deadline with nothing available it is unavailable, by the deadline",
    deployment({ ...none, conditions: [late] }),
    "unavailable",
    "ProgressDeadlineExceeded",
  ],
  [
    "what quota or admission refuses is degraded, in the server's words",
    deployment({ ...two, conditions: [available, quota, rolloutDone] }),
    "degraded",
    "FailedCreate",
  ],
  [
    "surge pods during a roll-out are progressing",
    deployment({ ...all, replicas: 4, conditions: [available, rolloutRunning] }),
    "progressing",
    "ExtraPods",
  ],
  [
    "old pods still there are progressing",
    deployment({ ...all, updatedReplicas: 1, conditions: [available, rolloutRunning] }),
    "progressing",
    "LessUpdated",
  ],
  [
    "a status older than the spec is progressing",
    deployment({ ...none, observedGeneration: 1, conditions: [rolloutDone] }, {}, { generation: 2 }),
    "progressing",
    "StatusOutdated",
  ],
  [
    "scaled to 0 on purpose is healthy, whatever Available says",
    deployment({ observedGeneration: 1, conditions: [available] }, { replicas: 0 }),
    "healthy",
    undefined,
    { ready: "0/0" },
  ],
  [
    "scaled to 0 with pods still there is progressing",
    deployment({ replicas: 2, conditions: [available] }, { replicas: 0 }),
    "progressing",
    "ExtraPods",
  ],
  [
    "paused with enough pods is healthy, and paused is a fact",
    deployment(
      {
        ...all,
        updatedReplicas: 0,
        conditions: [available, condition("Progressing", "Unknown", "DeploymentPaused", "Deployment is paused")],
      },
      { paused: true },
    ),
    "healthy",
    undefined,
    { paused: "true" },
  ],
  [
    "paused with too few pods is degraded: nobody is at it",
    deployment(
      {
        ...two,
        conditions: [available, condition("Progressing", "Unknown", "DeploymentPaused", "Deployment is paused")],
      },
      { paused: true },
    ),
    "degraded",
    "DeploymentPaused",
  ],
  [
    "ready for less than minReadySeconds is not available",
    deployment(
      { replicas: 3, readyReplicas: 3, updatedReplicas: 3, conditions: [rolloutRunning] },
      { minReadySeconds: 60 },
    ),
    "unavailable",
    "LessAvailable",
    { ready: "3/3", available: "0/3" },
  ],
  [
    "without minReadySeconds what is ready is available",
    deployment({ replicas: 3, readyReplicas: 3, updatedReplicas: 3 }),
    "healthy",
  ],
  ["a count in quotes is no count", deployment({ ...all, readyReplicas: "3" }), "unknown", "Malformed"],
  ["a negative count is no count", deployment({ ...all, availableReplicas: -1 }), "unknown", "Malformed"],
  ["replicas wanted in words are not understood", deployment(all, { replicas: "three" }), "unknown", "Malformed"],
  ["conditions that are null are none", deployment({ ...none, conditions: null }), "unavailable"],
  ["a status that is a text is not understood", { ...deployment({}), status: "fine" }, "unknown", "Malformed"],
  [
    "a manifest that nobody has applied is unknown",
    { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" }, spec: { replicas: 3 } },
    "unknown",
    "NotObserved",
  ],
  [
    "a new object without a status is progressing",
    deployment({}, {}, { creationTimestamp: secondsAgo(3) }),
    "progressing",
    "NotObserved",
  ],
  ["a status that is missing for long is unknown: no controller is at it", deployment({}), "unknown", "NotObserved"],
  [
    "what is being deleted is progressing",
    deployment(all, {}, { deletionTimestamp: secondsAgo(10) }),
    "progressing",
    "Terminating",
  ],
  [
    "a deletion that does not end is degraded and names its finalizers",
    deployment(all, {}, { deletionTimestamp: secondsAgo(3600), finalizers: ["example.com/keep"] }),
    "degraded",
    "Terminating",
  ],

  [
    "a ReplicaSet with all replicas is healthy",
    replicaSet({ replicas: 2, readyReplicas: 2, availableReplicas: 2 }),
    "healthy",
    undefined,
    { ready: "2/2" },
  ],
  [
    "a ReplicaSet that cannot create pods says why",
    replicaSet({ replicas: 0, conditions: [quota] }),
    "unavailable",
    "FailedCreate",
  ],
  [
    "a settled ReplicaSet that lacks one is degraded",
    replicaSet({ replicas: 2, readyReplicas: 1, availableReplicas: 1 }),
    "degraded",
    "LessAvailable",
  ],
  [
    "a new ReplicaSet that lacks one is progressing",
    replicaSet({ replicas: 2, readyReplicas: 1, availableReplicas: 1 }, { creationTimestamp: secondsAgo(30) }),
    "progressing",
  ],

  [
    "a StatefulSet with all replicas of one revision is healthy",
    statefulSet({
      replicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      currentRevision: "db-1",
      updateRevision: "db-1",
    }),
    "healthy",
  ],
  [
    "a StatefulSet that creates one pod after the other is progressing as long as its newest pod is young",
    statefulSet({ replicas: 2, readyReplicas: 1, availableReplicas: 1 }),
    "progressing",
    "LessAvailable",
    {},
    secondsAgo(599),
  ],
  [
    "a StatefulSet that has lacked a pod for longer than a roll-out takes is degraded",
    statefulSet({ replicas: 2, readyReplicas: 2, availableReplicas: 2 }),
    "degraded",
    "LessAvailable",
    {},
    secondsAgo(600),
  ],
  [
    "a day old it lacks pods for long, also where they were not read",
    statefulSet({ replicas: 2, readyReplicas: 2, availableReplicas: 2 }),
    "degraded",
  ],
  [
    "what somebody has just written to it counts as a move",
    {
      ...statefulSet({ replicas: 2, readyReplicas: 2, availableReplicas: 2 }),
      metadata: {
        name: "db",
        namespace: "prod",
        creationTimestamp: secondsAgo(86_400),
        managedFields: [{ manager: "kubectl", operation: "Update", time: secondsAgo(30) }],
      },
    },
    "progressing",
  ],
  [
    "a StatefulSet that stays between two revisions is degraded",
    statefulSet(between),
    "degraded",
    "LessUpdated",
    {},
    secondsAgo(3600),
  ],
  [
    "a settled StatefulSet that lacks one is degraded",
    statefulSet({
      replicas: 3,
      readyReplicas: 2,
      availableReplicas: 2,
      currentRevision: "db-1",
      updateRevision: "db-1",
    }),
    "degraded",
  ],
  [
    "a StatefulSet between two revisions is progressing",
    statefulSet({
      replicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      updatedReplicas: 1,
      currentRevision: "db-1",
      updateRevision: "db-2",
    }),
    "progressing",
    "LessUpdated",
  ],
  [
    "below its partition a StatefulSet stays at the old revision",
    statefulSet(
      {
        replicas: 3,
        readyReplicas: 3,
        availableReplicas: 3,
        updatedReplicas: 1,
        currentRevision: "db-1",
        updateRevision: "db-2",
      },
      { updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 2 } } },
    ),
    "healthy",
  ],
  [
    "with OnDelete a StatefulSet waits for a person",
    statefulSet(
      { replicas: 3, readyReplicas: 3, availableReplicas: 3, currentRevision: "db-1", updateRevision: "db-2" },
      { updateStrategy: { type: "OnDelete" } },
    ),
    "healthy",
  ],

  ["a DaemonSet on all nodes is healthy", daemonSet(nodes), "healthy", undefined, { ready: "4/4" }],
  [
    "a DaemonSet that fits no node has nothing to run",
    daemonSet({ desiredNumberScheduled: 0, currentNumberScheduled: 0, numberReady: 0 }),
    "healthy",
    undefined,
    { ready: "0/0" },
  ],
  [
    "a DaemonSet that is ready nowhere is unavailable",
    daemonSet({ ...nodes, numberReady: 0, numberAvailable: 0 }),
    "unavailable",
  ],
  [
    "a DaemonSet in a roll-out is progressing",
    daemonSet({ ...nodes, updatedNumberScheduled: 2, numberReady: 3, numberAvailable: 3 }),
    "progressing",
  ],
  [
    "a DaemonSet that stays between two revisions is degraded although all are ready",
    daemonSet({ ...nodes, updatedNumberScheduled: 2 }),
    "degraded",
    "LessUpdated",
    {},
    secondsAgo(3600),
  ],
  [
    "a DaemonSet without a pod on one of its nodes is degraded in the end",
    daemonSet({ ...nodes, currentNumberScheduled: 3, numberReady: 3, numberAvailable: 3, updatedNumberScheduled: 3 }),
    "degraded",
    "LessAvailable",
  ],
  [
    "a new node has not got its pod yet",
    daemonSet({ ...nodes, currentNumberScheduled: 3, numberReady: 3, numberAvailable: 3, updatedNumberScheduled: 3 }),
    "progressing",
    "LessAvailable",
    {},
    secondsAgo(20),
  ],
  [
    "a settled DaemonSet that lacks one is degraded",
    daemonSet({ ...nodes, numberReady: 3, numberAvailable: 3 }),
    "degraded",
  ],
  [
    "with OnDelete a DaemonSet waits for a person",
    daemonSet({ ...nodes, updatedNumberScheduled: 0 }, { updateStrategy: { type: "OnDelete" } }),
    "healthy",
  ],
  [
    "a count of 0 is left out of a status, so a DaemonSet that says how many are unavailable has the others",
    daemonSet({ ...nodes, numberAvailable: undefined, numberUnavailable: 4 }),
    "unavailable",
    "LessAvailable",
  ],
  [
    "and so has a Deployment",
    deployment({ ...all, availableReplicas: undefined, unavailableReplicas: 3 }),
    "unavailable",
  ],
  ["a DaemonSet that counts nothing is unknown", daemonSet({ observedGeneration: 1 }), "unknown", "Malformed"],
];

describe("a workload by its counts and its controller's words", () => {
  test.for(rows)("%s", ([, fields, verdict, reason, facts, newestPod]) => {
    const health = evaluateCoreKind(object(fields), takenAt, newestPod);
    expect(health?.verdict).toBe(verdict);
    if (reason !== undefined) expect(health?.trouble?.reason).toBe(reason);
    expect(health?.trouble === undefined).toBe(verdict === "healthy");
    expect(health?.facts).toMatchObject(facts ?? {});
  });

  test("what the server refused is reported in its words and with its age", () => {
    const health = evaluateCoreKind(
      object(deployment({ ...two, conditions: [available, quota, rolloutDone] })),
      takenAt,
    );
    expect(health?.trouble).toStrictEqual({
      reason: "FailedCreate",
      message: 'pods "web-2-x" is forbidden: exceeded quota: compute',
      since: secondsAgo(3600),
    });
  });
});
