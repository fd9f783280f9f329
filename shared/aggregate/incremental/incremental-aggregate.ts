import type { Report } from "../../model/report.ts";
import type { Query, Snapshot } from "../../model/snapshot.ts";
import { aggregateOver } from "../aggregate.ts";
import type { AggregateOptions } from "../options.ts";
import { planOver, type ReadScope } from "../read-plan.ts";
import { createIndexCache } from "./index-cache.ts";

/** Plans and evaluates successive snapshots, reusing results of the previous one. */
export interface IncrementalAggregate {
  /** As `plan`. */
  readonly plan: (snapshot: Snapshot) => readonly Query[];
  /** As `aggregate`. Unchanged parts of the Report may be the same objects as before. */
  readonly report: (snapshot: Snapshot, lasting?: AggregateOptions["lasting"]) => Report;
}

/**
 * Returns a planner and evaluator for successive snapshots, in which unchanged objects are identical, as a watch
 * supplies them. Its cost is one evaluation plus the changes, however many objects are held. Other snapshots give
 * correct results too, at the cost of what is new in them.
 */
export function createIncrementalAggregate(scope: ReadScope, options: AggregateOptions): IncrementalAggregate {
  const indexFor = createIndexCache();
  return {
    plan: (snapshot) => planOver(indexFor(snapshot), snapshot, scope),
    report: (snapshot, lasting) =>
      aggregateOver(indexFor(snapshot), snapshot, lasting === undefined ? options : { ...options, lasting }),
  };
}
