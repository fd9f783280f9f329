import { describe, expect, test } from "vitest";
import { describeFinding } from "../../../../shared/outline/findings/describe.ts";
import { upgradeGate } from "../../../../shared/upgrade-gate/upgrade-gate.ts";
import { evaluateWaitGoal } from "../../../../shared/wait/wait-goal.ts";
import type { PrintedReport } from "../../../printed.ts";
import {
  component,
  condition,
  goodConditions,
  hyperConverged,
  type Manifest,
  namespace,
  object,
  ownedMetadata,
  relatedObjectEntries,
  reportOf,
} from "../../installation.ts";

const minutesAgo = (minutes: number): string => `2026-11-21T${minutes < 60 ? "11" : "10"}:${60 - (minutes % 60)}:00Z`;

const statusWrittenAt = (minutes: number): Manifest => ({
  managedFields: [{ manager: "kube-controller-manager", subresource: "status", time: minutesAgo(minutes) }],
});

const handler = (status: Manifest = {}, metadata: Manifest = {}): Manifest =>
  object(
    "apps/v1",
    "DaemonSet",
    "virt-handler",
    {
      spec: {},
      status: {
        desiredNumberScheduled: 3,
        currentNumberScheduled: 3,
        updatedNumberScheduled: 3,
        numberReady: 2,
        numberAvailable: 2,
        ...status,
      },
    },
    metadata,
  );

const availableSince = (status: string, minutes: number): Manifest => ({
  type: "Available",
  status,
  reason: "MinimumReplicasUnavailable",
  lastTransitionTime: minutesAgo(minutes),
});
const progress = (status: string, reason: string): Manifest => ({
  type: "Progressing",
  status,
  reason,
  lastTransitionTime: minutesAgo(59),
});
const complete = progress("True", "NewReplicaSetAvailable");

const controller = (ready: number, conditions: readonly Manifest[] = [], spec: Manifest = {}): Manifest =>
  object("apps/v1", "Deployment", "virt-controller", {
    spec: { replicas: 2, ...spec },
    status: { replicas: 2, updatedReplicas: 2, readyReplicas: ready, availableReplicas: ready, conditions },
  });

function withTotal(workload: Manifest, replicas: number): Manifest {
  const { status } = workload as { readonly status: Manifest };
  return { ...workload, status: { ...status, replicas, updatedReplicas: replicas } };
}

/** A pod of virt-handler, with the state of its one container. */
function pod(name: string, state: Manifest, metadata: Manifest = {}, unready = minutesAgo(5)): Manifest {
  return object(
    "v1",
    "Pod",
    name,
    {
      spec: { nodeName: "node01", containers: [{ name: "main", image: "x" }] },
      status: {
        phase: "Running",
        conditions: [{ type: "Ready", status: "False", lastTransitionTime: unready }],
        containerStatuses: [{ name: "main", ready: false, restartCount: 0, state }],
        ...state,
      },
    },
    { ...ownedMetadata("DaemonSet", "virt-handler"), creationTimestamp: minutesAgo(59), ...metadata },
  );
}

const generation = "deprecated.daemonset.template.generation";
/** A container that its kubelet last called ready. */
const ready: Manifest = {
  containerStatuses: [
    { name: "main", ready: true, restartCount: 0, state: { running: { startedAt: minutesAgo(59) } } },
  ],
};
const waitingState = (reason: string): Manifest => ({ waiting: { reason } });
const cordoned: Manifest = {
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: "node01" },
  spec: { unschedulable: true },
  status: { conditions: [{ type: "Ready", status: "Unknown", lastTransitionTime: minutesAgo(30) }] },
};
const lost: Manifest = { ...cordoned, spec: {} };

function reportWith(conditions: readonly Manifest[], workloads: readonly Manifest[]): PrintedReport {
  const kubeVirt = component("KubeVirt", conditions);
  return reportOf([hyperConverged({ relatedObjects: relatedObjectEntries([kubeVirt]) }), kubeVirt, ...workloads]);
}

const componentConditions = (progressing: "True" | "False"): readonly Manifest[] => {
  const [available, , degraded] = goodConditions(minutesAgo(59)) as [Manifest, Manifest, Manifest];
  return [available, condition("Progressing", progressing, "", "", minutesAgo(59)), degraded];
};

const verdictOf = ({ roots }: PrintedReport): string | undefined =>
  roots[0]?.children.find(({ label }) => label === "KubeVirt")?.verdict;
