import { createLogReader } from "../../shared/io/reader/pod-logs.ts";
import { createReader } from "../../shared/io/reader/reader.ts";
import { type FollowedReport, followReport, type SeenReport } from "../../shared/io/watch/follow-report.ts";
import { type ObservedSnapshot, SnapshotFollower } from "../../shared/io/watch/follow-snapshot.ts";
import { type LinkStatus, linkOfAll } from "../../shared/io/watch/link-state.ts";
import { maxLogRequestMs } from "../../shared/logs/log-limits.ts";
import type { RequestedObject } from "../../shared/manifest/requested-object.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { Query, Reading } from "../../shared/model/snapshot.ts";
import { refreshCause } from "../../shared/render/words/commands/watch.ts";
import {
  type AnnouncePart,
  type FollowedPart,
  type FollowedPartName,
  isSameList,
  type ReachedCluster,
} from "./cluster-parts.ts";
import { FollowedDefinitions } from "./definitions/follow-definitions.ts";
import { buildDefinitionQuery, type DefinedKind, versionOfDefinition } from "./definitions/read-definition.ts";
import { type Demand, requestNamedObjects } from "./demand.ts";
import { FollowedClusterRoots } from "./follow-roots.ts";
import { queryFor, withKey } from "./object-query.ts";
import type { StateChange } from "./place-source.ts";
import { ReportLogs } from "./report-logs.ts";

/** Timeout of the requests for namespaces and for a CRD. */
const requestTimeoutMs = 10_000;

const namespacesQuery: Query = {
  verb: "list",
  group: "",
  kind: "Namespace",
  plural: "namespaces",
  versions: ["v1"],
  namespaced: false,
  metadataOnly: true,
};

/** Where a followed cluster reports. */
interface FollowingListener {
  /** Called with each change of the data. Data that was announced before stays. */
  readonly announce: (change: StateChange) => void;
  /** Called with the link of all parts together at each change. */
  readonly linked: (link: LinkStatus) => void;
}

/** Follows the roots of a cluster and the other requested objects, each in its own watch over one connection. */
export class FollowedPlaceCluster {
  readonly #reached: ReachedCluster;
  readonly #listener: FollowingListener;
  readonly #roots: FollowedPart<boolean>;
  readonly #namedObjects: FollowedPart<readonly RequestedObject[]>;
  readonly #wholeObjects: FollowedPart<readonly Ref[]>;
  readonly #definitions: FollowedDefinitions;
  /** The last link of each part. */
  readonly #links = new Map<FollowedPartName, LinkStatus>();
  #isStopped = false;

  constructor(reached: ReachedCluster, listener: FollowingListener) {
    this.#reached = reached;
    this.#listener = listener;
    const announcePart: AnnouncePart = (part, link, change) => this.#announcePart(part, link, change);
    this.#roots = new FollowedClusterRoots(reached, announcePart);
    this.#namedObjects = new FollowedNamedObjects(reached, announcePart);
    this.#wholeObjects = new FollowedWholeObjects(reached, announcePart);
    this.#definitions = new FollowedDefinitions(reached, (definitions) => listener.announce({ definitions }));
  }

