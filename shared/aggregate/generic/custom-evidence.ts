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
 * What explains a verdict that no condition explains: the first piece of evidence, with the first message of any. Of a
 * condition without a message the sentence explains more that the status has for its phase (CloudNativePG).
 */
export function findTrouble(
  conditions: readonly EvaluatedCondition[],
  evidence: readonly Evidence[],
  words: readonly StatusWord[],
): Trouble | undefined {
  const [condition] = conditions;
  const troubles = evidence.flatMap(({ trouble }) => trouble ?? []);
  if (condition === undefined) {
    const [first] = troubles;
    const speaking = first !== undefined && hasMessage(first) ? first : troubles.find(hasMessage);
    return first && speaking ? { ...first, ...reportedWords({ ...speaking, reason: first.reason }) } : first;
  }
  const sentence = words.find(({ verdict, trouble }) => verdict !== "healthy" && isSentence(trouble.reason));
  if (sentence === undefined || conditions.some(({ message }) => message !== "")) return undefined;
  const { reason, since } = condition;
  return { reason, message: sentence.trouble.reason, ...definedFields({ since }) };
}

/** Whether a word has a space, and is no value with its field: `abort: true`. */
function isSentence(word: string): boolean {
  return word.includes(" ") && !/^\S+: \S+$/.test(word);
}

/** A condition with its verdict where its polarity alone gives another. A busy one that has ended is as expected. */
export function withVerdict(condition: EvaluatedCondition, verdict: Verdict): EvaluatedCondition {
  if (!reportsHealth(condition) || condition.outdated) return condition;
  const { polarity, status } = condition;
  const abnormal = polarity === "busy" ? verdict !== "healthy" : condition.abnormal || verdict !== "healthy";
  const isPlain = verdictByPolarity(polarity, status) === verdict && abnormal === condition.abnormal;
  return isPlain ? condition : { ...condition, abnormal, ...(abnormal && { verdict }) };
}
