import { createWatchTools } from "../../shared/io/watch/create-watch-tools.ts";
import { followSnapshot, type ObservedSnapshot, type SnapshotFollower } from "../../shared/io/watch/follow-snapshot.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { Query } from "../../shared/model/snapshot.ts";
import { askedAgain } from "../../shared/render/words/connection/watch.ts";
import { type FollowedPart, isSameList, type ReachedCluster, type TellPart, watchBasis } from "./cluster-parts.ts";
import { queryFor, withKey } from "./object-query.ts";

/** Follows whole objects, one by one. */
export function followObjects(reached: ReachedCluster, tell: TellPart): FollowedPart<readonly Ref[]> {
  let objects: readonly Query[] = [];
  let observation: SnapshotFollower | undefined;

  function see({ snapshot, link }: ObservedSnapshot): void {
    if (snapshot === undefined || objects.length === 0) return;
    tell("objects", link, { objects: new Map(snapshot.readings.map(withKey)) });
  }

  function begin(): SnapshotFollower {
    return followSnapshot(
      () => objects,
      reached.source,
      createWatchTools(watchBasis(reached)),
      see,
      reached.around.failed,
    );
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
    refresh: () => observation?.refresh(askedAgain),
    stop: () => observation?.stop(),
  };
}
