import type { Report } from "../../model/report.ts";
import type { Query, Snapshot } from "../../model/snapshot.ts";
import { aggregateOver } from "../aggregate.ts";
import type { AggregateOptions } from "../options.ts";
import { planOver, type ReadScope } from "../read-plan.ts";
import { createIndexCache } from "./index-cache.ts";
import { checkUnreadChanges, type IsUnreadChange } from "./unread-change.ts";

/** Plans and evaluates successive snapshots, reusing results of the previous one. */
export interface IncrementalAggregate {
  /** As `plan`. */
  readonly plan: (snapshot: Snapshot) => readonly Query[];
  /** As `aggregate`. Unchanged parts of the Report may be the same objects as before. */
  readonly report: (snapshot: Snapshot, lasting?: AggregateOptions["lasting"]) => Report;
  /** Whether the plan and the Report of the last snapshot stay as they are, whenever this object replaces that one. */
  readonly isUnread: IsUnreadChange;
}

/**
 * Returns a planner and evaluator for successive snapshots, in which unchanged objects are identical, as a watch
 * supplies them. Its cost is one evaluation plus the changes, however many objects are held. Other snapshots give
 * correct results too, at the cost of what is new in them.
 */
export function createIncrementalAggregate(scope: ReadScope, options: AggregateOptions): IncrementalAggregate {
  const indexFor = createIndexCache();
  let last: Snapshot | undefined;
  const isUnread = checkUnreadChanges(() => last);
  // Roots show all conditions, and a user's row for Pods may name any field.
  const roots = [...(scope.wanted ?? []), ...(options.wanted ?? [])].map(({ kind }) => kind);
  const isReadWhole = [...roots, ...(options.kinds ?? [])].some(({ kind }) => kind === "Pod");
  return {
    plan(snapshot) {
      last = snapshot;
      return planOver(indexFor(snapshot), snapshot, scope);
    },
    report: (snapshot, lasting) =>
      aggregateOver(indexFor(snapshot), snapshot, lasting === undefined ? options : { ...options, lasting }),
    isUnread: (before, after) => !isReadWhole && isUnread(before, after),
  };
}
