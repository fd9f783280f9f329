import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import { createDiscovery, type DiscoverOnce } from "../../shared/io/reader/lazy-discovery.ts";
import { createLogReader } from "../../shared/io/reader/pod-logs.ts";
import { followReport, type ReportRequest, type SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { LinkState, LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { Report } from "../../shared/model/report.ts";
import { knownRoots } from "../../shared/profiles/root-kinds.ts";
import { type ConditionHistory, rememberReport } from "../../shared/timeline/condition-history.ts";
import type { FollowedPart, ReachedCluster, TellPart } from "./cluster-parts.ts";
import { connectionPhase } from "./connection-phase.ts";
import { requestRoots } from "./demand.ts";
import type { StateChange } from "./place-source.ts";
import { createReportLogs } from "./report-logs.ts";

/**
 * Follows the roots of all families in the namespaces of a place. HyperConvergeds are read at once. The other kinds
 * follow as soon as the server reports that it serves them. `want(true)` also reads every object that a root records.
 */
export function followClusterRoots(reached: ReachedCluster, tell: TellPart): FollowedPart<boolean> {
  const { tools, discovery, source, place, around, identity } = reached;
  const { memory, failed } = around;
  const { namespaces } = place;
  const over = new AbortController();
  const remembered = memory.history?.identity === identity ? memory.history.history : undefined;
  let state: RootsSeen = { history: remembered, isLost: false };
  let isRelated = false;
  let otherKinds: readonly RequestedKind[] = [];
  let hasConsole: boolean | undefined;
  /** Numbers of the discoveries: of the newest one that began, and of the one that `otherKinds` comes from. */
  const discoveries = { begun: 0, applied: 0 };

  const demandNow = (): ReportRequest => requestRoots(namespaces, otherKinds, isRelated);
  const roots = followReport({ tools, source, reportRequest: demandNow() }, see, failed);
  readOtherKinds(discovery);

  const logs = createReportLogs({
    reader: createLogReader(tools.connection, over.signal),
    around,
    arrived: showLogs,
  });
  let latest: { readonly report: Report; readonly link: LinkStatus } | undefined;

  /** The lines of logs arrive after the Report that they explain. */
  function showLogs(): void {
    if (over.signal.aborted || latest === undefined) return;
    tell("roots", latest.link, { report: logs.explain(latest.report), hasConsole });
  }

  function see(seen: SeenReport): void {
    const step = updateRoots(state, seen);
    state = step.state;
    const { history } = state;
    if (history !== undefined) memory.history = { identity, history };
    const { report } = step.news;
    if (report !== undefined) latest = { report, link: seen.link };
    const news = { ...step.news, hasConsole };
    tell("roots", seen.link, report === undefined ? news : { ...news, report: logs.explain(report) });
    if (step.isBack) readOtherKinds(createDiscovery(tools.connection));
  }

  /** Requests the kinds of root that the cluster serves: at the start, after a reconnect, and when the user asks. */
  function readOtherKinds(discover: DiscoverOnce): void {
    discoveries.begun += 1;
    const number = discoveries.begun;
    readServedRoots(discover).then((served) => {
      if (over.signal.aborted || served === undefined) return;
      // The response of an older discovery can arrive after that of a newer one.
      if (number < discoveries.applied) return;
      discoveries.applied = number;
      ({ otherKinds, hasConsole } = served);
      roots.request(demandNow());
    }, failed);
  }

  return {
    want(isWanted) {
      if (isWanted === isRelated) return;
      isRelated = isWanted;
      roots.request(demandNow());
    },
    refresh() {
      readOtherKinds(createDiscovery(tools.connection));
      logs.forget();
      roots.refresh();
    },
    stop() {
      over.abort();
      roots.stop();
    },
  };
}

/** What the server serves beside HyperConvergeds. */
interface ServedKinds {
  readonly otherKinds: readonly RequestedKind[];
  /** The API of OpenShift's web console. */
  readonly hasConsole: boolean;
}

/** Returns the root kinds that the server serves; undefined where the server does not report them. */
async function readServedRoots(discovery: DiscoverOnce): Promise<ServedKinds | undefined> {
  try {
    const discovered = await discovery();
    if (discovered.is !== "found") return undefined;
    const served = new Set(discovered.resources.map(({ group, kind }) => `${group}/${kind}`));
    const roots = knownRoots.filter(({ group, kind }) => served.has(`${group}/${kind}`));
    return {
      otherKinds: roots.map((kind) => ({ kind })),
      hasConsole: discovered.resources.some(({ group }) => group === "console.openshift.io"),
    };
  } catch {
    // The watch of the roots finds out and reports why the server does not answer.
    return undefined;
  }
}

/** What is known of the roots of a cluster so far. */
export interface RootsSeen {
  /** The history of the roots, which can begin with an earlier connection. */
  readonly history: ConditionHistory | undefined;
  /** Whether the server has failed to answer since the link was last live, or since the start. */
  readonly isLost: boolean;
}

/** The result of one response. */
interface RootsStep {
  readonly state: RootsSeen;
  /** What has changed. Earlier data stays until newer data arrives. */
  readonly news: StateChange;
  /** Whether the server answers again. It may then serve other kinds than before. */
  readonly isBack: boolean;
}

const failures: readonly LinkState[] = ["authRequired", "unreachable", "stale"];

export function updateRoots(before: RootsSeen, { report, snapshot, link }: SeenReport): RootsStep {
  const isNew = report !== undefined && report !== before.history?.report;
  const history = isNew ? rememberReport(before.history, report) : before.history;
  const isLive = link.state === "live";
  return {
    state: { history, isLost: !isLive && (before.isLost || failures.includes(link.state)) },
    news: { ...connectionPhase(report, link), ...(report !== undefined && { report, snapshot, history }) },
    isBack: isLive && before.isLost,
  };
}