  /** Sets what is followed from now on. */
  setDemand({ related, named, objects }: Demand): void {
    if (this.#isStopped) return;
    this.#roots.request(related);
    this.#namedObjects.request(named);
    this.#wholeObjects.request(objects);
  }

  /** Requests everything again. */
  refresh(): void {
    for (const part of this.#listParts()) part.refresh();
  }

  /** As `PlaceSource.namespaces`. */
  async namespaces(): Promise<readonly string[] | undefined> {
    const { tools, discovery } = this.#reached;
    const reader = createReader(tools.connection, discovery);
    const reading = await reader.read(namespacesQuery, AbortSignal.timeout(requestTimeoutMs));
    if (reading.outcome !== "found") return undefined;
    return reading.objects.map(({ ref }) => ref.name).toSorted();
  }

  /** As `PlaceSource.readDefinition`. */
  async readDefinition(kind: DefinedKind): Promise<Reading | undefined> {
    const { tools, discovery } = this.#reached;
    const query = await buildDefinitionQuery(kind, discovery);
    if (query === undefined || this.#isStopped) return undefined;
    const reader = createReader(tools.connection, discovery, { retryMode: "once" });
    const reading = await reader.read(query, AbortSignal.timeout(requestTimeoutMs));
    const isVersionKnown = versionOfDefinition(reading) !== undefined;
    if (isVersionKnown && !this.#isStopped) this.#definitions.follow(kind, query);
    return reading;
  }

  stop(): void {
    this.#isStopped = true;
    for (const part of this.#listParts()) part.stop();
  }

  #listParts(): readonly { refresh(): void; stop(): void }[] {
    return [this.#roots, this.#namedObjects, this.#wholeObjects, this.#definitions];
  }

  #announcePart(part: FollowedPartName, link: LinkStatus, change: StateChange): void {
    if (this.#isStopped) return;
    this.#links.set(part, link);
    // A part that is requested later is idle until then, and does not make the others look out of date.
    const activeLinks = [...this.#links.values()].filter(({ state }) => state !== "idle");
    const linkOfParts = linkOfAll(activeLinks);
    const shownLink: LinkStatus = linkOfParts.state === "idle" ? { state: "connecting" } : linkOfParts;
    this.#listener.announce({ ...change, link: shownLink });
    this.#listener.linked(shownLink);
  }
}

/** Follows whole objects, each by a query of its own. */
class FollowedWholeObjects implements FollowedPart<readonly Ref[]> {
  readonly #reached: ReachedCluster;
  readonly #announce: AnnouncePart;
  #queries: readonly Query[] = [];
  #follower: SnapshotFollower | undefined;

  constructor(reached: ReachedCluster, announce: AnnouncePart) {
    this.#reached = reached;
    this.#announce = announce;
  }

  request(refs: readonly Ref[]): void {
    const queries = refs.map(queryFor);
    if (isSameList(queries, this.#queries)) return;
    this.#queries = queries;
    if (refs.length === 0) this.#announce("objects", { state: "idle" }, { objects: undefined });
    if (this.#follower === undefined) this.#follower = this.#startFollowing();
    else this.#follower.replan();
  }

  refresh(): void {
    this.#follower?.refresh(refreshCause);
  }

  stop(): void {
    this.#follower?.stop();
  }

  #startFollowing(): SnapshotFollower {
    const { source, tools, dependencies } = this.#reached;
    const planReads = (): readonly Query[] => this.#queries;
    return new SnapshotFollower(planReads, source, tools, {
      onSnapshot: (observed) => this.#take(observed),
      failed: dependencies.failed,
    });
  }

  #take({ snapshot, link }: ObservedSnapshot): void {
    if (snapshot === undefined || this.#queries.length === 0) return;
    this.#announce("objects", link, { objects: new Map(snapshot.readings.map(withKey)) });
  }
}

/**
 * Follows and evaluates the objects that open documents name, all in one watch. When the list changes, objects that stay
 * in it are not read again.
 */
class FollowedNamedObjects implements FollowedPart<readonly RequestedObject[]> {
  readonly #reached: ReachedCluster;
  readonly #announce: AnnouncePart;
  readonly #logs: ReportLogs;
  readonly #stopped = new AbortController();
  #named: readonly RequestedObject[] = [];
  #followed: FollowedReport | undefined;
  #latest: SeenReport | undefined;

  constructor(reached: ReachedCluster, announce: AnnouncePart) {
    this.#reached = reached;
    this.#announce = announce;
    this.#logs = new ReportLogs({
      reader: createLogReader(reached.tools.connection, { patienceMs: maxLogRequestMs, signal: this.#stopped.signal }),
      dependencies: reached.dependencies,
      stopped: this.#stopped.signal,
      arrived: () => this.#showLogs(),
      named: () => this.#named,
    });
  }

  request(named: readonly RequestedObject[]): void {
    if (isSameList(named, this.#named)) return;
    this.#named = named;
    if (named.length === 0) {
      this.#announce("named", { state: "idle" }, { named: undefined, namedSnapshot: undefined });
    }
    const reportRequest = requestNamedObjects(named);
    if (this.#followed !== undefined) {
      this.#followed.request(reportRequest);
      return;
    }
    const { tools, source, dependencies } = this.#reached;
    this.#followed = followReport({ tools, source, reportRequest }, (seen) => this.#take(seen), dependencies.failed);
  }

  refresh(): void {
    this.#logs.forget();
    this.#followed?.refresh();
  }

  stop(): void {
    this.#stopped.abort();
    this.#followed?.stop();
  }

  #take(seen: SeenReport): void {
    this.#latest = seen;
    const { report, snapshot, link } = seen;
    if (report === undefined || this.#named.length === 0) return;
    this.#announce("named", link, { named: this.#logs.explain(report), namedSnapshot: snapshot });
  }

  /** Announces the latest Report again: the lines of logs arrive after the Report that they explain. */
  #showLogs(): void {
    if (this.#latest !== undefined && !this.#stopped.signal.aborted) this.#take(this.#latest);
  }
}
