import type { ContainerLog } from "../model/container-log.ts";
import { explainLog } from "./explaining-lines.ts";
import type { LogRequest } from "./plan-logs.ts";

/** What a source has of a log: its text, or the end of it. */
export interface FetchedLog {
  readonly request: LogRequest;
  readonly text: string;
  /** The text begins within the log. */
  readonly isEnd?: boolean;
  /** It is of the run before the present one, where it differs from what was requested. */
  readonly isPrevious?: boolean;
}

/** The texts of logs, without those that could not be read. */
export interface FetchedLogs {
  readonly texts: readonly FetchedLog[];
  /** The server refused at least one log for lack of permission. */
  readonly isForbidden: boolean;
  /** The logs without a response: the time was up, the connection broke off, or the server is busy. Absent: none. */
  readonly unanswered?: readonly LogRequest[];
}

/** Reads logs. It never throws: a log that cannot be read explains nothing. */
export interface LogReader {
  read(requests: readonly LogRequest[]): Promise<FetchedLogs>;
}

/** The excerpts of the logs that have any line. */
export function makeExcerpts({ texts }: Pick<FetchedLogs, "texts">): readonly ContainerLog[] {
  return texts.flatMap(({ request, text, isEnd, isPrevious = request.isPrevious }): readonly ContainerLog[] => {
    const { isPrevious: _, ...place } = request;
    const excerpt = explainLog(text, isEnd);
    return excerpt === undefined ? [] : [{ ...place, from: isPrevious ? "previous-log" : "log", ...excerpt }];
  });
}
