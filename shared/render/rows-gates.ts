import type { Gate, RootNode } from "../model/report.ts";
import type { Mark } from "./marks.ts";
import { readyGateWords, upgradeGateWords } from "./words.ts";

/** One gate as a person reads it. */
export interface GateRow {
  readonly name: "upgrade" | "ready";
  readonly mark: Mark;
  readonly words: string;
}

/** May it be upgraded, where that can be asked at all, and is it ready. */
export function gateRows(root: RootNode): readonly GateRow[] {
  const { ready, upgradeable } = root.gates;
  const upgrade = { mark: markOfGate(upgradeable, "remark"), words: upgradeGateWords(upgradeable) };
  return [
    ...(root.profile === "hco" ? [{ name: "upgrade" as const, ...upgrade }] : []),
    { name: "ready", mark: markOfGate(ready, "bad"), words: readyGateWords(ready) },
  ];
}

/** Nothing is blocked. */
export function isOpen(root: RootNode): boolean {
  return gateRows(root).every((row) => row.mark === "good");
}

function markOfGate(gate: Gate, closed: Mark): Mark {
  if (gate.answer === "yes") return "good";
  return gate.answer === "no" ? closed : "unknown";
}
