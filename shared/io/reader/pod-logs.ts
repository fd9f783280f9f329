import { maxLogBytes, patienceAfterReportMs } from "../../logs/log-limits.ts";
import type { LogRequest } from "../../logs/plan-logs.ts";
import type { FetchedLog, LogReader } from "../../logs/read-logs.ts";
import { isPathSegment } from "../../model/resource-name.ts";
import type { ServerConnection } from "../connection/connection.ts";
import type { LinesOptions } from "../connection/line-reader.ts";
import { type QueryResult, readQueryResult } from "../connection/query-result.ts";

/**
 * The newest lines that are requested of a log. The kubelet goes back by so many lines, and stops after `limitBytes` of
 * them: the limit cuts the newest. Where it did, fewer lines are requested.
 */
const usualLineCount = 200;
const reducedLineCount = 20;

/** The server sends a log as text, and an error as a Status. */
const acceptedTypes = "application/json, */*";

/** Why there is no text. `late` or `failed`: the server may return it soon. `none`: it has no log. */
type MissingLog = "forbidden" | "none" | "late" | "failed";

/**
 * The response statuses of a server that may soon return the log. It reports 500 where it cannot reach the kubelet (LocationStreamer in
 * kubernetes/kubernetes, pkg/registry/core/pod/rest/log.go).
 */
const temporaryFailures: readonly number[] = [429, 500, 502, 503, 504];

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
      const timeout = AbortSignal.timeout(patienceMs);
      const end = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      const logs = await Promise.all(requests.map((request) => readLog(connection, request, end)));
      return {
        texts: logs.filter((log) => typeof log === "object"),
        isForbidden: logs.includes("forbidden"),
        late: requests.filter((_, index) => logs[index] === "late"),
        failed: requests.filter((_, index) => logs[index] === "failed"),
      };
    },
  };
}

/** The newest lines of a log. Where its last lines are too long for all of them, the very last ones. */
async function readLog(
  connection: ServerConnection,
  request: LogRequest,
  signal: AbortSignal,
): Promise<FetchedLog | MissingLog> {
  const log = await readLines(connection, request, usualLineCount, signal);
  if (typeof log === "string" || !log.isCut) return log;
  const shorterLog = await readLines(connection, request, reducedLineCount, signal);
  return typeof shorterLog === "string" ? log : shorterLog;
}

async function readLines(
  connection: ServerConnection,
  request: LogRequest,
  tailLines: number,
  signal: AbortSignal,
): Promise<(FetchedLog & { readonly isCut: boolean }) | MissingLog> {
  const path = formatLogPath(request, [`tailLines=${tailLines}`, `limitBytes=${maxLogBytes}`]);
  if (path === undefined) return "none";
  try {
    const response = await connection.get(path, { signal, accept: acceptedTypes, limit: 2 * maxLogBytes });
    if (response.status === 403) return "forbidden";
    if (temporaryFailures.includes(response.status)) return "failed";
    if (response.status !== 200) return "none";
    const isCut = response.flaw !== undefined || Buffer.byteLength(response.body) >= maxLogBytes;
    return { request, text: response.conceal(response.body), isCut };
  } catch {
    // Closed or cut off, if it was not too late. A report that is printed once does without the log.
    return signal.aborted ? "late" : "failed";
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
  const parameters = [`tailLines=${tailLines}`];
  if (isFollowed) parameters.push("follow=true");
  const path = formatLogPath(request, parameters);
  if (path === undefined) return { is: "absent", cause: "" };
  const end = await connection.lines(path, { ...options, accept: acceptedTypes });
  if (end.is !== "notOk") return end;
  const result = readQueryResult(end.response, { verb: "get", name: request.pod });
  if (result.is === "found") return { is: "unread", cause: "" };
  return { is: result.is, cause: result.is === "absent" ? "" : result.cause };
}

/** The path of a log. Undefined where a name cannot be a part of a path. */
function formatLogPath(
  { namespace = "", pod, container, isPrevious }: LogRequest,
  parameters: readonly string[],
): string | undefined {
  if (![namespace, pod, container].every(isPathSegment)) return undefined;
  const query = [`container=${container}`, ...parameters];
  if (isPrevious) query.push("previous=true");
  return `/api/v1/namespaces/${namespace}/pods/${pod}/log?${query.join("&")}`;
}
