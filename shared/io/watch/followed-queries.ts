import type { Query, Reading } from "../../model/snapshot.ts";
import { keyOfQuery } from "../reader/collect-snapshot.ts";
import type { LinkStatus } from "./link-state.ts";
import type { QueryReflector } from "./reflector/reflector.ts";

/** One reflector. `forgetAtMs`: when it stops, unless the plan names its query again. */
interface FollowedQuery {
  readonly reflector: QueryReflector;
  readonly forgetAtMs?: number;
}

/** Milliseconds for which a query is followed after the plan no longer names it. */
const keptForMs = 300_000;

/** The reflectors of all queries that a plan names. A query that the plan no longer names stays for a while. */
export class FollowedQueries {
  readonly #start: (query: Query) => QueryReflector;
  readonly #followed = new Map<string, FollowedQuery>();
  #isStopped = false;

  /** @param start Starts the reflector of one query. */
  constructor(start: (query: Query) => QueryReflector) {
    this.#start = start;
  }

  /**
   * Follows each query of `named`. Other queries are followed a little longer, because the plan may soon name them
   * again.
   */
  follow(named: readonly Query[], nowMs: number): void {
    const namedKeys = new Set(named.map(keyOfQuery));
    for (const query of named) {
      const key = keyOfQuery(query);
      if (!this.#followed.has(key) && !this.#isStopped) this.#followed.set(key, { reflector: this.#start(query) });
    }
    for (const [key, { reflector, forgetAtMs }] of this.#followed) {
      if (namedKeys.has(key)) {
        if (forgetAtMs !== undefined) this.#followed.set(key, { reflector });
      } else if (forgetAtMs === undefined) {
        this.#followed.set(key, { reflector, forgetAtMs: nowMs + keptForMs });
      } else if (forgetAtMs <= nowMs) {
        reflector.stop();
        this.#followed.delete(key);
      }
    }
  }

  /** Undefined for a query that has no response yet, or is not followed. */
  readingOf(query: Query): Reading | undefined {
    return this.#followed.get(keyOfQuery(query))?.reflector.reading();
  }

  /** The links of those queries in `named` that are followed. */
  linksOf(named: readonly Query[]): readonly (LinkStatus & { readonly query: Query })[] {
    return named.flatMap((query) => {
      const followed = this.#followed.get(keyOfQuery(query));
      return followed === undefined ? [] : [{ ...followed.reflector.link(), query }];
    });
  }

  all(): readonly QueryReflector[] {
    return [...this.#followed.values()].map(({ reflector }) => reflector);
  }

  /** Stops all reflectors and starts no other. What was read stays available. */
  stop(): void {
    this.#isStopped = true;
    for (const { reflector } of this.#followed.values()) reflector.stop();
  }
}
