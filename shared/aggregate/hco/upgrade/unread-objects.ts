import { definedFields } from "../../../model/defined-fields.ts";
import { families, profileNames } from "../../../model/families.ts";
import { type GroupKind, isSameKind, kindKey } from "../../../model/kind.ts";
import { keyOf } from "../../../model/object.ts";
import type { ReadGap, ReportWithoutSteps } from "../../../model/report.ts";
import { isUnread } from "../../../model/snapshot.ts";
import type { UpgradeRow } from "./component.ts";

/**
 * The rows for required objects that were not read, because the request was forbidden or a piece of the source is damaged.
 * Kinds of which a root has an unread child are omitted, because that child has a row of its own.
 */
export function listReadingRows({ completeness, roots }: ReportWithoutSteps): readonly UpgradeRow[] {
  const unreadChildren = roots.flatMap(({ children }) => children.filter(isUnread));
  const coveredKinds = new Set(unreadChildren.map(({ ref }) => kindKey(ref)));
  // A piece of a file that could not be read may hold anything.
  const neededGaps = completeness.gaps.filter(({ required, verb }) => required || verb === "read");
  const unreadGaps = neededGaps.filter((gap) => isUnread(gap) && concernsUpgrade(gap));
  const uncovered = unreadGaps.filter((gap) => !coveredKinds.has(kindKey(gap)));
  // Where listing all namespaces failed, single namespaces were tried instead. The row about all of them is enough.
  const clusterWideKinds = new Set(uncovered.filter(isClusterWideGap).map(kindKey));
  const gaps = uncovered.filter((gap) => isClusterWideGap(gap) || !clusterWideKinds.has(kindKey(gap)));
  const gapByObject = new Map(gaps.map((gap) => [keyOf({ ...gap, name: gap.name ?? "" }), gap]));
  return [...gapByObject.values()].map(makeReadingRow);
}

function makeReadingRow({ outcome, verb, group, kind, namespace, name = "", cause = "" }: ReadGap): UpgradeRow {
  const about = { group, kind, ...definedFields({ namespace }), name };
  return { code: "IncompleteReading", effect: "unknown", about, outcome, verb, cause };
}

function isClusterWideGap({ namespace, name }: ReadGap): boolean {
  return namespace === undefined && name === undefined;
}

/**
 * Whether a kind has to do with an upgrade. Roots of families without an upgrade gate are read only because no
 * HyperConverged was found.
 */
export function concernsUpgrade(kind: GroupKind): boolean {
  return !profileNames
    .filter((name) => !families[name].hasUpgradeGate)
    .some((name) => families[name].roots.some((root) => isSameKind(root, kind)));
}
