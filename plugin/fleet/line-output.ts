import { listChanges } from "../../shared/changes/compare-reports.ts";
import { verdictMark, worstMark } from "../../shared/outline/marks.ts";
import { fleetStateOf, knownVerdict, membersInOrder } from "../../shared/render/fleet/member-state.ts";
import { memberLine, memberLinkNews, memberNews } from "../../shared/render/fleet/news.ts";
import { resolveTextStyle, type TextOptions } from "../../shared/render/terminal/text-style.ts";
import type { FleetMember } from "../../shared/render/words/commands/fleet.ts";
import { fleetSummary } from "../../shared/render/words/commands/fleet.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import { createLatestWriter } from "../follow/latest-writer.ts";
import type { FollowedMember } from "./follow-member.ts";
import { createFleetTalk } from "./log-prefix.ts";
import type { FleetShow, FleetSurface } from "./surface.ts";

/**
 * Prints a line for each cluster as soon as its state is known, then one for each change. The context comes first, then
 * the time.
 */
export function fleetLines({ members, counted, options, environment }: FleetShow): FleetSurface {
  const style: TextOptions = { ...chooseTextStyle(options, environment), width: 0 };
  const printedMembers = new Map<string, FleetMember>();
  const due = new Set<FollowedMember>();
  const talk = createFleetTalk(environment);
  let announcedSummary = "";
  let isSummaryDue = false;
  let forgetSummary: (() => void) | undefined;
  const outlet = createLatestWriter(environment, () => {
    const lines = [...due].flatMap(linesOf);
    due.clear();
    if (isSummaryDue) lines.push(...summaryLines());
    return lines.map((line) => `${line}\n`).join("");
  });

  function linesOf(one: FollowedMember): readonly string[] {
    const member = one.member();
    if (member.trouble?.is === "connecting") return [];
    const before = printedMembers.get(one.name);
    printedMembers.set(one.name, member);
    const at = (time: string, line: string): string => memberLine(member, `${time} ${line}`);
    const { takenAt } = member.report;
    const news = memberNews(before, member, listChanges(before?.report, member.report), style);
    const linkNews = before === undefined ? undefined : memberLinkNews(before, member, style);
    return [
      ...news.map((line) => at(takenAt, line)),
      ...(linkNews === undefined ? [] : [at(environment.now(), linkNews)]),
    ];
  }

  /** The line that counts clusters by state. Empty until all are known, and where it has not changed. */
  function summaryLines(): readonly string[] {
    isSummaryDue = false;
    const now = membersInOrder(members.map((one) => one.member()));
    const summary = fleetSummary(now.map(fleetStateOf), counted);
    if (summary === announcedSummary || now.length < 2 || now.some(({ trouble }) => trouble?.is === "connecting"))
      return [];
    announcedSummary = summary;
    const mark =
      resolveTextStyle(style).glyphs.marks[worstMark(now.map((member) => verdictMark(knownVerdict(member))))];
    return [`${ofAll} ${environment.now()} ${mark} ${summary}`];
  }

  return {
    changed(one) {
      due.add(one);
      outlet.changed();
      // Changes that come together are counted in one summary.
      forgetSummary ??= environment.clock.after(summaryDelayMs, () => {
        forgetSummary = undefined;
        isSummaryDue = true;
        outlet.changed();
      });
    },
    withFreeTerminal: (work) => work(),
    message: talk.message,
    close() {
      talk.close();
      forgetSummary?.();
      outlet.close();
    },
  };
}

/** Milliseconds that a summary waits after a change for further changes. */
const summaryDelayMs = 1_000;
/** Stands where a line about one cluster has its context. */
const ofAll = "*";
