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
  const { abnormal = [], good = [], unevaluated = [] } = Object.groupBy(worstFirst(conditions), groupOf);
  const toRow = (condition: EvaluatedCondition): ConditionRow => conditionRow(condition, clock, inFull);
  return {
    abnormal: abnormal.map(toRow),
    good: good.map(toRow),
    unevaluated: unevaluated.map((condition) => ({ ...toRow(condition), mark: "unknown" })),
  };
}

function groupOf(condition: EvaluatedCondition): keyof ConditionRows {
  if (condition.polarity === "info") return "unevaluated";
  if (conditionMark(condition) !== "good") return "abnormal";
  // Even where Unknown is not abnormal, it is not known to be good.
  return condition.status === "Unknown" ? "unevaluated" : "good";
}

/** One condition by itself. `inFull` keeps the whole text of its message. */
export function conditionRow(condition: EvaluatedCondition, clock: AgeClock, inFull: boolean): ConditionRow {
  const isSilent = !condition.abnormal && condition.reason === "" && condition.message === "";
  const apart = inFull ? condition : withoutEcho(condition);
  const outdatedNote = condition.outdated ? outdatedWords : "";
  const evidence = inFull ? evidenceInFull(condition) : evidenceInBrief(condition);
  return {
    // What is never evaluated has no tick.
    mark: condition.polarity === "info" ? "unknown" : conditionMark(condition),
    type: condition.type,
    status: condition.status,
    since: ageText(condition.since, clock),
    ...definedFields({ at: condition.since }),
    reason: apart.reason.trim(),
    message: `${apart.message.trim()}${outdatedNote}`.trim(),
    words: isSilent ? outdatedNote : `${evidence}${outdatedNote}`,
  };
}