const codesOf = ({ findings }: PrintedReport): readonly string[] =>
  findings.map(({ code }) => code).filter((code) => /^workload-|-down$/.test(code));
const named = ["workload-not-ready"];

describe("a workload that lacks pods under a component that reports healthy", () => {
  const rows: [sentence: string, workloads: readonly Manifest[], verdict: string, codes: readonly string[]][] = [
    ["is not named where it lacks none", [handler({ numberReady: 3, numberAvailable: 3 })], "healthy", []],
    ["is named where it is not known since when", [handler()], "healthy", named],
    ["is named where it is short since lately", [handler({}, statusWrittenAt(9))], "healthy", named],
    [
      "degrades it where nothing was written for longer than the deadline",
      [handler({}, statusWrittenAt(11))],
      "degraded",
      named,
    ],
    [
      "is named where its Deployment is not available since lately",
      [controller(1, [complete, availableSince("False", 9)])],
      "healthy",
      named,
    ],
    [
      "degrades it past the default deadline",
      [controller(1, [complete, availableSince("False", 11)])],
      "degraded",
      named,
    ],
    [
      "degrades it past the deadline of its own",
      [controller(1, [complete, availableSince("False", 2)], { progressDeadlineSeconds: 60 })],
      "degraded",
      named,
    ],
    [
      "is named within the deadline of its own",
      [controller(1, [complete, availableSince("False", 50)], { progressDeadlineSeconds: 3600 })],
      "healthy",
      named,
    ],
    [
      "is not named while its Deployment rolls out",
      [controller(1, [progress("True", "ReplicaSetUpdated"), availableSince("False", 11)])],
      "healthy",
      [],
    ],
    [
      "is not named where it was paused before its pods were created",
      [withTotal(controller(1, [complete], { paused: true }), 1)],
      "healthy",
      [],
    ],
    [
      "is named where a pod of it is not ready, though it is paused",
      [controller(1, [complete], { paused: true })],
      "healthy",
      named,
    ],
    [
      "degrades it where a pod is not ready for long, though it is paused",
      [controller(1, [progress("Unknown", "DeploymentPaused"), availableSince("False", 11)], { paused: true })],
      "degraded",
      named,
    ],
    [
      "degrades it past the deadline of a roll-out of which no controller reports the end",
      [
        controller(1, [
          { ...progress("True", "ReplicaSetUpdated"), lastUpdateTime: minutesAgo(11) },
          availableSince("False", 11),
        ]),
      ],
      "degraded",
      named,
    ],
    [
      "is not named while its Deployment goes on with a long roll-out",
      [
        controller(1, [
          { ...progress("True", "ReplicaSetUpdated"), lastUpdateTime: minutesAgo(9) },
          availableSince("False", 11),
        ]),
      ],
      "healthy",
      [],
    ],
    [
      "is not named while a DaemonSet replaces its pods",
      [handler({ updatedNumberScheduled: 1 }, statusWrittenAt(1))],
      "healthy",
      [],
    ],
    [
      "degrades it where a DaemonSet has stopped to replace its pods",
      [handler({ updatedNumberScheduled: 1 }, statusWrittenAt(11))],
      "degraded",
      named,
    ],
    [
      "degrades it at once where a pod crash-loops",
      [handler({}, statusWrittenAt(1)), pod("a", waitingState("CrashLoopBackOff"))],
      "degraded",
      named,
    ],
    [
      "degrades it at once where an image cannot be pulled",
      [handler({}, statusWrittenAt(1)), pod("a", waitingState("ErrImagePull"))],
      "degraded",
      named,
    ],
    [
      "degrades it at once where an image has no name",
      [handler({}, statusWrittenAt(1)), pod("a", waitingState("InvalidImageName"))],
      "degraded",
      named,
    ],
    [
      "is named where a pod only is not ready",
      [handler(), pod("a", { running: { startedAt: minutesAgo(40) } })],
      "healthy",
      named,
    ],
    [
      "degrades it where a pod is not ready for long",
      [handler(), pod("a", { running: { startedAt: minutesAgo(40) } }, {}, minutesAgo(20))],
      "degraded",
      named,
    ],
    [
      "is not named where the pod only starts",
      [
        handler({}, statusWrittenAt(1)),
        pod("a", waitingState("ContainerCreating"), { creationTimestamp: minutesAgo(1) }, minutesAgo(1)),
      ],
      "healthy",
      [],
    ],
    [
      "is named beside a pod that starts where another one lacks too",
      [
        handler({ numberReady: 1, numberAvailable: 1 }, statusWrittenAt(1)),
        pod("a", waitingState("ContainerCreating"), { creationTimestamp: minutesAgo(1) }, minutesAgo(1)),
      ],
      "healthy",
      named,
    ],
    [
      "is not named where the node is drained",
      [handler({}, statusWrittenAt(20)), pod("a", ready, {}, minutesAgo(20)), cordoned],
      "healthy",
      [],
    ],
    [
      "degrades it where the node is lost",
      [handler({}, statusWrittenAt(20)), pod("a", ready, {}, minutesAgo(20)), lost],
      "degraded",
      named,
    ],
    [
      "is not named for a pod that is replaced by one of a newer template",
      [
        handler({ updatedNumberScheduled: 1 }, { ...statusWrittenAt(1), annotations: { [generation]: "2" } }),
        pod("a", waitingState("CrashLoopBackOff"), { labels: { "pod-template-generation": "1" } }),
      ],
      "healthy",
      [],
    ],
    ["is not named while it is being deleted", [handler({}, { deletionTimestamp: minutesAgo(1) })], "healthy", []],
    [
      "is not named where its controller has not looked yet",
      [{ ...handler({}, { creationTimestamp: minutesAgo(1) }), status: {} }],
      "healthy",
      [],
    ],
  ];
  test.for(rows)("%s", ([, workloads, verdict, codes]) => {
    const report = reportWith(componentConditions("False"), workloads);
    expect([verdictOf(report), codesOf(report)]).toEqual([verdict, codes]);
    const reasons = upgradeGate(report).reasons.filter(({ code }) => code === "WorkloadNotReady");
    expect(reasons.map(({ state, component }) => [state, component])).toEqual(codes.map(() => ["blocks", "KubeVirt"]));
    expect(
      upgradeGate(report, ["WorkloadNotReady"]).reasons.some(
        ({ code, state }) => code === "Degraded" && state === "blocks",
      ),
    ).toBe(false);
  });
});

