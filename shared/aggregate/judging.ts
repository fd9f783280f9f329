import type { Report } from "../model/report.ts";
import type { Query, Snapshot } from "../model/snapshot.ts";
import { type AggregateOptions, aggregateOver } from "./aggregate.ts";
import { indexing } from "./judging-index.ts";
import { planOver, type Scope } from "./plan.ts";

/** One snapshot after the other, each planned and judged with what the one before it left behind. */
export interface Judging {
  /** As `plan`. */
  readonly plan: (snapshot: Snapshot) => readonly Query[];
  /** As `aggregate`; what of the Report is as it was may be the very same. */
  readonly report: (snapshot: Snapshot) => Report;
}

/**
 * For snapshots in which what has not changed is the very same object, as a watch hands them over: then it costs one
 * judgement and what changed, however much is held. Any other snapshot is judged as well, at the cost of what is new in it.
 */
export function judging(scope: Scope, options: AggregateOptions): Judging {
  const indexFor = indexing();
  return {
    plan: (snapshot) => planOver(indexFor(snapshot), snapshot, scope),
    report: (snapshot) => aggregateOver(indexFor(snapshot), snapshot, options),
  };
}
