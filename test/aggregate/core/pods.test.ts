import { describe, expect, test } from "vitest";
import { evaluateContainer } from "../../../shared/aggregate/core/container-health.ts";
import { listContainers } from "../../../shared/aggregate/core/containers.ts";
import { evaluateCoreKind } from "../../../shared/aggregate/core/kind-rules.ts";
import { messageText } from "../../../shared/outline/cause.ts";
import {
  condition,
  type Fields,
  object,
  pod,
  runningState,
  secondsAgo,
  takenAt,
  terminatedState,
  waitingContainer,
} from "./manifests.ts";

type Row = readonly [
  rule: string,
  object: Fields,
  verdict: string,
  reason?: string | undefined,
  facts?: Fields,
  words?: RegExp,
];

/** It has not been ready for a quarter of an hour, and ended two minutes ago. */
const crashed = (exitCode: number, reason = "Error", message = ""): Fields => ({
  ...waitingContainer("CrashLoopBackOff", "back-off 5m0s restarting failed container=app"),
  restartCount: 7,
  lastState: terminatedState(exitCode, reason, 120, message),
});
const pending = (conditions: readonly Fields[], fields: Fields = {}): Fields =>
  pod(undefined, { phase: "Pending", containerStatuses: null, conditions }, { spec: { nodeName: "" }, ...fields });
const unschedulable = condition(
  "PodScheduled",
  "False",
  "Unschedulable",
  "0/3 nodes are available: 3 Insufficient memory.",
);
const initSpec = { initContainers: [{ name: "first" }, { name: "second" }], containers: [{ name: "app" }] };
const init = (first: Fields, second: Fields = { state: { waiting: { reason: "PodInitializing" } } }): Fields =>
  pod(
    waitingContainer("PodInitializing"),
    {
      phase: "Pending",
      conditions: [condition("PodScheduled", "True"), condition("Initialized", "False", "ContainersNotInitialized")],
      initContainerStatuses: [
        { name: "first", ...first },
        { name: "second", ...second },
      ],
    },
    { spec: initSpec },
  );

/** 300 s to start, and 30 s more to be ready. */
const probed: Fields = {
  spec: {
    containers: [
      {
        name: "app",
        startupProbe: { httpGet: { port: 1 }, failureThreshold: 30 },
        readinessProbe: { httpGet: { port: 1 } },
      },
    ],
  },
};
/** The main container is ready, the helper has done its work; the kubelet counts both. */
const halfDone: Fields = {
  conditions: [
    condition("ContainersReady", "False", "ContainersNotReady", "containers with unready status: [helper]"),
    condition("Ready", "False", "ContainersNotReady", "containers with unready status: [helper]"),
  ],
  containerStatuses: [
    { name: "app", ready: true, started: true, state: runningState(900) },
    { name: "helper", ready: false, state: terminatedState(0, "Completed", 600) },
  ],
};

