import { changesBetween } from "../shared/aggregate/changes.ts";
import { keyOf } from "../shared/model/object.ts";
import type { Report, RootNode } from "../shared/model/report.ts";
import type { LinkState, Transition } from "../shared/model/report-change.ts";
import type { TextOptions } from "../shared/render/style.ts";
import { newsIn, newsLines, shortLine } from "../shared/render/watch-news.ts";
import { rootLines } from "../shared/render/watch-roots.ts";
import { linkLine } from "../shared/render/watch-status.ts";
import { styleOf } from "./text-style.ts";
import { flapsOf } from "./watch-flaps.ts";
import { outletOf } from "./watch-outlet.ts";
import { type Surface, type Watched, wordsOfLink } from "./watch-surface.ts";

/** A line for each root, then one for each change, its time first: for a log, or a program that reads lines. */
export function linesOf({ options, world, report, link, history }: Watched): Surface {
  const style: TextOptions = { ...styleOf(options, world), width: 0 };
  let told: Report | undefined;
  let toldLink: LinkState = "live";

  return outletOf(world, () => {
    const [now, linkNow] = [report(), link()];
    const lines = [...changes(now), ...links(linkNow)];
    told = now;
    toldLink = linkNow.state;
    return lines.map((line) => `${line}\n`).join("");
  });

  function changes(now: Report): readonly string[] {
    if (told === now) return [];
    const known = (told?.roots ?? []).map(({ ref }) => keyOf(ref));
    const come = now.roots.filter(({ ref }) => !known.includes(keyOf(ref)));
    const others =
      told === undefined
        ? []
        : newsIn(changesBetween(told, now), told, now).filter(({ transition }) => !cameWith(come, transition));
    const lines = [
      ...rootLines({ ...now, roots: come }, style).map((line) => shortLine(line, style)),
      ...newsLines(others, style, {
        ...(told !== undefined && { before: told }),
        after: now,
        flaps: (each) => flapsOf(history(), each),
      }),
    ];
    // Two findings may read the same.
    return [...new Set(lines)].map((line) => `${world.now()} ${line}`);
  }

  function links(now: ReturnType<typeof link>): readonly string[] {
    if (now.state === toldLink) return [];
    return [`${world.now()} ${shortLine(linkLine(wordsOfLink(now), style), style)}`];
  }
}

/** All that is to be said of a root that is new, its line says. */
function cameWith(come: readonly RootNode[], { from, path }: Transition): boolean {
  return from === null && come.some(({ label }) => path[0] === label);
}
