import { compareTexts } from "../../model/compare-texts.ts";
import type { Query, Reading, Snapshot } from "../../model/snapshot.ts";
import { ConnectionError } from "../errors/errors.ts";
import type { QueryReader } from "./reader.ts";

/** Returns the queries to read next, from what was read so far. Called until it returns no new query. */
export type PlanReads = (snapshot: Snapshot) => readonly Query[];

/** The same for a plan that may still have to be loaded. */
type LoadingPlan = (snapshot: Snapshot) => readonly Query[] | Promise<readonly Query[]>;

/** The limits of one collection. They end a plan that always requests more. */
export interface CollectLimits {
  /** The most requests. Absent: 2000. */
  readonly requests?: number;
  /** The most waves of requests. Absent: 6. */
  readonly waves?: number;
  /** Returns the time for each snapshot, since the first response may have the server's. Absent: that of the start. */
  readonly time?: () => Pick<Snapshot, "takenAt" | "readerClock">;
  readonly signal?: AbortSignal;
}

/** A snapshot, and how many waves of requests it took. */
export interface CollectedSnapshot {
  readonly snapshot: Snapshot;
  readonly waves: number;
}

/**
 * Reads what `plan` requests, wave by wave, with all requests of a wave in parallel. A read that fails becomes a
 * reading, and so does one that a limit cut off.
 * @throws ConnectionError where no query got a response at all.
 */
export async function collectSnapshot(
  reader: QueryReader,
  plan: LoadingPlan,
  start: Pick<Snapshot, "source" | "takenAt">,
  limits: CollectLimits = {},
): Promise<CollectedSnapshot> {
  const { requests = 2000, waves: maxWaves = 6, time, signal } = limits;
  const readings = new Map<string, Reading>();
  const snapshot = (): Snapshot => ({ ...start, ...time?.(), readings: [...readings.values()], damage: [] });
  const keep = (reading: Reading): unknown => readings.set(keyOfQuery(reading.query), reading);
  for (let waves = 0; ; waves += 1) {
    const soFar = snapshot();
    const planned = (await plan(soFar)).filter((query) => !readings.has(keyOfQuery(query)));
    const queries = [...new Map(planned.map((query) => [keyOfQuery(query), query])).values()];
    // The Report of this snapshot uses what the plan computed from it.
    if (queries.length === 0) return { snapshot: soFar, waves };
    const room = waves < maxWaves ? Math.max(0, requests - readings.size) : 0;
    const newReadings = await readAll(reader, queries.slice(0, room), readings.size > 0, signal);
    for (const reading of newReadings) keep(reading);
    if (queries.length > room) {
      const limit = waves < maxWaves ? `${requests} requests` : `${maxWaves} waves of requests`;
      const cause = `not requested: more than ${limit} for one report`;
      for (const query of queries.slice(room)) keep({ query, outcome: "unread", cause });
      return { snapshot: snapshot(), waves: room > 0 ? waves + 1 : waves };
    }
  }
}

/** The key of a query. Queries with the same fields have the same key, in whatever order the fields are. */
export function keyOfQuery(query: Query): string {
  return JSON.stringify(Object.entries(query).sort(([a], [b]) => compareTexts(a, b)));
}

async function readAll(
  reader: QueryReader,
  queries: readonly Query[],
  hasReadings: boolean,
  signal: AbortSignal | undefined,
): Promise<readonly Reading[]> {
  const settled = await Promise.allSettled(queries.map((query) => reader.read(query, signal)));
  signal?.throwIfAborted();
  const lost = settled.filter((result) => result.status === "rejected").map(({ reason }) => reason as unknown);
  const hasResponse = hasReadings || lost.length < settled.length;
  const fatal = lost.find((error) => !hasResponse || !(error instanceof ConnectionError));
  if (fatal !== undefined) throw fatal;
  return settled.map((result, index) =>
    result.status === "fulfilled"
      ? result.value
      : { query: queries[index] as Query, outcome: "unread", cause: (result.reason as Error).message },
  );
}
