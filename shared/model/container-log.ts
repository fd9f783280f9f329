/** Where lines come from: the log of the present or last run, that of the run before it, or the container's last words. */
export const logOrigins = ["log", "previous-log", "termination-message"] as const;
type LogOrigin = (typeof logOrigins)[number];

/** The lines of a container's log that explain it, without credentials. */
export interface LogExcerpt {
  /** At most 50, in the order of the log, without empty ones, each without the time and the level that it states. */
  readonly lines: readonly string[];
  /** Indices in `lines`, at most 3: the line that explains most, and what belongs to it. */
  readonly quoted: readonly number[];
}

/** The excerpt behind a cause, whose path ends in the container. */
export interface CauseLog extends LogExcerpt {
  readonly from: LogOrigin;
}

/** A container of a Pod. */
export interface ContainerPlace {
  readonly namespace?: string;
  readonly pod: string;
  readonly container: string;
}

/** The excerpt of a container's log, as a snapshot holds it. */
export interface ContainerLog extends CauseLog, ContainerPlace {}
