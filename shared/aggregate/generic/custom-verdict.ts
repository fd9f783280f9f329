import type { Trouble } from "../../model/cause/trouble.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { GroupKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { KindRow } from "../../model/profile.ts";
import type { EvaluatedCondition, ReportNode } from "../../model/report.ts";
import { compareVerdicts, type Verdict, worstVerdict } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { genericProfile } from "../../profiles/generic.ts";
import { failedReason, faultMessage, wholeFailure } from "../../tables/reasons.ts";
import { servingWord } from "../../tables/status-words.ts";
import { acceptanceTypes, stoppingTypes } from "../../tables/type-names.ts";
import { hasLasted, makeTrouble, maxWorkSeconds, troubleFromCondition } from "../core/object-health.ts";
import { evaluateConditions, hasKnownPolarity, reportsHealth } from "../evaluation/condition-polarity.ts";
import { type ConditionSetting, describeSetting } from "./condition-setting.ts";
import { evaluateCustomCondition, reportsPause } from "./condition-verdict.ts";
import { readConditionWeights } from "./condition-weights.ts";
import { countFacts, evaluateCounts, listCountedFaults, listGeneralCounts } from "./counted-evidence.ts";
import { addVerdict, type Evidence, findTrouble } from "./custom-evidence.ts";
import { hasCutCondition, listNestedConditions } from "./nested-conditions.ts";
import { listRelevantWords } from "./relevant-words.ts";
import { isScaledToZero, isShortOfPods } from "./replica-counts.ts";
import { type EvaluatedCounts, listCountsByRow, listMissingTypes } from "./row-evidence.ts";
import { isPausedBySpec } from "./status-flags.ts";
import { listStatusWords } from "./status-words.ts";
import { isGoodWord, type StatusWord } from "./word-verdict.ts";

/** The health of a custom resource by its status. */
export interface CustomHealth {
  readonly verdict: Verdict;
  /** The conditions, each with its verdict. */
  readonly conditions: readonly EvaluatedCondition[];
  readonly facts: ReportNode["facts"];
  /** The cause of the verdict, where no condition of the object is the cause. */
  readonly trouble?: Trouble;
}

/** What is known about an object beside its conditions. */
interface CustomContext {
  readonly takenAt: string;
  /** The row of its kind in the tables. */
  readonly row?: KindRow | undefined;
  /** Its status is about an older spec. */
  readonly isStale: boolean;
}

/**
 * Reasons that the rest of an object does not explain: `LostContact`, `NodeUnreachable`. The suffixes stand beside the
 * pattern of failures.
 */
const unexplainedByRest: RegExp = new RegExp(
  `${failedReason.source}|Unreachable$|Unavailable$|Unhealthy$|NotResponding$`,
);

/**
 * The health of a custom resource by its status. The verdict is the worst of its conditions, of the conditions one level
 * deeper, of the words of its status and of its counts. The row of its kind defines how to read them, otherwise general rules
 * do. Three rules stand above these:
 * - Without any evidence it is unknown, unless the row of the kind defines what a silent status means.
 * - While it rests because a user wants it so, it is healthy, unless something is at fault.
 * - If its status is about an older spec, it is progressing at worst (kstatus, Compute).
 */
