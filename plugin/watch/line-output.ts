import { definedFields } from "../../shared/model/defined-fields.ts";
import { byServerClock } from "../../shared/model/finding/reader-clock.ts";
import { keyOf } from "../../shared/model/object.ts";
import type { Report, RootNode } from "../../shared/model/report.ts";
import type { LinkState, Transition } from "../../shared/model/report-change.ts";
import type { TextOptions } from "../../shared/render/terminal/text-style.ts";
import { newsIn, newsLines, shortLine } from "../../shared/render/watch/news.ts";
import { rootStatusLines } from "../../shared/render/watch/root-lines.ts";
import { linkLine } from "../../shared/render/watch/status-line.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import { createLatestWriter } from "../follow/latest-writer.ts";
import { type WatchedReport, type WatchSurface, wordsOfLink } from "../follow/surface.ts";
import { describeFlapping } from "./flapping.ts";

/**
 * Prints a line for each root, then one for each change, its time first. It is meant for a log, or a program that reads
 * lines.
 */
export function createLineSurface({
  options,
  environment,
  report,
  changesSince,
  link,
  history,
}: WatchedReport): WatchSurface {
  const style: TextOptions = { ...chooseTextStyle(options, environment), width: 0 };
  let announced: Report | undefined;
  let announcedLink: LinkState = "live";

  return createLatestWriter(environment, () => {
    const [now, linkNow] = [report(), link()];
    const lines = [...changes(now), ...links(linkNow)];
    const stamp = byServerClock(environment.now(), now);
    announced = now;
    announcedLink = linkNow.state;
    return lines.map((line) => `${stamp} ${line}\n`).join("");
  });

  function changes(now: Report): readonly string[] {
    if (announced === now) return [];
    const known = (announced?.roots ?? []).map(({ ref }) => keyOf(ref));
    const come = now.roots.filter(({ ref }) => !known.includes(keyOf(ref)));
    const others =
      announced === undefined
        ? []
        : newsIn(changesSince(announced), announced, now).filter(({ transition }) => !cameWith(come, transition));
    const lines = [
      ...rootStatusLines({ ...now, roots: come }, style).map((line) => shortLine(line, style)),
      ...newsLines(others, style, {
        ...definedFields({ before: announced }),
        after: now,
        flaps: (each) => describeFlapping(history(), each),
      }),
    ];
    // Two findings may have the same text.
    return [...new Set(lines)];
  }

  function links(now: ReturnType<typeof link>): readonly string[] {
    if (now.state === announcedLink) return [];
    return [shortLine(linkLine(wordsOfLink(now), style), style)];
  }
}

/** Whether a change belongs to a new root, whose own line already says it. */
function cameWith(come: readonly RootNode[], { from, path }: Transition): boolean {
  return from === null && come.some(({ label }) => path[0] === label);
}
