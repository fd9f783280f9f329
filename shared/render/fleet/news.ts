import { sanitizeLine } from "../../characters/sanitize.ts";
import type { Transition } from "../../model/report-change.ts";
import { isEqual } from "../../parse/equal-values.ts";
import { resolveTextStyle, type TextOptions } from "../terminal/text-style.ts";
import { markPaint } from "../terminal/verdict-marks.ts";
import { linkLine } from "../watch/status-line.ts";
import { transitionLines } from "../watch/transition-lines.ts";
import type { FleetMember } from "../words/commands/fleet.ts";
import { rowWords } from "./plain-fleet.ts";
import { type FleetRow, fleetRow } from "./rows.ts";

/**
 * The news about a cluster, a line each. A cluster that is seen first, responds again or stops responding gets its
 * state, any other one its changes.
 */
export function memberNews(
  before: FleetMember | undefined,
  after: FleetMember,
  changes: readonly Transition[],
  options: TextOptions,
): readonly string[] {
  if (before !== undefined && hasAnswer(before) && hasAnswer(after))
    return transitionLines(
      changes.filter(isOfRow).map((transition) => ({ transition })),
      { ...options, width: 0 },
      { before: before.report, after: after.report },
    );
  const row = stateRow(after, options);
  return before !== undefined && isEqual(stateRow(before, options), row) ? [] : [stateLine(row, options)];
}

/** The news that the shown Report may be old now, or is current again; undefined where neither holds. */
export function memberLinkNews(before: FleetMember, after: FleetMember, options: TextOptions): string | undefined {
  if (!hasAnswer(before) || !hasAnswer(after) || before.link?.state === after.link?.state) return undefined;
  // The request is being retried; its result is the news.
  if (before.link !== undefined && after.link?.state === "stale") return undefined;
  return linkLine(after.link ?? { state: "live" }, options);
}

/** `edge-7 2026-11-21T14:02:11Z ✗ …`. */
export function memberLine({ context }: FleetMember, line: string): string {
  return `${sanitizeLine(context)} ${line}`;
}

function hasAnswer({ trouble, report }: FleetMember): boolean {
  return trouble === undefined && report.roots.length > 0;
}

/**
 * Whether a transition concerns a fleet row: the facts of the row, and the verdicts of the parts it names. Only the
 * report of the single cluster has the others.
 */
function isOfRow({ what, path }: Transition): boolean {
  return path.length < 3 && ["presence", "verdict", "root-cause", "upgrade"].includes(what);
}

/** The row without the age of a silence, which is no news. */
function stateRow({ silent: _, ...member }: FleetMember, { absoluteTime }: TextOptions): FleetRow {
  return fleetRow(member, { format: absoluteTime === true ? "time" : "age", wide: false });
}

function stateLine(row: FleetRow, options: TextOptions): string {
  const { palette, glyphs, clean } = resolveTextStyle(options);
  return `${markPaint(row.mark, palette)(glyphs.marks[row.mark])} ${clean(rowWords(row))}`;
}
