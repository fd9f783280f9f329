import type { RootNode } from "../model/report.ts";
import type { GateCode, GateReason } from "../model/upgrade-gate.ts";
import { deploymentKind } from "../profiles/hco/profile.ts";
import { verdictReason } from "./component.ts";

/**
 * What the Report holds against an upgrade and no reason of a matching code covers, accepted or not. Accepting one
 * reason does not accept what another would report.
 */
export function unexplainedReasons(root: RootNode, reasons: readonly GateReason[]): readonly GateReason[] {
  return [...closed(root, reasons), ...unexplainedVerdict(root, reasons)];
}

/**
 * A reason for the Report's own gate. It exists if the gate is not open and the other reasons do not cover its entries.
 */
function closed({ ref: about, gates }: RootNode, reasons: readonly GateReason[]): readonly GateReason[] {
  const { answer, because } = gates.upgradeable;
  if (answer === "yes") return [];
  const uncovered = because.filter((entry) => !reasons.some((reason) => coversEntry(reason, entry)));
  if (uncovered.length === 0 && reasons.some(({ state }) => state === "blocks" || answer === "unknown")) return [];
  const words = { reason: uncovered.join(", "), message: "" };
  return answer === "no"
    ? [{ code: "Upgradeable", state: "blocks", about, status: "False", ...words }]
    : [{ code: "Upgradeable", state: "unknown", about, status: "Unknown", ...words }];
}

/**
 * Whether a reason covers an entry of a gate. An entry is a component, a condition's reason, or a name that is a code
 * here.
 */
function coversEntry(reason: GateReason, entry: string): boolean {
  if (entry === "AlreadyPerformingUpgrade") return reason.code === "UpgradeRunning";
  if (entry === "OperatorUnknown") return reason.about.kind === deploymentKind.kind && reason.code !== "WorkloadDown";
  return reason.component === entry || reason.code === entry || ("reason" in reason && reason.reason === entry);
}

/** A reason for the root's own verdict; its parts have their own reasons. */
function unexplainedVerdict(
  { ownVerdict, ref: about }: RootNode,
  reasons: readonly GateReason[],
): readonly GateReason[] {
  if (ownVerdict === "healthy") return [];
  const isCovered = reasons.some((reason) => {
    const { code, state, component } = reason;
    // An upgrade that stands still makes its root degraded.
    if (code === "UpgradeRunning" && reason.stalled === true && ownVerdict === "degraded") return true;
    if (component !== undefined && !summaries.includes(code)) return false;
    return ownVerdict === "unknown" ? state === "unknown" : covering[ownVerdict].includes(code);
  });
  return isCovered ? [] : verdictReason(ownVerdict, about, undefined);
}

const summaries: readonly GateCode[] = ["Available", "Degraded", "Progressing"];

const covering: Readonly<Record<"unavailable" | "degraded" | "progressing", readonly GateCode[]>> = {
  unavailable: ["Available"],
  degraded: ["Degraded", "Available", "ReconcileComplete", "OperatorDown", "OperatorRollout"],
  progressing: ["Progressing", "ReconcileComplete", "UpgradeRunning", "Deleting", "Stale", "OperatorDown"],
};
