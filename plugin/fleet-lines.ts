import { changesBetween } from "../shared/aggregate/changes.ts";
import type { LinkState } from "../shared/model/report-change.ts";
import type { FleetMember } from "../shared/render/fleet-member.ts";
import { memberLine, memberNews } from "../shared/render/fleet-news.ts";
import type { TextOptions } from "../shared/render/style.ts";
import { linkLine } from "../shared/render/watch-status.ts";
import type { FollowedMember } from "./fleet-follow.ts";
import type { FleetShow, FleetSurface } from "./fleet-surface.ts";
import { talkOf } from "./fleet-talk.ts";
import { styleOf } from "./text-style.ts";
import { outletOf } from "./watch-outlet.ts";
import { wordsOfLink } from "./watch-surface.ts";

/** A line for each cluster as soon as it is known how it is, then one for each change; the context first, then the time. */
export function fleetLines({ options, world }: FleetShow): FleetSurface {
  const style: TextOptions = { ...styleOf(options, world), width: 0 };
  const told = new Map<string, { readonly member: FleetMember; readonly link: LinkState }>();
  const due = new Set<FollowedMember>();
  const talk = talkOf(world);
  const outlet = outletOf(world, () => {
    const lines = [...due].flatMap(linesOf);
    due.clear();
    return lines.map((line) => `${line}\n`).join("");
  });

  function linesOf(one: FollowedMember): readonly string[] {
    const member = one.member();
    const link = one.link();
    if (member.trouble?.is === "connecting") return [];
    const before = told.get(one.name);
    told.set(one.name, { member, link: link.state });
    const at = (time: string, line: string): string => memberLine(member, `${time} ${line}`);
    const { takenAt } = member.report;
    const news = memberNews(before?.member, member, changesBetween(before?.member.report, member.report), style);
    const isLink = before !== undefined && member.trouble === undefined && before.link !== link.state;
    return [
      ...news.map((line) => at(takenAt, line)),
      ...(isLink && before.member.trouble === undefined ? [at(world.now(), linkLine(wordsOfLink(link), style))] : []),
    ];
  }

  return {
    changed(one) {
      due.add(one);
      outlet.changed();
    },
    aside: (work) => work(),
    said: talk.said,
    close() {
      talk.close();
      outlet.close();
    },
  };
}
