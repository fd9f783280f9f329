import { harmlessReport, sanitizeLine } from "../../../characters/sanitize.ts";
import { currentCluster } from "../../../model/kubectl-command.ts";
import type { Outline } from "../../../model/outline.ts";
import type { Report } from "../../../model/report.ts";
import { isLive } from "../../../model/snapshot.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { fullReportCommand } from "../../../outline/labels.ts";
import { outlineReport } from "../../../outline/outline-report.ts";
import { resolveTextStyle, type TextOptions } from "../../terminal/text-style.ts";

/** The outline of a Report, every text of the cluster harmless. `format`: how ages are written. */
export function reportOutline(report: Report, options: TextOptions, format: AgeClock["format"] = "age"): Outline {
  const { clean } = resolveTextStyle(options);
  const safe = harmlessReport(report, clean);
  const { reach = currentCluster, place, details = fullReportCommand() } = options;
  return outlineReport(safe, {
    clock: {
      now: safe.takenAt,
      format: options.absoluteTime === true ? "time" : format,
      isNewest: safe.source.takenFrom === "newest",
    },
    reach,
    isLive: isLive(safe.source) && options.isElsewhere !== true,
    ...(place !== undefined && { source: clean(sanitizeLine(place)) }),
    details: sanitizeLine(details),
  });
}
