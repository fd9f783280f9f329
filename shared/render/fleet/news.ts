import { sanitizeLine } from "../../characters/sanitize.ts";
import type { Transition } from "../../model/report-change.ts";
import { isEqual } from "../../parse/equal-values.ts";
import { resolveTextStyle, type TextOptions } from "../terminal/text-style.ts";
import { markPaint } from "../terminal/verdict-marks.ts";
import { linkLine } from "../watch/status-line.ts";
import { transitionLines } from "../watch/transition-lines.ts";
import type { FleetMember } from "../words/commands/fleet.ts";
import { formatRow } from "./plain-fleet.ts";
import { type FleetRow, fleetRow } from "./rows.ts";

/** The transitions that a row about a cluster shows: of its roots, and of the parts that the row names. */
const transitionsOfRow: ReadonlySet<Transition["what"]> = new Set(["presence", "verdict", "root-cause", "upgrade"]);

/**
 * The news about a cluster, a line each. A cluster that is seen first, responds again or stops responding gets a line with
 * its state, any other one a line for each change.
 */
export function memberNews(
  before: FleetMember | undefined,
  after: FleetMember,
  changes: readonly Transition[],
  options: TextOptions,
): readonly string[] {
  if (before !== undefined && hasReport(before) && hasReport(after)) {
    const shown = changes.filter(isShownInRow).map((transition) => ({ transition }));
    return transitionLines(shown, { ...options, width: 0 }, { before: before.report, after: after.report });
  }
  const row = stateRow(after, options);
  const isUnchanged = before !== undefined && isEqual(stateRow(before, options), row);
  return isUnchanged ? [] : [stateLine(row, options)];
}

/** The line that says that the shown Report may be out of date now, or is current again. Undefined if neither is new. */
export function memberLinkNews(before: FleetMember, after: FleetMember, options: TextOptions): string | undefined {
  if (!hasReport(before) || !hasReport(after) || before.link?.state === after.link?.state) return undefined;
  // A connection that was lost is being tried again. The result of that is the next line.
  const isRetry = before.link !== undefined && after.link?.state === "stale";
  return isRetry ? undefined : linkLine(after.link ?? { state: "live" }, options);
}

/** `edge-7 2026-11-21T14:02:11Z ✗ …`. */
export function memberLine({ context }: FleetMember, line: string): string {
  return `${sanitizeLine(context)} ${line}`;
}

/** Whether a cluster has responded with roots, and nothing keeps it from responding again. */
function hasReport({ trouble, report }: FleetMember): boolean {
  return trouble === undefined && report.roots.length > 0;
}

/** Whether a row about a cluster shows a change. The report of the single cluster shows the others. */
function isShownInRow({ what, path }: Transition): boolean {
  const isOfRootOrPart = path.length <= 2;
  return isOfRootOrPart && transitionsOfRow.has(what);
}

/** The row without the time for which the cluster has been silent: that this time goes on is no news. */
function stateRow({ silent: _, ...member }: FleetMember, { absoluteTime }: TextOptions): FleetRow {
  return fleetRow(member, { format: absoluteTime === true ? "time" : "age", wide: false });
}

/** `✗ unavailable 14m CDI: does not exist`. */
function stateLine(row: FleetRow, options: TextOptions): string {
  const { palette, glyphs, clean } = resolveTextStyle(options);
  const mark = markPaint(row.mark, palette)(glyphs.marks[row.mark]);
  return `${mark} ${clean(formatRow(row))}`;
}
