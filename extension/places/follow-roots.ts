import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import { createDiscovery, type DiscoverOnce } from "../../shared/io/reader/lazy-discovery.ts";
import { createLogReader } from "../../shared/io/reader/pod-logs.ts";
import {
  type FollowedReport,
  followReport,
  type ReportRequest,
  type SeenReport,
} from "../../shared/io/watch/follow-report.ts";
import type { LinkState, LinkStatus } from "../../shared/io/watch/link-state.ts";
import { maxLogRequestMs } from "../../shared/logs/log-limits.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Report } from "../../shared/model/report.ts";
import { listKnownRootsAmong } from "../../shared/profiles/root-kinds.ts";
import { type ConditionHistory, rememberReport } from "../../shared/timeline/condition-history.ts";
import type { AnnouncePart, FollowedPart, ReachedCluster } from "./cluster-parts.ts";
import { connectionPhase } from "./connection-phase.ts";
import { requestRoots } from "./demand.ts";
import type { StateChange } from "./place-source.ts";
import { ReportLogs } from "./report-logs.ts";

/**
 * Follows the roots of all families in the namespaces of a place. HyperConvergeds are read at once. The other kinds
 * follow as soon as the server reports that it serves them. `request(true)` also reads every object that a root records.
 */
export class FollowedClusterRoots implements FollowedPart<boolean> {
  readonly #reached: ReachedCluster;
  readonly #announce: AnnouncePart;
  readonly #followed: FollowedReport;
  readonly #logs: ReportLogs;
  readonly #stopped = new AbortController();
  #state: RootsSeen;
  #withRelated = false;
  #served: ServedKinds | undefined;
  #latest: { readonly report: Report; readonly link: LinkStatus } | undefined;
  /** The number of the newest discovery that began. */
  #startedDiscovery = 0;
  /** The number of the discovery that `#served` comes from. */
  #appliedDiscovery = 0;

  constructor(reached: ReachedCluster, announce: AnnouncePart) {
    this.#reached = reached;
    this.#announce = announce;
    const { tools, source, dependencies, identity } = reached;
    const { memory, failed } = dependencies;
    const history = memory.history?.identity === identity ? memory.history.history : undefined;
    this.#state = { history, isLost: false };
    const request = { tools, source, reportRequest: this.#buildRequest() };
    this.#followed = followReport(request, (seen) => this.#take(seen), failed);
    this.#readServedKinds(reached.discovery);
    this.#logs = new ReportLogs({
      reader: createLogReader(tools.connection, { patienceMs: maxLogRequestMs, signal: this.#stopped.signal }),
      dependencies,
      stopped: this.#stopped.signal,
      arrived: () => this.#showLogs(),
    });
  }

  request(withRelated: boolean): void {
    if (withRelated === this.#withRelated) return;
    this.#withRelated = withRelated;
    this.#followed.request(this.#buildRequest());
  }

  refresh(): void {
    this.#readServedKinds(createDiscovery(this.#reached.tools.connection));
    this.#logs.forget();
    this.#followed.refresh();
  }

  stop(): void {
    this.#stopped.abort();
    this.#followed.stop();
  }

  #buildRequest(): ReportRequest {
    return requestRoots(this.#reached.place.namespaces, this.#served?.otherKinds ?? [], this.#withRelated);
  }

  #take(seen: SeenReport): void {
    const { dependencies, identity, tools } = this.#reached;
    const step = updateRoots(this.#state, seen);
    this.#state = step.state;
    const { history } = step.state;
    if (history !== undefined) dependencies.memory.history = { identity, history };
    const { report } = step.change;
    if (report !== undefined) this.#latest = { report, link: seen.link };
    const explainedReport = report === undefined ? undefined : this.#logs.explain(report);
    this.#announce("roots", seen.link, {
      ...step.change,
      hasConsole: this.#served?.hasConsole,
      ...definedFields({ report: explainedReport }),
    });
    if (step.isBack) this.#readServedKinds(createDiscovery(tools.connection));
  }

  /** Announces the latest Report again: the lines of logs arrive after the Report that they explain. */
  #showLogs(): void {
    if (this.#stopped.signal.aborted || this.#latest === undefined) return;
    const { report, link } = this.#latest;
    this.#announce("roots", link, { report: this.#logs.explain(report), hasConsole: this.#served?.hasConsole });
  }

  /** Requests the kinds of root that the cluster serves: at the start, after a reconnect, and when the user asks. */
  #readServedKinds(discover: DiscoverOnce): void {
    this.#startedDiscovery += 1;
    const number = this.#startedDiscovery;
    readServedRoots(discover).then((served) => {
      if (this.#stopped.signal.aborted || served === undefined) return;
      // The response of an older discovery can arrive after that of a newer one.
      if (number < this.#appliedDiscovery) return;
      this.#appliedDiscovery = number;
      this.#served = served;
      this.#followed.request(this.#buildRequest());
    }, this.#reached.dependencies.failed);
  }
}

/** What the server serves beside HyperConvergeds. */
interface ServedKinds {
  readonly otherKinds: readonly RequestedKind[];
  /** Whether the server serves the API of OpenShift's web console. */
  readonly hasConsole: boolean;
}

/** Returns the root kinds that the server serves; undefined where the server does not report them. */
async function readServedRoots(discover: DiscoverOnce): Promise<ServedKinds | undefined> {
  try {
    const discovered = await discover();
    if (discovered.is !== "found") return undefined;
    return {
      otherKinds: listKnownRootsAmong(discovered.resources).map((kind) => ({ kind })),
      hasConsole: discovered.resources.some(({ group }) => group === "console.openshift.io"),
    };
  } catch {
    // The watch of the roots reports why the server does not respond.
    return undefined;
  }
}

/** What is known of the roots of a cluster so far. */
export interface RootsSeen {
  /** The history of the roots, which can begin with an earlier connection. */
  readonly history: ConditionHistory | undefined;
  /** Whether the server has failed to respond since the link was last live, or since the start. */
  readonly isLost: boolean;
}

/** The result of one response. */
interface RootsStep {
  readonly state: RootsSeen;
  /** What has changed. Earlier data stays until newer data arrives. */
  readonly change: StateChange;
  /** Whether the server responds again. It may then serve other kinds than before. */
  readonly isBack: boolean;
}

const failedLinks: readonly LinkState[] = ["authRequired", "unreachable", "stale"];

/** Applies what the watch has seen to the state of the roots. */
export function updateRoots(before: RootsSeen, { report, snapshot, link }: SeenReport): RootsStep {
  const isNewReport = report !== undefined && report !== before.history?.report;
  const history = isNewReport ? rememberReport(before.history, report) : before.history;
  const isLive = link.state === "live";
  const isLost = !isLive && (before.isLost || failedLinks.includes(link.state));
  const phase = connectionPhase(report, link);
  const change = report === undefined ? phase : { ...phase, report, snapshot, history };
  return { state: { history, isLost }, change, isBack: isLive && before.isLost };
}
