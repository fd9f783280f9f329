import { definedFields } from "../../model/defined-fields.ts";
import type { LinkState } from "../../model/report-change.ts";

export type { LinkState } from "../../model/report-change.ts";

/** The state of what is shown, its cause, and since when it may be out of date. */
export interface LinkStatus {
  readonly state: LinkState;
  readonly cause?: string;
  /** The cause without the server and what to do; absent: as the cause. */
  readonly brief?: string;
  /** Milliseconds since 1970 when the reading last matched the server. Absent where it matches now, or never did. */
  readonly until?: number;
}

/** The reason while a request waits for a login of the user. */
export const waitingForLogin = "waiting for login to this context";

const worstFirst: readonly LinkState[] = ["authRequired", "unreachable", "stale", "connecting"];

/**
 * The link to show for all links together, such as those of all queries of a Report:
 * - `idle` without any link, `live` where all are,
 * - else the worst of them, by `worstFirst`. Of several logins, one that is under way says more than one that failed.
 *
 * It is out of date since the first of the links was.
 */
export function linkOfAll(links: readonly LinkStatus[]): LinkStatus {
  const doubtful = links.filter((link) => worstFirst.includes(link.state));
  const state = worstFirst.find((candidate) => doubtful.some((link) => link.state === candidate));
  if (state === undefined) return { state: links.length === 0 ? "idle" : "live" };
  const worst = doubtful.filter((link) => link.state === state);
  const shown = worst.find((link) => link.cause === waitingForLogin) ?? worst[0];
  const times = doubtful.flatMap((link) => link.until ?? []);
  const until = times.length === 0 ? undefined : Math.min(...times);
  return { state, ...definedFields({ cause: shown?.cause, brief: shown?.brief, until }) };
}