export function evaluateCustom(
  object: KubeObject,
  evaluatedConditions: readonly EvaluatedCondition[],
  { takenAt, row, isStale }: CustomContext,
): CustomHealth {
  const withFaults = row === undefined ? addReportedFaults(evaluatedConditions, object) : evaluatedConditions;
  const conditions = withFaults.map(treatResumingAsWork);
  const words = listRelevantWords(object, conditions, row);
  const setting = describeSetting(object, conditions, words, { row, takenAt });
  const counts = listCounts(object, row, setting.isMainTrue || words.some(isServing));
  const evidence: readonly Evidence[] = [
    ...words,
    ...listNestedEvidence(object, row, setting),
    ...counts.map(evaluateCounts),
    ...listEvidenceByRow(object, conditions, row, setting),
  ];

  const evaluated = conditions.map((condition) => ({
    condition,
    verdict: evaluateCustomCondition(condition, setting),
  }));
  const hasEvidence = conditions.some(isProof) || evidence.length > 0 || isScaledToZero(object);
  const worst = worstVerdict([
    ...evaluated.map(({ verdict }) => verdict),
    ...evidence.map(({ verdict }) => verdict),
    hasEvidence ? "healthy" : evaluateSilence(object, conditions, row, setting),
    hasCutCondition(object) ? "unknown" : "healthy",
  ]);

  const isAtRest = isPausedBySpec(object) || setting.isResting || setting.isPaused;
  const hasUnexplainedCondition = evaluated.some(
    ({ condition, verdict }) => verdict === "unknown" && unexplainedByRest.test(condition.reason),
  );
  // A pause scales nothing down, so Pods that exist and are not ready are at fault.
  const lacksPods = !setting.isResting && isShortOfPods(object);
  const verdict = settleVerdict(worst, {
    isExcusedByRest: isAtRest && !hasUnexplainedCondition && !lacksPods,
    isStale,
  });
  const isPauseReported = conditions.some((condition) => reportsPause(condition, object.ref.kind, row));
  const health = {
    verdict,
    conditions: evaluated.map((each) => addVerdict(each.condition, each.verdict)),
    facts: countFacts(counts, isAtRest || isPauseReported),
  };
  if (verdict === "healthy") return health;
  const causingConditions = evaluated.filter((each) => each.verdict === verdict).map(({ condition }) => condition);
  const causingEvidence = evidence.filter((each) => each.verdict === verdict);
  return { ...health, ...definedFields({ trouble: findTrouble(causingConditions, causingEvidence, words) }) };
}

function listCounts(
  object: KubeObject,
  row: KindRow | undefined,
  isProvenElsewhere: boolean,
): readonly EvaluatedCounts[] {
  if (row?.counts !== undefined) return listCountsByRow(object, row.counts);
  return listGeneralCounts(object, isProvenElsewhere);
}

/** The evidence of the conditions one level deeper, such as those of listeners. */
function listNestedEvidence(
  object: KubeObject,
  row: KindRow | undefined,
  setting: ConditionSetting,
): readonly Evidence[] {
  const nestedConditions = listNestedConditions(object, setting.takenAt, row?.conditions);
  const nestedSetting = { ...setting, isNested: true, weights: new Map<string, string>() };
  return evaluateConditions(genericProfile, object, nestedConditions)
    .filter((condition) => reportsHealth(condition) && !isInferredAbsence(condition))
    .map((condition) => ({
      verdict: evaluateCustomCondition(condition, nestedSetting),
      trouble: troubleFromCondition(condition),
    }));
}

/**
 * The evidence of condition types that the row of a kind requires and the object lacks. For a kind without a row, the
 * evidence of the parts that the status counts as absent or failed.
 */
function listEvidenceByRow(
  object: KubeObject,
  conditions: readonly EvaluatedCondition[],
  row: KindRow | undefined,
  { isMainTrue, isEnded, isDone, takenAt }: ConditionSetting,
): readonly Evidence[] {
  if (row === undefined) return listCountedFaults(object, isMainTrue, isEnded || isDone);
  const types = conditions.map(({ type }) => type);
  return listMissingTypes(types, row).map((type) => ({
    verdict: evaluateUnreported(object, takenAt),
    trouble: makeTrouble("", { code: "missing-condition", type }),
  }));
}

/** The verdict of an object whose status reports nothing about its health. */
function evaluateSilence(
  object: KubeObject,
  conditions: readonly EvaluatedCondition[],
  row: KindRow | undefined,
  { isTask, takenAt }: ConditionSetting,
): Verdict {
  const isScheduled = conditions.some(({ type, status }) => type === "Scheduled" && status === "True");
  if (isTask && isScheduled) return evaluateUnreported(object, takenAt);
  // An object with conditions that no rule knows is not silent about its health.
  const isSilent = conditionsAt(object).conditions.every(({ type }) => hasKnownPolarity(object.ref, type, []));
  if (row?.silent === "healthy" && !isSilent) return "unknown";
  if (row?.silent === "progressing") return evaluateUnreported(object, takenAt);
  return row?.silent ?? "unknown";
}

