import type { Query, Snapshot, Source } from "../../model/snapshot.ts";
import { serverTime } from "../connection/server-clock.ts";
import { keyOfQuery, type PlanReads } from "../reader/collect-snapshot.ts";
import type { FollowedQueries } from "./followed-queries.ts";
import { linkOfAll } from "./link-state.ts";

/** The most evaluations in a row. A plan names queries in waves: each wave depends on what the wave before returned. */
const mostRounds = 8;
/** The most queries at once. A plan that always names more must not continue without end. */
const most = 2_000;

/** The queries that a plan names because of what was read. */
export interface PlannedQueries {
  named(): readonly Query[];
  /** Evaluates the plan until it names no new query, and returns the last snapshot. */
  replan(): Snapshot;
}

/** Evaluates `plan` with what `followed` has read, and lets `followed` follow what the plan names. */
export function plannedQueries(
  plan: PlanReads,
  source: Source,
  followed: FollowedQueries,
  now: () => number,
  clockAhead: () => number | undefined,
): PlannedQueries {
  let named: readonly Query[] = [];

  /**
   * The readings of the queries that the plan names now. Earlier readings would hide from it that they are no longer
   * requested.
   */
  function snapshotNow(): Snapshot {
    const readings = named.map(followed.readingOf).filter((reading) => reading !== undefined);
    const time = serverTime(linkOfAll(followed.linksOf(named)).until ?? now(), clockAhead());
    return { source, ...time, readings, damage: [] };
  }

  return {
    named: () => named,
    replan() {
      let snapshot = snapshotNow();
      for (let round = 0; round < mostRounds; round += 1) {
        const before = new Set(named.map(keyOfQuery));
        named = plan(snapshot).slice(0, most);
        if (named.length === before.size && named.every((query) => before.has(keyOfQuery(query)))) break;
        snapshot = snapshotNow();
      }
      followed.follow(named, now());
      return snapshot;
    },
  };
}
