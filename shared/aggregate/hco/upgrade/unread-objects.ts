import { definedFields } from "../../../model/defined-fields.ts";
import { families, profileNames } from "../../../model/families.ts";
import { type GroupKind, isSameKind } from "../../../model/kind.ts";
import { keyOf } from "../../../model/object.ts";
import type { ReadGap, ReportWithoutSteps } from "../../../model/report.ts";
import { isUnread } from "../../../model/snapshot.ts";
import type { UpgradeRow } from "./component.ts";

/**
 * Reasons for required data of any root that was not read. A request was forbidden, or a piece of the source is
 * damaged.
 */
export function listReadingRows({ completeness, roots }: ReportWithoutSteps): readonly UpgradeRow[] {
  const covered = new Set(
    roots.flatMap((root) => root.children.filter(isUnread).map(({ ref }) => `${ref.group}/${ref.kind}`)),
  );
  const unread = completeness.gaps.filter(
    (gap) => isGapNeeded(gap) && isUnread(gap) && concernsUpgrade(gap) && !covered.has(`${gap.group}/${gap.kind}`),
  );
  // A list of all namespaces that was not read stands for those of single namespaces, which were tried instead.
  const everywhere = new Set(unread.filter(isClusterWideGap).map(({ group, kind }) => `${group}/${kind}`));
  const gaps = unread.filter((gap) => isClusterWideGap(gap) || !everywhere.has(`${gap.group}/${gap.kind}`));
  return [...new Map(gaps.map((gap) => [keyOf({ ...gap, name: gap.name ?? "" }), gap])).values()].map(
    ({ outcome, verb, group, kind, namespace, name = "", cause = "" }): UpgradeRow => ({
      code: "IncompleteReading",
      effect: "unknown",
      about: { group, kind, ...definedFields({ namespace }), name },
      outcome,
      verb,
      cause,
    }),
  );
}

function isClusterWideGap({ namespace, name }: ReadGap): boolean {
  return namespace === undefined && name === undefined;
}

/** Whether a gap matters: it was required, or it is a piece of a file with unknown content. */
function isGapNeeded({ required, verb }: ReadGap): boolean {
  return required || verb === "read";
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
