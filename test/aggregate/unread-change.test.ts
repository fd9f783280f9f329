import { describe, expect, test } from "vitest";
import type { AggregateOptions } from "../../shared/aggregate/options.ts";
import type { ReadScope } from "../../shared/aggregate/snapshot/queries.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { createWatchEvaluation } from "../../shared/aggregate/watch-evaluation.ts";
import { isSameToSee } from "../../shared/changes/compare-reports.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { podKind } from "../../shared/profiles/core-kinds.ts";
import { readGoldenCase, sentences } from "../golden/recorded.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever a test writes into it
type Raw = Record<string, any>;

function editObject(object: KubeObject, edit: (raw: Raw) => void): KubeObject {
  const raw = JSON.parse(JSON.stringify(object.raw));
  edit(raw);
  return toObject(raw);
}

/**
 * Everything changes that no rule reads: versions, annotations, labels that nothing selects by, and of the status where
 * and from what the Pod runs.
 */
function withNoise(pod: KubeObject, selected: ReadonlySet<string>): KubeObject {
  return editObject(pod, ({ metadata, status }) => {
    if (status instanceof Object) noiseInStatus(status);
    const labels = Object.entries(metadata.labels ?? {}).filter(([name]) => selected.has(name));
    metadata.resourceVersion = `1${metadata.resourceVersion ?? ""}`;
    metadata.managedFields = [{ manager: "kubelet", time: "2026-11-21T11:59:59Z" }];
    const annotations = Object.entries(metadata.annotations ?? {}).filter(([name]) =>
      name.includes("install-strategy"),
    );
    metadata.annotations = {
      ...Object.fromEntries(annotations),
      "example.com/round": "1",
      "kubevirt.io/operator.paused": "true",
    };
    metadata.labels = { ...Object.fromEntries(labels), "example.com/round": "1" };
  });
}

function noiseInStatus(status: Raw): void {
  Object.assign(status, {
    hostIP: "192.0.2.1",
    hostIPs: [{ ip: "192.0.2.1" }],
    podIP: "10.0.0.1",
    podIPs: [{ ip: "10.0.0.1" }],
    qosClass: "Guaranteed",
    resize: "Proposed",
    resourceClaimStatuses: [{ name: "a" }],
    ephemeralContainerStatuses: [{ name: "debugger", ready: false, restartCount: 3, state: { waiting: {} } }],
  });
  for (const condition of listIn(status, "conditions")) condition["lastProbeTime"] = "2026-11-21T11:59:59Z";
  for (const container of [...listIn(status, "containerStatuses"), ...listIn(status, "initContainerStatuses")])
    Object.assign(container, {
      containerID: "cri-o://1",
      image: "example.com/other",
      imageID: "sha256:1",
      user: { linux: { uid: 1 } },
      allocatedResources: { cpu: "1" },
      allocatedResourcesStatus: [],
      resources: { limits: { cpu: "1" } },
      volumeMounts: [{ name: "a", mountPath: "/a" }],
    });
}

function listIn(status: Raw, name: string): readonly Raw[] {
  return Array.isArray(status[name]) ? status[name].filter((each: unknown) => each instanceof Object) : [];
}

function podsIn({ readings }: Snapshot): readonly KubeObject[] {
  return objectsIn(readings).filter(({ ref }) => ref.group === "" && ref.kind === "Pod");
}

function objectsIn(readings: Snapshot["readings"]): readonly KubeObject[] {
  return readings.flatMap((reading) => (reading.outcome === "found" ? reading.objects : []));
}

function selectedIn({ readings }: Snapshot): ReadonlySet<string> {
  const selectors = objectsIn(readings).map(({ spec }) => (spec as Raw | undefined)?.["selector"] ?? {});
  const own = ["pod-template-hash", "pod-template-generation", "app.kubernetes.io/managed-by"];
  return new Set([...own, ...selectors.flatMap((each) => Object.keys({ ...each, ...each.matchLabels }))]);
}

describe("a change of Pods that is not read changes neither the plan nor what the Report shows", () => {
  test.for(sentences.filter((sentence) => podsIn(readGoldenCase(sentence)).length > 0))("%s", (sentence) => {
    const before = readGoldenCase(sentence);
    const after = new Map(podsIn(before).map((pod) => [pod, withNoise(pod, selectedIn(before))]));
    const renewed = before.readings.map((reading) =>
      reading.outcome === "found"
        ? { ...reading, objects: reading.objects.map((each) => after.get(each) ?? each) }
        : reading,
    );
    const { plan, report, isUnread } = createWatchEvaluation({});
    const queries = plan(before, [{}]);
    const shown = report(before);
    expect([...after].filter(([old, now]) => !isUnread(old, now))).toEqual([]);
    const next = { ...before, readings: renewed };
    expect(plan(next, [{}])).toEqual(queries);
    expect(isSameToSee(shown, report(next))).toBe(true);
  });
});

