import { byServerClock } from "../../shared/model/finding/reader-clock.ts";
import { keyOf } from "../../shared/model/object.ts";
import type { Report, RootNode } from "../../shared/model/report.ts";
import type { LinkState, Transition } from "../../shared/model/report-change.ts";
import type { TextOptions } from "../../shared/render/terminal/text-style.ts";
import { cutLogLine, formatNews, listNews } from "../../shared/render/watch/news.ts";
import { rootStatusLines } from "../../shared/render/watch/root-lines.ts";
import { linkLine } from "../../shared/render/watch/status-line.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import { createLatestWriter } from "../follow/latest-writer.ts";
import { readLinkFacts, type WatchedReport, type WatchSurface } from "../follow/surface.ts";
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
  let printedReport: Report | undefined;
  let printedLinkState: LinkState = "live";

  return createLatestWriter(environment, () => {
    const reportNow = report();
    const linkNow = link();
    const lines = [...listReportLines(reportNow), ...listLinkLines(linkNow)];
    const stamp = byServerClock(environment.now(), reportNow);
    printedReport = reportNow;
    printedLinkState = linkNow.state;
    return lines.map((line) => `${stamp} ${line}\n`).join("");
  });

  /** A line for each root that was not printed before, then for each change since the Report that was printed last. */
  function listReportLines(reportNow: Report): readonly string[] {
    if (printedReport === reportNow) return [];
    const printedKeys = (printedReport?.roots ?? []).map(({ ref }) => keyOf(ref));
    const newRoots = reportNow.roots.filter(({ ref }) => !printedKeys.includes(keyOf(ref)));
    const lines = rootStatusLines({ ...reportNow, roots: newRoots }, style).map((line) => cutLogLine(line, style));
    if (printedReport !== undefined) {
      const news = listNews(changesSince(printedReport), printedReport, reportNow);
      const newsOfOldRoots = news.filter(({ transition }) => !isOfNewRoot(transition, newRoots));
      lines.push(
        ...formatNews(newsOfOldRoots, style, {
          before: printedReport,
          after: reportNow,
          flaps: (transition) => describeFlapping(history(), transition),
        }),
      );
    }
    // Two findings may have the same text.
    return [...new Set(lines)];
  }

  function listLinkLines(linkNow: ReturnType<typeof link>): readonly string[] {
    if (linkNow.state === printedLinkState) return [];
    return [cutLogLine(linkLine(readLinkFacts(linkNow), style), style)];
  }
}

/** Whether a change belongs to a new root, whose own line already says it. */
function isOfNewRoot({ from, path }: Transition, newRoots: readonly RootNode[]): boolean {
  return from === null && newRoots.some(({ label }) => path[0] === label);
}
