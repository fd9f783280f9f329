import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import type { AggregateOptions } from "../../shared/aggregate/options.ts";
import { planReads } from "../../shared/aggregate/read-plan.ts";
import { dropUnreadFields } from "../../shared/aggregate/snapshot/unread-fields.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { nodeKind, podKind } from "../../shared/profiles/core-kinds.ts";
import { readGoldenCase, sentences } from "../golden/recorded.ts";

/** The same objects as a long list has them. */
function removeUnreadFields(snapshot: Snapshot): Snapshot {
  const readings = snapshot.readings.map((reading) =>
    reading.outcome === "found"
      ? { ...reading, objects: reading.objects.map(({ raw, ref }) => toObject(dropUnreadFields(raw, ref))) }
      : reading,
  );
  return { ...snapshot, readings };
}

describe("objects without what no rule reads give the same plan and the same Report", () => {
  const roots: readonly AggregateOptions[] = [{}, { wanted: [{ kind: podKind }] }, { wanted: [{ kind: nodeKind }] }];
  test.for(sentences)("%s", (sentence) => {
    const whole = readGoldenCase(sentence);
    const less = removeUnreadFields(whole);
    expect(planReads(less, {})).toEqual(planReads(whole, {}));
    for (const options of roots) expect(aggregate(less, options)).toEqual(aggregate(whole, options));
  });
});

describe("what is dropped of an object of a long list:", () => {
  const applied = { "kubectl.kubernetes.io/last-applied-configuration": "{}" };
  const written = [{ manager: "m", time: "t", fieldsV1: { "f:spec": {} } }];
  type Row = readonly [what: string, kind: { group: string; kind: string }, item: object, kept: object];
  const rows: readonly Row[] = [
    [
      "of each kind who wrote what, but not when",
      { group: "apps", kind: "Deployment" },
      { metadata: { name: "a", managedFields: [...written, ...written] }, spec: { env: [] } },
      { metadata: { name: "a", managedFields: [{ time: "t" }] }, spec: { env: [] } },
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
