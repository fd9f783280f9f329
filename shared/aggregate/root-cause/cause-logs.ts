import type { CauseLog, ContainerLog } from "../../model/container-log.ts";
import { findCauseLog } from "../../model/log-source.ts";
import type { Cause, Report, RootNode } from "../../model/report.ts";

/** Adds to each cause the lines that were read of the log of its container. */
export function addCauseLogs(report: Report, logs: readonly ContainerLog[] = []): Report {
  if (logs.length === 0) return report;
  const roots = report.roots.map((root) => ({
    ...root,
    causes: root.causes.map((cause) => addLog(cause, findLogOfCause(root, cause, logs))),
  }));
  return { ...report, roots };
}

function addLog(cause: Cause, containerLog: ContainerLog | undefined): Cause {
  if (containerLog === undefined) return cause;
  const { from, lines, quoted } = containerLog;
  const log: CauseLog = { from, lines, quoted };
  return { ...cause, log };
}

function findLogOfCause(root: RootNode, cause: Cause, logs: readonly ContainerLog[]): ContainerLog | undefined {
  const source = findCauseLog(root, cause);
  if (source === undefined) return undefined;
  return logs.find(
    ({ namespace = "", pod, container }) =>
      pod === source.pod && container === source.container && namespace === (source.namespace ?? ""),
  );
}
