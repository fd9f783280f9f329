import { families } from "../model/families.ts";
import type { Mark } from "../model/outline.ts";
import type { Gate, RootNode } from "../model/report.ts";
import { readyGateWords, upgradeGateWords } from "./gate-words.ts";

/** One gate as it is shown to a person. */
export interface PageGateRow {
  readonly name: "upgrade" | "ready";
  readonly mark: Mark;
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

function markOfGate(gate: Gate, closed: Mark): Mark {
  if (gate.answer === "yes") return "good";
  return gate.answer === "no" ? closed : "unknown";
}
