import type { Query, Snapshot } from "../../model/snapshot.ts";

/** The queries that a plan names because of what was read. */
export interface PlannedQueries {
  named(): readonly Query[];
  /** Evaluates the plan until it names no new query, and returns the last snapshot. */
  replan(): Snapshot;
}
