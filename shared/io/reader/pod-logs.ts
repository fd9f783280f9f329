import { mostLogBytes, patienceAfterReportMs } from "../../logs/log-limits.ts";
import type { LogRequest } from "../../logs/plan-logs.ts";
import type { LogReader, LogText } from "../../logs/read-logs.ts";
import { isPathSegment } from "../../model/resource-name.ts";
import type { ServerConnection } from "../connection/connection.ts";

/**
 * The lines that are requested of a log, and where those fill the limit. The kubelet goes back by lines and stops after
 * the bytes, so that the limit cuts the newest lines.
 */
const [usualLines, fewLines] = [200, 20];

/** Reads logs over a connection. `signal` ends the requests early. */
export function createLogReader(connection: ServerConnection, signal?: AbortSignal): LogReader {
  return {
    async read(requests) {
      const late = AbortSignal.timeout(patienceAfterReportMs);
      const until = signal === undefined ? late : AbortSignal.any([signal, late]);
      const answers = await Promise.all(requests.map((request) => readLog(connection, request, until)));
      return {
        texts: answers.filter((answer) => typeof answer === "object"),
        isForbidden: answers.includes("forbidden"),
      };
    },
  };
}

async function readLog(
  connection: ServerConnection,
  request: LogRequest,
  signal: AbortSignal,
): Promise<LogText | "forbidden" | "none"> {
  const whole = await readLines(connection, request, usualLines, signal);
  if (typeof whole === "string" || !whole.isFull) return whole;
  const end = await readLines(connection, request, fewLines, signal);
  return typeof end === "string" ? whole : end;
}

async function readLines(
  connection: ServerConnection,
  request: LogRequest,
  lines: number,
  signal: AbortSignal,
): Promise<(LogText & { readonly isFull: boolean }) | "forbidden" | "none"> {
  const path = logPath(request, lines);
  if (path === undefined) return "none";
  try {
    const answer = await connection.get(path, { signal, accept: "application/json, */*", limit: 2 * mostLogBytes });
    if (answer.status === 403) return "forbidden";
    if (answer.status !== 200) return "none";
    const isFull = answer.flaw !== undefined || Buffer.byteLength(answer.body) >= mostLogBytes;
    return { request, text: answer.conceal(answer.body), isFull };
  } catch {
    // Late, closed or broken off: the report has said all that it can without the log.
    return "none";
  }
}

/** The path of a log; undefined where a name cannot stand in it. */
function logPath({ namespace = "", pod, container, isPrevious }: LogRequest, lines: number): string | undefined {
  if (![namespace, pod, container].every(isPathSegment)) return undefined;
  const query = `container=${container}&tailLines=${lines}&limitBytes=${mostLogBytes}${isPrevious ? "&previous=true" : ""}`;
  return `/api/v1/namespaces/${namespace}/pods/${pod}/log?${query}`;
}
