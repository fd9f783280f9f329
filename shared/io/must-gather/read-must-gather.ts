import type { ReadScope } from "../../aggregate/read-plan.ts";
import { indexSnapshot } from "../../aggregate/snapshot/object-index.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { newestTime } from "../../parse/newest-time.ts";
import { collectScope } from "../reader/collect-scopes.ts";
import type { OpenedMustGather } from "./open-must-gather.ts";
import { whyTimestampIsDoubtful } from "./taken-at.ts";

/**
 * Reads what the plan names from a must-gather. The plan is the same as for a cluster, and only files that it needs are
 * opened. `takenAt` is the must-gather's own time, else empty; see {@link withTakenAt}.
 */
export async function readOpenedMustGather(
  mustGather: OpenedMustGather,
  path: string,
  scope: ReadScope,
): Promise<Snapshot> {
  const start = { source: { kind: "must-gather", name: path }, takenAt: mustGather.takenAt ?? "" } as const;
  return mustGather.whole(await collectScope(mustGather.reader, scope, start));
}

/**
 * The snapshot with the time that ages count from. That is when it was made, else the newest time inside what was read,
 * else `now`. Where the must-gather's own time is not believed, that is damage.
 */
export function withTakenAt(snapshot: Snapshot, { takenAt }: Pick<OpenedMustGather, "takenAt">, now: string): Snapshot {
  const newest = newestTime(indexSnapshot(snapshot).objects());
  const cause = takenAt === undefined ? undefined : whyTimestampIsDoubtful(takenAt, newest, now);
  if (cause === undefined && takenAt !== undefined) return { ...snapshot, takenAt };
  const damage = cause === undefined ? snapshot.damage : [...snapshot.damage, { where: "timestamp", cause }];
  const source = newest === undefined ? snapshot.source : { ...snapshot.source, takenFrom: "newest" as const };
  return { ...snapshot, source, takenAt: newest ?? now, damage };
}
