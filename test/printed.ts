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

/** A Report with its sentences. Its commands also have their words, so that painters can show it. */
export interface PrintedReport extends Omit<PrintedReportOnly, "roots" | "findings" | "next"> {
  readonly roots: readonly PrintedRoot[];
  readonly findings: readonly (Finding & { readonly next: PrintedSteps })[];
  readonly next: PrintedSteps;
}

/** Evaluates a snapshot. The Report has the sentences that `-o json` adds, and its commands also have their words. */
export function aggregateAndPrint(snapshot: Snapshot, options?: AggregateOptions): PrintedReport {
  const report = aggregateSnapshot(snapshot, options);
  return withWords(printReport(report), report) as PrintedReport;
}

/** The printed value with the `words` that the same place of the evaluated one has beside a command. */
function withWords(printed: unknown, evaluated: unknown): unknown {
  if (typeof printed !== "object" || printed === null || printed === evaluated) return printed;
  const fields: Readonly<Record<string, unknown>> = { ...(evaluated as object) };
  if (Array.isArray(printed)) return printed.map((item, index) => withWords(item, fields[index]));
  const entries = Object.entries(printed).map(([name, field]) => [name, withWords(field, fields[name])] as const);
  const merged: Record<string, unknown> = Object.fromEntries(entries);
  if ("command" in printed && fields["words"] !== undefined) merged["words"] = fields["words"];
  return merged;
}
