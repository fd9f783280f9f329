import { indexOf } from "../../aggregate/lookup.ts";
import type { Scope } from "../../aggregate/plan.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { newestTime } from "../../parse/newest.ts";
import { collected } from "../collected.ts";
import type { Gather } from "./gather.ts";
import { doubtOf } from "./taken-at.ts";

/**
 * What the plan names of a gather, by the same plan as of a cluster, so that only files are opened that are asked for.
 * Its time is the gather's own, else empty; see {@link dated}.
 */
export async function readGather(gather: Gather, path: string, scope: Scope): Promise<Snapshot> {
  const start = { source: { kind: "must-gather", name: path }, takenAt: gather.takenAt ?? "" } as const;
  return gather.whole(await collected(gather.reader, scope, start));
}

/**
 * With the time that ages count from: when it was made, else the newest time inside what was read (report.md, "takenAt"),
 * else `now`. Where the gather's own is not believed, that is damage.
 */
export function dated(snapshot: Snapshot, { takenAt }: Pick<Gather, "takenAt">, now: string): Snapshot {
  const newest = newestTime(indexOf(snapshot).objects);
  const cause = takenAt === undefined ? undefined : doubtOf(takenAt, newest, now);
  if (cause === undefined) return { ...snapshot, takenAt: takenAt ?? newest ?? now };
  const damage = [...snapshot.damage, { where: "timestamp", cause }];
  return { ...snapshot, takenAt: newest ?? now, damage };
}
