import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Report } from "../../shared/model/report.ts";
import type { FleetMember, FleetTrouble } from "../../shared/render/words/commands/fleet.ts";
import { waitingForLoginText } from "../../shared/render/words/commands/fleet.ts";
import { wordsOfLink } from "../follow/surface.ts";
import { unreachableMember } from "./read-member.ts";

/** What is known of one followed cluster. */
export interface MemberState {
  readonly link: LinkStatus;
  readonly report: Report | undefined;
  /** Why there is no Report. */
  readonly trouble: FleetTrouble;
  /** Since when the server does not respond, RFC 3339 UTC. Undefined: it responds, or had no request yet. */
  readonly since: string | undefined;
  /** How many logins the user is being asked for because of this cluster. */
  readonly logins: number;
}

/** What is learned of one followed cluster. */
export type MemberEvent =
  | { readonly is: "seen"; readonly seen: SeenReport }
  /** A try to connect failed. */
  | { readonly is: "failed"; readonly trouble: FleetTrouble }
  /** No response within the time that one cluster has. */
  | { readonly is: "late"; readonly cause: string }
  /** A login began (1) or ended (-1). */
  | { readonly is: "login"; readonly by: 1 | -1 }
  | { readonly is: "evaluated"; readonly report: Report | undefined };

/** The new state, whether there is something new to show, and whether the server responds and did not before. */
export interface MemberStep {
  readonly state: MemberState;
  readonly isNews: boolean;
  readonly isUp: boolean;
}

/** The state of a cluster before its first request. With `fault`, its context is unusable. */
export function beginMember(fault: string | undefined): MemberState {
  return {
    link: { state: "connecting" },
    report: undefined,
    trouble: fault === undefined ? { is: "connecting", cause: "" } : { is: "unusable", cause: fault },
    since: undefined,
    logins: 0,
  };
}

/** The state after `event`, at the time `now`. */
export function nextMemberStep(state: MemberState, event: MemberEvent, now: string): MemberStep {
  switch (event.is) {
    case "seen":
      return see(state, event.seen, now);
    case "failed":
      return enterTrouble(state, event.trouble, now);
    case "late":
      if (state.report !== undefined || state.trouble.is !== "connecting") return noNews(state);
      return enterTrouble(state, { is: "late", cause: event.cause }, now);
    case "login":
      return { state: { ...state, logins: state.logins + event.by }, isNews: true, isUp: false };
    case "evaluated":
      return noNews({ ...state, report: event.report ?? state.report });
  }
}

function see(before: MemberState, seen: SeenReport, now: string): MemberStep {
  const { state: link } = seen.link;
  const isAway = link === "unreachable" || link === "authRequired";
  const report = seen.report ?? before.report;
  let { since } = before;
  if (link === "live") since = undefined;
  else if (isAway) since ??= now;
  const state = { ...before, report, since, link: seen.link };
  if (isAway && report === undefined) return enterTrouble(state, troubleOfLink(seen.link), now);
  const wasAway = before.link.state === "unreachable" || (before.report === undefined && before.since !== undefined);
  return { state, isNews: report !== before.report, isUp: wasAway && link === "live" };
}

function enterTrouble(before: MemberState, trouble: FleetTrouble, now: string): MemberStep {
  const isNews = trouble.is !== before.trouble.is || trouble.cause !== before.trouble.cause;
  return { state: { ...before, trouble, since: before.since ?? now }, isNews, isUp: false };
}

function noNews(state: MemberState): MemberStep {
  return { state, isNews: false, isUp: false };
}

function troubleOfLink({ state, cause = "", brief }: LinkStatus): FleetTrouble {
  return { is: state === "authRequired" ? "login" : "unreached", cause, ...definedFields({ brief }) };
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
    const why: FleetTrouble = logins > 0 ? { is: "login", cause: waitingForLoginText } : trouble;
    return { ...unreachableMember(known, now, why), ...(since !== undefined && { silent: { since, now } }) };
  }
  const { state } = link;
  if (state !== "stale" && state !== "unreachable" && state !== "authRequired") return { ...known, report };
  const words = wordsOfLink(link);
  const silentSince = words.until ?? since;
  return { ...known, report, link: words, ...(silentSince !== undefined && { silent: { since: silentSince, now } }) };
}
