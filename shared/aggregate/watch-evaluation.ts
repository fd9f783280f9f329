import type { Report } from "../model/report.ts";
import type { Query, Snapshot } from "../model/snapshot.ts";
import { aggregateOver } from "./aggregate.ts";
import type { AggregateOptions } from "./options.ts";
import { planReadsOver, type ReadScope } from "./read-plan.ts";
import { indexObjects, type ObjectIndex } from "./snapshot/object-index.ts";
import { checkUnreadChanges, type IsUnreadChange } from "./snapshot/unread-change.ts";

/** Plans and evaluates the snapshots of one watch. */
export interface WatchEvaluation {
  /** As `planReads`, of each scope. A query that several of them name may stand there several times. */
  readonly plan: (snapshot: Snapshot, scopes: readonly ReadScope[]) => readonly Query[];
  /** As `aggregate`. `changed`: options that differ from those of the watch by now. */
  readonly report: (snapshot: Snapshot, changed?: AggregateOptions) => Report;
  /** Whether the plan and the Report of the last snapshot stay as they are, whenever this object replaces that one. */
  readonly isUnread: IsUnreadChange;
}

/**
 * Returns what plans and evaluates one snapshot after the other. The plan and the Report of a snapshot share its index,
 * which is kept until the next snapshot comes. `indexSnapshot` would keep each index in a WeakMap, which V8 empties
 * seldom, and a watch goes on for weeks.
 */
export function createWatchEvaluation(options: AggregateOptions): WatchEvaluation {
  let last: { readonly snapshot: Snapshot; readonly index: ObjectIndex } | undefined;
  let planned: readonly ReadScope[] = [];

  function indexOf(snapshot: Snapshot): ObjectIndex {
    if (last?.snapshot !== snapshot) last = { snapshot, index: indexObjects(snapshot) };
    return last.index;
  }

  /** Roots show all conditions, and a user's row for Pods may name any field. What is requested may change meanwhile. */
  function arePodsReadWhole(): boolean {
    const requested = [...planned, options].flatMap(({ wanted = [] }) => wanted).map(({ kind }) => kind);
    return [...requested, ...(options.kinds ?? [])].some(({ kind }) => kind === "Pod");
  }

  const isUnread = checkUnreadChanges(() => last?.snapshot);
  return {
    plan(snapshot, scopes) {
      planned = scopes;
      return scopes.flatMap((scope) => planReadsOver(indexOf(snapshot), snapshot, scope));
    },
    report: (snapshot, changed) => aggregateOver(indexOf(snapshot), snapshot, { ...options, ...changed }),
    isUnread: (before, after) => !arePodsReadWhole() && isUnread(before, after),
  };
}
