import type { ContainerLog } from "../model/container-log.ts";
import { explainLog } from "./explaining-lines.ts";
import type { LogRequest } from "./plan-logs.ts";

/** The text of a log, or the end of it. */
export interface FetchedLog {
  readonly request: LogRequest;
  readonly text: string;
  /** Whether the text is only the end of the log. */
  readonly isEnd?: boolean;
  /** Whether it is of the run before the present one. Absent if it is of the requested run. */
  readonly isPrevious?: boolean;
}

/** The texts of logs, without those that could not be read. */
export interface FetchedLogs {
  readonly texts: readonly FetchedLog[];
  /** Whether the server refused at least one log for lack of permission. */
  readonly isForbidden: boolean;
  /** The logs that the server did not return in time. Absent: none. */
  readonly late?: readonly LogRequest[];
  /** The logs that the server could not return now: it is busy, does not reach the node, or broke off. Absent: none. */
  readonly failed?: readonly LogRequest[];
}

/** Reads logs. It never throws: a log that cannot be read explains nothing. */
export interface LogReader {
  read(requests: readonly LogRequest[]): Promise<FetchedLogs>;
}

/** Makes an excerpt of each log. Empty logs have none. */
export function makeExcerpts({ texts }: Pick<FetchedLogs, "texts">): readonly ContainerLog[] {
  return texts.flatMap(({ request, text, isEnd, isPrevious = request.isPrevious }): readonly ContainerLog[] => {
    const { isPrevious: _, ...container } = request;
    const excerpt = explainLog(text, isEnd);
    if (excerpt === undefined) return [];
    const from = isPrevious ? "previous-log" : "log";
    return [{ ...container, from, ...excerpt }];
  });
}
