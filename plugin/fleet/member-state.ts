import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Report } from "../../shared/model/report.ts";
import type { FleetMember, FleetTrouble } from "../../shared/render/words/commands/fleet.ts";
import { waitingForLoginText } from "../../shared/render/words/commands/fleet.ts";
import { readLinkFacts } from "../follow/surface.ts";
import { unreachableMember } from "./read-member.ts";

/*
 * The states of a followed cluster and the events that change them:
 *   seen         a Report or another state of the link. A server that does not respond is the trouble of a cluster without a
 *                Report, and the link of one with a Report, which may be out of date.
 *   failed       the trouble of the attempt to connect
 *   late         a trouble, unless the cluster has a Report or a trouble
 *   login        one login more or less for which the user is asked
 *   evaluated    a Report with ages that count from now
 */

/** What is known of one followed cluster. */
export interface MemberState {
  readonly link: LinkStatus;
  readonly report: Report | undefined;
  /** Why there is no Report. */
  readonly trouble: FleetTrouble;
  /** Since when the server does not respond (RFC 3339 UTC). Undefined if it responds, or had no request yet. */
  readonly silentSince: string | undefined;
  /** For how many logins the user is being asked because of this cluster. */
  readonly logins: number;
}

export type MemberEvent =
  | { readonly type: "seen"; readonly seen: SeenReport }
  /** An attempt to connect failed. */
  | { readonly type: "failed"; readonly trouble: FleetTrouble }
  /** The cluster did not respond within its time. */
  | { readonly type: "late"; readonly cause: string }
  /** A login began (1) or ended (-1). */
  | { readonly type: "login"; readonly change: 1 | -1 }
  | { readonly type: "evaluated"; readonly report: Report | undefined };

/** A state, whether it has something new to show, and whether the server responds and did not before. */
export interface MemberStep {
  readonly state: MemberState;
  readonly isNews: boolean;
  readonly respondsAgain: boolean;
}

/** The state of a cluster before its first request. With `fault`, its context is unusable. */
export function beginMember(fault: string | undefined): MemberState {
  return {
    link: { state: "connecting" },
    report: undefined,
    trouble: fault === undefined ? { is: "connecting", cause: "" } : { is: "unusable", cause: fault },
    silentSince: undefined,
    logins: 0,
  };
}

/** The state after an event at the time `now` (RFC 3339 UTC). */
export function nextMemberStep(state: MemberState, event: MemberEvent, now: string): MemberStep {
  switch (event.type) {
    case "seen":
      return takeSeen(state, event.seen, now);
    case "failed":
      return enterTrouble(state, event.trouble, now);
    case "late":
      if (state.report !== undefined || state.trouble.is !== "connecting") return withoutNews(state);
      return enterTrouble(state, { is: "late", cause: event.cause }, now);
    case "login":
      return { state: { ...state, logins: state.logins + event.change }, isNews: true, respondsAgain: false };
    case "evaluated":
      return withoutNews({ ...state, report: event.report ?? state.report });
  }
}

function takeSeen(before: MemberState, seen: SeenReport, now: string): MemberStep {
  const { link } = seen;
  const isSilent = link.state === "unreachable" || link.state === "authRequired";
  const report = seen.report ?? before.report;
  let { silentSince } = before;
  if (link.state === "live") silentSince = undefined;
  else if (isSilent) silentSince ??= now;
  const state = { ...before, report, silentSince, link };
  if (isSilent && report === undefined) return enterTrouble(state, makeLinkTrouble(link), now);
  const wasSilent =
    before.link.state === "unreachable" || (before.report === undefined && before.silentSince !== undefined);
  return { state, isNews: report !== before.report, respondsAgain: wasSilent && link.state === "live" };
}

function enterTrouble(before: MemberState, trouble: FleetTrouble, now: string): MemberStep {
  const isNews = trouble.is !== before.trouble.is || trouble.cause !== before.trouble.cause;
  const state = { ...before, trouble, silentSince: before.silentSince ?? now };
  return { state, isNews, respondsAgain: false };
}

function withoutNews(state: MemberState): MemberStep {
  return { state, isNews: false, respondsAgain: false };
}

function makeLinkTrouble({ state, cause = "", brief }: LinkStatus): FleetTrouble {
  return { is: state === "authRequired" ? "login" : "unreached", cause, ...definedFields({ brief }) };
}

/**
 * The cluster as it is shown:
 *   without a Report    its trouble, which is the login while the user is asked for one
 *   with a Report       the Report, and the link if the Report may be out of date
 * @param link the state of the link that is shown now, which may be later than that of `state`
 * @param now the current time (RFC 3339 UTC)
 */
export function showMember(
  identity: Omit<FleetMember, "report">,
  state: MemberState,
  link: LinkStatus,
  now: string,
): FleetMember {
  const { report } = state;
  if (report === undefined) {
    const trouble: FleetTrouble = state.logins > 0 ? { is: "login", cause: waitingForLoginText } : state.trouble;
    return { ...unreachableMember(identity, now, trouble), ...makeSilence(state.silentSince, now) };
  }
  const mayBeOutOfDate = link.state === "stale" || link.state === "unreachable" || link.state === "authRequired";
  if (!mayBeOutOfDate) return { ...identity, report };
  const linkFacts = readLinkFacts(link);
  return { ...identity, report, link: linkFacts, ...makeSilence(linkFacts.until ?? state.silentSince, now) };
}

function makeSilence(since: string | undefined, now: string): Pick<FleetMember, "silent"> {
  return since === undefined ? {} : { silent: { since, now } };
}
