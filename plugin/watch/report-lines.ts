import type { Report } from "../../shared/model/report.ts";
import { clusterPlaceText } from "../../shared/outline/place.ts";
import { sourcePlaceText } from "../../shared/outline/words/completeness.ts";
import type { TextOptions } from "../../shared/render/terminal/text-style.ts";
import { furtherCommands } from "../cli/rerun-command.ts";
import type { WatchedReport } from "../follow/surface.ts";
import { absenceMessage } from "../status/judge-and-print.ts";
import type { PrintReport } from "../status/print-report.ts";

/** The lines of a Report for a screen of this width: its content above changes and status. */
export type ReportLines = (report: Report, columns: number) => readonly string[];

/** The lines that a watch shows, as `print` prints them. Where nothing matches, they say so. */
export function createReportLines(
  { options, asked }: Pick<WatchedReport, "options" | "asked">,
  print: PrintReport,
  style: TextOptions,
): ReportLines {
  const commands = furtherCommands(options);
  return (report, columns) => {
    const absence = report.roots.length > 0 ? undefined : absenceMessage(options, asked, report);
    const place = {
      contextLine: sourcePlaceText(report.source, options.reach),
      place: clusterPlaceText(report.source, options.reach),
    };
    const text = absence ?? print(report, { ...style, ...place, ...commands, width: options.width ?? columns });
    return text.trimEnd().split("\n");
  };
}
