import type { Completeness } from "../../model/report.ts";
import type { Outcome, Snapshot } from "../../model/snapshot.ts";
import { firstOfEach } from "../judgement/compare.ts";
import { damageGap, partGap, readingGap } from "./gaps.ts";
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
export function judgeCompleteness(snapshot: Snapshot, objects: number, reported: ReportedRoots): MeasuredCompleteness {
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
