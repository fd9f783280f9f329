import { worstFirst } from "../../../model/condition-age.ts";
import type { OutlineEntry } from "../../../model/outline.ts";
import type { EvaluatedCondition, ReportNode, RootNode } from "../../../model/report.ts";
import { conditionEntry, wholeCondition } from "../../../outline/condition-entry.ts";
import { conditionRow } from "../../../outline/condition-rows.ts";
import { conditionMark } from "../../../outline/marks.ts";
import { plainText } from "../../../outline/text.ts";
import { joinFilled } from "../../../outline/words/names.ts";
import type { RowMark } from "../../terminal/verdict-marks.ts";
import { wholeParts } from "../hover/whole-parts.ts";
import { clockAloud, type OutlineRow, type RowWording, treeRow } from "./row.ts";
import type { SiblingList } from "./sibling-list.ts";
import { markWords, readAloud } from "./spoken-row.ts";

/** The conditions of one node, worst first, then in their given order. */
export function conditionList(
  node: ReportNode | RootNode,
  conditions: readonly EvaluatedCondition[],
  wording: RowWording,
): SiblingList<EvaluatedCondition> {
  return {
    items: worstFirst(conditions),
    key: ({ type }) => type,
    mark: rowMark,
    name: ({ type }) => type,
    row: (condition, id) => rowOfCondition(id, condition, node, wording),
  };
}

/** `Available   False · 14m CDINotAvailable`. */
function rowOfCondition(
  id: string,
  condition: EvaluatedCondition,
  node: ReportNode | RootNode,
  wording: RowWording,
): OutlineRow {
  const { type, status } = condition;
  const mark = rowMark(condition);
  const entry = conditionEntry(conditionRow(condition, wording.clock, false), true, "usual");
  const aloud = conditionEntry(conditionRow(condition, clockAloud(wording), false), true, "usual");
  const root = "offenders" in node ? node : undefined;
  return treeRow(
    {
      id,
      mark,
      label: type,
      description: joinFilled(" · ", [status, briefText(entry)]),
      spoken: readAloud([type, "condition", status, markWords[mark], briefText(aloud)]),
      context: ["condition"],
      ...(node.outcome === "found" && { action: { is: "openLive" } as const, ref: node.ref }),
      hinted: [condition.reason, condition.message, condition.since, condition.outdated, condition.abnormal].join("\n"),
    },
    undefined,
    () => wholeParts(wholeCondition(condition, { node, root }, wording.clock), node, wording),
  );
}

/** The age and the reason of a condition; of one without a reason the beginning of its message. */
function briefText({ text, entries }: OutlineEntry): string {
  const hasReason = text.some(({ is }) => is === "name");
  return plainText(hasReason ? text : [text, ...entries.map((entry) => entry.text)].flat());
}

/** The mark of a condition. One that is never evaluated has none. */
function rowMark(condition: EvaluatedCondition): RowMark {
  return condition.polarity === "info" ? "none" : conditionMark(condition);
}
