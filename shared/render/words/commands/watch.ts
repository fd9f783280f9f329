import type { LinkState } from "../../../model/report-change.ts";
import { formatAge } from "../../../outline/ages.ts";
import { joinFilled, shortenNames } from "../../../outline/words/names.ts";

/** The state of a connection, for its texts. */
export interface LinkFacts {
  readonly state: LinkState;
  readonly cause?: string;
  /** RFC 3339 UTC: up to when the shown state was current. */
  readonly until?: string;
}

export const keyHelpText = "q: quit, r: refresh";

/** The reason for a new read that the user requested. */
export const refreshCause = "refreshed";

/** The text after the user has requested a refresh; the response may change nothing. */
export function refreshedText(at: string): string {
  return `refreshed at ${clockTime(at)}`;
}

/** How current the shown state is: `live`, `reconnecting, showing 14:02:11Z (42s ago)`; `seconds` is its age. */
export function watchLinkText({ state, until }: LinkFacts, seconds: number): string {
  const shown = until === undefined ? "" : `, showing ${clockTime(until)} (${formatAge(seconds)} ago)`;
  switch (state) {
    case "live":
    case "forbidden":
    case "gone":
      return "connected";
    case "idle":
    case "connecting":
      return "connecting";
    case "stale":
      return `reconnecting${shown}`;
    case "unreachable":
      return `server unreachable${shown}`;
    case "authRequired":
      return `login required${shown}`;
  }
}

/** The news about a connection: `reconnected`, `server unreachable, last read at 2026-11-21T14:02:11Z: …`. */
export function linkNews({ state, cause, until }: LinkFacts): string {
  if (state === "live") return "reconnected";
  const lastRead = until === undefined ? "" : `last read at ${until}`;
  const news = joinFilled(", ", [watchLinkText({ state }, 0), lastRead]);
  return joinFilled(": ", [news, cause ?? ""]);
}

/** `14:02:11Z`: a change of today needs no date. */
export function clockTime(stamp: string): string {
  return stamp.slice(stamp.indexOf("T") + 1);
}

/** How often the same thing changed recently: `3 times in 10m`. */
export function formatRepetition(times: number, seconds: number): string {
  return `${times} times in ${formatAge(seconds)}`;
}

/**
 * Others that changed the same way, behind the line of the first: ` (and 5 more: a, b, c, 2 more)`. Each name stands
 * once, and not that of the `first`.
 */
export function formatSameChanges(first: string, labels: readonly string[]): string {
  if (labels.length === 0) return "";
  const names = [...new Set(labels)].filter((label) => label !== first);
  return ` (and ${labels.length} more${names.length === 0 ? "" : `: ${shortenNames(names, 3).join(", ")}`})`;
}

/** Why `--exit-code` reports that the state is unknown. */
export const nothingKnownText =
  "The HyperConverged was deleted. The status of its components does not replace it, so the exit status is 4.";

/** The text for a status that changes to and fro: `flapped 3 times in 10m`. */
export function formatFlapping(times: number, seconds: number): string {
  return `flapped ${formatRepetition(times, seconds)}`;
}

/** Since when the state was observed: `degraded since 14:02:11Z, as far as was watched`. */
export function formatObservedStatus({
  status,
  since,
  isAtLeast,
}: {
  readonly status: string;
  readonly since: string;
  readonly isAtLeast: boolean;
}): string {
  return `${status} since ${clockTime(since)}${isAtLeast ? " or earlier" : ""}, as observed by this watch`;
}
