import { families } from "../../model/families.ts";
import type { Ref } from "../../model/object.ts";
import type { RootNode } from "../../model/report.ts";
import { hcoProfile } from "./profile.ts";

/** Whether a root can be upgraded: a HyperConverged, or a component without one. */
export function isUpgradeable({ profile, ref }: Pick<RootNode, "profile" | "ref">): boolean {
  return families[profile].hasUpgradeGate || componentOf(ref) !== undefined;
}

/** The name of the component that an object is: `CDI`. */
export function componentOf({ group, kind }: Pick<Ref, "group" | "kind">): string | undefined {
  return hcoProfile.components.find((each) => each.group === group && each.kind === kind)?.component;
}
