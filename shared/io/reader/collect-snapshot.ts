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

/**
 * Reads what `plan` requests, wave by wave, with all requests of a wave in parallel. A read that fails becomes a
 * reading, and so does one that a limit cut off.
 * @throws ConnectionError where no query got a response at all.
 */
export async function collectSnapshot(
  reader: QueryReader,
  plan: LoadingPlan,
  start: Pick<Snapshot, "source" | "takenAt">,
  { requests: maxRequests = 2000, waves: maxWaves = 6, time, signal }: CollectLimits = {},
): Promise<Snapshot> {
  const readings = new Map<string, Reading>();
  const keep = (reading: Reading): unknown => readings.set(keyOfQuery(reading.query), reading);
  const makeSnapshot = (): Snapshot => ({ ...start, ...time?.(), readings: [...readings.values()], damage: [] });
  for (let wave = 0; ; wave += 1) {
    const snapshot = makeSnapshot();
    const newQueries = new Map<string, Query>();
    for (const query of await plan(snapshot)) {
      const key = keyOfQuery(query);
      if (!readings.has(key)) newQueries.set(key, query);
    }
    // The Report of this snapshot uses what the plan computed from it.
    if (newQueries.size === 0) return snapshot;
    const queries = [...newQueries.values()];
    const room = wave < maxWaves ? Math.max(0, maxRequests - readings.size) : 0;
    const newReadings = await readAll(reader, queries.slice(0, room), readings.size > 0, signal);
    for (const reading of newReadings) keep(reading);
    if (queries.length > room) {
      const limit = wave < maxWaves ? `${maxRequests} requests` : `${maxWaves} waves of requests`;
      const cause = `not requested: more than ${limit} for one report`;
      for (const query of queries.slice(room)) keep({ query, outcome: "unread", cause });
      return makeSnapshot();
    }
  }
}

/** The key of a query. Queries with the same fields have the same key, in whatever order the fields are. */
export function keyOfQuery(query: Query): string {
  return JSON.stringify(Object.entries(query).sort(([a], [b]) => compareTexts(a, b)));
}

/** @param hasReadings Whether the server responded before. @throws ConnectionError where it never did. */
async function readAll(
  reader: QueryReader,
  queries: readonly Query[],
  hasReadings: boolean,
  signal: AbortSignal | undefined,
): Promise<readonly Reading[]> {
  const settled = await Promise.allSettled(queries.map((query) => reader.read(query, signal)));
  signal?.throwIfAborted();
  const errors = settled.filter((result) => result.status === "rejected").map(({ reason }) => reason as unknown);
  const hasResponse = hasReadings || errors.length < settled.length;
  const fatalError = errors.find((error) => !hasResponse || !(error instanceof ConnectionError));
  if (fatalError !== undefined) throw fatalError;
  return settled.map((result, index) =>
    result.status === "fulfilled"
      ? result.value
      : { query: queries[index] as Query, outcome: "unread", cause: (result.reason as Error).message },
  );
}
