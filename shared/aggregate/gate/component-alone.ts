import { conditionOf } from "../../model/condition.ts";
import type { GateReason } from "../../model/gate.ts";
import type { Report, RootNode } from "../../model/report.ts";
import { componentReasons, verdictReason } from "./component.ts";

/** A component that no HyperConverged speaks for: by its own Upgradeable where it has one, else nobody knows. */
export function componentAloneReasons(root: RootNode, report: Report): readonly GateReason[] {
  const { ref: about, verdict, conditions } = root;
  const isSilent = conditionOf(conditions, "Upgradeable") === undefined;
  const missing = { status: "Unknown" as const, reason: "", message: "", missing: true as const };
  return [
    ...(isSilent ? [{ code: "Upgradeable" as const, state: "unknown" as const, about, ...missing }] : []),
    ...componentReasons({ ...root, label: about.kind }, report),
    ...verdictReason(verdict, about, about.kind),
  ];
}