const rows: readonly Row[] = [
  [
    "a pod that runs and is ready is healthy",
    pod(undefined),
    "healthy",
    undefined,
    { ready: "1/1", phase: "Running", node: "node-1", restarts: "0" },
  ],
  [
    "restarts long ago of a ready container are a fact, not a fault",
    pod({ restartCount: 12, lastState: terminatedState(1, "Error", 86_400) }),
    "healthy",
    undefined,
    { restarts: "12" },
  ],
  [
    "a pod that has done its work is healthy",
    pod({ ready: false, state: terminatedState(0, "Completed") }, { phase: "Succeeded" }),
    "healthy",
    undefined,
    { phase: "Succeeded" },
  ],
  [
    "CrashLoopBackOff names how the container ended",
    pod(crashed(1)),
    "degraded",
    "CrashLoopBackOff",
    { restarts: "7", container: "app" },
    /exit code 1$/,
  ],
  [
    "CrashLoopBackOff of a container without memory says so",
    pod(crashed(137, "OOMKilled")),
    "degraded",
    "CrashLoopBackOff",
    {},
    /OOMKilled, exit code 137 \(SIGKILL\)/,
  ],
  [
    "the message that the container wrote as it ended is reported",
    pod(crashed(2, "Error", "panic: no config")),
    "degraded",
    "CrashLoopBackOff",
    {},
    /exit code 2: panic: no config/,
  ],
  [
    "ImagePullBackOff is degraded",
    pod(waitingContainer("ImagePullBackOff", 'Back-off pulling image "x:1"'), { phase: "Pending" }),
    "degraded",
    "ImagePullBackOff",
    {},
    /^Back-off pulling image "x:1"$/,
  ],
  [
    "ErrImagePull is degraded",
    pod(waitingContainer("ErrImagePull", "not found"), { phase: "Pending" }),
    "degraded",
    "ErrImagePull",
  ],
  [
    "InvalidImageName is degraded",
    pod(waitingContainer("InvalidImageName"), { phase: "Pending" }),
    "degraded",
    "InvalidImageName",
  ],
  [
    "CreateContainerConfigError is degraded, in the kubelet's words",
    pod(waitingContainer("CreateContainerConfigError", 'secret "tls" not found'), { phase: "Pending" }),
    "degraded",
    "CreateContainerConfigError",
    {},
    /^secret "tls" not found$/,
  ],
  [
    "an image that is gone after a restart is reported with the kubelet's message, never with the exit before",
    pod({
      ...waitingContainer("ImagePullBackOff", 'Back-off pulling image "x:1"'),
      restartCount: 3,
      lastState: terminatedState(137, "Error", 86_400),
    }),
    "degraded",
    "ImagePullBackOff",
    {},
    /^Back-off pulling image "x:1"$/,
  ],
  [
    "a Secret that is gone after a restart is reported with the kubelet's message, never with the exit before",
    pod({
      ...waitingContainer("CreateContainerConfigError", 'secret "tls" not found'),
      restartCount: 1,
      lastState: terminatedState(0, "Completed", 86_400),
    }),
    "degraded",
    "CreateContainerConfigError",
    {},
    /^secret "tls" not found$/,
  ],
  [
    "CreateContainerError is degraded",
    pod(waitingContainer("CreateContainerError"), { phase: "Pending" }),
    "degraded",
    "CreateContainerError",
  ],
  [
    "RunContainerError is degraded",
    pod(waitingContainer("RunContainerError"), { phase: "Pending" }),
    "degraded",
    "RunContainerError",
  ],
  [
    "a container that ended badly and is not started again yet is degraded",
    pod({ ready: false, state: terminatedState(139, "Error", 5) }),
    "degraded",
    "Error",
    {},
    /exit code 139 \(SIGSEGV\)/,
  ],
  [
    "a container that ended badly and runs again unready is degraded",
    pod({ ready: false, restartCount: 1, state: runningState(5), lastState: terminatedState(143, "Error", 6) }),
    "degraded",
    "Error",
    {},
    /exit code 143 \(SIGTERM\)/,
  ],
  [
    "a container that ended well and is to run always is progressing",
    pod({ ready: false, state: terminatedState(0, "Completed", 1) }),
    "progressing",
    "Completed",
  ],
  [
    "a container that runs and has just started is progressing",
    pod({ ready: false, state: runningState(5) }),
    "progressing",
    "Starting",
  ],
  [
    "a container that runs and is not ready fails its readiness probe",
    pod({ ready: false, state: runningState(900) }),
    "degraded",
    "ReadinessProbeFailing",
    {},
    /GET :8443\/healthz/,
  ],
  [
    "a container that runs and has not started fails its startup probe",
    pod({ ready: false, started: false, state: runningState(900) }),
    "degraded",
    "StartupProbeFailing",
  ],
  [
    "the readiness probe has its time after that of the startup probe",
    pod({ ready: false, started: true, state: runningState(310) }, {}, probed),
    "progressing",
    "Starting",
  ],
  [
    "and no longer than that",
    pod({ ready: false, started: true, state: runningState(340) }, {}, probed),
    "degraded",
    "ReadinessProbeFailing",
  ],
  [
    "of a pod that is not to run again a container that has ended well is not missed",
    pod(undefined, halfDone, {
      spec: { restartPolicy: "OnFailure", containers: [{ name: "app" }, { name: "helper" }] },
    }),
    "healthy",
  ],
  [
    "of a pod that is to run always it is",
    pod(undefined, halfDone, { spec: { containers: [{ name: "app" }, { name: "helper" }] } }),
    "progressing",
    "Completed",
  ],
  [
    "a startup probe has the time that it asks for",
    pod(
      { ready: false, started: false, state: runningState(200) },
      {},
      { spec: { containers: [{ name: "app", startupProbe: { httpGet: { port: 1 }, failureThreshold: 30 } }] } },
    ),
    "progressing",
    "Starting",
  ],

  [
    "unschedulable for less than 15 s is progressing",
    pending([unschedulable], { metadata: { creationTimestamp: secondsAgo(14) } }),
    "progressing",
    "Unschedulable",
  ],
  [
    "unschedulable for 15 s is degraded",
    pending([unschedulable], { metadata: { creationTimestamp: secondsAgo(15) } }),
    "degraded",
    "Unschedulable",
    {},
    /Insufficient memory/,
  ],
  [
    "what its scheduling gates hold back is progressing",
    pending([condition("PodScheduled", "False", "SchedulingGated")]),
    "progressing",
    "SchedulingGated",
  ],
  [
    "a pod without a node and without the scheduler's reason is not scheduled",
    pending([condition("PodScheduled", "False", "", "")], { metadata: { creationTimestamp: secondsAgo(15) } }),
    "degraded",
    "NotScheduled",
    {},
    /^not assigned to a node$/,
  ],
  ["a pod of which no scheduler says anything for long is degraded", pending([]), "degraded", "NotScheduled"],
  [
    "a container that is being created is progressing",
    pod(waitingContainer("ContainerCreating"), {
      phase: "Pending",
      conditions: [condition("PodScheduled", "True", "", "", secondsAgo(20))],
    }),
    "progressing",
    "ContainerCreating",
  ],
  [
    "ContainerCreating for long names the volumes",
    pod(
      waitingContainer("ContainerCreating"),
      { phase: "Pending" },
      { spec: { volumes: [{ name: "v", secret: { secretName: "tls" } }] } },
    ),
    "degraded",
    "ContainerCreating",
    {},
    /Secret tls/,
  ],
  [
    "ContainerCreating for long with volumes and network there is a slow image",
    pod(waitingContainer("ContainerCreating"), {
      phase: "Pending",
      conditions: [condition("PodScheduled", "True"), condition("PodReadyToStartContainers", "True")],
    }),
    "degraded",
    "ContainerCreating",
    {},
    /image is still being pulled/,
  ],

  ["an init container that runs is progressing", init({ state: runningState(30) }), "progressing", "Initializing"],
  [
    "an init container that runs for very long is stuck",
    init({ state: runningState(900) }),
    "degraded",
    "Initializing",
    { container: "first" },
  ],
  [
    "an init container that fails is degraded",
    init({ state: terminatedState(3) }),
    "degraded",
    "Error",
    { container: "first" },
  ],
  [
    "an init container in CrashLoopBackOff is degraded",
    init({ state: { waiting: { reason: "CrashLoopBackOff" } }, lastState: terminatedState(1) }),
    "degraded",
    "CrashLoopBackOff",
  ],
  [
    "the second init container is the one to blame when the first has ended",
    init({ state: terminatedState(0, "Completed") }, { state: terminatedState(4) }),
    "degraded",
    "Error",
    { container: "second" },
  ],

  [
    "a failed pod is degraded",
    pod({ ready: false, state: terminatedState(1) }, { phase: "Failed" }, { spec: { restartPolicy: "Never" } }),
    "degraded",
    "Error",
    { phase: "Failed" },
  ],
  [
    "an evicted pod says why",
    pod(undefined, {
      phase: "Failed",
      reason: "Evicted",
      message: "The node was low on resource: memory.",
      containerStatuses: [],
    }),
    "degraded",
    "Evicted",
    {},
    /low on resource/,
  ],
  [
    "a preempted pod says by whom",
    pod(undefined, {
      phase: "Failed",
      containerStatuses: [],
      conditions: [
        condition(
          "DisruptionTarget",
          "True",
          "PreemptionByScheduler",
          "preempting to accommodate a higher priority pod",
        ),
      ],
    }),
    "degraded",
    "PreemptionByScheduler",
  ],
  [
    "a pod in its grace is progressing",
    pod({ ready: false, state: terminatedState(143) }, {}, { metadata: { deletionTimestamp: secondsAgo(-20) } }),
    "progressing",
    "Terminating",
  ],
  [
    "a pod past its deletionTimestamp is degraded",
    pod(undefined, {}, { metadata: { deletionTimestamp: secondsAgo(120) } }),
    "degraded",
    "Terminating",
  ],
  [
    "a pod past its deletionTimestamp names the finalizers",
    pod(
      undefined,
      {},
      { metadata: { deletionTimestamp: secondsAgo(120), finalizers: ["batch.kubernetes.io/job-tracking"] } },
    ),
    "degraded",
    "Terminating",
    {},
    /batch.kubernetes.io\/job-tracking/,
  ],
  ["a pod of a lost node is unknown", pod(undefined, { phase: "Unknown", reason: "NodeLost" }), "unknown", "NodeLost"],
  [
    "ready containers in a pod that is not ready wait for a readiness gate",
    pod(
      { ready: true },
      { conditions: [condition("Ready", "False", "ReadinessGatesNotReady", "the status of gate x is not True")] },
    ),
    "degraded",
    "ReadinessGatesNotReady",
  ],
  [
    "a pod whose guest is paused is degraded, because its instance alone reports who paused it",
    pod(
      { ready: true },
      {
        conditions: [
          condition("ContainersReady", "True"),
          condition("Ready", "False", "ReadinessGatesNotReady", "the status of a readiness gate is not True"),
          condition("kubevirt.io/virtual-machine-unpaused", "False", "Paused"),
        ],
      },
      { spec: { readinessGates: [{ conditionType: "kubevirt.io/virtual-machine-unpaused" }] } },
    ),
    "degraded",
    "ReadinessGatesNotReady",
  ],
  [
    "a running pod of restartPolicy Never that is ready is healthy",
    pod(undefined, {}, { spec: { restartPolicy: "Never" } }),
    "healthy",
  ],

  [
    "container statuses that are no list are not understood",
    pod(undefined, { containerStatuses: { app: {} } }),
    "unknown",
    "Malformed",
  ],
  ["a state that is a text is not understood", pod({ state: "running" }), "unknown", "Malformed"],
  ["an unknown phase is not understood", pod(undefined, { phase: "Dancing" }), "unknown", "Malformed"],
  ["ready in quotes is not ready", pod({ ready: "true" }), "degraded", "ReadinessProbeFailing"],
];

