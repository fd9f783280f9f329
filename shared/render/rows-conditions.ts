import type { JudgedCondition } from "../model/report.ts";
import { conditionMark, type Mark } from "./marks.ts";
import { worstFirst } from "./since.ts";
import { ageOf, type Clock } from "./words-age.ts";
import { evidenceInBrief, evidenceInFull, outdatedWords, withoutEcho } from "./words-cause.ts";

/** One condition as a person reads it. */
export interface ConditionRow {
  readonly mark: Mark;
  readonly type: string;
  readonly status: string;
  /** Age of the status, or empty. */
  readonly since: string;
  /** The moment it counts from. */
  readonly at?: string;
  readonly reason: string;
  /** Without what only says the reason again. */
  readonly message: string;
  /** `Reason: message`, several lines where the message has them. */
  readonly words: string;
}

/** The conditions of one object by what a person does with them; each group in the order to be shown. */
export interface ConditionRows {
  readonly abnormal: readonly ConditionRow[];
  readonly good: readonly ConditionRow[];
  readonly unjudged: readonly ConditionRow[];
}

/** Conditions worst first, `inFull` with every word of their messages; those that are as they should be and those nobody judges apart. */
export function conditionRows(conditions: readonly JudgedCondition[], clock: Clock, inFull: boolean): ConditionRows {
  const rows = worstFirst(conditions).map((condition) => ({ condition, row: rowOf(condition, clock, inFull) }));
  // Where Unknown is no fault nobody knows all the same that it is good.
  const isUnjudged = ({ condition, row }: (typeof rows)[number]): boolean =>
    condition.sense === "info" || (condition.status === "Unknown" && row.mark === "good");
  const unjudged = rows.filter(isUnjudged);
  const good = rows.filter((each) => each.row.mark === "good" && !isUnjudged(each));
  const abnormal = rows.filter(({ row }) => row.mark !== "good");
  const plain = (list: readonly { readonly row: ConditionRow }[]): readonly ConditionRow[] =>
    list.map(({ row }) => row);
  return { abnormal: plain(abnormal), good: plain(good), unjudged: plain(unjudged) };
}

function rowOf(condition: JudgedCondition, clock: Clock, inFull: boolean): ConditionRow {
  const isSilent = !condition.abnormal && condition.reason === "" && condition.message === "";
  const apart = inFull ? condition : withoutEcho(condition);
  const remark = condition.outdated ? outdatedWords : "";
  const words = isSilent ? "" : inFull ? evidenceInFull(condition) : evidenceInBrief(condition);
  return {
    mark: conditionMark(condition),
    type: condition.type,
    status: condition.status,
    since: ageOf(condition.since, clock),
    ...(condition.since === undefined ? {} : { at: condition.since }),
    reason: apart.reason.trim(),
    message: `${apart.message.trim()}${remark}`.trim(),
    words: `${words}${remark}`,
  };
}
