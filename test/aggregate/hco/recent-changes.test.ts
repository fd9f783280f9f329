import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { dropUnreadFields } from "../../../shared/aggregate/snapshot/unread-fields.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { redactSnapshot } from "../../../shared/redact/redact-snapshot.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { printed } from "../../render/printed.ts";
import {
  component,
  condition,
  deployment,
  goodConditions,
  hyperConverged,
  type Manifest,
  object,
  ownedMetadata,
} from "../installation.ts";

// What changed during the hour before the Report, in -o wide and HTML.

const takenAt = "2026-11-21T12:00:00Z";
const createdMonthsAgo = { creationTimestamp: "2026-01-01T00:00:00Z" };
const tenMinutesAgo = "2026-11-21T11:50:00Z";
const twoHoursAgo = "2026-11-21T10:00:00Z";

const buildRoot = (metadata: Manifest = {}): Manifest => hyperConverged({}, { ...createdMonthsAgo, ...metadata });
const buildKubeVirt = (conditions: readonly Manifest[], metadata: Manifest = {}): Manifest =>
  component("KubeVirt", conditions, { ...createdMonthsAgo, ...metadata });
const virtApi = deployment("virt-api", 1, 1, createdMonthsAgo);

function buildReplicaSet(name: string, creationTimestamp: string): Manifest {
  const owner = ownedMetadata("Deployment", "virt-api");
  return object("apps/v1", "ReplicaSet", name, { spec: {}, status: {} }, { ...owner, creationTimestamp });
}

function buildPod(name: string, creationTimestamp: string, finishedAt?: string): Manifest {
  const terminated = { exitCode: 137, reason: "OOMKilled", finishedAt };
  const lastState = finishedAt === undefined ? {} : { terminated };
  const containerStatuses = [{ name: "virt-api", ready: true, restartCount: 1, state: { running: {} }, lastState }];
  const body = { spec: { containers: [{ name: "virt-api" }] }, status: { phase: "Running", containerStatuses } };
  return object("v1", "Pod", name, body, { ...ownedMetadata("ReplicaSet", "virt-api-1"), creationTimestamp });
}

/** The rows of the section, with the number of all changes. */
async function listChangedNames(objects: readonly Manifest[]): Promise<readonly string[]> {
  const snapshot = snapshotOf(objects, { takenAt, source: "x" });
  const text = await printed("wide", aggregateAndPrint(snapshot), { width: 200 });
  const [, section] = /CHANGED IN THE LAST HOUR \(newest first\)\n((?:.+\n)+)/.exec(text) ?? [];
  const lines = section?.trim().split("\n") ?? [];
  return lines.map((line) => line.trim());
}

describe("-o wide lists the changes of the last hour", () => {
  const rows: readonly { readonly rule: string; readonly objects: readonly Manifest[]; readonly row: string }[] = [
    {
      rule: "conditions that changed at one time are one row",
      objects: [
        buildRoot(),
        buildKubeVirt([
          condition("Available", "False", "Down", "", tenMinutesAgo),
          condition("Degraded", "True", "", "", tenMinutesAgo),
        ]),
      ],
      row: "KubeVirt kubevirt-kubevirt-hyperconverged Available=False (Down), Degraded=True 10m ago",
    },
    {
      rule: "a component that was created is a row",
      objects: [buildRoot(), buildKubeVirt(goodConditions(tenMinutesAgo), { creationTimestamp: tenMinutesAgo })],
      row: "KubeVirt kubevirt-kubevirt-hyperconverged was created 10m ago",
    },
    {
      rule: "a component that was created again is a row",
      objects: [
        hyperConverged(
          {
            relatedObjects: [
              {
                apiVersion: "kubevirt.io/v1",
                kind: "KubeVirt",
                name: "kubevirt-kubevirt-hyperconverged",
                namespace: "kubevirt-hyperconverged",
                uid: "earlier",
              },
            ],
          },
          createdMonthsAgo,
        ),
        buildKubeVirt(goodConditions(tenMinutesAgo), { creationTimestamp: tenMinutesAgo }),
      ],
      row: "KubeVirt kubevirt-kubevirt-hyperconverged was deleted and created again 10m ago",
    },
    {
      rule: "the deletion of a component is a row",
      objects: [buildRoot(), buildKubeVirt(goodConditions(twoHoursAgo), { deletionTimestamp: tenMinutesAgo })],
      row: "KubeVirt kubevirt-kubevirt-hyperconverged deletion was requested 10m ago",
    },
    {
      rule: "a spec that a client wrote is a row",
      objects: [
        buildRoot({
          managedFields: [
            { manager: "kubectl-edit", operation: "Update", time: tenMinutesAgo, fieldsV1: { "f:spec": {} } },
          ],
        }),
      ],
      row: "HyperConverged kubevirt-hyperconverged spec was written by kubectl-edit 10m ago",
    },
    {
      rule: "a roll-out of a Deployment is a row",
      objects: [buildRoot(), virtApi, buildReplicaSet("virt-api-2", tenMinutesAgo)],
      row: "Deployment virt-api rolls out ReplicaSet virt-api-2 10m ago",
    },
    {
      rule: "new pods of an old ReplicaSet are one row",
      objects: [
        buildRoot(),
        virtApi,
        buildReplicaSet("virt-api-1", twoHoursAgo),
        buildPod("a", tenMinutesAgo),
        buildPod("b", twoHoursAgo),
      ],
      row: "ReplicaSet virt-api-1 created 1 pod 10m ago",
    },
    {
      rule: "a container that restarted is a row",
      objects: [buildRoot(), virtApi, buildPod("a", twoHoursAgo, tenMinutesAgo)],
      row: "Pod a container virt-api restarted (OOMKilled, exit 137) 10m ago",
    },
  ];
  test.for(rows)("$rule", async ({ objects, row }) => {
    expect(await listChangedNames(objects)).toEqual([row]);
  });
  test.for(rows)("$rule, also in a long list", async ({ objects, row }) => {
    const reduced = objects.map((manifest) => dropUnreadFields(manifest, toObject(manifest).ref) as Manifest);
    expect(await listChangedNames(reduced)).toEqual([row]);
  });
  test.for(rows)("$rule, also in a saved snapshot", ({ objects }) => {
    const snapshot = snapshotOf(objects, { takenAt, source: "x" });
    const [changes] = aggregate(snapshot).roots.map(({ recentChanges }) => recentChanges);
    expect(changes).toBeDefined();
    const [savedChanges] = aggregate(redactSnapshot(snapshot)).roots.map(({ recentChanges }) => recentChanges);
    expect(savedChanges).toEqual(changes);
  });
});

