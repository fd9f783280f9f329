import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import type { AggregateOptions } from "../../shared/aggregate/options.ts";
import { planReads } from "../../shared/aggregate/read-plan.ts";
import { dropUnreadFields } from "../../shared/aggregate/snapshot/unread-fields.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { newestTime } from "../../shared/parse/newest-time.ts";
import { valuesAtPath } from "../../shared/parse/value-paths.ts";
import { nodeKind, podKind } from "../../shared/profiles/core-kinds.ts";
import { machineInstances, virtualMachines } from "../../shared/profiles/virtual-machines.ts";
import { readGoldenCase, sentences } from "../golden/recorded.ts";
import { readManifests } from "./generic/objects.ts";
import { readAsCluster } from "./generic/read-as-cluster.ts";

/** The snapshot with the objects of each reading changed. */
function changeObjects(
  snapshot: Snapshot,
  change: (objects: readonly KubeObject[]) => readonly KubeObject[],
): Snapshot {
  const readings = snapshot.readings.map((reading) =>
    reading.outcome === "found" ? { ...reading, objects: change(reading.objects) } : reading,
  );
  return { ...snapshot, readings };
}

/** The same objects as a long list has them. */
function removeUnreadFields(snapshot: Snapshot): Snapshot {
  return changeObjects(snapshot, (objects) => objects.map(({ raw, ref }) => toObject(dropUnreadFields(raw, ref))));
}

/** The same without ReplicaSets, which may not be in files. What their Pods run is then in the Pods alone. */
function removeReplicaSets(snapshot: Snapshot): Snapshot {
  return changeObjects(snapshot, (objects) => objects.filter(({ ref }) => ref.kind !== "ReplicaSet"));
}

/** The time of files that state none. */
function findNewestTime({ readings }: Snapshot): string | undefined {
  return newestTime(readings.flatMap((reading) => (reading.outcome === "found" ? reading.objects : [])));
}

function expectSameOfReduced(whole: Snapshot, options: readonly AggregateOptions[]): void {
  const reduced = removeUnreadFields(whole);
  expect(findNewestTime(reduced)).toBe(findNewestTime(whole));
  expect(planReads(reduced, {})).toEqual(planReads(whole, {}));
  for (const each of options) expect(aggregate(reduced, each)).toEqual(aggregate(whole, each));
}

describe("objects without what no rule reads give the same plan and the same Report", () => {
  const roots: readonly AggregateOptions[] = [{}, { wanted: [{ kind: podKind }] }, { wanted: [{ kind: nodeKind }] }];
  test.for(sentences)("%s", (sentence) => {
    const whole = readGoldenCase(sentence);
    expectSameOfReduced(whole, roots);
    expectSameOfReduced(removeReplicaSets(whole), [{}]);
  });
});

test("a Pod of a CSI driver that only its arguments name is the cause, also without what no rule reads", () => {
  const json = JSON.stringify(
    readManifests("a-csi-pod-that-crashes-on-its-node-explains-a-virtual-machine", "named-causes"),
  );
  const withoutDirectory = json.replace(
    '"path":"/var/lib/kubelet/plugins/openshift-storage.rbd.csi.ceph.com"',
    '"path":"/csi"',
  );
  const scope = { namespace: "shop", wanted: [{ kind: virtualMachines, name: "shop" }] };
  const { snapshot } = readAsCluster(JSON.parse(withoutDirectory), scope);
  const [root] = aggregate(removeUnreadFields(snapshot), scope).roots;
  expect(root?.causes[0]?.path.at(-1)).toContain("csi-rbdplugin");
  expectSameOfReduced(snapshot, [scope]);
});

describe("no row of a user reads a field that is dropped, because the kind has a rule in place of rows:", () => {
  const domain = { cpu: { cores: 2 } };
  const ready = { conditions: [{ type: "Ready", status: "True" }] };
  const rows = [
    { kind: podKind, fields: { status: { ...ready, phase: "Running", podIP: "2" } }, at: "status.podIP" },
    { kind: nodeKind, fields: { status: { ...ready, images: [{ sizeBytes: 2 }] } }, at: "status.images.*.sizeBytes" },
    { kind: machineInstances, fields: { spec: { domain }, status: ready }, at: "spec.domain.cpu.cores" },
    {
      kind: virtualMachines,
      fields: { spec: { runStrategy: "Always", template: { spec: { domain } } }, status: ready },
      at: "spec.template.spec.domain.cpu.cores",
    },
  ];
  test.for(rows)("$kind.kind at $at", ({ kind, fields, at }) => {
    const { group, versions } = kind;
    const apiVersion = group === "" ? "v1" : `${group}/${versions[0]}`;
    const object = toObject({ apiVersion, kind: kind.kind, metadata: { name: "a", namespace: "n" }, ...fields });
    expect(valuesAtPath(object.raw, at)).toHaveLength(1);
    const snapshot = snapshotOf([object], { takenAt: "2026-11-21T12:00:00Z", source: "a.yaml" });
    const row = { group, kind: kind.kind, source: "a.yaml:1", words: [{ at, is: { "2": "degraded" } }] } as const;
    const wanted = [{ kind }];
    expect(aggregate(snapshot, { wanted, kinds: [row] })).toEqual(aggregate(snapshot, { wanted }));
  });
});

