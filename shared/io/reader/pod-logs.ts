import { maxLogBytes, patienceAfterReportMs } from "../../logs/log-limits.ts";
import type { LogRequest } from "../../logs/plan-logs.ts";
import type { FetchedLog, LogReader } from "../../logs/read-logs.ts";
import { isPathSegment } from "../../model/resource-name.ts";
import type { ServerConnection } from "../connection/connection.ts";
import type { LinesOptions } from "../connection/line-reader.ts";
import { type QueryResult, readQueryResult } from "../connection/query-result.ts";

/**
 * The lines that are requested of a log, and where those fill the limit. The kubelet goes back by lines and stops after
 * the bytes, so that the limit cuts the newest lines.
 */
const usualLines = 200;
const fewLines = 20;

/** Why there is no text: `unanswered` may pass, of `none` the server has no log. */
type MissingLog = "forbidden" | "none" | "unanswered";

/**
 * The states of a server that may soon return the log. It reports 500 where it cannot reach the kubelet (LocationStreamer in
 * kubernetes/kubernetes, pkg/registry/core/pod/rest/log.go).
 */
const passingStates: readonly number[] = [429, 500, 502, 503, 504];

/** How long a reader waits for its logs. */
interface LogPatience {
  /** Milliseconds for all logs of one call. */
  readonly patienceMs?: number;
  /** Ends the requests early. */
  readonly signal?: AbortSignal;
}

/** Reads logs over a connection. */
export function createLogReader(
  connection: ServerConnection,
  { patienceMs = patienceAfterReportMs, signal }: LogPatience = {},
): LogReader {
  return {
    async read(requests) {
      const late = AbortSignal.timeout(patienceMs);
      const until = signal === undefined ? late : AbortSignal.any([signal, late]);
      const logs = await Promise.all(requests.map((request) => readLog(connection, request, until)));
      return {
        texts: logs.filter((log) => typeof log === "object"),
        isForbidden: logs.includes("forbidden"),
        unanswered: requests.filter((_, index) => logs[index] === "unanswered"),
      };
    },
  };
}

async function readLog(
  connection: ServerConnection,
  request: LogRequest,
  signal: AbortSignal,
): Promise<FetchedLog | MissingLog> {
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
): Promise<(FetchedLog & { readonly isFull: boolean }) | MissingLog> {
  const path = logPath(request, { tailLines: lines, limitBytes: maxLogBytes });
  if (path === undefined) return "none";
  try {
    const response = await connection.get(path, { signal, accept: "application/json, */*", limit: 2 * maxLogBytes });
    if (response.status === 403) return "forbidden";
    if (passingStates.includes(response.status)) return "unanswered";
    if (response.status !== 200) return "none";
    const isFull = response.flaw !== undefined || Buffer.byteLength(response.body) >= maxLogBytes;
    return { request, text: response.conceal(response.body), isFull };
  } catch {
    // Too late, closed or cut off. A report that is printed once does without the log.
    return "unanswered";
  }
}

/** How a log that was read line by line ended. */
export type PodLogEnd =
  /** The container has ended, or there is no more. */
  | { readonly is: "over" }
  /** The server refused it or broke off. */
  | { readonly is: Exclude<QueryResult["is"], "found"> | "cut"; readonly cause: string };

/**
 * Hands over the last `tailLines` lines of a log, and with `isFollowed` the lines that the container writes from then on.
 * @throws as {@link ServerConnection.lines} does.
 */
export async function readPodLog(
  connection: ServerConnection,
  request: LogRequest,
  { tailLines, isFollowed, ...options }: LinesOptions & { readonly tailLines: number; readonly isFollowed: boolean },
): Promise<PodLogEnd> {
  const path = logPath(request, { tailLines, ...(isFollowed && { follow: true }) });
  if (path === undefined) return { is: "absent", cause: "" };
  const end = await connection.lines(path, { ...options, accept: "application/json, */*" });
  if (end.is !== "notOk") return end;
  const result = readQueryResult(end.response, { verb: "get", name: request.pod });
  if (result.is === "found") return { is: "unread", cause: "" };
  return { is: result.is, cause: result.is === "absent" ? "" : result.cause };
}

/** The path of a log; undefined where a name cannot stand in it. */
function logPath(
  { namespace = "", pod, container, isPrevious }: LogRequest,
  options: Readonly<Record<string, number | boolean>>,
): string | undefined {
  if (![namespace, pod, container].every(isPathSegment)) return undefined;
  const parameters = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const query = [`container=${container}`, ...parameters, ...(isPrevious ? ["previous=true"] : [])].join("&");
  return `/api/v1/namespaces/${namespace}/pods/${pod}/log?${query}`;
}
