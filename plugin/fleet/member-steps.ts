import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { Report } from "../../shared/model/report.ts";
import type { FleetMember, FleetTrouble } from "../../shared/render/words/commands/fleet.ts";
import { askedNow } from "../../shared/render/words/commands/fleet.ts";
import { wordsOfLink } from "../follow/surface.ts";
import { unreachableMember } from "./read-member.ts";

/** The state of one followed cluster between two events. */
export interface MemberState {
  /** `unusable`: the context leads to no cluster. `resting`: no connection, and none is being opened. */
  readonly phase: "unusable" | "resting" | "opening" | "followed" | "closed";
  readonly link: LinkStatus;
  readonly report: Report | undefined;
  /** Why there is no Report. */
  readonly trouble: FleetTrouble;
  /** Since when the server does not respond, RFC 3339 UTC. Undefined: it responds, or had no request yet. */
  readonly since: string | undefined;
  /** How many logins the user is being asked for because of this cluster. */
  readonly logins: number;
  /** A retry is due after a pause. */
  readonly isRetryDue: boolean;
}

/** What happens to one followed cluster. */
export type MemberEvent =
  | { readonly is: "begun" }
  | { readonly is: "seen"; readonly seen: SeenReport }
  /** The connection is open, and the cluster is followed. */
  | { readonly is: "opened" }
  /** The connection could not be opened. `willAsk`: the credential plugin asks the user, who says when to retry. */
  | { readonly is: "refused"; readonly trouble: FleetTrouble; readonly willAsk: boolean }
  /** No response within the time that one cluster has. */
  | { readonly is: "late"; readonly cause: string }
  /** A login began (1) or ended (-1). */
  | { readonly is: "login"; readonly by: 1 | -1 }
  | { readonly is: "looked"; readonly report: Report | undefined }
  /** The user wants the whole cluster read again. */
  | { readonly is: "refreshed" }
  /** The server responds to another context again. */
  | { readonly is: "hurried" }
  | { readonly is: "closed" };

/** What the loop does after an event, in this order. */
export type MemberEffect =
  /** Open a connection in this cluster's turn. */
  | { readonly do: "open" }
  /** Let the next cluster have its turn. */
  | { readonly do: "settle" }
  | { readonly do: "link"; readonly link: LinkStatus }
  /** Report that there is something new to show. */
  | { readonly do: "change" }
  /** Report that the server responds, and did not before. */
  | { readonly do: "up" }
  /** Read the whole cluster again. */
  | { readonly do: "refresh" }
  | { readonly do: "retry"; readonly after: number }
  | { readonly do: "forget-retry" };

/** The new state, and what the loop does now. */
export interface MemberStep {
  readonly state: MemberState;
  readonly effects: readonly MemberEffect[];
}

/** The time of an event, and a random number from 0 to 1. */
export interface MemberMoment {
  readonly now: string;
  readonly chance: number;
}

/**
 * Milliseconds between retries where no connection could be opened. After a failed login, retries are less frequent.
 */
const pauses = { way: 60_000, login: 300_000 };

const change: MemberEffect = { do: "change" };
const settle: MemberEffect = { do: "settle" };

/** The state of a cluster before its first request. With `fault`, its context is unusable. */
export function beginMember(fault: string | undefined): MemberState {
  return {
    ...{ phase: fault === undefined ? "resting" : "unusable", link: { state: "connecting" }, report: undefined },
    trouble: fault === undefined ? { is: "connecting", cause: "" } : { is: "unusable", cause: fault },
    ...{ since: undefined, logins: 0, isRetryDue: false },
  };
}