describe("what is dropped of an object of a long list:", () => {
  const applied = { "kubectl.kubernetes.io/last-applied-configuration": "{}" };
  const written = [{ manager: "m", time: "t", fieldsV1: { "f:spec": {} } }];
  type Row = readonly [what: string, kind: { group: string; kind: string }, item: object, kept: object];
  const rows: readonly Row[] = [
    [
      "of each kind which fields were written, but not when, and who wrote the spec",
      { group: "apps", kind: "Deployment" },
      {
        metadata: {
          name: "a",
          managedFields: [
            ...written,
            ...written,
            { manager: "hco", time: "u", fieldsV1: { "f:spec": { "f:x": {} }, "f:status": {} } },
          ],
        },
        spec: { env: [] },
      },
      { metadata: { name: "a", managedFields: [{ time: "t", manager: "m" }, { time: "u" }] }, spec: { env: [] } },
    ],
    [
      "of a write to the status alone all but that it was one, and when",
      { group: "kubevirt.io", kind: "VirtualMachine" },
      {
        metadata: {
          managedFields: [
            { manager: "m", time: "t", subresource: "status" },
            { time: "t", subresource: "scale" },
          ],
        },
      },
      { metadata: { managedFields: [{ time: "t", subresource: "status" }, { time: "t" }] } },
    ],
    [
      "of a virtual machine its hardware",
      { group: "kubevirt.io", kind: "VirtualMachine" },
      { spec: { runStrategy: "Always", template: { spec: { domain: { cpu: { cores: 2 } }, volumes: [] } } } },
      { spec: { runStrategy: "Always", template: { spec: { volumes: [] } } } },
    ],
    [
      "of its instance the same",
      { group: "kubevirt.io", kind: "VirtualMachineInstance" },
      { spec: { domain: { cpu: { cores: 2 } }, volumes: [] }, status: { phase: "Running" } },
      { spec: { volumes: [] }, status: { phase: "Running" } },
    ],
    [
      "of each kind what kubectl apply was given",
      { group: "x.example", kind: "Pod" },
      { metadata: { annotations: { ...applied, a: "b" } }, status: { hostIP: "h" } },
      { metadata: { annotations: { a: "b" } }, status: { hostIP: "h" } },
    ],
    [
      "of a Pod what its containers run with",
      podKind,
      { spec: { nodeName: "n", containers: [{ name: "c", env: [{ name: "a" }], startupProbe: {} }] } },
      { spec: { nodeName: "n", containers: [{ name: "c", startupProbe: {} }] } },
    ],
    [
      "of a Pod of the operator what its containers run with, but not how they are probed",
      podKind,
      {
        metadata: { labels: { name: "hyperconverged-cluster-operator" } },
        spec: { containers: [{ name: "c", args: ["a"], env: [{ name: "a", value: "b" }], livenessProbe: {} }] },
      },
      {
        metadata: { labels: { name: "hyperconverged-cluster-operator" } },
        spec: { containers: [{ name: "c", args: ["a"], env: [{ name: "a", value: "b" }] }] },
      },
    ],
    [
      "of a Pod below the Deployment of the operator the same",
      podKind,
      { metadata: { name: "hco-operator-5d8f-x2x" }, spec: { containers: [{ name: "c", env: [{ name: "a" }] }] } },
      { metadata: { name: "hco-operator-5d8f-x2x" }, spec: { containers: [{ name: "c", env: [{ name: "a" }] }] } },
    ],
    [
      "of a Pod when it was written, but not by whom",
      podKind,
      { metadata: { name: "a", managedFields: written, generateName: "a-" } },
      { metadata: { name: "a", managedFields: [{ time: "t" }] } },
    ],
    [
      "of a Pod where it runs",
      podKind,
      { status: { phase: "Running", hostIP: "h", containerStatuses: [{ name: "c", imageID: "i", ready: true }] } },
      { status: { phase: "Running", containerStatuses: [{ name: "c", ready: true }] } },
    ],
    [
      "of a Node its images",
      nodeKind,
      { status: { images: [{}], conditions: [{ type: "Ready" }] } },
      { status: { conditions: [{ type: "Ready" }] } },
    ],
    [
      "nothing of odd shapes",
      podKind,
      { metadata: [], spec: "text", status: { conditions: { type: "x" }, containerStatuses: [1, null] } },
      { metadata: [], spec: "text", status: { conditions: { type: "x" }, containerStatuses: [1, null] } },
    ],
  ];
  test.for(rows)("%s", ([, kind, item, kept]) => {
    expect(dropUnreadFields(item as Record<string, unknown>, kind)).toEqual(kept);
  });
});
