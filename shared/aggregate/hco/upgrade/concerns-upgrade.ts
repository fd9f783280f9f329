import { families, profileNames } from "../../../model/families.ts";
import type { Kind } from "../../../model/kind.ts";

/**
 * Whether a kind has to do with an upgrade. Roots of families without an upgrade gate are read only because no
 * HyperConverged was found.
 */
export function concernsUpgrade({ group, kind }: Pick<Kind, "group" | "kind">): boolean {
  return !profileNames
    .filter((name) => !families[name].hasUpgradeGate)
    .some((name) => families[name].roots.some((root) => root.group === group && root.kind === kind));
}
