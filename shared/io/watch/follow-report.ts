import { lastingAt, nextDifferences, type SeenDifferences } from "../../aggregate/judgement/lasting-differences.ts";
import type { AggregateOptions } from "../../aggregate/options.ts";
import type { ReadScope } from "../../aggregate/snapshot/queries.ts";
import { createWatchEvaluation } from "../../aggregate/watch-evaluation.ts";
import { isSameToSee } from "../../changes/compare-reports.ts";
import type { Report } from "../../model/report.ts";
import type { Query, Snapshot, Source } from "../../model/snapshot.ts";
import { askedAgain } from "../../render/words/commands/watch.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { keyOfQuery, type PlanReads } from "../reader/collect-snapshot.ts";
import type { DiscoverOnce } from "../reader/lazy-discovery.ts";
import type { WatchClock } from "./clock.ts";
import { followSnapshot, type ObservedSnapshot } from "./follow-snapshot.ts";
import type { LinkStatus } from "./link-state.ts";
import type { ReportPace } from "./observation-transitions.ts";
import { createWatchTools } from "./watch-tools.ts";

/** What to follow, and the options to evaluate it with. */
export interface FollowRequest {
  readonly connection: ServerConnection;
  readonly discovery?: DiscoverOnce;
  readonly source: Source;
  readonly scope: ReadScope;
  /** Other scopes to read now, such as the same one in other namespaces. All scopes are evaluated together. */
  readonly besides?: () => readonly ReadScope[];
  readonly judged: AggregateOptions;
  readonly clock: WatchClock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Whether all definitions are watched while a kind does not exist: for a window that stays open for hours. */
  readonly followsDefinitions?: boolean;
  /** Absent: every change is reported. */
  readonly pace?: ReportPace;
}

/** What there is to show after a change. */
export interface SeenReport {
  /** Absent until all queries that it is computed from have their first response. */
  readonly report?: Report;
  /** The snapshot that the report was computed from. */
  readonly snapshot?: Snapshot;
  /** The report of the previous call of `onReport`. It is the same object as `report` where only the link has changed. */
  readonly before?: Report;
  readonly link: LinkStatus;
}

export interface FollowedReport {
  /** Computes the current state, with ages that count from now. It does not count as a call of `onReport`. */
  look(): SeenReport;
  /** Requests every followed query again. */
  refresh(): void;
  /** Evaluates the plan again after `besides` returns other scopes. */
  replan(): void;
  /** Stops following: `onReport` is not called any more. The caller closes the connection. */
  stop(): void;
}

/**
 * Follows a cluster. It calls `onReport` with each Report that shows something new, and when the link changes. A change
 * that has no effect on what people see is not reported. `failed` gets errors that no server caused.
 */
export function followReport(
  following: FollowRequest,
  onReport: (seen: SeenReport) => void,
  failed: (bug: unknown) => void,
): FollowedReport {
  const { source, scope, besides = () => [], judged, clock } = following;
  const { plan: planned, report: aggregated, isUnread } = createWatchEvaluation(scope, judged);
  const others = new Map<string, PlanReads>();
  const planFor = (other: ReadScope): PlanReads => {
    const key = JSON.stringify(other);
    const known = others.get(key) ?? createWatchEvaluation(other, judged).plan;
    others.set(key, known);
    return known;
  };
  const plan: PlanReads = (snapshot) => {
    const more = besides();
    return more.length === 0
      ? planned(snapshot)
      : together([planned, ...more.map(planFor)].map((one) => one(snapshot)));
  };
  const tools = createWatchTools(following);
  let before: Report | undefined;
  let link: LinkStatus = { state: "idle" };
  let differences: SeenDifferences = new Map();
  let forgetTurn = (): void => {};
  const judge = (snapshot: Snapshot, now = clock.now()): Report => aggregated(snapshot, lastingAt(differences, now));

  /** As `judge`. Evaluates again when a difference that the operator may still resolve has lasted. */
  function judgeAndWatch(snapshot: Snapshot): Report {
    const now = clock.now();
    const report = judge(snapshot, now);
    const { seen: next, dueIn } = nextDifferences(differences, report, now);
    differences = next;
    forgetTurn();
    forgetTurn = dueIn === undefined ? () => {} : clock.after(dueIn, () => observation.replan());
    return report;
  }

  function seen(observed: ObservedSnapshot): SeenReport {
    const { snapshot } = observed;
    const next = snapshot === undefined ? before : judgeAndWatch(snapshot);
    const report = before !== undefined && next !== undefined && isSameToSee(before, next) ? before : next;
    return {
      ...(report !== undefined && { report }),
      ...(snapshot !== undefined && { snapshot }),
      ...(before !== undefined && { before }),
      link: observed.link,
    };
  }

  const observation = followSnapshot(
    plan,
    source,
    tools,
    (observed) => {
      const news = seen(observed);
      const isNews = news.report !== before || news.link.state !== link.state || news.link.cause !== link.cause;
      before = news.report;
      link = news.link;
      if (isNews) onReport(news);
    },
    failed,
    isUnread,
  );

  return {
    look() {
      const { snapshot, link: now } = observation.look();
      return { ...(snapshot !== undefined && { report: judge(snapshot), snapshot }), link: now };
    },
    refresh: () => observation.refresh(askedAgain),
    replan: observation.replan,
    stop() {
      forgetTurn();
      observation.stop();
    },
  };
}

/** The queries of all plans, each query once. */
function together(named: readonly (readonly Query[])[]): readonly Query[] {
  return [...new Map(named.flat().map((query) => [keyOfQuery(query), query])).values()];
}
