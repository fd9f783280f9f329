import { families } from "../../model/families.ts";
import type { Gate, RootNode } from "../../model/report.ts";
import type { VerdictMark } from "../terminal/verdict-marks.ts";
import { readyGateWords, upgradeGateWords } from "../words/index.ts";

/** One gate as it is shown to a person. */
export interface PageGateRow {
  readonly name: "upgrade" | "ready";
  readonly mark: VerdictMark;
  readonly words: string;
}

/** The gates of a root: upgrade, where it applies, and ready. */
export function gateRows(root: RootNode): readonly PageGateRow[] {
  const { ready, upgradeable } = root.gates;
  const rollout = root.operator?.rollout?.state;
  // A user requested the deletion. Not being ready meanwhile is no fault.
  const closed = ready.because.every((each) => each === "Deleting") && root.deleting ? "remark" : "bad";
  const upgrade = { mark: markOfGate(upgradeable, "remark"), words: upgradeGateWords(upgradeable, rollout) };
  return [
    ...(families[root.profile].hasUpgradeGate ? [{ name: "upgrade" as const, ...upgrade }] : []),
    { name: "ready", mark: markOfGate(ready, closed), words: readyGateWords(ready, rollout) },
  ];
}

/** Whether no gate is blocked. */
export function isOpen(root: RootNode): boolean {
  return gateRows(root).every((row) => row.mark === "good");
}

function markOfGate(gate: Gate, closed: VerdictMark): VerdictMark {
  if (gate.answer === "yes") return "good";
  return gate.answer === "no" ? closed : "unknown";
}
