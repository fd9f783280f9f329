import {
  listLastingKeys,
  type SeenDifferences,
  updateDifferences,
} from "../../aggregate/evaluation/lasting-differences.ts";
import type { AggregateOptions } from "../../aggregate/options.ts";
import { planReads } from "../../aggregate/read-plan.ts";
import type { ReadScope } from "../../aggregate/snapshot/queries.ts";
import { createWatchEvaluation } from "../../aggregate/watch-evaluation.ts";
import { isSameToSee } from "../../changes/compare-reports.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { keyOf } from "../../model/object.ts";
import type { Report } from "../../model/report.ts";
import type { Query, Reading, Snapshot, Source } from "../../model/snapshot.ts";
import { refreshCause } from "../../render/words/commands/watch.ts";
import { keyOfQuery, type PlanReads } from "../reader/collect-snapshot.ts";
import type { QueryReader } from "../reader/reader.ts";
import type { WatchClock } from "./clock.ts";
import { type ObservedSnapshot, SnapshotFollower } from "./follow-snapshot.ts";
import type { LinkStatus } from "./link-state.ts";
import type { WatchTools } from "./watch-tools.ts";

/** What is read of a cluster and evaluated, for one Report. */
export interface ReportRequest {
  /** What is read, such as the same kinds in several namespaces. All scopes are evaluated together. */
  readonly scopes: readonly ReadScope[];
  readonly options: AggregateOptions;
}

/** The cluster to follow, and what to report of it. */
export interface FollowRequest {
  readonly tools: WatchTools;
  readonly source: Source;
  readonly reportRequest: ReportRequest;
}

/** What there is to show after a change. */
export interface SeenReport {
  /** Absent until all queries that it is computed from have their first response. */
  readonly report?: Report;
  /** The snapshot that the report was computed from. */
  readonly snapshot?: Snapshot;
  /** The report of the previous call of `onReport`. It is the same object as `report` if only the link has changed. */
  readonly before?: Report;
  readonly link: LinkStatus;
}

/** Whether the server has the same roots as a report, has others, or did not respond in time. */
export type Confirmation = "same" | "other" | "silent";

export interface FollowedReport {
  /** Computes the current state, with ages that count from now. It does not count as a call of `onReport`. */
  current(): SeenReport;
  /** Requests every followed query again. */
  refresh(): void;
  /**
   * Reads the roots of `seen` from the server at once, and returns whether they are still the same. Watch events may have
   * stopped arriving without an error. After silence the connection is renewed, since it may be what loses requests.
   */
  confirm(seen: SeenReport): Promise<Confirmation>;
  /** Sets what to report from now on. What was requested before too is not read again. */
  request(request: ReportRequest): void;
  /** Stops following: `onReport` is not called any more. The caller closes the connection. */
  stop(): void;
}

/**
 * Follows a cluster.
 * @param onReport is called with each Report that shows people something new, and when the link changes
 * @param failed is called with errors that no server caused
 */
export function followReport(
  request: FollowRequest,
  onReport: (seen: SeenReport) => void,
  failed: (bug: unknown) => void,
): FollowedReport {
  const { tools, source } = request;
  const { connection, clock, patientReader } = tools;
  let { reportRequest } = request;
  const evaluation = createWatchEvaluation(reportRequest.options);
  const plan: PlanReads = (snapshot) => distinctQueries(evaluation.plan(snapshot, reportRequest.scopes));
  let lastReport: Report | undefined;
  let lastLink: LinkStatus = { state: "idle" };
  let differences: SeenDifferences = new Map();
  let cancelEvaluation = (): void => {};

  const evaluate = (snapshot: Snapshot, now = clock.now()): Report =>
    evaluation.report(snapshot, { ...reportRequest.options, lasting: listLastingKeys(differences, now) });

  /** Evaluates, and plans to evaluate again when a difference that the operator may still resolve has lasted too long. */
  function evaluateAndPlan(snapshot: Snapshot): Report {
    const now = clock.now();
    const report = evaluate(snapshot, now);
    const { seen, dueIn } = updateDifferences(differences, report, now);
    differences = seen;
    cancelEvaluation();
    cancelEvaluation = dueIn === undefined ? () => {} : clock.after(dueIn, () => observation.replan());
    return report;
  }

  /** The Report of a snapshot. It is the last one again if people would see no difference. */
  function makeSeenReport({ snapshot, link }: ObservedSnapshot): SeenReport {
    const before = lastReport;
    let report = snapshot === undefined ? before : evaluateAndPlan(snapshot);
    if (before !== undefined && report !== undefined && isSameToSee(before, report)) report = before;
    return { ...definedFields({ report, snapshot, before }), link };
  }

  const observation = new SnapshotFollower(plan, source, tools, {
    onSnapshot(observed) {
      const seen = makeSeenReport(observed);
      const { report, link } = seen;
      const isNews = report !== lastReport || link.state !== lastLink.state || link.cause !== lastLink.cause;
      lastReport = report;
      lastLink = link;
      if (isNews) onReport(seen);
    },
    failed,
    isUnread: evaluation.isUnread,
  });

  return {
    current() {
      const observed = observation.current();
      if (observed.snapshot === undefined) return { link: observed.link };
      return { report: evaluate(observed.snapshot), snapshot: observed.snapshot, link: observed.link };
    },
    refresh: () => observation.refresh(refreshCause),
    async confirm(seen) {
      const confirmation = await confirmRoots(patientReader, clock, reportRequest.scopes, seen);
      if (confirmation === "silent") connection.renew();
      return confirmation;
    },
    request(next) {
      reportRequest = next;
      observation.replan();
    },
    stop() {
      cancelEvaluation();
      observation.stop();
    },
  };
}

function distinctQueries(queries: readonly Query[]): readonly Query[] {
  return [...new Map(queries.map((query) => [keyOfQuery(query), query])).values()];
}

/** Milliseconds that the server has to confirm a report. */
const confirmWithinMs = 8_000;

/** Compares the roots of a report, and the objects that the first queries of the plan find, with those of the server. */
async function confirmRoots(
  reader: QueryReader,
  clock: WatchClock,
  scopes: readonly ReadScope[],
  { report, snapshot }: SeenReport,
): Promise<Confirmation> {
  if (snapshot === undefined) return "other";
  const roots = new Set(report?.roots.map(({ ref }) => keyOf(ref)));
  // The first queries of the plan find the roots, including roots that are deleted meanwhile.
  const nothingRead = { ...snapshot, readings: [] };
  const firstQueries = new Set(scopes.flatMap((scope) => planReads(nothingRead, scope)).map(keyOfQuery));
  const readingsBefore = snapshot.readings.filter(({ query }) => firstQueries.has(keyOfQuery(query)));
  const timeout = new AbortController();
  const cancelTimeout = clock.after(confirmWithinMs, () => timeout.abort(new Error("timed out")));
  try {
    const readings = await Promise.all(readingsBefore.map(({ query }) => reader.read(query, timeout.signal)));
    const isSame = readings.every(
      (reading, index) => identityOf(reading, roots) === identityOf(readingsBefore[index], roots),
    );
    return isSame ? "same" : "other";
  } catch {
    return "silent";
  } finally {
    cancelTimeout();
  }
}

/** A text that identifies the objects of a reading. It includes the resourceVersion of the roots only. */
function identityOf(reading: Reading | undefined, roots: ReadonlySet<string>): string {
  if (reading?.outcome !== "found") return "";
  return reading.objects
    .map(({ key, uid, resourceVersion }) => `${key} ${uid} ${roots.has(key) ? resourceVersion : ""}`)
    .toSorted()
    .join("\n");
}
