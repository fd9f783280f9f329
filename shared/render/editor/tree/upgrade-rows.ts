import type { RootNode } from "../../../model/report.ts";
import { gateRows, type PageGateRow } from "../../../outline/gate-words.ts";
import { upgradeText } from "../../../outline/root-state.ts";
import { groupLabel, nextUpgradeLabel } from "../../words/editor/tree.ts";
import { markWord, readAloud, rowWord } from "../../words/editor/tree-accessibility.ts";
import { type OutlineRow, type RowWords, treeRow } from "./row.ts";
import { withoutWell } from "./sibling-list.ts";

/**
 * The gates of a root. Of a family with upgrades a group: how far the upgrade is, or what blocks it, with readiness
 * below it. Of another family the row of its readiness.
 */
export function gateGroup(id: string, root: RootNode, voice: RowWords): OutlineRow {
  const { say, clock } = voice;
  const gates = gateRows(root);
  const [upgrade, ready] = [gates.find(isUpgrade), gates.filter((gate) => !isUpgrade(gate))];
  const at = `${id}/gates`;
  const readyRows = ready.map((gate) => gateRow(`${at}/${gate.name}`, groupLabel(say, "ready"), gate, voice));
  const [alone] = readyRows;
  if (upgrade === undefined && alone !== undefined) return alone;
  const isRunning = root.gates.upgrade.running === true;
  const label = groupLabel(say, "upgrade");
  const description = isRunning ? upgradeText(root, [], clock) : (upgrade?.words ?? "");
  const mark = upgrade?.mark ?? "none";
  const nextRows =
    isRunning && upgrade !== undefined ? [gateRow(`${at}/upgrade`, nextUpgradeLabel(say), upgrade, voice)] : [];
  const spoken = readAloud([label, description, markWord(say, mark)]);
  return treeRow({ id: at, mark, label, description, spoken, context: ["group"] }, () =>
    withoutWell(at, [...nextRows, ...readyRows], voice),
  );
}

function isUpgrade({ name }: PageGateRow): boolean {
  return name === "upgrade";
}

function gateRow(id: string, label: string, { mark, words }: PageGateRow, { say }: RowWords): OutlineRow {
  const spoken = readAloud([label, rowWord(say, "gate"), words, markWord(say, mark)]);
  return treeRow({ id, mark, label, description: words, spoken, context: ["gate"] });
}
