import { hasMessage, reportedWords, type Trouble } from "../../model/cause/trouble.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { EvaluatedCondition } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import { reportsHealth, verdictByPolarity } from "../evaluation/condition-polarity.ts";
import type { StatusWord } from "./word-verdict.ts";

/** One piece of evidence in the status of a custom resource. */
export interface Evidence {
  readonly verdict: Verdict;
  readonly trouble?: Trouble;
}

/**
 * The cause of a verdict, where no condition is the cause:
 * - Without conditions: the first piece of evidence, with the first message of all evidence.
 * - With conditions that have no message: the sentence that the status has as its phase (CloudNativePG).
 * - Otherwise undefined, because the conditions explain the verdict.
 *
 * @param conditions those with the verdict
 * @param evidence that with the verdict
 * @param words all words of the status
 */
export function findTrouble(
  conditions: readonly EvaluatedCondition[],
  evidence: readonly Evidence[],
  words: readonly StatusWord[],
): Trouble | undefined {
  const [condition] = conditions;
  if (condition === undefined) return findTroubleInEvidence(evidence);
  if (conditions.some(({ message }) => message !== "")) return undefined;
  const sentence = words.find(({ verdict, trouble }) => verdict !== "healthy" && isSentence(trouble.reason));
  if (sentence === undefined) return undefined;
  const { reason, since } = condition;
  return { reason, message: sentence.trouble.reason, ...definedFields({ since }) };
}

function findTroubleInEvidence(evidence: readonly Evidence[]): Trouble | undefined {
  const troubles = evidence.flatMap(({ trouble }) => trouble ?? []);
  const [first] = troubles;
  const withMessage = troubles.find(hasMessage);
  if (first === undefined || withMessage === undefined) return first;
  return { ...first, ...reportedWords({ ...withMessage, reason: first.reason }) };
}

/** Whether a word is a sentence, because it has a space. A value with its field, `abort: true`, is no sentence. */
function isSentence(word: string): boolean {
  return word.includes(" ") && !/^\S+: \S+$/.test(word);
}

/**
 * Adds to a condition its verdict and whether it is abnormal, unless both follow from its polarity. A busy condition is
 * abnormal only if it is not healthy.
 */
export function addVerdict(condition: EvaluatedCondition, verdict: Verdict): EvaluatedCondition {
  if (!reportsHealth(condition) || condition.outdated) return condition;
  const { polarity, status } = condition;
  const isUnhealthy = verdict !== "healthy";
  const abnormal = polarity === "busy" ? isUnhealthy : condition.abnormal || isUnhealthy;
  const isKnownFromPolarity = verdictByPolarity(polarity, status) === verdict && abnormal === condition.abnormal;
  if (isKnownFromPolarity) return condition;
  return abnormal ? { ...condition, abnormal, verdict } : { ...condition, abnormal };
}
