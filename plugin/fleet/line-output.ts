import { listChanges } from "../../shared/changes/compare-reports.ts";
import { verdictMark, worstMark } from "../../shared/outline/marks.ts";
import { currentVerdict, fleetStateOf, membersInOrder } from "../../shared/render/fleet/member-state.ts";
import { memberLine, memberLinkNews, memberNews } from "../../shared/render/fleet/news.ts";
import { resolveTextStyle, type TextOptions } from "../../shared/render/terminal/text-style.ts";
import type { FleetMember } from "../../shared/render/words/commands/fleet.ts";
import { fleetSummary } from "../../shared/render/words/commands/fleet.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import { createLatestWriter } from "../follow/latest-writer.ts";
import type { FollowedMember } from "./follow-member.ts";
import { allClustersMark, PrefixedMessages } from "./log-prefix.ts";
import type { FleetShow, FleetSurface } from "./surface.ts";

/** Milliseconds that a summary waits after a change for further changes. */
const summaryDelayMs = 1_000;

/**
 * Prints a line for each cluster as soon as its state is known, then one for each change. The context comes first, then
 * the time.
 */
export function fleetLines({ members, counted, options, environment }: FleetShow): FleetSurface {
  const style: TextOptions = { ...chooseTextStyle(options, environment), width: 0 };
  const printedMembers = new Map<string, FleetMember>();
  const changedMembers = new Set<FollowedMember>();
  const messages = new PrefixedMessages(environment.printMessage);
  let printedSummary = "";
  let isSummaryDue = false;
  let cancelSummary: (() => void) | undefined;
  const outlet = createLatestWriter(environment, () => {
    const lines = [...changedMembers].flatMap(listMemberLines);
    changedMembers.clear();
    if (isSummaryDue) lines.push(...listSummaryLines());
    isSummaryDue = false;
    return lines.map((line) => `${line}\n`).join("");
  });

  /** The news about one cluster since its last lines. */
  function listMemberLines({ name, member: readMember }: FollowedMember): readonly string[] {
    const member = readMember();
    if (member.trouble?.is === "connecting") return [];
    const before = printedMembers.get(name);
    printedMembers.set(name, member);
    const { takenAt } = member.report;
    const news = memberNews(before, member, listChanges(before?.report, member.report), style);
    const lines = news.map((line) => memberLine(member, `${takenAt} ${line}`));
    const linkNews = before === undefined ? undefined : memberLinkNews(before, member, style);
    if (linkNews !== undefined) lines.push(memberLine(member, `${environment.now()} ${linkNews}`));
    return lines;
  }

  /** The line that counts clusters by state. None for a single cluster, until all are known, and where it has not changed. */
  function listSummaryLines(): readonly string[] {
    const inOrder = membersInOrder(members.map((followed) => followed.member()));
    const isIncomplete = inOrder.some(({ trouble }) => trouble?.is === "connecting");
    const summary = fleetSummary(inOrder.map(fleetStateOf), counted);
    if (inOrder.length < 2 || isIncomplete || summary === printedSummary) return [];
    printedSummary = summary;
    const mark = worstMark(inOrder.map((member) => verdictMark(currentVerdict(member))));
    const sign = resolveTextStyle(style).glyphs.marks[mark];
    return [`${allClustersMark} ${environment.now()} ${sign} ${summary}`];
  }

  return {
    changed(followed) {
      changedMembers.add(followed);
      outlet.changed();
      // Changes that come together are counted in one summary.
      cancelSummary ??= environment.clock.after(summaryDelayMs, () => {
        cancelSummary = undefined;
        isSummaryDue = true;
        outlet.changed();
      });
    },
    withFreeTerminal: (work) => work(),
    message: (name, text) => messages.print(name, text),
    close() {
      messages.close();
      cancelSummary?.();
      outlet.close();
    },
  };
}
