import { trueFlags } from "../model/defined-fields.ts";
import { families } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import { makeFinding } from "../model/finding/make-finding.ts";
import { isSameKind } from "../model/kind.ts";
import { namespacedName } from "../model/object.ts";
import type { RootNode } from "../model/report.ts";
import type { Damage, Reading, Snapshot } from "../model/snapshot.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { listConversionFindings, readsObject } from "./hco/surroundings/failed-conversions.ts";
import type { ObjectIndex } from "./snapshot/object-index.ts";

/** The seconds by which the clocks of the reader and the server may differ before the clock of the reader is called wrong. */
const maxClockSkewSeconds = 60;

/** The findings about the snapshot as a whole: damaged input, the clock, conversion webhooks that failed, several roots. */
export function listSnapshotFindings(
  snapshot: Snapshot,
  index: ObjectIndex,
  roots: readonly RootNode[],
): readonly Finding[] {
  const hyperConvergeds = roots.filter(({ ref }) => isSameKind(ref, hcoProfile.root));
  // The evaluation of a HyperConverged reports the failed conversions of the readings for it.
  const isReportedByRoot = (reading: Reading): boolean => hyperConvergeds.some(({ ref }) => readsObject(reading, ref));
  const otherReadings = snapshot.readings.filter((reading) => !isReportedByRoot(reading));
  return [
    ...snapshot.damage.map(makeDamageFinding),
    ...listClockFindings(snapshot),
    ...otherReadings.flatMap((reading) => listConversionFindings(reading, index, snapshot)),
    ...listSeveralRootsFindings(roots),
  ];
}

function makeDamageFinding({ where, cause, isTruncated }: Damage): Finding {
  const about = { group: "", kind: "File", name: where };
  return makeFinding(about, { code: "damaged-input", where, cause, ...trueFlags({ truncated: isTruncated }) });
}

/** The finding about the clock of the reader. Empty if it is right, or if the server did not report a time. */
function listClockFindings({ readerClock = 0 }: Snapshot): readonly Finding[] {
  const seconds = Math.abs(readerClock);
  if (seconds <= maxClockSkewSeconds) return [];
  const about = { group: "", kind: "Clock", name: "reader" };
  return [makeFinding(about, { code: "reader-clock", direction: readerClock > 0 ? "ahead" : "behind", seconds })];
}

/** The finding about several roots of a family that allows only one, as that of HyperConverged. */
function listSeveralRootsFindings(roots: readonly RootNode[]): readonly Finding[] {
  const isRejected = ({ gates }: RootNode): boolean => gates.ready.because.includes("InvalidRequest");
  const singletons = roots.filter(({ profile }) => families[profile].isSingleton);
  const rootsByFamily = Map.groupBy(singletons, ({ profile }) => profile);
  return [...rootsByFamily.values()].flatMap((rootsOfFamily): readonly Finding[] => {
    const [first] = rootsOfFamily;
    if (first === undefined || rootsOfFamily.length < 2) return [];
    const names = rootsOfFamily.map(({ ref }) => namespacedName(ref));
    const rejected = rootsOfFamily.filter(isRejected).map(({ ref }) => namespacedName(ref));
    return [makeFinding(first.ref, { code: "several-roots", names, rejected })];
  });
}

/**
 * The findings about component CRs that exist without a HyperConverged, which should not happen
 * (kubevirt/hyperconverged-cluster-operator docs/conditions.md). Only a CR with the name that HCO gives it counts. Empty
 * unless the HyperConvergeds of all namespaces were listed, because one may exist.
 */
export function listOrphanFindings(snapshot: Snapshot, index: ObjectIndex): readonly Finding[] {
  const wasSearched = snapshot.readings.some(
    ({ query, outcome }) =>
      query.kind === hcoProfile.root.kind &&
      query.namespace === undefined &&
      (outcome === "found" || outcome === "noSuchKind"),
  );
  if (!wasSearched || index.all(hcoProfile.root).length > 0) return [];
  return hcoProfile.components.flatMap((row) =>
    index
      .all(row)
      .filter(({ ref }) => ref.name === row.objectName && row.objectName !== "cluster")
      .map(({ ref }) => makeFinding(ref, { code: "orphan" })),
  );
}
