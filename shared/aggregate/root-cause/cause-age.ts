import { nodeSince } from "../../model/condition-age.ts";
import type { Cause, RootCause, RootNode } from "../../model/report.ts";
import { normalizeUtc, secondsBetween } from "../../model/time.ts";
import { withAge } from "../core/words/cause-age.ts";

/**
 * The root with the ages of its causes appended, computed from `takenAt`, and with the time of its present cause. No
 * time is later than `takenAt`. The functions that evaluate a root do not know the time. `isNewest`: as in AgeClock.
 */
export function withCauseAges(root: RootNode, takenAt: string, isNewest = false): RootNode {
  const withCauseAge = <C extends Pick<RootCause, "text" | "since">>(cause: C): C => {
    const since = notAfter(cause.since, takenAt);
    return {
      ...cause,
      text: withAge(cause.text, since, { now: takenAt, isNewest }),
      ...(since === undefined ? {} : { since }),
    };
  };
  const { rootCause } = root;
  const causes = root.causes.map(withCauseAge);
  const since = notAfter(sinceOf(root, causes), takenAt);
  return {
    ...root,
    ...(rootCause === undefined ? {} : { rootCause: withCauseAge(rootCause) }),
    causes,
    ...(since === undefined ? {} : { since }),
  };
}

/** The time of the first cause. Where that is not as bad as the root, or has no time, the time of the root itself. */
function sinceOf(root: RootNode, [first]: readonly Cause[]): string | undefined {
  return first?.verdict === root.verdict && first.since !== undefined ? first.since : nodeSince(root);
}

function notAfter(since: string | undefined, takenAt: string): string | undefined {
  const isAhead = since !== undefined && (secondsBetween(takenAt, since) ?? 0) > 0;
  return isAhead ? (normalizeUtc(takenAt) ?? since) : since;
}
