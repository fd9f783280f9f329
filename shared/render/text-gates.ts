import type { Gate, RootNode } from "../model/report.ts";
import { type Mark, paintOf } from "./marks.ts";
import type { Style } from "./style.ts";
import { type Cell, table } from "./table.ts";
import { readyGateWords, upgradeGateWords } from "./words.ts";
import { titles } from "./words-labels.ts";

/** What the state blocks; nothing where both gates are open, which the folded line says. */
export function gateLines(root: RootNode, style: Style): readonly string[] {
  const { ready, upgradeable } = root.gates;
  if (isOpen(root) && !style.wide) return [];
  const rows = [
    gateRow("upgrade", markOfGate(upgradeable, "remark"), upgradeGateWords(upgradeable), style),
    gateRow("ready", markOfGate(ready, "bad"), readyGateWords(ready), style),
  ];
  const laid = table([{ title: titles.gate }, { title: "" }], rows, style.width);
  return [style.palette.dim(laid.head), ...laid.rows.flat()];
}

/** Ready, and an upgrade is allowed. */
export function isOpen(root: RootNode): boolean {
  return root.gates.ready.answer === "yes" && root.gates.upgradeable.answer === "yes";
}

function gateRow(name: string, mark: Mark, words: string, style: Style): readonly Cell[] {
  return [{ text: `${style.glyphs.marks[mark]} ${name}`, paint: paintOf(mark, style.palette) }, { text: words }];
}

function markOfGate(gate: Gate, closed: Mark): Mark {
  if (gate.answer === "yes") return "good";
  return gate.answer === "no" ? closed : "unknown";
}
