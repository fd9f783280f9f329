import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { patienceAfterReportMs } from "../../shared/logs/log-limits.ts";
import type { ContainerLog } from "../../shared/model/container-log.ts";
import type { Report } from "../../shared/model/report.ts";
import { failedLogsText, forbiddenLogsText, lateLogsText } from "../../shared/render/words/log-notes.ts";
import type { ReadSnapshot } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/**
 * The lines of the logs that explain a Report. One note each on standard error reports logs that the server forbids, does not
 * return in time, and fails to read.
 */
export async function readReportLogs(
  report: Report,
  { open, requested, snapshot }: ReadSnapshot,
  { printMessage }: Pick<HostEnvironment, "printMessage">,
): Promise<readonly ContainerLog[]> {
  if (open === undefined || report.verdict === "healthy") return [];
  // A user who names the file of a log expects it quoted.
  const wanted = snapshot.source.kind === "files" ? undefined : (requested.wanted ?? []);
  const { namesObject, planLogs } = await import("../../shared/logs/plan-logs.ts");
  const { requests, knownLogs } = planLogs(report, wanted === undefined ? () => true : namesObject(wanted));
  if (requests.length === 0) return knownLogs;
  const read = await open.read(requests);
  if (read.isForbidden) printMessage(`${forbiddenLogsText("--no-logs")}\n`);
  const { late = [], failed = [] } = read;
  if (late.length > 0) printMessage(`${sanitizeLine(lateLogsText(late, patienceAfterReportMs))}\n`);
  if (failed.length > 0) printMessage(`${sanitizeLine(failedLogsText(failed))}\n`);
  const { makeExcerpts } = await import("../../shared/logs/read-logs.ts");
  return [...knownLogs, ...makeExcerpts(read)];
}
