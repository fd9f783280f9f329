import { sanitizeLine } from "../../characters/sanitize.ts";
import type { LogRequest } from "../../logs/plan-logs.ts";

/** How far a log is read, and where it comes from. `collected`: from a must-gather. */
export type LogStatus = "waiting" | "reading" | "live" | "ended" | "collected" | "missing" | "forbidden" | "unread";

/** What is known about a log at one moment. */
export interface LogSeen {
  readonly request: LogRequest;
  /** A context, or the last part of a path. */
  readonly place: string;
  readonly status: LogStatus;
  /** The message of the server; empty where there is none. */
  readonly cause: string;
  /** The number of lines that are shown. */
  readonly lines: number;
  /** Whether the log has older lines than those. */
  readonly isNewestPart: boolean;
  /** The number of the line that explains the log, counted from 1 in the document; undefined where none does. */
  readonly explainedBy?: number;
}

/** The texts of the first line on which a click opens something. */
export const logLinkTexts = {
  /** Opens the log of the run before the current one. */
  previous: "previous run",
  current: "current run",
} as const;

/**
 * The first line of a document with a log: `# prod · current run, live · explained by line 12 · see also: previous run ·
 * container x of Pod n/y`. It is one line whatever the names contain.
 */
export function logHeading(seen: LogSeen): string {
  const { request, place, lines, isNewestPart, explainedBy } = seen;
  const { namespace, pod, container, isPrevious } = request;
  const podName = namespace === undefined ? pod : `${namespace}/${pod}`;
  const { previous, current } = logLinkTexts;
  const notes: string[] = [];
  if (place !== "") notes.push(place);
  notes.push(`${isPrevious ? previous : current}, ${logStatusText(seen)}`);
  if (isNewestPart) notes.push(newestPartText(lines));
  if (explainedBy !== undefined) notes.push(explainedByText(explainedBy));
  notes.push(`see also: ${isPrevious ? current : previous}`);
  notes.push(`container ${container} of Pod ${podName}`);
  return sanitizeLine(`# ${notes.join(" · ")}`);
}

/**
 * Says that a log has older lines than those shown. No line is shown where the last one is longer than what is read: its
 * end alone may be a part of a credential that cannot be recognized.
 */
function newestPartText(lines: number): string {
  if (lines === 0) return "its last line is too long to show";
  return lines === 1 ? "only the newest line" : `only the newest ${lines} lines`;
}

/** The text of the link to the line that explains a log, by its number from 1 in the document. */
export function explainedByText(line: number): string {
  return `explained by line ${line}`;
}

function logStatusText({ status, cause, request }: LogSeen): string {
  const because = cause === "" ? "" : ` (${cause})`;
  switch (status) {
    case "waiting":
      return "not connected yet";
    case "reading":
      return "being read";
    case "live":
      return "live";
    case "ended":
      return request.isPrevious ? "ended" : "it has ended";
    case "collected":
      return "as collected";
    case "missing":
      return `no such log${because}`;
    case "forbidden":
      return `forbidden${because}`;
    case "unread":
      return `could not be read${because}`;
  }
}
