import { harmlessReport, sanitizeLine } from "../../../characters/sanitize.ts";
import { currentCluster } from "../../../model/kubectl-command.ts";
import type { Outline } from "../../../model/outline.ts";
import type { Report } from "../../../model/report.ts";
import { isLive } from "../../../model/snapshot.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { fullReportCommand } from "../../../outline/labels.ts";
import type { OutlineOptions } from "../../../outline/outline-options.ts";
import { outlineReport } from "../../../outline/outline-report.ts";
import { resolveTextStyle, type TextOptions } from "../../terminal/text-style.ts";

/** How an outline is drawn. */
interface OutlineDrawing extends Pick<OutlineOptions, "isFirstScreen"> {
  /** How ages are written. */
  readonly format?: AgeClock["format"];
}

/** The outline of a Report, every text of the cluster harmless. */
export function reportOutline(
  report: Report,
  options: TextOptions,
  { format = "age", isFirstScreen = false }: OutlineDrawing = {},
): Outline {
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
    isFirstScreen,
  });
}
