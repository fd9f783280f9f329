import { addCauseLogs } from "../../shared/aggregate/root-cause/cause-logs.ts";
import { pauseFor } from "../../shared/io/watch/clock.ts";
import { pauseAfterFailures } from "../../shared/io/watch/reflector/retry-pauses.ts";
import type { LogRequest } from "../../shared/logs/plan-logs.ts";
import type { LogReader } from "../../shared/logs/read-logs.ts";
import type { RequestedObject } from "../../shared/manifest/requested-object.ts";
import type { ContainerLog } from "../../shared/model/container-log.ts";
import type { Report } from "../../shared/model/report.ts";
import { forbiddenLogsText } from "../../shared/render/words/log-notes.ts";
import type { SourceDependencies } from "./place-source.ts";

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

/** The excerpts of each requested log, by {@link logKey}. Empty while the log is read, and if it explains nothing. */
type Excerpts = Map<string, readonly ContainerLog[]>;

/**
 * Adds the lines of logs to the Reports of one place that they explain. While the setting turns logs off, no log is read, and
 * no line is added.
 */
export class ReportLogs {
  readonly #source: ReportLogSource;
  #excerpts: Excerpts = new Map();
  /** The logs that the Report itself has. */
  #logsOfReport: readonly ContainerLog[] = [];
  /** The latest Report. Undefined if it needs no logs. */
  #latestReport: Report | undefined;
  /** The keys of the logs that explain the latest Report. */
  #neededKeys: ReadonlySet<string> = new Set();

  constructor(source: ReportLogSource) {
    this.#source = source;
  }

  /** Returns the Report with the lines that were read so far. Starts to read the logs that were not requested yet. */
  explain(report: Report): Report {
    const { dependencies, stopped } = this.#source;
    const needsLogs = report.verdict !== "healthy" && dependencies.mayReadLogs();
    this.#latestReport = needsLogs ? report : undefined;
    if (!needsLogs) return report;
    this.#readLogsFor(report).catch((error: unknown) => {
      // When the place is left, the pause before the next attempt ends with an error.
      if (!stopped.aborted) dependencies.failed(error);
    });
    return addCauseLogs(report, [this.#logsOfReport, ...this.#excerpts.values()].flat());
  }

  /** Drops the lines. Logs are read again with the next Report. */
  forget(): void {
    this.#excerpts = new Map();
    this.#logsOfReport = [];
  }

  async #readLogsFor(report: Report): Promise<void> {
    const { named = () => [], arrived } = this.#source;
    const excerpts = this.#excerpts;
    const { namesObject, planLogs } = await import("../../shared/logs/plan-logs.ts");
    if (report !== this.#latestReport) return;
    const { requests, knownLogs } = planLogs(report, namesObject(named()));
    this.#neededKeys = new Set(requests.map(logKey));
    const newRequests = requests.filter((request) => !excerpts.has(logKey(request)));
    for (const request of newRequests) excerpts.set(logKey(request), []);
    const hasOtherLogs = JSON.stringify(knownLogs) !== JSON.stringify(this.#logsOfReport);
    this.#logsOfReport = knownLogs;
    const isForgotten = excerpts !== this.#excerpts;
    if (hasOtherLogs && !isForgotten) arrived();
    await Promise.all(newRequests.map((request) => this.#readLog(request, excerpts)));
  }

  /**
   * Reads one log into `excerpts`, which has an empty entry for it. While the server does not respond, the log is requested
   * again after a pause, as long as the latest Report needs it. Each log is read alone, so that a late log delays no other.
   */
  async #readLog(request: LogRequest, excerpts: Excerpts): Promise<void> {
    const { reader, dependencies, stopped, arrived } = this.#source;
    const key = logKey(request);
    const { makeExcerpts } = await import("../../shared/logs/read-logs.ts");
    for (let failures = 1; ; failures += 1) {
      const { texts, isForbidden, late = [], failed = [] } = await reader.read([request]);
      if (stopped.aborted || excerpts !== this.#excerpts) return;
      if (isForbidden) this.#logRefusal();
      if (late.length + failed.length === 0) {
        excerpts.set(key, makeExcerpts({ texts }));
        arrived();
        return;
      }
      await pauseFor(dependencies.clock, pauseAfterFailures(failures, dependencies.random), stopped);
      const isForgotten = excerpts !== this.#excerpts;
      if (isForgotten || this.#latestReport === undefined || !this.#neededKeys.has(key)) {
        // Without its entry the log is requested again when a later Report needs it.
        excerpts.delete(key);
        return;
      }
    }
  }

  /** Writes once for each place to the output that logs are forbidden. */
  #logRefusal(): void {
    const { memory, log } = this.#source.dependencies;
    if (memory.hasLoggedRefusal === true) return;
    memory.hasLoggedRefusal = true;
    log(forbiddenLogsText('"hcoStatus.logs": false'));
  }
}

function logKey({ namespace = "", pod, container, isPrevious }: LogRequest): string {
  return `${namespace}/${pod}/${container} ${isPrevious}`;
}
