import { reportChangeOf } from "../shared/aggregate/changes.ts";
import type { Report } from "../shared/model/report.ts";
import type { LinkState, ReportChange } from "../shared/model/report-change.ts";
import { quietJson } from "../shared/render/json.ts";
import { outletOf } from "./watch-outlet.ts";
import { type Surface, type Watched, wordsOfLink } from "./watch-surface.ts";

/** A document in a line for each change, from what the line before left; the first one is from nothing. */
export function documentsOf({ world, report, link }: Omit<Watched, "history">): Surface {
  let told: Report | undefined;
  let toldLink: LinkState | null = null;

  return outletOf(world, () => {
    const now = report();
    const { state, ...why } = wordsOfLink(link());
    const { apiVersion, kind, takenAt, ...changed } = reportChangeOf(told, now);
    const isOnlyLink = changed.changes.length === 0 && toldLink !== state;
    const change: ReportChange = {
      ...{ apiVersion, kind, takenAt, at: isOnlyLink ? world.now() : takenAt },
      ...changed,
      link: { from: toldLink, to: state, ...(state === "live" ? {} : why) },
    };
    const isNews = change.changes.length > 0 || change.verdict.from !== change.verdict.to || toldLink !== state;
    told = now;
    toldLink = state;
    return isNews ? `${quietJson(change)}\n` : "";
  });
}
