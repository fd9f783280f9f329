import type { JudgedCondition, ReportNode } from "../../../model/report.ts";
import { durationPhrase } from "../../../outline/ages.ts";
import { evidenceText } from "../../../outline/cause.ts";
import { conditionMark } from "../../../outline/marks.ts";
import { worstFirst } from "../../../outline/words/since.ts";
import type { RowMark } from "../../terminal/verdict-marks.ts";
import { ageIn, clockAloud, type OutlineRow, type RowWords, treeRow } from "./row.ts";
import type { SiblingList } from "./sibling-list.ts";
import { markWords, readAloud } from "./spoken-row.ts";
import { conditionHint } from "./tooltips.ts";

/** The conditions of one node, worst first, then in their given order. */
export function conditionList(
  node: ReportNode,
  conditions: readonly JudgedCondition[],
  voice: RowWords,
): SiblingList<JudgedCondition> {
  return {
    items: worstFirst(conditions),
    key: ({ type }) => type,
    mark: rowMark,
    name: ({ type }) => type,
    row: (condition, id) => conditionRow(id, condition, node, voice),
  };
}

/** `Available   False · CDINotAvailable · 14m`. */
function conditionRow(id: string, condition: JudgedCondition, node: ReportNode, voice: RowWords): OutlineRow {
  const { type, status, since } = condition;
  const mark = rowMark(condition);
  const isSilent = condition.reason.trim() === "" && condition.message.trim() === "";
  const reason = isSilent && mark !== "good" && mark !== "none" ? "no reason given" : reasonOf(condition);
  const pieces = [type, "condition", status, markWords[mark]];
  const lasting = durationPhrase(since, clockAloud(voice));
  return treeRow(
    {
      id,
      mark,
      label: type,
      description: [status, reason, ageIn(voice, since)].filter((word) => word !== "").join(" · "),
      spoken: readAloud([...pieces, isSilent ? reason : `reason ${reason}`, lasting]),
      context: ["condition"],
      hinted: [condition.reason, condition.message, condition.since, condition.outdated, condition.abnormal].join("\n"),
    },
    undefined,
    () => conditionHint(condition, node, voice),
  );
}

/** The mark of a condition. One that is never evaluated has none. */
function rowMark(condition: JudgedCondition): RowMark {
  return condition.polarity === "info" ? "none" : conditionMark(condition);
}

/** The condition's reason, else the beginning of its message. */
function reasonOf({ reason, message }: JudgedCondition): string {
  if (reason.trim() !== "") return reason.trim();
  return message.trim() === "" ? "" : evidenceText({ reason: "", message });
}