describe("a workload whose state its controller does not report, or contradicts, is not healthy", () => {
  const status = (change: Manifest): Manifest => ({ ...controller(2, [complete]), ...change });
  const failure = { type: "ReplicaFailure", status: "True", reason: "FailedCreate", lastTransitionTime: minutesAgo(2) };
  const rows: [sentence: string, workload: Manifest, verdict: string, gate: string, text: string][] = [
    ["no status", status({ status: undefined }), "unknown", "WorkloadDown unknown", "NotObserved: no status"],
    ["an empty status", status({ status: {} }), "unknown", "WorkloadDown unknown", "NotObserved: no status"],
    ["a status that is a text", status({ status: "2/2" }), "unknown", "WorkloadDown unknown", "Malformed"],
    [
      "ready replicas that are a text",
      status({ status: { readyReplicas: "2" } }),
      "unknown",
      "WorkloadDown unknown",
      "Malformed: invalid replica counts",
    ],
    [
      "wanted pods of a DaemonSet that are a text",
      handler({ desiredNumberScheduled: "3" }),
      "unknown",
      "WorkloadDown unknown",
      "Malformed: invalid pod counts",
    ],
    [
      "all pods ready and not available",
      controller(2, [complete, availableSince("False", 9)]),
      "healthy",
      "WorkloadNotReady blocks",
      "MinimumReplicasUnavailable",
    ],
    [
      "all pods ready and not available for longer than the deadline",
      controller(2, [complete, availableSince("False", 11)]),
      "degraded",
      "WorkloadNotReady blocks",
      "MinimumReplicasUnavailable",
    ],
    [
      "all pods ready and others that cannot be made",
      controller(2, [complete, failure]),
      "healthy",
      "WorkloadNotReady blocks",
      "FailedCreate",
    ],
    [
      "a deletion that does not end",
      { ...controller(2), metadata: { name: "virt-controller", namespace, deletionTimestamp: minutesAgo(30) } },
      "healthy",
      "WorkloadNotReady blocks",
      "Terminating: deletion does not finish",
    ],
  ];
  test.for(rows)("%s", ([, workload, verdict, gate, text]) => {
    const report = reportWith(componentConditions("False"), [workload]);
    expect([verdictOf(report), codesOf(report)]).toEqual([verdict, named]);
    expect(report.findings.map((each) => describeFinding(each)).join("\n")).toContain(text);
    const about = upgradeGate(report).reasons.filter(({ code }) => code.startsWith("Workload"));
    expect(about.map(({ code, state }) => `${code} ${state}`)).toContain(gate);
    const { blocking } = evaluateWaitGoal(report, { is: "healthy" });
    expect(blocking.map(({ component }) => component)).toContain("KubeVirt");
  });
});

