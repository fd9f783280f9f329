import { changesBetween } from "../shared/aggregate/changes.ts";
import type { FleetMember } from "../shared/render/fleet-member.ts";
import { linkNewsOf, memberLine, memberNews } from "../shared/render/fleet-news.ts";
import { inOrder, stateOf, verdictOf } from "../shared/render/fleet-state.ts";
import { markOf, worstMark } from "../shared/render/marks.ts";
import { type TextOptions, styleOf as total } from "../shared/render/style.ts";
import { fleetSummary } from "../shared/render/words-fleet.ts";
import type { FollowedMember } from "./fleet-follow.ts";
import type { FleetShow, FleetSurface } from "./fleet-surface.ts";
import { talkOf } from "./fleet-talk.ts";
import { styleOf } from "./text-style.ts";
import { outletOf } from "./watch-outlet.ts";

/** A line for each cluster as soon as it is known how it is, then one for each change; the context first, then the time. */
export function fleetLines({ members, counted, options, world }: FleetShow): FleetSurface {
  const style: TextOptions = { ...styleOf(options, world), width: 0 };
  const told = new Map<string, FleetMember>();
  const due = new Set<FollowedMember>();
  const talk = talkOf(world);
  let summaryTold = "";
  let isSummaryDue = false;
  let forgetSummary: (() => void) | undefined;
  const outlet = outletOf(world, () => {
    const lines = [...due].flatMap(linesOf);
    due.clear();
    if (isSummaryDue) lines.push(...summaryLines());
    return lines.map((line) => `${line}\n`).join("");
  });

  function linesOf(one: FollowedMember): readonly string[] {
    const member = one.member();
    if (member.trouble?.is === "connecting") return [];
    const before = told.get(one.name);
    told.set(one.name, member);
    const at = (time: string, line: string): string => memberLine(member, `${time} ${line}`);
    const { takenAt } = member.report;
    const news = memberNews(before, member, changesBetween(before?.report, member.report), style);
    const linkNews = before === undefined ? undefined : linkNewsOf(before, member, style);
    return [...news.map((line) => at(takenAt, line)), ...(linkNews === undefined ? [] : [at(world.now(), linkNews)])];
  }

  /** How many are how, where that is not as it was told, and known of all. */
  function summaryLines(): readonly string[] {
    isSummaryDue = false;
    const now = inOrder(members.map((one) => one.member()));
    const summary = fleetSummary(now.map(stateOf), counted);
    if (summary === summaryTold || now.length < 2 || now.some(({ trouble }) => trouble?.is === "connecting")) return [];
    summaryTold = summary;
    const mark = total(style).glyphs.marks[worstMark(now.map((member) => markOf(verdictOf(member))))];
    return [`${ofAll} ${world.now()} ${mark} ${summary}`];
  }

  return {
    changed(one) {
      due.add(one);
      outlet.changed();
      // What comes together is counted once.
      forgetSummary ??= world.clock.after(pause, () => {
        forgetSummary = undefined;
        isSummaryDue = true;
        outlet.changed();
      });
    },
    aside: (work) => work(),
    said: talk.said,
    close() {
      talk.close();
      forgetSummary?.();
      outlet.close();
    },
  };
}

/** Milliseconds after a change in which others count with it. */
const pause = 1_000;
/** Where a line about one cluster has its context. */
const ofAll = "*";
