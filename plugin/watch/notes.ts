import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { Report } from "../../shared/model/report.ts";
import type { TextOptions } from "../../shared/render/terminal/text-style.ts";
import { appendToLog, type LogEntry, withEntries } from "../../shared/render/watch/event-log.ts";
import { linkLine } from "../../shared/render/watch/status-line.ts";
import type { WatchedReport } from "../follow/surface.ts";

/** The changes that a screen shows, and the state that the next change is compared with. */
export interface WatchNotes {
  readonly log: readonly LogEntry[];
  readonly report: Report;
  readonly link: LinkStatus["state"];
}

/** The notes after the Report and the link changed. `at` is the time of the change (RFC 3339 UTC). */
export function nextNotes(
  { log, report: before, link: linkBefore }: WatchNotes,
  { report, changesSince, link: linkNow }: Pick<WatchedReport, "report" | "changesSince" | "link">,
  at: string,
  style: TextOptions,
): WatchNotes {
  const after = report();
  const { state: link } = linkNow();
  const changed = after === before ? log : appendToLog(log, changesSince(before), { before, after, at }, style);
  if (link === linkBefore) return { log: changed, report: after, link };
  const entry = { at, key: "link", text: linkLine({ state: link }, style) };
  return { log: withEntries(changed, [entry]), report: after, link };
}
