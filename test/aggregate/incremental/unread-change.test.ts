import { describe, expect, test } from "vitest";
import { createIncrementalAggregate } from "../../../shared/aggregate/incremental/incremental-aggregate.ts";
import type { ReadScope } from "../../../shared/aggregate/snapshot/queries.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { isSameToSee } from "../../../shared/changes/compare-reports.ts";
import type { KubeObject } from "../../../shared/model/object.ts";
import type { Snapshot } from "../../../shared/model/snapshot.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { podKind } from "../../../shared/profiles/core-kinds.ts";
import { recorded, sentences } from "../../golden/recorded.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever a test writes into it
type Raw = Record<string, any>;

function edited(object: KubeObject, edit: (raw: Raw) => void): KubeObject {
  const raw = JSON.parse(JSON.stringify(object.raw));
  edit(raw);
  return toObject(raw);
}

/** Everything changes that no rule reads: versions, annotations, and labels that nothing selects by. */
function withNoise(pod: KubeObject, selected: ReadonlySet<string>): KubeObject {
  return edited(pod, ({ metadata }) => {
    const labels = Object.entries(metadata.labels ?? {}).filter(([name]) => selected.has(name));
    metadata.resourceVersion = `1${metadata.resourceVersion ?? ""}`;
    metadata.managedFields = [{ manager: "kubelet", time: "2026-11-21T11:59:59Z" }];
    metadata.annotations = { "example.com/round": "1", "kubevirt.io/operator.paused": "true" };
    metadata.labels = { ...Object.fromEntries(labels), "example.com/round": "1" };
  });
}

function podsIn({ readings }: Snapshot): readonly KubeObject[] {
  return objectsIn(readings).filter(({ ref }) => ref.group === "" && ref.kind === "Pod");
}

function objectsIn(readings: Snapshot["readings"]): readonly KubeObject[] {
  return readings.flatMap((reading) => (reading.outcome === "found" ? reading.objects : []));
}

function selectedIn({ readings }: Snapshot): ReadonlySet<string> {
  const selectors = objectsIn(readings).map(({ spec }) => (spec as Raw | undefined)?.["selector"] ?? {});
  const own = ["pod-template-hash", "pod-template-generation"];
  return new Set([...own, ...selectors.flatMap((each) => Object.keys({ ...each, ...each.matchLabels }))]);
}

describe("a change of Pods that is not read changes neither the plan nor what the Report shows", () => {
  test.for(sentences.filter((sentence) => podsIn(recorded(sentence)).length > 0))("%s", (sentence) => {
    const before = recorded(sentence);
    const after = new Map(podsIn(before).map((pod) => [pod, withNoise(pod, selectedIn(before))]));
    const renewed = before.readings.map((reading) =>
      reading.outcome === "found"
        ? { ...reading, objects: reading.objects.map((each) => after.get(each) ?? each) }
        : reading,
    );
    const { plan, report, isUnread } = createIncrementalAggregate({}, {});
    const [queries, shown] = [plan(before), report(before)];
    expect([...after].filter(([old, now]) => !isUnread(old, now))).toEqual([]);
    const next = { ...before, readings: renewed };
    expect(plan(next)).toEqual(queries);
    expect(isSameToSee(shown, report(next))).toBe(true);
  });
});

describe("whether the change of an object is read", () => {
  const pod = toObject({
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      ...{ name: "a-1", namespace: "n", uid: "1", resourceVersion: "1" },
      labels: { app: "a", tier: "x", "pod-template-hash": "1", free: "1" },
      ownerReferences: [{ kind: "ReplicaSet", name: "a", uid: "2" }],
    },
    spec: { nodeName: "node" },
    status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
  });
  const workload = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a", namespace: "n" } };
  const held = [
    toObject({ ...workload, spec: { selector: { matchLabels: { app: "a" } } } }),
    toObject({ apiVersion: "v1", kind: "Service", metadata: workload.metadata, spec: { selector: { tier: "x" } } }),
  ];
  const recording = toObject({
    ...{ apiVersion: "config.openshift.io/v1", kind: "ClusterOperator", metadata: { name: "o" } },
    status: { relatedObjects: [{ apiVersion: "v1", kind: "Pod", namespace: "n", name: "b", resourceVersion: "1" }] },
  });
  const wanted = [{ kind: podKind }];
  type Row = readonly [
    sentence: string,
    edit: (raw: Raw) => void,
    isUnread: boolean,
    around?: { readonly object?: KubeObject; readonly others?: readonly KubeObject[]; readonly scope?: ReadScope },
  ];
  const version = ({ metadata }: Raw): string => (metadata.resourceVersion = "2");
  const rows: readonly Row[] = [
    ["only the version", version, true],
    ["an annotation", ({ metadata }) => (metadata.annotations = { a: "b" }), true],
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
    ["the version, where a root records versions of Pods", version, false, { others: [recording] }],
    ["the version, where Pods are roots", version, false, { scope: { wanted } }],
    ["the version of a workload, whose times of writing count", version, false, { object: held[0] as KubeObject }],
  ];
  test.for(rows)("%s", ([, edit, isUnread, { object = pod, others = [], scope = {} } = {}]) => {
    const aggregate = createIncrementalAggregate(scope, {});
    const source = { kind: "cluster", name: "c" } as const;
    aggregate.plan(snapshotOf([pod, ...held, ...others], { takenAt: "2026-11-21T12:00:00Z", source }));
    expect(aggregate.isUnread(object, edited(object, edit))).toBe(isUnread);
  });

  test("everything is read before the first plan", () => {
    expect(createIncrementalAggregate({}, {}).isUnread(pod, edited(pod, version))).toBe(false);
  });
});
