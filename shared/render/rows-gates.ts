import type { Gate, RootNode } from "../model/report.ts";
import type { Mark } from "./marks.ts";
import { readyGateWords, upgradeGateWords } from "./words.ts";

/** One gate as a person reads it. */
export interface GateRow {
  readonly name: "upgrade" | "ready";
  readonly mark: Mark;
  readonly words: string;
}

/** May it be upgraded, is it ready. */
export function gateRows(root: RootNode): readonly GateRow[] {
  const { ready, upgradeable } = root.gates;
  return [
    { name: "upgrade", mark: markOfGate(upgradeable, "remark"), words: upgradeGateWords(upgradeable) },
    { name: "ready", mark: markOfGate(ready, "bad"), words: readyGateWords(ready) },
  ];
}

/** Ready, and an upgrade is allowed. */
export function isOpen(root: RootNode): boolean {
  return root.gates.ready.answer === "yes" && root.gates.upgradeable.answer === "yes";
}

function markOfGate(gate: Gate, closed: Mark): Mark {
  if (gate.answer === "yes") return "good";
  return gate.answer === "no" ? closed : "unknown";
}
