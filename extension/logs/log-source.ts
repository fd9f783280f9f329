import { type PodLogEnd, readPodLog } from "../../shared/io/reader/pod-logs.ts";
import type { LogRequest } from "../../shared/logs/plan-logs.ts";
import type { LogStatus } from "../../shared/render/editor/log-heading.ts";
import { errorLine } from "../places/choose-context.ts";
import type { Place } from "../places/place.ts";
import type { LiveClusters } from "../session/session-parts.ts";

/** The status of a log after it was read. */
export interface LogReading {
  readonly status: LogStatus;
  /** The message of the server; empty where there is none. */
  readonly cause: string;
  /** The log has older lines than those that were read. */
  readonly isNewestPart: boolean;
}

/** Receives a log while it is read. */
export interface LogReceiver {
  readonly signal: AbortSignal;
  /** Called before the first line. */
  readonly begun: () => void;
  readonly line: (text: string) => void;
}

/** The lines that are requested of a log, which may have gigabytes. */
export const requestedLines = 4000;

/**
 * Reads one log to its end; that of the current run of a container that runs does not end by itself. Undefined where the
 * place is not connected yet.
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
  let lines = 0;
  const signal = AbortSignal.any([receiver.signal, cluster.left]);
  const count = (text: string): void => {
    lines += 1;
    receiver.line(text);
  };
  try {
    const isFollowed = !request.isPrevious;
    const options = { tailLines: requestedLines, isFollowed, signal, begun: receiver.begun, line: count };
    const end = await readPodLog(cluster.connection, request, options);
    const isNewestPart = lines >= requestedLines;
    if (end.is === "over") return { status: "ended", cause: "", isNewestPart };
    return { status: logStatus(end.is), cause: end.cause, isNewestPart };
  } catch (error) {
    const isNewestPart = lines >= requestedLines;
    return { status: "unread", cause: signal.aborted ? "" : errorLine(error), isNewestPart };
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

async function readCollected(
  session: LiveClusters,
  place: Place,
  request: LogRequest,
  { begun, line }: LogReceiver,
): Promise<LogReading | undefined> {
  const collected = session.collected(place);
  if (collected === undefined) return undefined;
  const [found] = (await collected.logs.read([request])).texts;
  const isOther = found?.isPrevious !== undefined && found.isPrevious !== request.isPrevious;
  if (found === undefined || isOther) return { status: "missing", cause: "", isNewestPart: false };
  begun();
  const lines = found.text.replace(/\n$/, "").split("\n");
  // The first of them may begin in the middle.
  for (const text of found.isEnd === true ? lines.slice(1) : lines) line(text.replace(/\r$/, ""));
  return { status: "collected", cause: "", isNewestPart: found.isEnd === true };
}
