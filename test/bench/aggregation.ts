import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { hcoComponents } from "../../shared/tables/components.ts";

const namespace = "kubevirt-hyperconverged";

/** A HyperConverged that records `related` objects, all of them read, and whose components carry `conditions` in all. */
export function bigSnapshot(related: number, conditions: number): Snapshot {
  const each = Math.ceil(conditions / hcoComponents.length);
  const parts = hcoComponents.map(({ group, versions, kind, objectName: name, namespaced }) => ({
    apiVersion: `${group}/${versions[0]}`,
    kind,
    metadata: { name, uid: name, resourceVersion: "1", ...(namespaced ? { namespace } : {}) },
    status: {
      conditions: [
        ...["Available", "Progressing", "Degraded"].map((type) => condition(type, type === "Available")),
        ...Array.from({ length: Math.max(0, each - 3) }, (_, place) => condition(`Detail${place}`, true)),
      ],
    },
  }));
  const maps = Array.from({ length: related }, (_, place) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: `map-${place}`, namespace, uid: `${place}`, resourceVersion: "1" },
  }));
  const root = {
    apiVersion: "hco.kubevirt.io/v1",
    kind: "HyperConverged",
    metadata: { name: "kubevirt-hyperconverged", namespace, generation: 1 },
    spec: { deployment: { applicationAwareConfig: { enable: true } } },
    status: {
      conditions: ["ReconcileComplete", "Available", "Upgradeable"].map((type) => condition(type, true)),
      relatedObjects: [...parts, ...maps].map(({ apiVersion, kind, metadata }) => ({ apiVersion, kind, ...metadata })),
      versions: [{ name: "operator", version: "1.20.0" }],
    },
  };
  return snapshotOf([root, ...parts, ...maps], { takenAt: "2026-11-21T12:00:00Z", source: "bench" });
}

function condition(type: string, isTrue: boolean): object {
  const lastTransitionTime = "2026-11-21T11:00:00Z";
  return { type, status: isTrue ? "True" : "False", reason: "AsExpected", message: "as expected", lastTransitionTime };
}

/** What the bench times: only the judgement, the snapshot is there. */
export function evaluate(snapshot: Snapshot): number {
  return aggregate(snapshot).findings.length;
}
