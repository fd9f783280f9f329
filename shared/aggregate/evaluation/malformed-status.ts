import type { Condition } from "../../model/condition.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import type { MalformedField, Ref } from "../../model/object.ts";
import { formatStamp, parseMilliseconds } from "../../model/time.ts";

/** Milliseconds that the clocks of server and viewer may differ before one of them is considered wrong. */
const tolerance = 60_000;

/** The findings about conditions that break the API's promises, and about times later than the snapshot. */
export function oddityFindings(
  about: Ref,
  oddities: readonly MalformedField[],
  conditions: readonly Condition[],
  takenAt: string,
): readonly Finding[] {
  // Timestamps in the same form, RFC 3339 UTC in whole seconds, sort as text.
  const limit = formatStamp((parseMilliseconds(takenAt) ?? 0) + tolerance);
  const ahead = conditions.find((condition) => condition.since !== undefined && condition.since > limit);
  return [
    ...oddities.map((oddity) => makeFinding(about, oddity)),
    ...(ahead?.since === undefined
      ? []
      : [makeFinding(about, { code: "clock-ahead", type: ahead.type, since: ahead.since })]),
  ];
}
