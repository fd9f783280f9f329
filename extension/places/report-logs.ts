import { addCauseLogs } from "../../shared/aggregate/root-cause/cause-logs.ts";
import { pauseFor } from "../../shared/io/watch/clock.ts";
import { pauseAfterFailures } from "../../shared/io/watch/reflector/retry-pauses.ts";
import type { LogRequest } from "../../shared/logs/plan-logs.ts";
import type { LogReader } from "../../shared/logs/read-logs.ts";
import type { RequestedObject } from "../../shared/manifest/followed-objects.ts";
import type { ContainerLog } from "../../shared/model/container-log.ts";
import type { Report } from "../../shared/model/report.ts";
import { forbiddenLogsText } from "../../shared/render/words/log-notes.ts";
import type { SourceDependencies } from "./place-source.ts";

/** Adds the lines of logs that explain them to Reports of one place. */
export interface ReportLogs {
  /** Returns the Report with the lines that were read so far, and reads the logs that it lacks, once. */
  explain(report: Report): Report;
  /** Drops the lines. Logs are read again with the next Report. */
  forget(): void;
}

/** Where logs are read, and what is called when lines have arrived. */
interface ReportLogSource {
  readonly reader: LogReader;
  readonly dependencies: Pick<SourceDependencies, "clock" | "random" | "mayReadLogs" | "memory" | "log" | "failed">;
  /** Fires when the place is left: no log is requested after that. */
  readonly stopped: AbortSignal;
  /** Called when a log was read. */
  readonly arrived: () => void;
  /** The objects that open documents name, whose logs are read wherever they are. Absent: only those of operators. */
  readonly named?: () => readonly RequestedObject[];
}

/** Creates the logs of a place. While the setting turns logs off, no log is read, and no line is added. */
export function createReportLogs(source: ReportLogSource): ReportLogs {
  const { reader, dependencies, stopped, arrived, named = () => [] } = source;
  /** The excerpts of each log that was requested, by `logKey`. Empty while it is read, and where it explains nothing. */
  let excerpts = new Map<string, readonly ContainerLog[]>();
  /** The logs that the Report itself has. */
  let logsOfReport: readonly ContainerLog[] = [];
  /** The latest Report. Undefined where it needs no logs. */
  let latestReport: Report | undefined;
  /** The logs that explain it, by `logKey`. */
  let wantedLogs: ReadonlySet<string> = new Set();

  async function readLogsFor(report: Report): Promise<void> {
    const excerptsBefore = excerpts;
    const { namesObject, planLogs } = await import("../../shared/logs/plan-logs.ts");
    if (report !== latestReport) return;
    const plan = planLogs(report, namesObject(named()));
    wantedLogs = new Set(plan.requests.map(logKey));
    const missing = plan.requests.filter((request) => !excerptsBefore.has(logKey(request)));
    for (const request of missing) excerptsBefore.set(logKey(request), []);
    const hasOtherLogs = JSON.stringify(plan.knownLogs) !== JSON.stringify(logsOfReport);
    logsOfReport = plan.knownLogs;
    if (hasOtherLogs && excerpts === excerptsBefore) arrived();
    await Promise.all(missing.map((request) => readLog(excerptsBefore, request)));
  }

  /**
   * Reads one log into `target`, which has an empty entry for it. While the server does not respond the log is requested
   * again after a pause, as long as the latest Report needs it. Each log is read alone, so that a late one delays no other.
   */
  async function readLog(target: Map<string, readonly ContainerLog[]>, request: LogRequest): Promise<void> {
    const key = logKey(request);
    const { makeExcerpts } = await import("../../shared/logs/read-logs.ts");
    for (let failures = 1; ; failures += 1) {
      const { texts, isForbidden, unanswered = [] } = await reader.read([request]);
      if (stopped.aborted || excerpts !== target) return;
      if (isForbidden) logRefusal();
      if (unanswered.length === 0) {
        target.set(key, makeExcerpts({ texts }));
        arrived();
        return;
      }
      await pauseFor(dependencies.clock, pauseAfterFailures(failures, dependencies.random), stopped);
      const isWanted = latestReport !== undefined && excerpts === target && wantedLogs.has(key);
      if (!isWanted) {
        // A later Report may need it.
        target.delete(key);
        return;
      }
    }
  }

  function reportFailure(error: unknown): void {
    // The end of a pause at which the place was left.
    if (!stopped.aborted) dependencies.failed(error);
  }

  /** Logs once for each place that logs are forbidden. */
  function logRefusal(): void {
    if (dependencies.memory.hasLoggedRefusal === true) return;
    dependencies.memory.hasLoggedRefusal = true;
    dependencies.log(forbiddenLogsText('"hcoStatus.logs": false'));
  }

  return {
    explain(report) {
      latestReport = report.verdict === "healthy" || !dependencies.mayReadLogs() ? undefined : report;
      if (latestReport === undefined) return report;
      readLogsFor(report).catch(reportFailure);
      return addCauseLogs(report, [logsOfReport, ...excerpts.values()].flat());
    },
    forget() {
      excerpts = new Map();
      logsOfReport = [];
    },
  };
}

function logKey({ namespace = "", pod, container, isPrevious }: LogRequest): string {
  return `${namespace}/${pod}/${container} ${isPrevious}`;
}
