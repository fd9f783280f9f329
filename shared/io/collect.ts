import type { Query, Reading, Snapshot } from "../model/snapshot.ts";
import { ConnectionError } from "./errors.ts";
import type { Reader } from "./reader.ts";

/** What to read next, from what was read so far; asked until it names nothing new. */
export type Plan = (snapshot: Snapshot) => readonly Query[];

/** How far to go: a plan that never has enough must not go on for ever. */
export interface CollectLimits {
  /** Absent: 2000. */
  readonly requests?: number;
  /** Absent: 6. */
  readonly waves?: number;
  readonly signal?: AbortSignal;
}

/** A snapshot, and how many rounds of questions it took. */
export interface Collected {
  readonly snapshot: Snapshot;
  readonly waves: number;
}

/**
 * Reads what `plan` asks for, wave by wave, each wave at once. A read that fails becomes a reading, and so does one that
 * a limit cut off.
 * @throws ConnectionError where no query was answered at all.
 */
export async function collect(
  reader: Reader,
  plan: Plan,
  start: Pick<Snapshot, "source" | "takenAt">,
  limits: CollectLimits = {},
): Promise<Collected> {
  const { requests = 2000, waves: most = 6, signal } = limits;
  const readings = new Map<string, Reading>();
  const snapshot = (): Snapshot => ({ ...start, readings: [...readings.values()], damage: [] });
  const keep = (reading: Reading): unknown => readings.set(keyOfQuery(reading.query), reading);
  for (let waves = 0; ; waves += 1) {
    const asked = plan(snapshot()).filter((query) => !readings.has(keyOfQuery(query)));
    const queries = [...new Map(asked.map((query) => [keyOfQuery(query), query])).values()];
    if (queries.length === 0) return { snapshot: snapshot(), waves };
    const room = waves < most ? Math.max(0, requests - readings.size) : 0;
    const answers = await readAll(reader, queries.slice(0, room), readings.size > 0, signal);
    for (const reading of answers) keep(reading);
    if (queries.length > room) {
      const limit = waves < most ? `${requests} requests` : `${most} rounds of requests`;
      for (const query of queries.slice(room)) keep(cut(query, limit));
      return { snapshot: snapshot(), waves: room > 0 ? waves + 1 : waves };
    }
  }
}

/** One string per question: the same fields in whatever order are the same question. */
export function keyOfQuery(query: Query): string {
  return JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function readAll(
  reader: Reader,
  queries: readonly Query[],
  anyBefore: boolean,
  signal: AbortSignal | undefined,
): Promise<readonly Reading[]> {
  const settled = await Promise.allSettled(queries.map((query) => reader.read(query, signal)));
  signal?.throwIfAborted();
  const lost = settled.filter((result) => result.status === "rejected").map(({ reason }) => reason as unknown);
  const answered = anyBefore || lost.length < settled.length;
  const fatal = lost.find((error) => !answered || !(error instanceof ConnectionError));
  if (fatal !== undefined) throw fatal;
  return settled.map((result, index) =>
    result.status === "fulfilled"
      ? result.value
      : { query: queries[index] as Query, outcome: "unread", cause: (result.reason as Error).message },
  );
}

function cut(query: Query, limit: string): Reading {
  return { query, outcome: "unread", cause: `not asked: more than ${limit} for one report` };
}
