import {
  type FollowedReport,
  type FollowRequest,
  followReport,
  type SeenReport,
} from "../../shared/io/watch/follow-report.ts";
import type { RequestedObject } from "../../shared/manifest/followed-objects.ts";
import { type FollowedPart, isSameList, type ReachedCluster, type TellPart, watchBasis } from "./cluster-parts.ts";

/**
 * Follows and evaluates the objects that open documents name. One watch serves all of them. When the list changes,
 * objects that stay in it are not read again.
 */
export function followNamed(reached: ReachedCluster, tell: TellPart): FollowedPart<readonly RequestedObject[]> {
  let named: readonly RequestedObject[] = [];
  let followed: FollowedReport | undefined;

  function following(): FollowRequest {
    return {
      ...watchBasis(reached),
      scope: { wanted: [] },
      besides: () =>
        [...Map.groupBy(named, ({ namespace }) => namespace)].map(([namespace, some]) => ({
          wanted: some,
          ...(namespace !== undefined && { namespace }),
        })),
      judged: {
        get wanted() {
          return named;
        },
      },
    };
  }

  function see({ report, snapshot, link }: SeenReport): void {
    if (report === undefined || named.length === 0) return;
    tell("named", link, { named: report, namedSnapshot: snapshot });
  }

  return {
    want(next) {
      if (isSameList(next, named)) return;
      named = next;
      if (next.length === 0) tell("named", { state: "idle" }, { named: undefined, namedSnapshot: undefined });
      if (followed === undefined) followed = followReport(following(), see, reached.around.failed);
      else followed.replan();
    },
    refresh: () => followed?.refresh(),
    stop: () => followed?.stop(),
  };
}
