import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
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
const [old, now] = [{ creationTimestamp: "2026-01-01T00:00:00Z" }, "2026-11-21T11:50:00Z"] as const;
const before = "2026-11-21T10:00:00Z";

const root = (metadata: Manifest = {}): Manifest => hyperConverged({}, { ...old, ...metadata });
const kubeVirt = (conditions: readonly Manifest[], metadata: Manifest = {}): Manifest =>
  component("KubeVirt", conditions, { ...old, ...metadata });
const virtApi = deployment("virt-api", 1, 1, old);

function replicaSet(name: string, creationTimestamp: string): Manifest {
  const owner = ownedMetadata("Deployment", "virt-api");
  return object("apps/v1", "ReplicaSet", name, { spec: {}, status: {} }, { ...owner, creationTimestamp });
}

function pod(name: string, creationTimestamp: string, finishedAt?: string): Manifest {
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
  return section === undefined
    ? []
    : section
        .trim()
        .split("\n")
        .map((line) => line.trim());
}

describe("a change of the last hour", () => {
  const rows: readonly { readonly rule: string; readonly objects: readonly Manifest[]; readonly row: string }[] = [
    {
      rule: "conditions that changed at one time",
      objects: [
        root(),
        kubeVirt([condition("Available", "False", "Down", "", now), condition("Degraded", "True", "", "", now)]),
      ],
      row: "KubeVirt kubevirt-kubevirt-hyperconverged Available=False (Down), Degraded=True 10m ago",
    },
    {
      rule: "a new component",
      objects: [root(), kubeVirt(goodConditions(now), { creationTimestamp: now })],
      row: "KubeVirt kubevirt-kubevirt-hyperconverged was created 10m ago",
    },
    {
      rule: "a component that the CR recorded with another uid",
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
          old,
        ),
        kubeVirt(goodConditions(now), { creationTimestamp: now }),
      ],
      row: "KubeVirt kubevirt-kubevirt-hyperconverged was deleted and created again 10m ago",
    },
    {
      rule: "a deletion",
      objects: [root(), kubeVirt(goodConditions(before), { deletionTimestamp: now })],
      row: "KubeVirt kubevirt-kubevirt-hyperconverged deletion was requested 10m ago",
    },
    {
      rule: "a spec that a client wrote",
      objects: [
        root({
          managedFields: [{ manager: "kubectl-edit", operation: "Update", time: now, fieldsV1: { "f:spec": {} } }],
        }),
      ],
      row: "HyperConverged kubevirt-hyperconverged spec was written by kubectl-edit 10m ago",
    },
    {
      rule: "a roll-out",
      objects: [root(), virtApi, replicaSet("virt-api-2", now)],
      row: "Deployment virt-api rolls out ReplicaSet virt-api-2 10m ago",
    },
    {
      rule: "new pods of an old ReplicaSet",
      objects: [root(), virtApi, replicaSet("virt-api-1", before), pod("a", now), pod("b", before)],
      row: "ReplicaSet virt-api-1 created 1 pod 10m ago",
    },
    {
      rule: "a restart",
      objects: [root(), virtApi, pod("a", before, now)],
      row: "Pod a container virt-api restarted (OOMKilled, exit 137) 10m ago",
    },
  ];
  test.for(rows)("$rule is listed", async ({ objects, row }) => {
    expect(await listChangedNames(objects)).toEqual([row]);
  });
});

describe("nothing is listed", () => {
  const rows: readonly { readonly rule: string; readonly objects: readonly Manifest[] }[] = [
    {
      rule: "of a quiet cluster",
      objects: [
        root(),
        kubeVirt(goodConditions(before)),
        virtApi,
        replicaSet("virt-api-1", before),
        pod("a", before, before),
      ],
    },
    {
      rule: "of a HyperConverged that is younger than that",
      objects: [hyperConverged({}, { creationTimestamp: now }), kubeVirt(goodConditions(now))],
    },
    {
      rule: "where an operator writes its status, with the spec that it owns",
      objects: [
        root({
          managedFields: [
            { manager: "hco", time: now, fieldsV1: { "f:spec": {}, "f:status": {} } },
            { manager: "hco", time: now, fieldsV1: { "f:status": {} } },
          ],
        }),
      ],
    },
    {
      rule: "of a must-gather that has only the times of writes",
      objects: [root({ managedFields: [{ time: now }] })],
    },
    {
      rule: "that lies in the future of the Report",
      objects: [root(), kubeVirt([condition("Available", "True", "", "", "2026-11-21T13:00:00Z")])],
    },
    {
      rule: "of Deployments in other namespaces",
      objects: [root(), deployment("other", 1, 1, { namespace: "elsewhere", creationTimestamp: now })],
    },
  ];
  test.for(rows)("$rule", async ({ objects }) => {
    expect(await listChangedNames(objects)).toEqual([]);
  });
});

test("the ten newest are listed, newest first, and the others counted", async () => {
  const minuteOf = (place: number): string => `2026-11-21T11:${String(10 + place)}:00Z`;
  const many = Array.from({ length: 25 }, (_, place) =>
    deployment(`d${place}`, 1, 1, { creationTimestamp: minuteOf(place) }),
  );
  const rows = await listChangedNames([root(), ...many]);
  expect(rows).toHaveLength(11);
  expect([rows[0], rows[9], rows[10]]).toEqual([
    "Deployment d24 was created 26m ago",
    "Deployment d15 was created 35m ago",
    "and 15 older changes",
  ]);
});

test("HTML has the section, the first screen has not", async () => {
  const objects = [root(), virtApi, replicaSet("virt-api-2", now)];
  const report = aggregateAndPrint(snapshotOf(objects, { takenAt, source: "x" }));
  expect(await printed("html", report)).toContain("rolls out ReplicaSet");
  expect(await printed("text", report)).not.toContain("rolls out ReplicaSet");
});
