import { keyOfQuery } from "../../../shared/io/reader/collect-snapshot.ts";
import { type ObservedSnapshot, SnapshotFollower } from "../../../shared/io/watch/follow-snapshot.ts";
import { kindKey } from "../../../shared/model/kind.ts";
import type { Query, Reading } from "../../../shared/model/snapshot.ts";
import { refreshCause } from "../../../shared/render/words/commands/watch.ts";
import type { ReachedCluster } from "../cluster-parts.ts";
import { type DefinedKind, versionOfDefinition } from "./read-definition.ts";

/**
 * As many CRDs are followed at once as one document may have kinds. The server holds one request open for each. Others
 * are read again by their age.
 */
const maxFollowedDefinitions = 20;

/** Follows the metadata of single CRDs. */
export class FollowedDefinitions {
  readonly #reached: ReachedCluster;
  readonly #changed: (versions: ReadonlyMap<string, string>) => void;
  /** By `kindKey`. */
  readonly #queries = new Map<string, Query>();
  /** Refusals that ended the following of a CRD. A reading stays for a while, even where the CRD was read since. */
  readonly #handledRefusals = new WeakSet<Reading>();
  #versions: ReadonlyMap<string, string> = new Map();
  #follower: SnapshotFollower | undefined;

  /**
   * @param changed is called with the versions of all CRDs whenever one changes: by `kindKey`, as `versionOfDefinition`
   * returns them.
   */
  constructor(reached: ReachedCluster, changed: (versions: ReadonlyMap<string, string>) => void) {
    this.#reached = reached;
    this.#changed = changed;
  }

  /** Follows the CRD of a kind, which `query` has just read, from now on; not beyond the limit. */
  follow(kind: DefinedKind, query: Query): void {
    const key = kindKey(kind);
    if (this.#queries.has(key) || this.#queries.size >= maxFollowedDefinitions) return;
    this.#queries.set(key, { ...query, metadataOnly: true });
    this.#follower ??= this.#startFollowing();
    this.#follower.replan();
  }

  /** Requests everything again. */
  refresh(): void {
    this.#follower?.refresh(refreshCause);
  }

  stop(): void {
    this.#follower?.stop();
  }

  #startFollowing(): SnapshotFollower {
    const { source, tools, dependencies } = this.#reached;
    const planReads = (): readonly Query[] => [...this.#queries.values()];
    return new SnapshotFollower(planReads, source, tools, {
      onSnapshot: (observed) => this.#take(observed),
      failed: dependencies.failed,
    });
  }

  #take({ snapshot }: ObservedSnapshot): void {
    const readings = new Map(snapshot?.readings.map((reading) => [keyOfQuery(reading.query), reading]));
    this.#dropRefused(readings);
    const versions = new Map<string, string>();
    for (const [key, query] of this.#queries) {
      const version = versionOfDefinition(readings.get(keyOfQuery(query))) ?? this.#versions.get(key);
      if (version !== undefined) versions.set(key, version);
    }
    if (isSameMap(versions, this.#versions)) return;
    this.#versions = versions;
    this.#changed(versions);
  }

  /** Stops following the CRDs that the user may not read any more. */
  #dropRefused(readings: ReadonlyMap<string, Reading>): void {
    let hasDropped = false;
    for (const [key, query] of this.#queries) {
      const reading = readings.get(keyOfQuery(query));
      if (reading === undefined || !isRefused(reading) || this.#handledRefusals.has(reading)) continue;
      this.#handledRefusals.add(reading);
      this.#queries.delete(key);
      hasDropped = true;
    }
    if (hasDropped) this.#follower?.replan();
  }
}

function isRefused({ outcome }: Reading): boolean {
  return outcome === "forbidden" || outcome === "noSuchKind";
}

function isSameMap(map: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return map.size === other.size && [...map].every(([key, value]) => other.get(key) === value);
}