describe("a pod by its phase, its containers and its conditions", () => {
  test.for(rows)("%s", ([, fields, verdict, reason, facts, words]) => {
    const health = evaluateCoreKind(object(fields), takenAt);
    expect(health?.verdict).toBe(verdict);
    if (reason !== undefined) expect(health?.trouble?.reason).toBe(reason);
    expect(health?.trouble === undefined).toBe(verdict === "healthy");
    expect(health?.facts).toMatchObject(facts ?? {});
    if (words !== undefined) expect(health?.trouble && messageText(health.trouble)).toMatch(words);
  });
});

describe("a container says by facts how it is", () => {
  test.for<readonly [rule: string, object: Fields, facts: Fields, since?: string]>([
    [
      "waiting, exit code, signal and restarts of a crash loop, since it is not ready; the last exit is a fact",
      pod(crashed(137, "OOMKilled")),
      {
        waiting: "CrashLoopBackOff",
        exitCode: "137",
        signal: "SIGKILL",
        reason: "OOMKilled",
        restarts: "7",
        lastExit: secondsAgo(120),
      },
      secondsAgo(900),
    ],
    [
      "since its pod began where no condition says more",
      pod(crashed(1), { conditions: [condition("PodScheduled", "True", "", "", secondsAgo(1800))] }),
      { waiting: "CrashLoopBackOff", exitCode: "1", lastExit: secondsAgo(120) },
      secondsAgo(1800),
    ],
    [
      "the line of a panic in what it wrote as it ended",
      pod(crashed(2, "Error", "\npanic: no config\n\ngoroutine 1 [running]")),
      { exitCode: "2", lastMessage: "panic: no config" },
      secondsAgo(900),
    ],
    [
      "the last line of a log whose first one is cut",
      pod(crashed(1, "Error", "tarting server\nI1121 listening\nE1121 cannot reach the database\n")),
      { exitCode: "1", lastMessage: "E1121 cannot reach the database" },
      secondsAgo(900),
    ],
    [
      "the last line that is no stack trace",
      pod(crashed(1, "Error", "Error: no config\n    at main (/app/x.js:1:1)\n    at run (/app/y.js:2:2)\n")),
      { exitCode: "1", lastMessage: "Error: no config" },
      secondsAgo(900),
    ],
    [
      "message and error of a log line in JSON",
      pod(crashed(1, "Error", 'x\n{"level":"error","msg":"cannot start","error":"no lease"}')),
      { exitCode: "1", lastMessage: "cannot start: no lease" },
      secondsAgo(900),
    ],
    [
      "waiting of an image that is not pulled",
      pod(waitingContainer("ImagePullBackOff"), { phase: "Pending" }),
      { waiting: "ImagePullBackOff", restarts: "0" },
      secondsAgo(900),
    ],
    [
      "no exit of a container that waits for an image, whatever it did before",
      pod({ ...waitingContainer("ErrImagePull"), restartCount: 3, lastState: terminatedState(137) }),
      { waiting: "ErrImagePull", restarts: "3" },
      secondsAgo(900),
    ],
    [
      "ready and often restarted a moment ago is restarting",
      pod({ restartCount: 57, lastState: terminatedState(137, "OOMKilled", 40) }),
      { restarts: "57", restarting: "true", lastReason: "OOMKilled", lastExitCode: "137", lastExit: secondsAgo(40) },
    ],
    [
      "no exit code of a container that runs and is ready",
      pod({ restartCount: 2, lastState: terminatedState(1) }),
      { restarts: "2", lastReason: "Error" },
    ],
    ["no signal for an exit code that is none", pod(crashed(255)), { exitCode: "255" }, secondsAgo(900)],
  ])("%s", ([, fields, facts, since]) => {
    const owner = object(fields);
    const [container] = listContainers(owner);
    const health = container && evaluateContainer(container, owner, takenAt);
    expect(health?.facts).toMatchObject(facts);
    expect(Object.hasOwn(health?.facts ?? {}, "exitCode")).toBe(Object.hasOwn(facts, "exitCode"));
    expect(Object.hasOwn(health?.facts ?? {}, "signal")).toBe(Object.hasOwn(facts, "signal"));
    expect(health?.trouble?.since).toBe(since);
  });

  test.for<readonly [rule: string, container: Fields]>([
    ["once or twice", { restartCount: 2, lastState: terminatedState(1, "Error", 40) }],
    ["longer ago than the kubelet remembers", { restartCount: 57, lastState: terminatedState(1, "Error", 601) }],
    ["with exit code 0", { restartCount: 57, lastState: terminatedState(0, "Completed", 40) }],
  ])("what came back %s is not called restarting", ([, fields]) => {
    const owner = object(pod(fields));
    const [container] = listContainers(owner);
    expect(container && evaluateContainer(container, owner, takenAt).facts).not.toHaveProperty("restarting");
  });

  test("a sidecar counts among the ready ones, an init container does not", () => {
    const spec = {
      initContainers: [{ name: "setup" }, { name: "proxy", restartPolicy: "Always" }],
      containers: [{ name: "app" }],
    };
    const initContainerStatuses = [
      { name: "setup", state: terminatedState(0, "Completed"), ready: true },
      { name: "proxy", state: runningState(3600), ready: true, started: true },
    ];
    const health = evaluateCoreKind(object(pod(undefined, { initContainerStatuses }, { spec })), takenAt);
    expect(health).toMatchObject({ verdict: "healthy", facts: { ready: "2/2" } });
  });
});
