import type { Reading, Snapshot } from "../../shared/model/snapshot.ts";

/** What a cluster responded, all of which could be read. */
export function clusterSnapshot(readings: readonly Reading[], takenAt = "2026-11-21T12:00:00Z"): Snapshot {
  return { source: { kind: "cluster", name: "x" }, takenAt, readings, damage: [] };
}
