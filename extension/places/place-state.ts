import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { PlacePhase } from "../../shared/model/connection-phase.ts";
import type { Report } from "../../shared/model/report.ts";
import type { Reading, Snapshot } from "../../shared/model/snapshot.ts";
import type { ConditionHistory } from "../../shared/timeline/condition-history.ts";
import { timeOfDay } from "../platform/time-of-day.ts";
import type { Place } from "./place.ts";

/** The state of one place. A change replaces it with a new object. */
export interface PlaceState {
  readonly place: Place;
  /** The context, or the last part of the path. Empty where none is chosen. */
  readonly name: string;
  /**
   * One text that identifies the cluster behind the place: context, server, and how the server proves itself. When
   * another cluster takes its place, all data that was read is removed.
   */
  readonly identity?: string;
  /** The `loginPrint` of the context: which program logs in, or `none`. Absent without a context. */
  readonly login?: string;
  /** The namespace of the context. */
  readonly namespace?: string;
  readonly server?: string;
  readonly phase: PlacePhase;
  /** One sentence about what is in the way, safe to display. */
  readonly problem?: string;
  /** Under `authRequired`: no login was tried yet, and `problem` is the program that would be run. */
  readonly isAsking?: boolean;
  /** Why no request is sent, although data may be shown. */
  readonly barred?: PlacePhase;
  /** A problem with the kubeconfig that does not affect the open connection yet: one sentence, safe to display. */
  readonly doubt?: string;
  /** What was changed of a pasted text before it was read: one sentence, safe to display. */
  readonly pasteNote?: string;
  /** The current-context of the kubeconfig, where it has one. */
  readonly current?: string;
  readonly link: LinkStatus;
  /** The Report of the roots of all profiles. */
  readonly report?: Report;
  readonly snapshot?: Snapshot;
  /** The Report of what open documents name beside the roots. */
  readonly named?: Report;
  readonly namedSnapshot?: Snapshot;
  /** The history of `report`. */
  readonly history?: ConditionHistory;
  /** Whole objects that surfaces follow, by `keyOf`. */
  readonly objects?: ReadonlyMap<string, Reading>;
  /** The versions of the CRDs that are followed, by `kindKey`, as `versionOfDefinition` returns them. */
  readonly definitions?: ReadonlyMap<string, string>;
  /** Whether the cluster serves the API of OpenShift's web console. Absent while that is unknown. */
  readonly hasConsole?: boolean;
  /**
   * Returns seconds since 1970, for ages. For a live cluster it is the current time, else when the data was last
   * current.
   */
  readonly now: () => number;
}

/** Returns the Reports of a place: of its roots, and of what open documents name. */
export function reportsOf({ report, named }: Pick<PlaceState, "report" | "named">): readonly Report[] {
  return [report, named].filter((shown) => shown !== undefined);
}

/** Returns the time of day until which the shown state was current. Of a live cluster, and of files, it is now. */
export function lastCurrentTime({ link, now }: Pick<PlaceState, "link" | "now">): string {
  return timeOfDay(link.until ?? now() * 1000);
}

/** Returns the time of day until which the shown state was current: `14:02`. Empty where it still is. */
export function asOfTime(state: Pick<PlaceState, "place" | "link" | "now">): string {
  const isCurrent = state.link.state === "live" || state.place.kind === "files";
  return isCurrent ? "" : lastCurrentTime(state);
}

/** Whether no new data arrives before the user connects, logs in, or agrees to it, whatever is shown meanwhile. */
export function isLoginRequired({
  link,
  phase,
  isAsking,
  barred,
}: Pick<PlaceState, "link" | "phase" | "isAsking" | "barred">): boolean {
  return phase === "authRequired" || link.state === "authRequired" || isAsking === true || barred === "paused";
}

/**
 * Returns what an identity of `contextIdentity` says about the server alone. Contexts of several users and namespaces
 * share a server.
 */
export function serverIdentity(identity: string): string {
  const [, ...server]: readonly unknown[] = JSON.parse(identity);
  return JSON.stringify(server);
}

/** Whether two identities are of different clusters. An unknown identity does not count as different. */
export function isOther(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && before !== after;
}
