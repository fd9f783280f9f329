import type { JudgedCondition, Node } from "../model/report.ts";
import { conditionMark } from "./marks.ts";
import { conditionHint } from "./outline-hint.ts";
import type { Listing } from "./outline-list.ts";
import { ageIn, ageSpoken, type OutlineRow, row, type Voice } from "./outline-row.ts";
import { worstFirst } from "./since.ts";
import { evidenceText } from "./words-cause.ts";
import { aloud, forAloud, markWord, noReasonWords, reasonAloud, rowWord } from "./words-tree-aloud.ts";

/** Conditions of one node, worst first, then as they came. */
export function conditionList(
  node: Node,
  conditions: readonly JudgedCondition[],
  voice: Voice,
): Listing<JudgedCondition> {
  return {
    items: worstFirst(conditions),
    key: ({ type }) => type,
    mark: conditionMark,
    name: ({ type }) => type,
    row: (condition, id) => conditionRow(id, condition, node, voice),
  };
}

/** `Available   False · CDINotAvailable · 14m`. */
function conditionRow(id: string, condition: JudgedCondition, node: Node, voice: Voice): OutlineRow {
  const { type, status, since } = condition;
  const { say } = voice;
  const mark = conditionMark(condition);
  const isSilent = condition.reason.trim() === "" && condition.message.trim() === "";
  const reason = isSilent && mark !== "good" ? noReasonWords(say) : reasonOf(condition);
  const pieces = [type, rowWord(say, "condition"), status, markWord(say, mark)];
  const lasting = forAloud(say, ageSpoken(voice, since));
  return row(
    {
      id,
      mark,
      label: type,
      description: [status, reason, ageIn(voice, since)].filter((word) => word !== "").join(" · "),
      spoken: aloud([...pieces, isSilent ? reason : reasonAloud(say, reason), lasting]),
      context: ["condition"],
      hinted: [condition.reason, condition.message, condition.since, condition.outdated, condition.abnormal].join("\n"),
    },
    undefined,
    () => conditionHint(condition, node, voice),
  );
}

/** Its reason, else the beginning of its message. */
function reasonOf({ reason, message }: JudgedCondition): string {
  if (reason.trim() !== "") return reason.trim();
  return message.trim() === "" ? "" : evidenceText({ reason: "", message });
}
