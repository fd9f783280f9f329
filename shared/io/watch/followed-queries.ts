import type { Query, Reading } from "../../model/snapshot.ts";
import { keyOfQuery } from "../reader/collect-snapshot.ts";
import type { LinkStatus } from "./link-state.ts";
import type { QueryReflector } from "./reflector/reflector.ts";

/** The reflectors of all queries that a plan names. A query that the plan no longer names stays for a while. */
export interface FollowedQueries {
  /**
   * Follows each query of `named`. Other queries are followed a little longer, because the plan may soon name them
   * again.
   */
  follow(named: readonly Query[], now: number): void;
  /** Absent for a query that has no response yet, or is not followed. */
  readingOf(query: Query): Reading | undefined;
  /** The links of those queries in `named` that are followed. */
  linksOf(named: readonly Query[]): readonly (LinkStatus & { readonly query: Query })[];
  all(): readonly QueryReflector[];
  /** Stops all reflectors and starts no other. What was read stays available. */
  stop(): void;
}

/** One reflector. `forgetAt`: when it stops, unless the plan names its query again. */
interface Followed {
  readonly reflector: QueryReflector;
  readonly forgetAt?: number;
}

/** Milliseconds for which a query is followed after the plan no longer names it. */
const grace = 300_000;

/** Creates a set that follows no query yet. `begin` starts the reflector of one query. */
export function followedQueries(begin: (query: Query) => QueryReflector): FollowedQueries {
  const followed = new Map<string, Followed>();
  let isStopped = false;

  return {
    follow(named, now) {
      const keys = new Set(named.map(keyOfQuery));
      for (const query of named) {
        const key = keyOfQuery(query);
        if (!followed.has(key) && !isStopped) followed.set(key, { reflector: begin(query) });
      }
      for (const [key, { reflector, forgetAt }] of followed) {
        if (keys.has(key)) {
          if (forgetAt !== undefined) followed.set(key, { reflector });
        } else if (forgetAt === undefined) {
          followed.set(key, { reflector, forgetAt: now + grace });
        } else if (forgetAt <= now) {
          reflector.stop();
          followed.delete(key);
        }
      }
    },
    readingOf: (query) => followed.get(keyOfQuery(query))?.reflector.reading(),
    linksOf: (named) =>
      named.flatMap((query) => {
        const one = followed.get(keyOfQuery(query));
        return one === undefined ? [] : [{ ...one.reflector.link(), query }];
      }),
    all: () => [...followed.values()].map(({ reflector }) => reflector),
    stop() {
      isStopped = true;
      for (const { reflector } of followed.values()) reflector.stop();
    },
  };
}
