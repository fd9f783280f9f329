import { definedFields } from "../../model/defined-fields.ts";
import type { Completeness, ReadGap, ReportNode } from "../../model/report.ts";
import type { Damage, Outcome, Reading, Snapshot } from "../../model/snapshot.ts";
import { firstOfEach } from "../evaluation/compare.ts";
import { type ReportedRoots, rootReadings } from "./root-readings.ts";

/** The completeness of the reading behind a Report. */
interface MeasuredCompleteness {
  readonly summary: Completeness;
  /** A root may exist that the reader could not see. */
  readonly hidesRoots: boolean;
}

/**
 * Counts the queries and their outcomes. `asked` counts every object that was read, every query without an object, and
 * every missing component that no query explains. A refused list is one gap, which is required where a required part is
 * missing behind it.
 *
 * @param objects how many objects were read.
 */
export function evaluateCompleteness(
  snapshot: Snapshot,
  objects: number,
  reported: ReportedRoots,
): MeasuredCompleteness {
  const { hidesRoots, isMissed } = rootReadings(snapshot, reported);
  const parts = reported.roots.flatMap((root) => root.children.filter(({ role }) => role === "component"));
  const missing = parts.filter((part) => part.outcome !== "found");
  const ofEach = snapshot.readings
    .filter((reading) => reading.outcome !== "found" || reading.objects.length === 0)
    .flatMap((reading) => readingGap(reading, isMissed(reading), missing));
  // Two lists of a kind by different labels are one gap.
  const ofReadings = firstOfEach(ofEach, (gap) => JSON.stringify(gap));
  const ofParts = missing.flatMap((part) => partGap(part, ofReadings));
  const gaps = [...ofReadings, ...ofParts, ...snapshot.damage.map(damageGap)];
  const count = (outcome: Outcome): number => gaps.filter((gap) => gap.outcome === outcome).length;
  return {
    hidesRoots: snapshot.readings.some(hidesRoots),
    summary: {
      asked: objects + gaps.length,
      found: objects,
      absent: count("absent"),
      noSuchKind: count("noSuchKind"),
      forbidden: count("forbidden"),
      unread: count("unread"),
      gaps,
    },
  };
}

/**
 * The gap of one reading without objects. None where the reading is conclusive all the same.
 *
 * @param isMissed the Report lacks its objects.
 * @param missing parts that were not found.
 */
function readingGap(reading: Reading, isMissed: boolean, missing: readonly ReportNode[]): readonly ReadGap[] {
  const { verb, group, kind, namespace, name } = reading.query;
  const place = definedFields({ namespace });
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
      outcome,
      verb,
      group,
      kind,
      ...place,
      ...definedFields({ name }),
      ...(reading.outcome === "absent" || reading.cause === "" ? {} : { cause: reading.cause }),
      required: isMissed || hidesPart,
    },
  ];
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

/** The gap of a missing part. None where the gap of a reading explains it. */
function partGap({ outcome, ref, required }: ReportNode, ofReadings: readonly ReadGap[]): readonly ReadGap[] {
  if (ofReadings.some((gap) => isBehind({ outcome, ref }, gap))) return [];
  const { group, kind, namespace, name } = ref;
  const gap = { verb: "get", group, kind, name, required, ...definedFields({ namespace }) } as const;
  return [{ ...gap, outcome: outcome === "found" ? "unread" : outcome }];
}

/** The gap of a piece of input that could not be used. */
function damageGap({ where, cause }: Damage): ReadGap {
  return { outcome: "unread", verb: "read", group: "", kind: "", name: where, cause, required: false };
}
