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
  /** The Report with the lines that were read so far. What it lacks is read once; `arrived` is called then. */
  explain(report: Report): Report;
  /** Logs are read again with the next Report. */
  forget(): void;
}

/** Where logs come from, and who hears of them. */
interface ReportLogSource {
  readonly reader: LogReader;
  readonly around: Pick<SourceDependencies, "mayReadLogs" | "memory" | "log" | "failed">;
  /** Called when lines were read. */
  readonly arrived: () => void;
  /** The objects that open documents name, whose logs are read wherever they are. Absent: only those of operators. */
  readonly named?: () => readonly RequestedObject[];
}

/** Creates the logs of a place. While the setting turns logs off, none is read, and no line is added. */
export function createReportLogs({ reader, around, arrived, named = () => [] }: ReportLogSource): ReportLogs {
  /** By request: what was read, which may be nothing. */
  let read = new Map<string, readonly ContainerLog[]>();
  let known: readonly ContainerLog[] = [];

  async function readFor(report: Report, into: typeof read): Promise<void> {
    const { namesObject, planLogs } = await import("../../shared/logs/plan-logs.ts");
    const plan = planLogs(report, namesObject(named()));
    const missing = plan.requests.filter((request) => !into.has(keyOf(request)));
    for (const request of missing) into.set(keyOf(request), []);
    const isNews = JSON.stringify(plan.known) !== JSON.stringify(known);
    known = plan.known;
    if (missing.length > 0) {
      const texts = await reader.read(missing);
      if (texts.isForbidden) logRefusal();
      const { makeExcerpts: excerptsOf } = await import("../../shared/logs/read-logs.ts");
      for (const text of texts.texts) into.set(keyOf(text.request), excerptsOf({ texts: [text], isForbidden: false }));
    }
    if (into === read && (isNews || missing.length > 0)) arrived();
  }

  /** Logs once for each place that logs are forbidden. */
  function logRefusal(): void {
    if (around.memory.hasLoggedRefusal === true) return;
    around.memory.hasLoggedRefusal = true;
    around.log(forbiddenLogsText('"hcoStatus.logs": false'));
  }

  return {
    explain(report) {
      if (report.verdict === "healthy" || !around.mayReadLogs()) return report;
      readFor(report, read).catch(around.failed);
      return addCauseLogs(report, [known, ...read.values()].flat());
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
