import type { CauseLog, ContainerLog } from "../../model/container-log.ts";
import { findCauseLog } from "../../model/log-source.ts";
import type { Cause, Report, RootNode } from "../../model/report.ts";

/** The Report whose causes have the lines of the logs that were read of their containers. */
export function withCauseLogs(report: Report, logs: readonly ContainerLog[] = []): Report {
  if (logs.length === 0) return report;
  return { ...report, roots: report.roots.map((root) => ({ ...root, causes: root.causes.map(addLogTo(root, logs)) })) };
}

function addLogTo(root: RootNode, logs: readonly ContainerLog[]): (cause: Cause) => Cause {
  return (cause) => {
    const source = findCauseLog(root, cause);
    const found = logs.find(
      ({ namespace, pod, container }) =>
        source !== undefined &&
        pod === source.pod &&
        container === source.container &&
        (namespace ?? "") === (source.namespace ?? ""),
    );
    if (found === undefined) return cause;
    const { from, lines, quoted } = found;
    const log: CauseLog = { from, lines, quoted };
    return { ...cause, log };
  };
}
