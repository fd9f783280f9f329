import type { Transition } from "../model/report-change.ts";
import type { FleetMember } from "./fleet-member.ts";
import { rowWords } from "./fleet-plain.ts";
import { fleetRows } from "./fleet-rows.ts";
import { paintOf } from "./marks.ts";
import { harmless } from "./safe.ts";
import { styleOf, type TextOptions } from "./style.ts";
import { transitionLines } from "./transitions.ts";
import { linkLine } from "./watch-status.ts";

/**
 * What is new of a cluster, a line each: how it is where there was no answer before or is none now, and how it is when it is
 * seen first; else what has changed.
 */
export function memberNews(
  before: FleetMember | undefined,
  after: FleetMember,
  changes: readonly Transition[],
  options: TextOptions,
): readonly string[] {
  const [was, is] = [before === undefined ? "" : stateLine(before, options), stateLine(after, options)];
  if (before !== undefined && hasAnswer(before) && hasAnswer(after))
    return transitionLines(
      changes.filter(isOfRow).map((transition) => ({ transition })),
      { ...options, width: 0 },
      { before: before.report, after: after.report },
    );
  return was === is ? [] : [is];
}

/** That what is shown of it may be old now, or is not any more; undefined: neither is news. */
export function linkNewsOf(before: FleetMember, after: FleetMember, options: TextOptions): string | undefined {
  if (!hasAnswer(before) || !hasAnswer(after) || before.link?.state === after.link?.state) return undefined;
  // It is asked again; what comes of it is the news.
  if (before.link !== undefined && after.link?.state === "stale") return undefined;
  return linkLine(after.link ?? { state: "live" }, options);
}

/** `edge-7 2026-11-21T14:02:11Z ✗ …`. */
export function memberLine({ context }: FleetMember, line: string): string {
  return `${harmless(context)} ${line}`;
}

function hasAnswer({ trouble, report }: FleetMember): boolean {
  return trouble === undefined && report.roots.length > 0;
}

/** What a row says, and the verdicts of the parts behind it; of the rest one cluster alone tells. */
function isOfRow({ what, path }: Transition): boolean {
  return path.length < 3 && ["presence", "verdict", "root-cause", "upgrade"].includes(what);
}

/** Without the age of a silence, which is no news. */
function stateLine({ silent: _, ...member }: FleetMember, options: TextOptions): string {
  const { palette, glyphs, clean } = styleOf(options);
  const [row] = fleetRows([member], { tells: options.absoluteTime === true ? "time" : "age", wide: false });
  if (row === undefined) return "";
  return `${paintOf(row.mark, palette)(glyphs.marks[row.mark])} ${clean(rowWords(row))}`;
}
