import { families } from "../../model/families.ts";
import { type GroupKind, isSameKind } from "../../model/kind.ts";
import type { RootNode } from "../../model/report.ts";
import { hcoProfile } from "./profile.ts";

/** Whether a root can be upgraded: a HyperConverged, or a component without one. */
export function isUpgradeable({ profile, ref }: Pick<RootNode, "profile" | "ref">): boolean {
  return families[profile].hasUpgradeGate || componentOf(ref) !== undefined;
}

/** The name of the component that an object is: `CDI`. */
export function componentOf(kind: GroupKind): string | undefined {
  return hcoProfile.components.find((each) => isSameKind(each, kind))?.component;
}
