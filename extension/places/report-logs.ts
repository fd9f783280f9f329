import { withCauseLogs } from "../../shared/aggregate/root-cause/cause-logs.ts";
import type { LogRequest } from "../../shared/logs/plan-logs.ts";
import type { LogReader } from "../../shared/logs/read-logs.ts";
import type { ContainerLog } from "../../shared/model/container-log.ts";
import type { Report } from "../../shared/model/report.ts";

/** Adds the lines of logs that explain them to Reports of one place. */
export interface ReportLogs {
  /** The Report with the lines that were read so far. What it lacks is read once; `arrived` is called then. */
  explain(report: Report): Report;
  /** Logs are read again with the next Report. */
  forget(): void;
}

/** Creates the logs of a place, which are read by `reader`. `failed` gets what goes wrong in this code. */
export function createReportLogs(reader: LogReader, arrived: () => void, failed: (error: unknown) => void): ReportLogs {
  /** By request: what was read, which may be nothing. */
  let read = new Map<string, readonly ContainerLog[]>();
  let known: readonly ContainerLog[] = [];

  async function readFor(report: Report, into: typeof read): Promise<void> {
    const { planLogs } = await import("../../shared/logs/plan-logs.ts");
    const plan = planLogs(report);
    const missing = plan.requests.filter((request) => !into.has(keyOf(request)));
    for (const request of missing) into.set(keyOf(request), []);
    const isNews = JSON.stringify(plan.known) !== JSON.stringify(known);
    known = plan.known;
    if (missing.length > 0) {
      const texts = await reader.read(missing);
      const { excerptsOf } = await import("../../shared/logs/read-logs.ts");
      for (const text of texts.texts) into.set(keyOf(text.request), excerptsOf({ texts: [text], isForbidden: false }));
    }
    if (into === read && (isNews || missing.length > 0)) arrived();
  }

  return {
    explain(report) {
      if (report.verdict === "healthy") return report;
      readFor(report, read).catch(failed);
      return withCauseLogs(report, [known, ...read.values()].flat());
    },
    forget() {
      read = new Map();
      known = [];
    },
  };
}

function keyOf({ namespace = "", pod, container, isPrevious }: LogRequest): string {
  return `${namespace}/${pod}/${container} ${isPrevious}`;
}
