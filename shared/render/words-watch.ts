import type { LinkState } from "../model/report-change.ts";
import { age } from "./words-age.ts";
import { count, shortened } from "./words-names.ts";

/** What is said of a link. */
export interface LinkWords {
  readonly state: LinkState;
  readonly cause?: string;
  /** RFC 3339 UTC: up to when what is shown was as the server has it. */
  readonly until?: string;
}

/** The last row of a report that is cut: `… 12 more lines`. */
export function moreLines(number: number, dots: string): string {
  return `${dots} ${count(number, "more line")}`;
}

export const keyWords = "q leaves, r asks again";

/** Somebody pressed the key for it; the answer may change nothing. */
export function askedWords(at: string): string {
  return `asked again at ${timeOf(at)}`;
}

/** How good what is shown is: `live`, `reconnecting, showing 14:02:11Z (42s ago)`; `seconds` is the age of that. */
export function linkWords({ state, until }: LinkWords, seconds: number): string {
  const shown = until === undefined ? "" : `, showing ${timeOf(until)} (${age(seconds)} ago)`;
  switch (state) {
    case "live":
    case "forbidden":
    case "gone":
      return "live";
    case "idle":
    case "connecting":
      return "connecting";
    case "stale":
      return `reconnecting${shown}`;
    case "unreachable":
      return `server not reached${shown}`;
    case "authRequired":
      return `log in again${shown}`;
  }
}

/** What has changed about a link: `live again`, `server not reached, last read at 2026-11-21T14:02:11Z: …`. */
export function linkNews({ state, cause, until }: LinkWords): string {
  if (state === "live") return "live again";
  const why = cause === undefined || cause === "" ? "" : `: ${cause}`;
  return `${linkWords({ state }, 0)}${until === undefined ? "" : `, last read at ${until}`}${why}`;
}

/** `14:02:11Z`: what changed today needs no date. */
export function timeOf(stamp: string): string {
  return stamp.slice(stamp.indexOf("T") + 1);
}

/** How often the same has changed lately: `3 times in 10m`. */
export function timesWords(times: number, seconds: number): string {
  return `${times} times in ${age(seconds)}`;
}

/** Others that went the same way, behind the line of the first: ` (and 5 more: a, b, c, 2 more)`. */
export function alikeWords(labels: readonly string[]): string {
  return labels.length === 0 ? "" : ` (and ${labels.length} more: ${shortened(labels, 3).join(", ")})`;
}

/** Why `--exit-code` says that nothing is known. */
export const bereftWords =
  "The HyperConverged that was there is gone; how its components are says nothing of it, so the exit status is 4.";

/** While nobody answers at the beginning. */
export function connectingWords(server: string, dots: string): string {
  return `connecting to ${server}${dots}`;
}

/** A status that comes and goes: `flapped 3 times in 10m`. */
export function flapWords(times: number, seconds: number): string {
  return `flapped ${timesWords(times, seconds)}`;
}

/** Since when it was seen to be so: `degraded since 14:02:11Z, as far as was watched`. */
export function seenWords({
  status,
  since,
  isAtLeast,
}: {
  readonly status: string;
  readonly since: string;
  readonly isAtLeast: boolean;
}): string {
  return `${status} since ${timeOf(since)}${isAtLeast ? " or longer" : ""}, as far as was watched`;
}
