import { kindKey } from "../../../shared/aggregate/snapshot/object-index.ts";
import { keyOfQuery } from "../../../shared/io/reader/collect-snapshot.ts";
import {
  followSnapshot,
  type ObservedSnapshot,
  type SnapshotFollower,
} from "../../../shared/io/watch/follow-snapshot.ts";
import type { Query, Reading } from "../../../shared/model/snapshot.ts";
import { refreshCause } from "../../../shared/render/words/commands/watch.ts";
import type { ReachedCluster } from "../cluster-parts.ts";
import { type DefinedKind, versionOfDefinition } from "./read-definition.ts";

/** Follows the metadata of single CRDs. The server holds one request open for each. */
export interface FollowedDefinitions {
  /** Follows the CRD of a kind, which `query` has just read, from now on; not beyond the limit. */
  follow(kind: DefinedKind, query: Query): void;
  /** Requests everything again. */
  refresh(): void;
  stop(): void;
}

/** The most CRDs that are followed at once: as many as the kinds of one document. Others are read by their age. */
const most = 20;

/**
 * `tell` gets the versions of the CRDs by `kindKey`, as `versionOfDefinition` returns them, whenever one changes. A CRD
 * that may not be read any more is not followed.
 */
export function followDefinitions(
  reached: ReachedCluster,
  tell: (versions: ReadonlyMap<string, string>) => void,
): FollowedDefinitions {
  /** By `kindKey`. */
  const queries = new Map<string, Query>();
  /** Refusals that were heeded. One stays known for a while, also when the CRD was read since. */
  const heeded = new WeakSet<Reading>();
  let versions: ReadonlyMap<string, string> = new Map();
  let observation: SnapshotFollower | undefined;

  function see({ snapshot }: ObservedSnapshot): void {
    const readings = new Map(snapshot?.readings.map((reading) => [keyOfQuery(reading.query), reading]));
    const next = new Map<string, string>();
    const before = queries.size;
    for (const [key, query] of queries) {
      const reading = readings.get(keyOfQuery(query));
      const version = versionOfDefinition(reading) ?? versions.get(key);
      if (reading !== undefined && isRefused(reading) && !heeded.has(reading)) {
        heeded.add(reading);
        queries.delete(key);
      } else if (version !== undefined) next.set(key, version);
    }
    if (queries.size < before) observation?.replan();
    if (next.size === versions.size && [...next].every(([key, version]) => versions.get(key) === version)) return;
    versions = next;
    tell(versions);
  }

  return {
    follow(kind, query) {
      const key = kindKey(kind);
      if (queries.has(key) || queries.size >= most) return;
      queries.set(key, { ...query, metadataOnly: true });
      observation ??= followSnapshot(
        () => [...queries.values()],
        reached.source,
        reached.tools,
        see,
        reached.around.failed,
      );
      observation.replan();
    },
    refresh: () => observation?.refresh(refreshCause),
    stop: () => observation?.stop(),
  };
}

function isRefused({ outcome }: Reading): boolean {
  return outcome === "forbidden" || outcome === "noSuchKind";
}
