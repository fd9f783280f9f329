import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { LinkState } from "../../shared/io/watch/link-state.ts";
import { type ConditionHistory, rememberReport } from "../../shared/timeline/condition-history.ts";
import { connectionPhase } from "./connection-phase.ts";
import type { StateChange } from "./place-source.ts";

/** What is known of the roots of a cluster so far. */
export interface RootsSeen {
  /** The history of the roots, which can begin with an earlier connection. */
  readonly history: ConditionHistory | undefined;
  /** Whether the server has failed to answer since the link was last live, or since the start. */
  readonly isLost: boolean;
}

/** The result of one response. */
export interface RootsStep {
  readonly state: RootsSeen;
  /** What has changed. Earlier data stays until newer data arrives. */
  readonly news: StateChange;
  /** Whether the server answers again. It may then serve other kinds than before. */
  readonly isBack: boolean;
}

const failures: readonly LinkState[] = ["authRequired", "unreachable", "stale"];

export function seeRoots(before: RootsSeen, { report, snapshot, link }: SeenReport): RootsStep {
  const isNew = report !== undefined && report !== before.history?.report;
  const history = isNew ? rememberReport(before.history, report) : before.history;
  const isLive = link.state === "live";
  return {
    state: { history, isLost: !isLive && (before.isLost || failures.includes(link.state)) },
    news: { ...connectionPhase(report, link), ...(report !== undefined && { report, snapshot, history }) },
    isBack: isLive && before.isLost,
  };
}
