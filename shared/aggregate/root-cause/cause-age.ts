import { nodeSince } from "../../model/condition-age.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Cause, RootNode } from "../../model/report.ts";
import { normalizeUtc, secondsBetween } from "../../model/time.ts";

/** The root with the time of its present cause. No time is later than `takenAt`. */
export function withCauseTimes(root: RootNode, takenAt: string): RootNode {
  const causes = root.causes.map((cause): Cause => {
    const since = notAfter(cause.since, takenAt);
    return { ...cause, ...definedFields({ since }) };
  });
  const since = notAfter(sinceOf(root, causes), takenAt);
  return { ...root, causes, ...definedFields({ since }) };
}

/** The time of the first cause. Where that is not as bad as the root, or has no time, the time of the root itself. */
function sinceOf(root: RootNode, [first]: readonly Cause[]): string | undefined {
  return first?.verdict === root.verdict && first.since !== undefined ? first.since : nodeSince(root);
}

function notAfter(since: string | undefined, takenAt: string): string | undefined {
  const isAhead = since !== undefined && (secondsBetween(takenAt, since) ?? 0) > 0;
  return isAhead ? (normalizeUtc(takenAt) ?? since) : since;
}
