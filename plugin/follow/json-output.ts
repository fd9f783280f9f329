import { compareReports } from "../../shared/changes/compare-reports.ts";
import { byServerClock } from "../../shared/model/finding/reader-clock.ts";
import type { Report } from "../../shared/model/report.ts";
import type { LinkState, ReportChange } from "../../shared/model/report-change.ts";
import { quietJson } from "../../shared/render/formats/json.ts";
import { createLatestWriter } from "./latest-writer.ts";
import { readLinkFacts, type WatchedReport, type WatchSurface } from "./surface.ts";

/** Prints a document in a line for each change since the line before. The first one is the change from nothing. */
export function createDocumentSurface({
  environment,
  report,
  changesSince,
  link,
}: Pick<WatchedReport, "environment" | "report" | "changesSince" | "link">): WatchSurface {
  let printed: Report | undefined;
  let announcedLink: LinkState | null = null;

  return createLatestWriter(environment, () => {
    const now = report();
    const { state, ...why } = readLinkFacts(link());
    const { apiVersion, kind, takenAt, ...changed } = compareReports(printed, now, changesSince(printed));
    const isOnlyLink = changed.changes.length === 0 && announcedLink !== state;
    const change: ReportChange = {
      apiVersion,
      kind,
      takenAt,
      at: isOnlyLink ? byServerClock(environment.now(), now) : takenAt,
      ...changed,
      link: { from: announcedLink, to: state, ...(state === "live" ? {} : why) },
    };
    const isNews = change.changes.length > 0 || change.verdict.from !== change.verdict.to || announcedLink !== state;
    printed = now;
    announcedLink = state;
    return isNews ? `${quietJson(change)}\n` : "";
  });
}
