import { kindKey } from "../../../shared/aggregate/snapshot/object-index.ts";
import { createWatchTools } from "../../../shared/io/watch/create-watch-tools.ts";
import {
  followSnapshot,
  type ObservedSnapshot,
  type SnapshotFollower,
} from "../../../shared/io/watch/follow-snapshot.ts";
import type { Query } from "../../../shared/model/snapshot.ts";
import { askedAgain } from "../../../shared/render/words/connection/watch.ts";
import { type ReachedCluster, watchBasis } from "../cluster-parts.ts";
import { type DefinedKind, versionOfDefinition } from "./read-definition.ts";

/** Follows the metadata of single CRDs. The server holds one request open for each. */
export interface FollowedDefinitions {
  /** Follows the CRD of a kind, which `query` reads, from now on. */
  follow(kind: DefinedKind, query: Query): void;
  /** Requests everything again. */
  refresh(): void;
  stop(): void;
}

/** The most CRDs that are followed at once: as many as the kinds of one document. The others are read by their age. */
const most = 20;

/**
 * `tell` gets the versions of the CRDs by `kindKey`, as `versionOfDefinition` returns them, whenever one changes. A CRD
 * that may not be read any more is not followed.
 */
export function followDefinitions(
  reached: ReachedCluster,
  tell: (versions: ReadonlyMap<string, string>) => void,
): FollowedDefinitions {
  /** By `kindKey`, the CRD that was read last at the end. */
  const queries = new Map<string, Query>();
  let versions: ReadonlyMap<string, string> = new Map();
  let observation: SnapshotFollower | undefined;

  function see({ snapshot }: ObservedSnapshot): void {
    const readings = new Map(snapshot?.readings.map((reading) => [reading.query, reading]));
    const next = new Map<string, string>();
    const before = queries.size;
    for (const [key, query] of queries) {
      const reading = readings.get(query);
      const version = versionOfDefinition(reading) ?? versions.get(key);
      const isRefused = reading?.outcome === "forbidden" || reading?.outcome === "noSuchKind";
      if (isRefused) queries.delete(key);
      else if (version !== undefined) next.set(key, version);
    }
    if (queries.size < before) observation?.replan();
    if (next.size === versions.size && [...next].every(([key, version]) => versions.get(key) === version)) return;
    versions = next;
    tell(versions);
  }

  return {
    follow(kind, query) {
      const key = kindKey(kind);
      const known = queries.get(key);
      queries.delete(key);
      queries.set(key, known ?? { ...query, metadataOnly: true });
      for (const oldest of [...queries.keys()].slice(0, -most)) queries.delete(oldest);
      observation ??= followSnapshot(
        () => [...queries.values()],
        reached.source,
        createWatchTools(watchBasis(reached)),
        see,
        reached.around.failed,
      );
      if (known === undefined) observation.replan();
    },
    refresh: () => observation?.refresh(askedAgain),
    stop() {
      observation?.stop();
      // The next connection may lead to other versions.
      if (versions.size > 0) tell(new Map());
    },
  };
}
