import { createLogReader } from "../../shared/io/reader/pod-logs.ts";
import { createReader } from "../../shared/io/reader/reader.ts";
import { type FollowedReport, followReport, type SeenReport } from "../../shared/io/watch/follow-report.ts";
import { followSnapshot, type ObservedSnapshot, type SnapshotFollower } from "../../shared/io/watch/follow-snapshot.ts";
import { type LinkStatus, linkOfAll } from "../../shared/io/watch/link-state.ts";
import type { RequestedObject } from "../../shared/manifest/followed-objects.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { Query, Reading } from "../../shared/model/snapshot.ts";
import { refreshCause } from "../../shared/render/words/commands/watch.ts";
import {
  type FollowedPart,
  type FollowedPartName,
  isSameList,
  type ReachedCluster,
  type TellPart,
} from "./cluster-parts.ts";
import { followDefinitions } from "./definitions/follow-definitions.ts";
import { buildDefinitionQuery, type DefinedKind, versionOfDefinition } from "./definitions/read-definition.ts";
import { type Demand, requestNamedObjects } from "./demand.ts";
import { followClusterRoots } from "./follow-roots.ts";
import { queryFor, withKey } from "./object-query.ts";
import type { StateChange } from "./place-source.ts";
import { createReportLogs } from "./report-logs.ts";

export interface ClusterFollowing {
  want(wants: Demand): void;
  refresh(): void;
  namespaces(): Promise<readonly string[] | undefined>;
  /** As `PlaceSource.readDefinition`. */
  readDefinition(kind: DefinedKind): Promise<Reading | undefined>;
  stop(): void;
}

/**
 * Follows the roots of a cluster and the other requested objects, each in its own watch over one connection. `linked`
 * gets the link of all together at each change. Data that was already announced stays.
 */
export function followClusterPlace(
  reached: ReachedCluster,
  tell: (news: StateChange) => void,
  linked: (link: LinkStatus) => void,
): ClusterFollowing {
  /**
   * The link of each part that was read once. A part that is requested later does not make the others look out of date.
   */
  const links = new Map<FollowedPartName, LinkStatus>();
  let isStopped = false;

  function tellPart(part: FollowedPartName, link: LinkStatus, news: StateChange): void {
    if (isStopped) return;
    links.set(part, link);
    const whole = linkOfAll([...links.values()].filter(({ state }) => state !== "idle"));
    const shown: LinkStatus = whole.state === "idle" ? { state: "connecting" } : whole;
    tell({ ...news, link: shown });
    linked(shown);
  }

  const roots = followClusterRoots(reached, tellPart);
  const named = followNamed(reached, tellPart);
  const objects = followObjects(reached, tellPart);
  const definitions = followDefinitions(reached, (versions) => tell({ definitions: versions }));
  const parts = [roots, named, objects, definitions];

  return {
    want(wants) {
      if (isStopped) return;
      roots.want(wants.related);
      named.want(wants.named);
      objects.want(wants.objects);
    },
    refresh() {
      for (const part of parts) part.refresh();
    },
    async namespaces() {
      const { tools, discovery } = reached;
      const reading = await createReader(tools.connection, discovery).read(
        listOfNamespaces,
        AbortSignal.timeout(answerWithin),
      );
      return reading.outcome === "found" ? reading.objects.map(({ ref }) => ref.name).toSorted() : undefined;
    },
    async readDefinition(kind) {
      const { tools, discovery } = reached;
      const query = await buildDefinitionQuery(kind, discovery);
      if (query === undefined || isStopped) return undefined;
      const reading = await createReader(tools.connection, discovery, { retryMode: "once" }).read(
        query,
        AbortSignal.timeout(answerWithin),
      );
      if (!isStopped && versionOfDefinition(reading) !== undefined) definitions.follow(kind, query);
      return reading;
    },
    stop() {
      isStopped = true;
      for (const part of parts) part.stop();
    },
  };
}

/** Follows whole objects, one by one. */
function followObjects(reached: ReachedCluster, tell: TellPart): FollowedPart<readonly Ref[]> {
  let objects: readonly Query[] = [];
  let observation: SnapshotFollower | undefined;

  function see({ snapshot, link }: ObservedSnapshot): void {
    if (snapshot === undefined || objects.length === 0) return;
    tell("objects", link, { objects: new Map(snapshot.readings.map(withKey)) });
  }

  function begin(): SnapshotFollower {
    return followSnapshot(() => objects, reached.source, reached.tools, see, reached.around.failed);
  }

  return {
    want(refs) {
      const queries = refs.map(queryFor);
      if (isSameList(queries, objects)) return;
      objects = queries;
      if (refs.length === 0) tell("objects", { state: "idle" }, { objects: undefined });
      if (observation === undefined) observation = begin();
      else observation.replan();
    },
    refresh: () => observation?.refresh(refreshCause),
    stop: () => observation?.stop(),
  };
}

/**
 * Follows and evaluates the objects that open documents name. One watch serves all of them. When the list changes,
 * objects that stay in it are not read again.
 */
function followNamed(reached: ReachedCluster, tell: TellPart): FollowedPart<readonly RequestedObject[]> {
  const { tools, source, around } = reached;
  const over = new AbortController();
  const logs = createReportLogs({
    reader: createLogReader(tools.connection, over.signal),
    around,
    arrived: showLogs,
    named: () => named,
  });
  let named: readonly RequestedObject[] = [];
  let followed: FollowedReport | undefined;
  let latest: SeenReport | undefined;

  function see(seen: SeenReport): void {
    const { report, snapshot, link } = seen;
    latest = seen;
    if (report === undefined || named.length === 0) return;
    tell("named", link, { named: logs.explain(report), namedSnapshot: snapshot });
  }

  /** The lines of logs arrive after the Report that they explain. */
  function showLogs(): void {
    if (latest !== undefined && !over.signal.aborted) see(latest);
  }

  return {
    want(next) {
      if (isSameList(next, named)) return;
      named = next;
      if (next.length === 0) tell("named", { state: "idle" }, { named: undefined, namedSnapshot: undefined });
      const reportRequest = requestNamedObjects(named);
      if (followed === undefined) followed = followReport({ tools, source, reportRequest }, see, around.failed);
      else followed.request(reportRequest);
    },
    refresh() {
      logs.forget();
      followed?.refresh();
    },
    stop() {
      over.abort();
      followed?.stop();
    },
  };
}

/** Timeout of the requests for namespaces and for a CRD, in milliseconds. */
const answerWithin = 10_000;

const listOfNamespaces: Query = {
  ...{ verb: "list", group: "", kind: "Namespace", plural: "namespaces", versions: ["v1"], namespaced: false },
  metadataOnly: true,
};
