import type { DiscoverOnce } from "../../shared/io/reader/lazy-discovery.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { WatchTools } from "../../shared/io/watch/watch-tools.ts";
import type { Source } from "../../shared/model/snapshot.ts";
import type { ClusterPlace } from "./place.ts";
import type { SourceDependencies, StateChange } from "./place-source.ts";

/** A cluster to which a connection exists. */
export interface ReachedCluster {
  /** What all watches over the connection share. */
  readonly tools: WatchTools;
  readonly discovery: DiscoverOnce;
  readonly source: Source;
  readonly place: ClusterPlace;
  readonly dependencies: SourceDependencies;
  /** The identity of the cluster, as `contextIdentity` returns it. */
  readonly identity: string;
}

/** A part of a cluster that is followed in a watch of its own. */
export type FollowedPartName = "roots" | "named" | "objects";

/** A part that is being followed. */
export interface FollowedPart<Requested> {
  /** Sets what is followed from now on. */
  request(requested: Requested): void;
  /** Requests everything again. */
  refresh(): void;
  stop(): void;
}

/** Receives the changes of a part with the state of its link. `idle`: no object of the part is followed. */
export type AnnouncePart = (part: FollowedPartName, link: LinkStatus, change: StateChange) => void;

/** Whether two lists have equal entries in the same order. */
export function isSameList(list: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(list) === JSON.stringify(other);
}
