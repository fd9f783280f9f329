import type { GateCode, GateReason } from "../../model/gate.ts";
import type { RootNode } from "../../model/report.ts";
import { verdictReason } from "./component.ts";

/**
 * What the Report says against it and no reason of a fitting code covers, be it accepted or not: whoever accepts one reason
 * has not accepted what another would have said.
 */
export function unexplained(root: RootNode, reasons: readonly GateReason[]): readonly GateReason[] {
  return [...closed(root, reasons), ...unwell(root, reasons)];
}

/** The Report's own gate is not open, and each of its words is said by nobody. */
function closed({ ref: about, gates }: RootNode, reasons: readonly GateReason[]): readonly GateReason[] {
  const { answer, because } = gates.upgradeable;
  if (answer === "yes") return [];
  const uncovered = because.filter((word) => !reasons.some((reason) => says(reason, word)));
  if (uncovered.length === 0 && reasons.some(({ state }) => state === "blocks" || answer === "unknown")) return [];
  const words = { reason: uncovered.join(", "), message: "" };
  return answer === "no"
    ? [{ code: "Upgradeable", state: "blocks", about, status: "False", ...words }]
    : [{ code: "Upgradeable", state: "unknown", about, status: "Unknown", ...words }];
}

/** The words of a gate are components, reasons of conditions, and a few of our own that are codes here. */
function says(reason: GateReason, word: string): boolean {
  if (word === "AlreadyPerformingUpgrade") return reason.code === "UpgradeRunning";
  return reason.component === word || reason.code === word || ("reason" in reason && reason.reason === word);
}

/** The root's own verdict, for each of its parts is asked itself. */
function unwell({ ownVerdict, ref: about }: RootNode, reasons: readonly GateReason[]): readonly GateReason[] {
  if (ownVerdict === "healthy") return [];
  const isCovered = reasons.some(({ code, state, component }) => {
    if (component !== undefined && !summaries.includes(code)) return false;
    return ownVerdict === "unknown" ? state === "unknown" : covering[ownVerdict].includes(code);
  });
  return isCovered ? [] : verdictReason(ownVerdict, about, undefined);
}

const summaries: readonly GateCode[] = ["Available", "Degraded", "Progressing"];

const covering: Readonly<Record<"unavailable" | "degraded" | "progressing", readonly GateCode[]>> = {
  unavailable: ["Available"],
  degraded: ["Degraded", "Available", "ReconcileComplete", "OperatorDown"],
  progressing: ["Progressing", "ReconcileComplete", "UpgradeRunning", "Deleting", "Stale"],
};
