import { type PodLogEnd, readPodLog } from "../../shared/io/reader/pod-logs.ts";
import type { LogRequest } from "../../shared/logs/plan-logs.ts";
import type { LogStatus } from "../../shared/render/editor/log-heading.ts";
import { errorLine } from "../places/choose-context.ts";
import type { Place } from "../places/place.ts";
import type { LiveCluster } from "../places/place-source.ts";
import type { LiveClusters } from "../session/session-parts.ts";

/** The status of a log after it was read. */
export interface LogReading {
  readonly status: LogStatus;
  /** The message of the server; empty where there is none. */
  readonly cause: string;
  /** Whether the log has older lines than those that were read. */
  readonly isNewestPart: boolean;
}

/** Receives a log while it is read. */
export interface LogReceiver {
  readonly signal: AbortSignal;
  /** Called when the log is requested of a connected cluster. The response may take long. */
  readonly requested: () => void;
  /** Called before the first line. */
  readonly begun: () => void;
  readonly line: (text: string) => void;
}

/** The newest lines of a log that are requested, because a log may have gigabytes. */
export const requestedLines = 4000;

/**
 * Reads one log to its end, and returns its status then. The log of a container that runs has no end: it is read until
 * the receiver's signal aborts. Returns undefined where the place is not connected yet.
 */
export async function readLog(
  session: LiveClusters,
  place: Place,
  request: LogRequest,
  receiver: LogReceiver,
): Promise<LogReading | undefined> {
  if (place.kind === "files") return readCollected(session, place, request, receiver);
  const cluster = session.liveCluster(place);
  if (cluster === undefined) return undefined;
  return readFollowed(cluster, request, receiver);
}

async function readFollowed(cluster: LiveCluster, request: LogRequest, receiver: LogReceiver): Promise<LogReading> {
  let receivedLines = 0;
  const signal = AbortSignal.any([receiver.signal, cluster.left]);
  const options = {
    tailLines: requestedLines,
    isFollowed: !request.isPrevious,
    signal,
    begun: receiver.begun,
    line(text: string) {
      receivedLines += 1;
      receiver.line(text);
    },
  };
  receiver.requested();
  try {
    const end = await readPodLog(cluster.connection, request, options);
    const isNewestPart = receivedLines >= requestedLines;
    if (end.is === "over") return { status: "ended", cause: "", isNewestPart };
    return { status: logStatus(end.is), cause: end.cause, isNewestPart };
  } catch (error) {
    const cause = signal.aborted ? "" : errorLine(error);
    return { status: "unread", cause, isNewestPart: receivedLines >= requestedLines };
  }
}

/** The status of a log that the server refused or broke off. */
function logStatus(end: Exclude<PodLogEnd["is"], "over">): LogStatus {
  switch (end) {
    case "absent":
      return "missing";
    case "forbidden":
      return "forbidden";
    default:
      return "unread";
  }
}

/** Reads a log of a must-gather. */
async function readCollected(
  session: LiveClusters,
  place: Place,
  request: LogRequest,
  { begun, line }: LogReceiver,
): Promise<LogReading | undefined> {
  const collected = session.collected(place);
  if (collected === undefined) return undefined;
  const { texts } = await collected.logs.read([request]);
  const [log] = texts;
  const isOtherRun = log?.isPrevious !== undefined && log.isPrevious !== request.isPrevious;
  if (log === undefined || isOtherRun) return { status: "missing", cause: "", isNewestPart: false };
  begun();
  const isNewestPart = log.isEnd === true;
  const lines = log.text.replace(/\n$/, "").split("\n");
  // The first line of a part may be cut at its beginning.
  const wholeLines = isNewestPart ? lines.slice(1) : lines;
  for (const text of wholeLines) line(text.replace(/\r$/, ""));
  return { status: "collected", cause: "", isNewestPart };
}