/** The verdict of what a controller has not reported: progressing for an hour after the creation, then unknown. */
function evaluateUnreported({ createdAt, cut }: KubeObject, takenAt: string): Verdict {
  // The part of the text that is missing may have reported it.
  if (cut !== undefined) return "unknown";
  return hasLasted(createdAt ?? takenAt, takenAt, maxWorkSeconds) ? "unknown" : "progressing";
}

/** The verdict of an object from the worst of its evidence. A rest excuses what is no fault, and a stale status any fault. */
function settleVerdict(
  worst: Verdict,
  { isExcusedByRest, isStale }: { readonly isExcusedByRest: boolean; readonly isStale: boolean },
): Verdict {
  const isFault = compareVerdicts(worst, "unknown") < 0;
  if (isExcusedByRest && !isFault) return "healthy";
  return isStale && worst !== "healthy" ? "progressing" : worst;
}

/** Whether the word of the status reports that the object serves, such as `Running`. */
function isServing({ trouble, origin }: StatusWord): boolean {
  return origin === undefined && servingWord.test(trouble.reason);
}

/**
 * Gives a polarity to each condition that has none and whose reason is a failure. The other conditions are unchanged.
 * - `Enforced=False ReconciliationError` becomes a good condition, which is at fault while it is False.
 * - `Restarted=True NodeFailure` becomes a bad condition, which is at fault while it is True. Such a condition may also
 *   report what was done about a failure. So its whole reason must be a failure, and no word of the status may be good.
 *
 * Where the main condition is True nothing changes: then such conditions are only shown.
 */
function addReportedFaults(
  conditions: readonly EvaluatedCondition[],
  object: KubeObject,
): readonly EvaluatedCondition[] {
  if (conditions.some(({ polarity, status }) => polarity === "main" && status === "True")) return conditions;
  const weights = readConditionWeights(object);
  const faults = new Set(
    conditions.filter((condition) => isReportedFault(condition, object.ref, weights.get(condition.type))),
  );
  const hasGoodWord = faults.size > 0 && listStatusWords(object).some(isGoodWord);
  return conditions.map((condition) => {
    const isTrue = condition.status === "True";
    if (!faults.has(condition) || (isTrue && hasGoodWord)) return condition;
    return { ...condition, polarity: isTrue ? "bad" : "good", abnormal: true, inferred: true };
  });
}

/** Whether a condition without a polarity reports a failure. `weight`: the severity that its controller gives it. */
function isReportedFault(condition: EvaluatedCondition, ref: GroupKind, weight: string | undefined): boolean {
  const { polarity, status, type, reason, message, polarityFrom } = condition;
  if (polarity !== "info" || status === "Unknown" || polarityFrom !== undefined) return false;
  if (hasKnownPolarity(ref, type, [])) return false;
  // `Restarted=True` reports what was done.
  if (status === "True") return wholeFailure.test(reason) && !type.endsWith("ed");
  return failedReason.test(reason) || faultMessage.test(message) || weight === "Error";
}

/**
 * Makes a condition about the rest of an object a busy condition while the object is woken: Hibernating=True with the reason
 * `Resuming` (Hive). Any other condition is returned unchanged.
 */
function treatResumingAsWork(condition: EvaluatedCondition): EvaluatedCondition {
  const { type, status, reason, polarity } = condition;
  const isAtRest = polarity === "info" && status === "True" && stoppingTypes.has(type);
  const isResuming = isAtRest && /(^|[a-z])Resuming/.test(reason);
  return isResuming ? { ...condition, polarity: "busy", abnormal: true } : condition;
}

/**
 * Whether a condition reports the state of the object. A condition that is True and reports that the spec was accepted proves
 * nothing, unless it is the main condition of its kind.
 */
function isProof(condition: EvaluatedCondition): boolean {
  const { polarity, status, type } = condition;
  if (!reportsHealth(condition) || isInferredAbsence(condition)) return false;
  return status !== "True" || polarity === "main" || !acceptanceTypes.test(type);
}

/**
 * Whether a condition reports that something bad, or work, does not happen, by a polarity that is only inferred. That is no sign
 * of health.
 */
function isInferredAbsence({ polarity, status, inferred }: EvaluatedCondition): boolean {
  return inferred === true && status === "False" && (polarity === "busy" || polarity === "bad");
}
