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
import { customConditionVerdict, reportsPause } from "./condition-verdict.ts";
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
  /** What makes the verdict, where no condition of its own does. */
  readonly trouble?: Trouble;
}

/** What is known about the object beside its conditions. */
interface CustomContext {
  readonly takenAt: string;
  /** The row of its kind. */
  readonly row?: KindRow | undefined;
  /** Its status is about an older spec. */
  readonly isStale: boolean;
}

/**
 * The health of a custom resource by its status. The verdict is the worst of its conditions, of those one level deeper,
 * of the words of its status and of its counts. The row of its kind says how to read them, otherwise the general rules.
 * - It is unknown where none of them is known.
 * - It is healthy while the object rests because a user wants it so, unless something is at fault.
 * - A status about an older spec is progressing at worst (kstatus, Compute).
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

  const ownVerdicts = conditions.map((condition) => customConditionVerdict(condition, setting));
  const isKnown = conditions.some(isProof) || evidence.length > 0 || isScaledToZero(object);
  const worst = worstVerdict([
    ...ownVerdicts,
    ...evidence.map(({ verdict }) => verdict),
    isKnown ? "healthy" : evaluateSilence(object, conditions, row, setting),
    hasCutCondition(object) ? "unknown" : "healthy",
  ]);

  const isAtRest = isPausedBySpec(object) || setting.isResting || setting.isPaused;
  // A rest does not explain such an unknown condition: `LostContact`.
  const isDoubtful = conditions.some(
    ({ reason }, index) => ownVerdicts[index] === "unknown" && unexplainedByRest.test(reason),
  );
  // A pause scales nothing down: Pods that are there and not ready are at fault.
  const isShort = !setting.isResting && isShortOfPods(object);
  const isExcusedByRest = isAtRest && !isDoubtful && !isShort;
  const verdict = settleVerdict(worst, isExcusedByRest, isStale);
  const trouble =
    verdict === "healthy"
      ? undefined
      : findTrouble(
          conditions.filter((_, index) => ownVerdicts[index] === verdict),
          evidence.filter((each) => each.verdict === verdict),
          words,
        );
  const isPauseReported = conditions.some((condition) => reportsPause(condition, object.ref.kind, row));
  return {
    verdict,
    conditions: conditions.map((condition, index) => addVerdict(condition, ownVerdicts[index] ?? "healthy")),
    facts: countFacts(counts, isAtRest || isPauseReported),
    ...definedFields({ trouble }),
  };
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
  const evaluated = evaluateConditions(genericProfile, object, nestedConditions, true);
  const nestedSetting = { ...setting, isNested: true, weights: new Map<string, string>() };
  return evaluated
    .filter((condition) => reportsHealth(condition) && !isInferredAbsence(condition))
    .map((condition) => ({
      verdict: customConditionVerdict(condition, nestedSetting),
      trouble: troubleFromCondition(condition),
    }));
}

/** The evidence of condition types that a row requires and the object lacks; without a row, of parts counted as faulty. */
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

/** The verdict of an object whose status says nothing about its health. */
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

function settleVerdict(worst: Verdict, isExcusedByRest: boolean, isStale: boolean): Verdict {
  const isFault = compareVerdicts(worst, "unknown") < 0;
  if (isExcusedByRest && !isFault) return "healthy";
  return isStale && worst !== "healthy" ? "progressing" : worst;
}

/** Whether the word of the status says that the object serves, such as `Running`. */
function isServing({ trouble, origin }: StatusWord): boolean {
  return origin === undefined && servingWord.test(trouble.reason);
}

/** Reasons of what a rest does not explain: `LostContact`, `NodeUnreachable`. */
const unexplainedByRest: RegExp = new RegExp(
  `${failedReason.source}|Unreachable$|Unavailable$|Unhealthy$|NotResponding$`,
);

/**
 * The conditions, in which those get a polarity that no rule knows and whose reason is a failure:
 * - `Enforced=False ReconciliationError` is good.
 * - `Restarted=True NodeFailure` is bad. A condition that is True may tell what was done about a failure, so its reason
 *   must begin with the failure, and no word of the status may be good.
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

function isReportedFault(condition: EvaluatedCondition, ref: GroupKind, weight: string | undefined): boolean {
  const { polarity, status, type, reason, message, polarityFrom } = condition;
  if (polarity !== "info" || status === "Unknown" || polarityFrom !== undefined) return false;
  const isFailure =
    status === "True"
      ? wholeFailure.test(reason) && !type.endsWith("ed")
      : failedReason.test(reason) || faultMessage.test(message) || weight === "Error";
  return isFailure && !hasKnownPolarity(ref, type, []);
}

/** A condition about the rest of an object is work while the object is woken: Hibernating=True, `Resuming` (Hive). */
function treatResumingAsWork(condition: EvaluatedCondition): EvaluatedCondition {
  const { type, status, reason, polarity } = condition;
  const isAtRest = polarity === "info" && status === "True" && stoppingTypes.has(type);
  const isResuming = isAtRest && /(^|[a-z])Resuming/.test(reason);
  return isResuming ? { ...condition, polarity: "busy", abnormal: true } : condition;
}

/**
 * Whether a condition says how the object is. One that is True about the acceptance of the spec does not, unless it is the
 * main condition of its kind.
 */
function isProof(condition: EvaluatedCondition): boolean {
  const { polarity, status, type } = condition;
  if (!reportsHealth(condition) || isInferredAbsence(condition)) return false;
  return status !== "True" || polarity === "main" || !acceptanceTypes.test(type);
}

/** Whether a condition says that something does not happen, by a polarity that is only inferred: no sign of health. */
function isInferredAbsence({ polarity, status, inferred }: EvaluatedCondition): boolean {
  return inferred === true && status === "False" && (polarity === "busy" || polarity === "bad");
}
