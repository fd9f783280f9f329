import { listChanges } from "../../shared/changes/compare-reports.ts";
import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { Report } from "../../shared/model/report.ts";
import type { Transition } from "../../shared/model/report-change.ts";
import { type ConditionHistory, rememberChanges } from "../../shared/timeline/condition-history.ts";
import { exitCodes } from "../cli/exit-codes.ts";

/** What a watch knows about the cluster. */
export interface WatchState {
  /** The newest Report with something new to show. */
  readonly report: Report | undefined;
  /** The Report before it, and what has changed since: the one comparison of each event. */
  readonly step: { readonly before: Report; readonly changes: readonly Transition[] } | undefined;
  readonly history: ConditionHistory | undefined;
  readonly link: LinkStatus;
  /** A HyperConverged existed at any time. */
  readonly wasThere: boolean;
}

/** The state before the first response. */
export const nothingWatched: WatchState = {
  report: undefined,
  step: undefined,
  history: undefined,
  link: { state: "connecting" },
  wasThere: false,
};

/** The state after the cluster was seen once more. */
export function nextWatchState(before: WatchState, { report, link }: SeenReport): WatchState {
  const wasThere = before.wasThere || hasHyperConverged(report);
  if (report === undefined || report === before.report) return { ...before, link, wasThere };
  const changes = before.report === undefined ? [] : listChanges(before.report, report);
  return {
    report,
    step: before.report === undefined ? undefined : { before: before.report, changes },
    history: rememberChanges(before.history, report, changes),
    link,
    wasThere,
  };
}

/** What has changed in `report` since a surface showed `shown`. One that is slow has skipped Reports. */
export function changesSince({ step }: WatchState, shown: Report | undefined, report: Report): readonly Transition[] {
  return step !== undefined && step.before === shown ? step.changes : listChanges(shown, report);
}

/** The exit status for `--exit-code`: that of the last verdict, or unknown where that may be out of date. */
export function exitCodeOfWatch(state: WatchState): number {
  const { report, link } = state;
  const isKnown = report !== undefined && report.roots.length > 0 && link.state === "live" && !isBereft(state);
  return isKnown ? exitCodes[report.verdict] : exitCodes.unknown;
}

/** Whether the HyperConverged that was watched is deleted. The health of its components says nothing about it. */
export function isBereft({ wasThere, report }: WatchState): boolean {
  return wasThere && !hasHyperConverged(report);
}

function hasHyperConverged(report: Report | undefined): boolean {
  return report?.roots.some(({ ref }) => ref.kind === "HyperConverged") === true;
}
