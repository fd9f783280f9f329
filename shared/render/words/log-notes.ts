import type { ContainerPlace } from "../../model/container-log.ts";
import { formFor, joinNames, shortenNames } from "../../outline/words/names.ts";

/** The most containers that a note names. */
const maxNames = 3;

/** The note where the server forbids reading logs. `off`: the flag or setting that turns them off. */
export function forbiddenLogsText(off: string): string {
  return `note: the logs of containers are forbidden: reading them requires get on pods/log; ${off} omits them and this note`;
}

/**
 * The note where the server did not return logs in time:
 * `note: the log of container x of Pod n/p was not read: the server did not return it within 3s; kubectl logs waits longer`.
 */
export function lateLogsText(containers: readonly ContainerPlace[], patienceMs: number): string {
  const them = formFor(containers.length, "it", "them");
  const reason = `the server did not return ${them} within ${patienceMs / 1000}s; kubectl logs waits longer`;
  return formatUnreadLogs(containers, reason);
}

/**
 * The note where the server failed to read logs, as where it does not reach the node:
 * `note: the log of container x of Pod n/p was not read: the server failed; kubectl logs shows why`.
 */
export function failedLogsText(containers: readonly ContainerPlace[]): string {
  return formatUnreadLogs(containers, "the server failed; kubectl logs shows why");
}

function formatUnreadLogs(containers: readonly ContainerPlace[], reason: string): string {
  const names = joinNames(shortenNames(containers.map(formatContainer), maxNames));
  const logs = formFor(containers.length, "log", "logs");
  const were = formFor(containers.length, "was", "were");
  return `note: the ${logs} of ${names} ${were} not read: ${reason}`;
}

/** `container x of Pod n/p` */
function formatContainer({ namespace, pod, container }: ContainerPlace): string {
  return `container ${container} of Pod ${namespace === undefined ? pod : `${namespace}/${pod}`}`;
}