/** The state after `event`, and its effects. */
export function nextMemberStep(state: MemberState, event: MemberEvent, { now, chance }: MemberMoment): MemberStep {
  if (state.phase === "closed") return { state, effects: [] };
  switch (event.is) {
    case "begun":
      return state.phase === "unusable" ? { state, effects: [change] } : open(state);
    case "seen":
      return see(state, event.seen, now);
    case "opened":
      return { state: { ...state, phase: "followed" }, effects: [] };
    case "refused":
      return refuse(state, event.trouble, event.willAsk, { now, chance });
    case "late": {
      if (state.report !== undefined || state.trouble.is !== "connecting") return { state, effects: [settle] };
      return inTrouble(state, { is: "late", cause: event.cause }, now);
    }
    case "login":
      return { state: { ...state, logins: state.logins + event.by }, effects: [change] };
    case "looked":
      return { state: { ...state, report: event.report ?? state.report }, effects: [] };
    case "refreshed":
      return state.phase === "followed" ? { state, effects: [{ do: "refresh" }] } : open(state);
    case "hurried":
      if (state.phase === "followed" && state.link.state === "unreachable")
        return { state, effects: [{ do: "refresh" }] };
      return state.isRetryDue && state.trouble.is !== "login" ? open(state) : { state, effects: [] };
    case "closed":
      return { state: { ...state, phase: "closed" }, effects: [{ do: "forget-retry" }, settle] };
  }
}

function open(state: MemberState): MemberStep {
  if (state.phase !== "resting") return { state, effects: [] };
  return {
    state: { ...state, phase: "opening", isRetryDue: false },
    effects: [{ do: "forget-retry" }, { do: "open" }],
  };
}

function see(before: MemberState, seen: SeenReport, now: string): MemberStep {
  const { state: link } = seen.link;
  const isAway = link === "unreachable" || link === "authRequired";
  const report = seen.report ?? before.report;
  const since = link === "live" ? undefined : isAway ? (before.since ?? now) : before.since;
  const state = { ...before, report, since, link: seen.link };
  const isNews = report !== before.report;
  const wasAway = before.link.state === "unreachable" || (before.report === undefined && before.since !== undefined);
  const told = isAway && report === undefined ? inTrouble(state, troubleOfLink(seen.link), now) : undefined;
  return {
    state: told?.state ?? state,
    effects: [
      { do: "link", link: seen.link },
      ...(told?.effects ?? (report === undefined ? [] : [settle])),
      ...(isNews ? [change] : []),
      ...(wasAway && link === "live" ? [{ do: "up" } as const] : []),
    ],
  };
}

/**
 * The step after a connection could not be opened. The pause before a retry varies by a fifth, so that requests to
 * several clusters are spread.
 */
function refuse(
  before: MemberState,
  trouble: FleetTrouble,
  willAsk: boolean,
  { now, chance }: MemberMoment,
): MemberStep {
  const pause = trouble.is === "login" ? pauses.login : pauses.way;
  const isRetryDue = trouble.is !== "login" || !willAsk;
  const { state, effects } = inTrouble({ ...before, phase: "resting", isRetryDue }, trouble, now);
  return {
    state,
    effects: [...(isRetryDue ? [{ do: "retry", after: pause * (0.8 + chance * 0.4) } as const] : []), ...effects],
  };
}

function inTrouble(before: MemberState, trouble: FleetTrouble, now: string): MemberStep {
  const isNews = trouble.is !== before.trouble.is || trouble.cause !== before.trouble.cause;
  const state = { ...before, trouble, since: before.since ?? now };
  return { state, effects: isNews ? [settle, change] : [settle] };
}

function troubleOfLink({ state, cause = "", brief }: LinkStatus): FleetTrouble {
  return { is: state === "authRequired" ? "login" : "unreached", cause, ...(brief !== undefined && { brief }) };
}

/**
 * The cluster as it is shown. `link` is the state of the link that is reported now. `now` is the current time, RFC 3339
 * UTC.
 */
export function memberAt(
  known: Omit<FleetMember, "report">,
  { report, trouble, since, logins }: MemberState,
  link: LinkStatus,
  now: string,
): FleetMember {
  if (report === undefined) {
    const why: FleetTrouble = logins > 0 ? { is: "login", cause: askedNow } : trouble;
    return { ...unreachableMember(known, now, why), ...(since !== undefined && { silent: { since, now } }) };
  }
  const { state } = link;
  if (state !== "stale" && state !== "unreachable" && state !== "authRequired") return { ...known, report };
  const words = wordsOfLink(link);
  const silentSince = words.until ?? since;
  return { ...known, report, link: words, ...(silentSince !== undefined && { silent: { since: silentSince, now } }) };
}
