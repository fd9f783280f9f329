import { worstFirst } from "../model/condition-age.ts";
import { definedFields } from "../model/defined-fields.ts";
import type { Mark } from "../model/outline.ts";
import type { EvaluatedCondition } from "../model/report.ts";
import { type AgeClock, ageText } from "./ages.ts";
import { evidenceInBrief, evidenceInFull, outdatedWords, withoutEcho } from "./cause.ts";
import { conditionMark } from "./marks.ts";

/** One condition as it is shown to a person. */
export interface ConditionRow {
  readonly mark: Mark;
  readonly type: string;
  readonly status: string;
  /** Age of the status, or empty. */
  readonly since: string;
  /** The moment from which the age counts. */
  readonly at?: string;
  readonly reason: string;
  /** The message without a part that only repeats the reason. */
  readonly message: string;
  /** `Reason: message`, several lines where the message has them. */
  readonly words: string;
}

/** The conditions of one object in three groups, each in the order to be shown. */
export interface ConditionRows {
  readonly abnormal: readonly ConditionRow[];
  readonly good: readonly ConditionRow[];
  readonly unevaluated: readonly ConditionRow[];
}

/**
 * Conditions, worst first, in groups: abnormal, good, and not evaluated. `inFull` keeps the whole text of their
 * messages.
 */
export function conditionRows(
  conditions: readonly EvaluatedCondition[],
  clock: AgeClock,
  inFull: boolean,
): ConditionRows {
  const rows = worstFirst(conditions).map((condition) => ({ condition, row: conditionRow(condition, clock, inFull) }));
  // Even where Unknown is not abnormal, it is not known to be good.
  const isUnevaluated = ({ condition, row }: (typeof rows)[number]): boolean =>
    condition.polarity === "info" || (condition.status === "Unknown" && row.mark === "good");
  const unevaluated = rows.filter(isUnevaluated).map(({ row }) => ({ ...row, mark: "unknown" as const }));
  const good = rows.filter((each) => each.row.mark === "good" && !isUnevaluated(each));
  const abnormal = rows.filter((each) => each.row.mark !== "good" && !isUnevaluated(each));
  const plain = (list: readonly { readonly row: ConditionRow }[]): readonly ConditionRow[] =>
    list.map(({ row }) => row);
  return { abnormal: plain(abnormal), good: plain(good), unevaluated: unevaluated };
}

/** One condition by itself. `inFull` keeps the whole text of its message. */
export function conditionRow(condition: EvaluatedCondition, clock: AgeClock, inFull: boolean): ConditionRow {
  const isSilent = !condition.abnormal && condition.reason === "" && condition.message === "";
  const apart = inFull ? condition : withoutEcho(condition);
  const outdatedNote = condition.outdated ? outdatedWords : "";
  const evidence = inFull ? evidenceInFull(condition) : evidenceInBrief(condition);
  const words = isSilent ? "" : evidence;
  return {
    // What is never evaluated has no tick.
    mark: condition.polarity === "info" ? "unknown" : conditionMark(condition),
    type: condition.type,
    status: condition.status,
    since: ageText(condition.since, clock),
    ...definedFields({ at: condition.since }),
    reason: apart.reason.trim(),
    message: `${apart.message.trim()}${outdatedNote}`.trim(),
    words: `${words}${outdatedNote}`,
  };
}
