import { aggregate as aggregateSnapshot } from "../shared/aggregate/aggregate.ts";
import type { AggregateOptions } from "../shared/aggregate/options.ts";
import type { Finding } from "../shared/model/finding/finding.ts";
import type { NextStep } from "../shared/model/next-step.ts";
import type { Snapshot } from "../shared/model/snapshot.ts";
import {
  type PrintedCause as PrintedCauseOnly,
  type PrintedReport as PrintedReportOnly,
  type PrintedRoot as PrintedRootOnly,
  printReport,
} from "../shared/outline/printed-report.ts";

type PrintedSteps = readonly (NextStep & { readonly command: string; readonly why: string })[];

export interface PrintedCause extends Omit<PrintedCauseOnly, "next"> {
  readonly next: PrintedSteps;
}

export interface PrintedRoot extends Omit<PrintedRootOnly, "causes"> {
  readonly causes: readonly PrintedCause[];
}

/** A Report with its sentences. Its commands have their words too, so that it can be shown as well. */
export interface PrintedReport extends Omit<PrintedReportOnly, "roots" | "findings" | "next"> {
  readonly roots: readonly PrintedRoot[];
  readonly findings: readonly (Finding & { readonly next: PrintedSteps })[];
  readonly next: PrintedSteps;
}

/** The Report of a snapshot with the sentences that `-o json` has. Its commands have their words too. */
export function aggregate(snapshot: Snapshot, options?: AggregateOptions): PrintedReport {
  const report = aggregateSnapshot(snapshot, options);
  return withWords(printReport(report), report) as PrintedReport;
}

function withWords(printed: unknown, evaluated: unknown): unknown {
  if (typeof printed !== "object" || printed === null || printed === evaluated) return printed;
  const fields: Readonly<Record<string, unknown>> = { ...(evaluated as object) };
  if (Array.isArray(printed)) return printed.map((item, place) => withWords(item, fields[place]));
  const written = Object.entries(printed).map(([name, field]) => [name, withWords(field, fields[name])] as const);
  const { words } = fields;
  return { ...Object.fromEntries(written), ...("command" in printed && words !== undefined && { words }) };
}