test("a workload whose status is of an older template is no reason to go on", () => {
  const { status } = controller(2, [complete]) as { readonly status: Manifest };
  const newer = { name: "virt-controller", namespace, generation: 2 };
  const stale = { ...controller(2), metadata: newer, status: { ...status, observedGeneration: 1 } };
  const report = reportWith(componentConditions("False"), [stale]);
  expect([verdictOf(report), codesOf(report)]).toEqual(["healthy", []]);
  expect(upgradeGate(report).reasons.map(({ code, state }) => `${code} ${state}`)).toContain("WorkloadDown unknown");
  expect(evaluateWaitGoal(report, { is: "healthy" }).blocking).toContainEqual(
    expect.objectContaining({ code: "outdated-status", about: expect.objectContaining({ name: "virt-controller" }) }),
  );
});

describe("a roll-out under a component that says it progresses", () => {
  const init = {
    initContainerStatuses: [{ name: "first", ready: false, restartCount: 5, state: waitingState("CrashLoopBackOff") }],
  };
  const rows: [sentence: string, workloads: readonly Manifest[], verdict: string][] = [
    ["is progressing within its deadline", [controller(0, [progress("True", "ReplicaSetUpdated")])], "progressing"],
    ["is degraded past its deadline", [controller(1, [progress("False", "ProgressDeadlineExceeded")])], "degraded"],
    [
      "is degraded past its deadline though old pods serve",
      [controller(2, [progress("False", "ProgressDeadlineExceeded")])],
      "degraded",
    ],
    [
      "is degraded where an init container crash-loops",
      [
        handler({ numberReady: 0, numberAvailable: 0 }),
        pod("a", waitingState("PodInitializing"), {}, minutesAgo(5)),
        pod("b", init),
      ],
      "degraded",
    ],
    [
      "is degraded where the image cannot be pulled",
      [handler({ updatedNumberScheduled: 1 }), pod("a", waitingState("ImagePullBackOff"))],
      "degraded",
    ],
    [
      "is progressing where a container restarted once",
      [
        handler({}, statusWrittenAt(1)),
        pod("a", waitingState("ContainerCreating"), { creationTimestamp: minutesAgo(1) }, minutesAgo(1)),
      ],
      "progressing",
    ],
  ];
  test.for(rows)("%s", ([, workloads, verdict]) => {
    const report = reportWith(componentConditions("True"), workloads);
    expect([verdictOf(report), codesOf(report).filter((code) => code === "workload-not-ready")]).toEqual([verdict, []]);
  });
});

describe("a wait goes on while a workload lacks pods, though its component is not worse for it yet", () => {
  const rows: [sentence: string, goal: "healthy" | "available", workloads: readonly Manifest[], short: string[]][] = [
    ["healthy, and a DaemonSet lacks one", "healthy", [handler({}, statusWrittenAt(9))], ["KubeVirt virt-handler"]],
    [
      "healthy, and a Deployment has none",
      "healthy",
      [controller(0, [complete, availableSince("False", 2)])],
      ["KubeVirt virt-controller"],
    ],
    [
      "available, and a Deployment has none",
      "available",
      [controller(0, [complete, availableSince("False", 2)])],
      ["KubeVirt virt-controller"],
    ],
    ["available, and a DaemonSet lacks one of three", "available", [handler({}, statusWrittenAt(9))], []],
    ["healthy, and nothing lacks", "healthy", [handler({ numberReady: 3, numberAvailable: 3 })], []],
  ];
  test.for(rows)("%s", ([, is, workloads, short]) => {
    const report = reportWith(componentConditions("False"), workloads);
    const found = evaluateWaitGoal(report, { is }).blocking.flatMap((one) =>
      one.code === "workload-not-ready" || one.code === "component-workload-down"
        ? [`${one.component} ${one.about.name}`]
        : [],
    );
    expect(found).toEqual(short);
  });
});

test("a workload that its controller has not observed for long is no longer progressing", () => {
  const stale = handler({ observedGeneration: 1 }, { generation: 2, ...statusWrittenAt(30) });
  expect(verdictOf(reportWith(componentConditions("False"), [stale]))).toBe("degraded");
  const young = handler({ observedGeneration: 1 }, { generation: 2, ...statusWrittenAt(1) });
  expect(codesOf(reportWith(componentConditions("False"), [young]))).toEqual([]);
});
