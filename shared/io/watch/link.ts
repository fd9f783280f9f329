import type { LinkState } from "../../model/report-change.ts";

export type { LinkState } from "../../model/report-change.ts";

/** A state, why, and since when what is shown may be old. */
export interface Link {
  readonly state: LinkState;
  readonly cause?: string;
  /** Milliseconds since 1970 at which it was last known to be as the server has it; absent: it is so now, or never was. */
  readonly until?: number;
}

const worstFirst: readonly LinkState[] = ["authRequired", "unreachable", "stale", "connecting", "live"];

/** What to say of all links together: the worst of them; a refusal or a missing kind is an answer like any other. */
export function linkOfAll(links: readonly Link[]): Link {
  const isOpen = ({ state }: Link): boolean => worstFirst.includes(state) && state !== "live";
  const open = links.filter(isOpen).toSorted((a, b) => worstFirst.indexOf(a.state) - worstFirst.indexOf(b.state));
  const [worst] = open;
  if (worst === undefined) return { state: links.length === 0 ? "idle" : "live" };
  const times = open.flatMap(({ until }) => until ?? []);
  const { state, cause } = worst;
  return { state, ...(cause !== undefined && { cause }), ...(times.length > 0 && { until: Math.min(...times) }) };
}
