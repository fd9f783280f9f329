import { harmlessReport, sanitizeLine } from "../../../characters/sanitize.ts";
import type { Outline } from "../../../model/outline.ts";
import type { Report } from "../../../model/report.ts";
import { quoteShellWord } from "../../../model/shell-word.ts";
import { isLive, type Source } from "../../../model/snapshot.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { fullReportCommand, upgradeGateCommand } from "../../../outline/labels.ts";
import { outlineReport } from "../../../outline/outline-report.ts";
import { resolveTextStyle, type TextOptions } from "../../terminal/text-style.ts";

/** The outline of a Report, every text of the cluster harmless. `tells`: how ages are written. */
export function reportOutline(report: Report, options: TextOptions, tells: AgeClock["tells"] = "age"): Outline {
  const { clean } = resolveTextStyle(options);
  const safe = harmlessReport(report, clean);
  const { kubectl = "kubectl", place, details = fullReportCommand(), gate = gateOfSource(report.source) } = options;
  return outlineReport(safe, {
    clock: {
      now: safe.takenAt,
      tells: options.absoluteTime === true ? "time" : tells,
      isNewest: safe.source.takenFrom === "newest",
    },
    kubectl,
    isLive: isLive(safe.source) && options.isElsewhere !== true,
    ...(place !== undefined && { place: clean(sanitizeLine(place)) }),
    details: sanitizeLine(details),
    gate: sanitizeLine(gate),
  });
}

/** The upgrade gate of the input that the Report was read from; empty where that cannot be read again. */
function gateOfSource(source: Source): string {
  if (isLive(source)) return upgradeGateCommand();
  if (source.kind === "buffer" || source.name === "-") return "";
  return upgradeGateCommand(`${source.kind === "must-gather" ? "--must-gather" : "-f"} ${quoteShellWord(source.name)}`);
}
