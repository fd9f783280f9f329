import type { Report } from "../model/report.ts";
import type { Query, Snapshot } from "../model/snapshot.ts";
import { aggregateOver } from "./aggregate.ts";
import type { AggregateOptions } from "./options.ts";
import { planOver, type ReadScope } from "./read-plan.ts";
import { indexObjects, type ObjectIndex } from "./snapshot/object-index.ts";
import { checkUnreadChanges, type IsUnreadChange } from "./snapshot/unread-change.ts";

/** Plans and evaluates the snapshots of one watch. */
export interface WatchEvaluation {
  /** As `planReads`. */
  readonly plan: (snapshot: Snapshot) => readonly Query[];
  /** As `aggregate`. */
  readonly report: (snapshot: Snapshot, lasting?: AggregateOptions["lasting"]) => Report;
  /** Whether the plan and the Report of the last snapshot stay as they are, whenever this object replaces that one. */
  readonly isUnread: IsUnreadChange;
}

/**
 * Returns what plans and evaluates one snapshot after the other. The plan and the Report of a snapshot share its index,
 * which is kept until the next snapshot comes. `indexSnapshot` would keep each index in a WeakMap, which V8 empties
 * seldom, and a watch goes on for weeks.
 */
export function createWatchEvaluation(scope: ReadScope, options: AggregateOptions): WatchEvaluation {
  let last: { readonly snapshot: Snapshot; readonly index: ObjectIndex } | undefined;

  function indexOf(snapshot: Snapshot): ObjectIndex {
    if (last?.snapshot !== snapshot) last = { snapshot, index: indexObjects(snapshot) };
    return last.index;
  }

  const isUnread = checkUnreadChanges(() => last?.snapshot);
  // Roots show all conditions, and a user's row for Pods may name any field.
  const roots = [...(scope.wanted ?? []), ...(options.wanted ?? [])].map(({ kind }) => kind);
  const isReadWhole = [...roots, ...(options.kinds ?? [])].some(({ kind }) => kind === "Pod");
  return {
    plan: (snapshot) => planOver(indexOf(snapshot), snapshot, scope),
    report: (snapshot, lasting) =>
      aggregateOver(indexOf(snapshot), snapshot, lasting === undefined ? options : { ...options, lasting }),
    isUnread: (before, after) => !isReadWhole && isUnread(before, after),
  };
}
