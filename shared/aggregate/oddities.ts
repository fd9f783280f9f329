import type { Condition } from "../model/condition.ts";
import type { Finding } from "../model/finding.ts";
import type { Oddity, Ref } from "../model/object.ts";
import { millisecondsOf, stampOf } from "../model/time.ts";

/** A server and a viewer are seldom further apart than this without somebody's clock being wrong. */
const tolerance = 60_000;

/** How an object's conditions were not as the API promises, and which of their times lie ahead of the snapshot's. */
export function oddityFindings(
  about: Ref,
  oddities: readonly Oddity[],
  conditions: readonly Condition[],
  takenAt: string,
): readonly Finding[] {
  // Stamps of one form, RFC 3339 UTC in whole seconds, sort as text.
  const limit = stampOf((millisecondsOf(takenAt) ?? 0) + tolerance);
  const ahead = conditions.find((condition) => condition.since !== undefined && condition.since > limit);
  return [
    ...oddities.map((oddity): Finding => ({ ...oddity, severity: "warning", about })),
    ...(ahead?.since === undefined
      ? []
      : [{ code: "clock-ahead" as const, severity: "warning" as const, about, type: ahead.type, since: ahead.since }]),
  ];
}