describe("-o wide lists no changes where there are none", () => {
  const rows: readonly { readonly rule: string; readonly objects: readonly Manifest[] }[] = [
    {
      rule: "a cluster without changes has no rows",
      objects: [
        buildRoot(),
        buildKubeVirt(goodConditions(twoHoursAgo)),
        virtApi,
        buildReplicaSet("virt-api-1", twoHoursAgo),
        buildPod("a", twoHoursAgo, twoHoursAgo),
      ],
    },
    {
      rule: "a HyperConverged that is younger than an hour has no rows",
      objects: [hyperConverged({}, { creationTimestamp: tenMinutesAgo }), buildKubeVirt(goodConditions(tenMinutesAgo))],
    },
    {
      rule: "a status that an operator writes is no row",
      objects: [
        buildRoot({
          managedFields: [
            { manager: "hco", time: tenMinutesAgo, fieldsV1: { "f:spec": {}, "f:status": {} } },
            { manager: "hco", time: tenMinutesAgo, fieldsV1: { "f:status": {} } },
          ],
        }),
      ],
    },
    {
      rule: "a write without a manager is no row",
      objects: [buildRoot({ managedFields: [{ time: tenMinutesAgo }] })],
    },
    {
      rule: "a condition that changes after the Report is no row",
      objects: [buildRoot(), buildKubeVirt([condition("Available", "True", "", "", "2026-11-21T13:00:00Z")])],
    },
    {
      rule: "a Deployment in another namespace is no row",
      objects: [buildRoot(), deployment("other", 1, 1, { namespace: "elsewhere", creationTimestamp: tenMinutesAgo })],
    },
  ];
  test.for(rows)("$rule", async ({ objects }) => {
    expect(await listChangedNames(objects)).toEqual([]);
  });
});

test("the ten newest changes are rows, and the others are counted", async () => {
  const minuteOf = (place: number): string => `2026-11-21T11:${String(10 + place)}:00Z`;
  const many = Array.from({ length: 25 }, (_, place) =>
    deployment(`d${place}`, 1, 1, { creationTimestamp: minuteOf(place) }),
  );
  const rows = await listChangedNames([buildRoot(), ...many]);
  expect(rows).toHaveLength(11);
  expect([rows[0], rows[9], rows[10]]).toEqual([
    "Deployment d24 was created 26m ago",
    "Deployment d15 was created 35m ago",
    "and 15 older changes",
  ]);
});

test("-o html has the changes of the last hour, and the first screen does not", async () => {
  const objects = [buildRoot(), virtApi, buildReplicaSet("virt-api-2", tenMinutesAgo)];
  const report = aggregateAndPrint(snapshotOf(objects, { takenAt, source: "x" }));
  expect(await printed("html", report)).toContain("rolls out ReplicaSet");
  expect(await printed("text", report)).not.toContain("rolls out ReplicaSet");
});
