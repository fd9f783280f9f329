import type { ReadGap, ReportNode } from "../../model/report.ts";
import type { Damage, Reading } from "../../model/snapshot.ts";

/**
 * The gap of one reading without objects. None where the reading is conclusive all the same.
 *
 * @param isMissed the Report lacks its objects.
 * @param missing parts that were not found.
 */
export function readingGap(reading: Reading, isMissed: boolean, missing: readonly ReportNode[]): readonly ReadGap[] {
  const { verb, group, kind, namespace, name } = reading.query;
  const place = namespace === undefined ? {} : { namespace };
  if (reading.outcome === "found") {
    // An empty list is conclusive, and a gap only where the Report lacks its objects. A list by label does not cover
    // other objects.
    const isWhole = reading.query.labelSelector === undefined;
    return isWhole && isMissed ? [{ outcome: "absent", verb, group, kind, ...place, required: true }] : [];
  }
  const { outcome } = reading;
  const hidesPart = missing.some((part) => part.required && isBehind(part, { outcome, kind, group }));
  return [
    {
      ...{ outcome, verb, group, kind },
      ...place,
      ...(name === undefined ? {} : { name }),
      ...(reading.outcome === "absent" || reading.cause === "" ? {} : { cause: reading.cause }),
      required: isMissed || hidesPart,
    },
  ];
}

/** The gap of a missing part. None where the gap of a reading explains it. */
export function partGap({ outcome, ref, required }: ReportNode, ofReadings: readonly ReadGap[]): readonly ReadGap[] {
  if (ofReadings.some((gap) => isBehind({ outcome, ref }, gap))) return [];
  const { group, kind, namespace, name } = ref;
  const gap = { verb: "get", group, kind, name, required, ...(namespace === undefined ? {} : { namespace }) } as const;
  return [{ ...gap, outcome: outcome === "found" ? "unread" : outcome }];
}

/** The gap of a piece of input that could not be used. */
export function damageGap({ where, cause }: Damage): ReadGap {
  return { outcome: "unread", verb: "read", group: "", kind: "", name: where, cause, required: false };
}

/**
 * Whether the refused query is the reason that the part was not found. It is not where another response proves the part
 * absent.
 */
function isBehind(
  { ref, outcome }: Pick<ReportNode, "ref" | "outcome">,
  gap: Pick<ReadGap, "outcome" | "kind" | "group">,
): boolean {
  return ref.kind === gap.kind && ref.group === gap.group && outcome === gap.outcome;
}
