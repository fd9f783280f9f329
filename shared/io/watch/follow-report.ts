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
  /** The report of the previous call of `onReport`. It is the same object as `report` where only the link has changed. */
  readonly before?: Report;
  readonly link: LinkStatus;
}

/** `other`: the roots on the server differ. `silent`: the server did not respond in time. */
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
 * Follows a cluster. It calls `onReport` with each Report that shows something new, and when the link changes. A change
 * that has no effect on what people see is not reported. `failed` gets errors that no server caused.
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
  let before: Report | undefined;
  let link: LinkStatus = { state: "idle" };
  let differences: SeenDifferences = new Map();
  let forgetEvaluation = (): void => {};
  const evaluate = (snapshot: Snapshot, now = clock.now()): Report =>
    evaluation.report(snapshot, { ...reportRequest.options, lasting: listLastingKeys(differences, now) });

  /** As `evaluate`. Evaluates again when a difference that the operator may still resolve has lasted. */
  function evaluateAndWatch(snapshot: Snapshot): Report {
    const now = clock.now();
    const report = evaluate(snapshot, now);
    const { seen: next, dueIn } = updateDifferences(differences, report, now);
    differences = next;
    forgetEvaluation();
    forgetEvaluation = dueIn === undefined ? () => {} : clock.after(dueIn, () => observation.replan());
    return report;
  }

  function seenReport(observed: ObservedSnapshot): SeenReport {
    const { snapshot } = observed;
    const next = snapshot === undefined ? before : evaluateAndWatch(snapshot);
    const report = before !== undefined && next !== undefined && isSameToSee(before, next) ? before : next;
    return {
      ...definedFields({ report, snapshot, before }),
      link: observed.link,
    };
  }

  const observation = new SnapshotFollower(plan, source, tools, {
    onSnapshot(observed) {
      const seen = seenReport(observed);
      const isNews = seen.report !== before || seen.link.state !== link.state || seen.link.cause !== link.cause;
      before = seen.report;
      link = seen.link;
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
      forgetEvaluation();
      observation.stop();
    },
  };
}

function distinctQueries(queries: readonly Query[]): readonly Query[] {
  return [...new Map(queries.map((query) => [keyOfQuery(query), query])).values()];
}

/** Milliseconds that the server has to confirm. */
const confirmWithinMs = 8_000;

/** Whether the server has the roots of `seen` as they are there, with the objects that the first queries of the plan find. */
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
  const first = new Set(scopes.flatMap((scope) => planReads(nothingRead, scope)).map(keyOfQuery));
  const before = snapshot.readings.filter(({ query }) => first.has(keyOfQuery(query)));
  const end = new AbortController();
  const forget = clock.after(confirmWithinMs, () => end.abort(new Error("timed out")));
  try {
    const after = await Promise.all(before.map(({ query }) => reader.read(query, end.signal)));
    const isSame = after.every((reading, place) => identityOf(reading, roots) === identityOf(before[place], roots));
    return isSame ? "same" : "other";
  } catch {
    return "silent";
  } finally {
    forget();
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
