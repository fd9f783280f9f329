import { addCauseLogs } from "../../shared/aggregate/root-cause/cause-logs.ts";
import type { LogRequest } from "../../shared/logs/plan-logs.ts";
import type { LogReader } from "../../shared/logs/read-logs.ts";
import type { RequestedObject } from "../../shared/manifest/followed-objects.ts";
import type { ContainerLog } from "../../shared/model/container-log.ts";
import type { Report } from "../../shared/model/report.ts";
import { forbiddenLogsText } from "../../shared/render/words/forbidden-logs.ts";
import type { SourceDependencies } from "./place-source.ts";

/** Adds the lines of logs that explain them to Reports of one place. */
export interface ReportLogs {
  /** Returns the Report with the lines that were read so far, and reads the logs that it lacks, once. */
  explain(report: Report): Report;
  /** Drops the lines. Logs are read again with the next Report. */
  forget(): void;
}

/** Where logs are read, and what is called when their lines have arrived. */
interface ReportLogSource {
  readonly reader: LogReader;
  readonly dependencies: Pick<SourceDependencies, "mayReadLogs" | "memory" | "log" | "failed">;
  /** Called when lines were read. */
  readonly arrived: () => void;
  /** The objects that open documents name, whose logs are read wherever they are. Absent: only those of operators. */
  readonly named?: () => readonly RequestedObject[];
}

/** Creates the logs of a place. While the setting turns logs off, no log is read, and no line is added. */
export function createReportLogs(source: ReportLogSource): ReportLogs {
  const { reader, dependencies, arrived, named = () => [] } = source;
  /** The excerpts of each log that was requested, by `logKey`. Empty while it is read, and where it explains nothing. */
  let excerpts = new Map<string, readonly ContainerLog[]>();
  /** The logs that the Report itself has. */
  let logsOfReport: readonly ContainerLog[] = [];

  async function readLogsFor(report: Report): Promise<void> {
    const excerptsBefore = excerpts;
    const { namesObject, planLogs } = await import("../../shared/logs/plan-logs.ts");
    const plan = planLogs(report, namesObject(named()));
    const missing = plan.requests.filter((request) => !excerptsBefore.has(logKey(request)));
    for (const request of missing) excerptsBefore.set(logKey(request), []);
    const hasOtherLogs = JSON.stringify(plan.known) !== JSON.stringify(logsOfReport);
    logsOfReport = plan.known;
    if (missing.length > 0) await readInto(excerptsBefore, missing);
    const isForgotten = excerpts !== excerptsBefore;
    if (!isForgotten && (hasOtherLogs || missing.length > 0)) arrived();
  }

  async function readInto(
    target: Map<string, readonly ContainerLog[]>,
    requests: readonly LogRequest[],
  ): Promise<void> {
    const { texts, isForbidden } = await reader.read(requests);
    if (isForbidden) logRefusal();
    const { makeExcerpts } = await import("../../shared/logs/read-logs.ts");
    for (const text of texts) target.set(logKey(text.request), makeExcerpts({ texts: [text], isForbidden: false }));
  }

  /** Logs once for each place that logs are forbidden. */
  function logRefusal(): void {
    if (dependencies.memory.hasLoggedRefusal === true) return;
    dependencies.memory.hasLoggedRefusal = true;
    dependencies.log(forbiddenLogsText('"hcoStatus.logs": false'));
  }

  return {
    explain(report) {
      if (report.verdict === "healthy" || !dependencies.mayReadLogs()) return report;
      readLogsFor(report).catch(dependencies.failed);
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