describe("whether the change of an object is read", () => {
  const pod = toObject({
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "a-1",
      namespace: "n",
      uid: "1",
      resourceVersion: "1",
      labels: { app: "a", tier: "x", "pod-template-hash": "1", free: "1" },
      ownerReferences: [{ kind: "ReplicaSet", name: "a", uid: "2" }],
    },
    spec: { nodeName: "node" },
    status: {
      phase: "Running",
      podIP: "10.0.0.1",
      conditions: [{ type: "Ready", status: "True" }],
      containerStatuses: [{ name: "c", ready: true, restartCount: 1, imageID: "sha256:1", state: { running: {} } }],
    },
  });
  const workload = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a", namespace: "n" } };
  const held = [
    toObject({ ...workload, spec: { selector: { matchLabels: { app: "a" } } } }),
    toObject({ apiVersion: "v1", kind: "Service", metadata: workload.metadata, spec: { selector: { tier: "x" } } }),
  ];
  const recording = toObject({
    apiVersion: "config.openshift.io/v1",
    kind: "ClusterOperator",
    metadata: { name: "o" },
    status: { relatedObjects: [{ apiVersion: "v1", kind: "Pod", namespace: "n", name: "b", resourceVersion: "1" }] },
  });
  const wanted = [{ kind: podKind }];
  type Row = readonly [
    sentence: string,
    edit: (raw: Raw) => void,
    isUnread: boolean,
    around?: {
      readonly object?: KubeObject;
      readonly others?: readonly KubeObject[];
      readonly scope?: ReadScope;
      readonly options?: AggregateOptions;
    },
  ];
  const version = ({ metadata }: Raw): string => (metadata.resourceVersion = "2");
  const address = ({ status }: Raw): string => (status.podIP = "10.0.0.2");
  const rows: readonly Row[] = [
    ["only the version", version, true],
    ["an annotation", ({ metadata }) => (metadata.annotations = { a: "b" }), true],
    [
      "the annotation with its release of KubeVirt",
      ({ metadata }) => (metadata.annotations = { "kubevirt.io/install-strategy-version": "v1.9.0" }),
      false,
    ],
    ["the label with its manager", ({ metadata }) => (metadata.labels["app.kubernetes.io/managed-by"] = "x"), false],
    ["who wrote which field", ({ metadata }) => (metadata.managedFields = [{ manager: "m" }]), true],
    ["a label that nothing selects by", ({ metadata }) => (metadata.labels.free = "2"), true],
    ["a label that a Deployment selects by", ({ metadata }) => (metadata.labels.app = "b"), false],
    ["a label that a Service selects by", ({ metadata }) => delete metadata.labels.tier, false],
    ["the label of its ReplicaSet", ({ metadata }) => (metadata.labels["pod-template-hash"] = "2"), false],
    ["its owner", ({ metadata }) => (metadata.ownerReferences = []), false],
    ["its deletion", ({ metadata }) => (metadata.deletionTimestamp = "2026-11-21T12:00:00Z"), false],
    ["its uid, since it is another Pod", ({ metadata }) => (metadata.uid = "3"), false],
    ["its spec", ({ spec }) => (spec.nodeName = "other"), false],
    ["its status", ({ status }) => (status.conditions[0].status = "False"), false],
    ["its address", address, true],
    ["its first address", ({ status }) => delete status.podIP, true],
    [
      "when a condition was probed",
      ({ status }) => (status.conditions[0].lastProbeTime = "2026-11-21T12:00:00Z"),
      true,
    ],
    ["since when a condition holds", ({ status }) => (status.conditions[0].lastTransitionTime = "x"), false],
    ["another condition", ({ status }) => status.conditions.push({ type: "Initialized", status: "True" }), false],
    ["the image that a container runs from", ({ status }) => (status.containerStatuses[0].imageID = "sha256:2"), true],
    ["its resources, changed in place", ({ status }) => (status.containerStatuses[0].resources = {}), true],
    ["the restarts of a container", ({ status }) => (status.containerStatuses[0].restartCount = 2), false],
    ["the state of a container", ({ status }) => (status.containerStatuses[0].state = { waiting: {} }), false],
    ["whether a container is ready", ({ status }) => (status.containerStatuses[0].ready = false), false],
    ["a status of another form", (raw) => (raw["status"] = "x"), false],
    ["the version, where a root records versions of Pods", version, false, { others: [recording] }],
    ["the version, where Pods are roots", version, false, { scope: { wanted } }],
    [
      "its address, where a user's row reads Pods",
      address,
      false,
      { options: { kinds: [{ ...podKind, source: "" }] } },
    ],
    ["the version of a workload, whose times of writing count", version, false, { object: held[0] as KubeObject }],
  ];
  test.for(rows)("%s", ([, edit, isUnread, { object = pod, others = [], scope = {}, options = {} } = {}]) => {
    const aggregate = createWatchEvaluation(options);
    const source = { kind: "cluster", name: "c" } as const;
    aggregate.plan(snapshotOf([pod, ...held, ...others], { takenAt: "2026-11-21T12:00:00Z", source }), [scope]);
    expect(aggregate.isUnread(object, editObject(object, edit))).toBe(isUnread);
  });

  test("everything is read before the first plan", () => {
    expect(createWatchEvaluation({}).isUnread(pod, editObject(pod, version))).toBe(false);
  });

  test("what is requested later is read from then on", () => {
    const evaluation = createWatchEvaluation({});
    const source = { kind: "cluster", name: "c" } as const;
    const snapshot = snapshotOf([pod, ...held], { takenAt: "2026-11-21T12:00:00Z", source });
    evaluation.plan(snapshot, [{ wanted: [] }]);
    expect(evaluation.isUnread(pod, editObject(pod, address))).toBe(true);
    evaluation.plan(snapshot, [{ wanted: [{ kind: podKind }] }]);
    expect(evaluation.isUnread(pod, editObject(pod, address))).toBe(false);
  });
});
