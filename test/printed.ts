import { aggregate as aggregateSnapshot } from "../shared/aggregate/aggregate.ts";
import type { AggregateOptions } from "../shared/aggregate/options.ts";
import type { Snapshot } from "../shared/model/snapshot.ts";
import { type PrintedReport, printReport } from "../shared/outline/printed-report.ts";

/** The Report of a snapshot with the sentences that `-o json` has. */
export function aggregate(snapshot: Snapshot, options?: AggregateOptions): PrintedReport {
  return printReport(aggregateSnapshot(snapshot, options));
}
