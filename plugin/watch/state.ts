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
  /** The Report before `report`, and the changes between the two. Each event is compared only once. */
  readonly step: { readonly before: Report; readonly changes: readonly Transition[] } | undefined;
  readonly history: ConditionHistory | undefined;
  readonly link: LinkStatus;
  /** Whether a HyperConverged existed at any time. */
  readonly hadHyperConverged: boolean;
}

/** The state before the first response. */
export const nothingWatched: WatchState = {
  report: undefined,
  step: undefined,
  history: undefined,
  link: { state: "connecting" },
  hadHyperConverged: false,
};

/** The state after the cluster was seen once more. */
export function nextWatchState(before: WatchState, { report, link }: SeenReport): WatchState {
  const hadHyperConverged = before.hadHyperConverged || hasHyperConverged(report);
  if (report === undefined || report === before.report) return { ...before, link, hadHyperConverged };
  const step = before.report && { before: before.report, changes: listChanges(before.report, report) };
  const history = rememberChanges(before.history, report, step?.changes ?? []);
  return { report, step, history, link, hadHyperConverged };
}

/** The changes in `report` since a surface showed `shown`. A slow surface has skipped Reports. */
export function changesSince({ step }: WatchState, shown: Report | undefined, report: Report): readonly Transition[] {
  return step !== undefined && step.before === shown ? step.changes : listChanges(shown, report);
}

/**
 * The exit status for `--exit-code`: that of the last verdict. It is that of unknown if the verdict may be out of date, if there
 * are no roots, and if the HyperConverged is deleted.
 */
export function exitCodeOfWatch(state: WatchState): number {
  const { report, link } = state;
  if (report === undefined || report.roots.length === 0) return exitCodes.unknown;
  if (link.state !== "live" || isHyperConvergedDeleted(state)) return exitCodes.unknown;
  return exitCodes[report.verdict];
}

/** Whether the HyperConverged that was watched is deleted. The health of its components does not show its health. */
export function isHyperConvergedDeleted({ hadHyperConverged, report }: WatchState): boolean {
  return hadHyperConverged && !hasHyperConverged(report);
}

function hasHyperConverged(report: Report | undefined): boolean {
  return report?.roots.some(({ ref }) => ref.kind === "HyperConverged") === true;
}
