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

const worstFirst: readonly LinkState[] = ["authRequired", "unreachable", "stale", "connecting", "live"];

/**
 * The link to show for all links together: the worst of them. A refusal or a missing kind is a response like any other.
 * A login that is under way says more than one that failed before.
 */
export function linkOfAll(links: readonly LinkStatus[]): LinkStatus {
  const isNotLive = ({ state }: LinkStatus): boolean => worstFirst.includes(state) && state !== "live";
  const notLive = links.filter(isNotLive).toSorted((a, b) => worstFirst.indexOf(a.state) - worstFirst.indexOf(b.state));
  const [worst] = notLive;
  if (worst === undefined) return { state: links.length === 0 ? "idle" : "live" };
  const times = notLive.flatMap(({ until }) => until ?? []);
  const { state } = worst;
  const { cause, brief } = notLive.find((link) => link.state === state && link.cause === waitingForLogin) ?? worst;
  return {
    state,
    ...definedFields({ cause, brief }),
    ...(times.length > 0 && { until: Math.min(...times) }),
  };
}

/** The reason while a request waits for a login of the user. */
export const waitingForLogin = "waiting for login to this context";
