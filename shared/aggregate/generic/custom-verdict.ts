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
import { hasLasted, makeTrouble, troubleFromCondition } from "../core/object-health.ts";
import { evaluateConditions, hasKnownPolarity, reportsHealth } from "../evaluation/condition-polarity.ts";
import { describeSetting } from "./condition-setting.ts";
import { customConditionVerdict, reportsPause } from "./condition-verdict.ts";
import { conditionWeights } from "./condition-weights.ts";
import { factsOf, faultsCounted, generalCounts, shortage } from "./counted-evidence.ts";
import { type Evidence, findTrouble, withVerdict } from "./custom-evidence.ts";
import { hasCutCondition, listNestedConditions } from "./nested-conditions.ts";
import { maxWorkSeconds } from "./on-its-way.ts";
import { listRelevantWords } from "./relevant-words.ts";
import { isScaledToZero, isShortOfPods } from "./replica-counts.ts";
import { listCountsByRow, listMissingTypes } from "./row-evidence.ts";
import { isPausedBySpec } from "./status-flags.ts";
import { listStatusWords } from "./status-words.ts";
import { isGoodWord, type StatusWord } from "./word-verdict.ts";

/** The verdict of a custom resource by its status, with what makes it so where that is no condition of its own. */
export interface CustomHealth {
  readonly verdict: Verdict;
  /** With the verdict of each. */
  readonly conditions: readonly EvaluatedCondition[];
  readonly facts: ReportNode["facts"];
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
 * The verdict of a custom resource by its status. It is the worst of its conditions, of those one level deeper, of the
 * words of its status and of its counts. The row of its kind says how to read them, the general rules otherwise. Unknown
 * where none of them is known. A status about an older spec is progressing at worst: kstatus, Compute.
 */
export function evaluateCustom(
  object: KubeObject,
  judged: readonly EvaluatedCondition[],
  { takenAt, row, isStale }: CustomContext,
): CustomHealth {
  const conditions = (row === undefined ? withReportedFaults(judged, object) : judged).map(asWork);
  const words = listRelevantWords(object, conditions, row);
  const nested = evaluateConditions(
    genericProfile,
    object,
    listNestedConditions(object, takenAt, row?.conditions),
    true,
  );
  const setting = describeSetting(object, conditions, words, { row, takenAt });
  const { isMainTrue } = setting;
  const isProvenElsewhere = isMainTrue || words.some(isServing);
  const counts =
    row?.counts === undefined ? generalCounts(object, isProvenElsewhere) : listCountsByRow(object, row.counts);
  const own = conditions.map((condition) => customConditionVerdict(condition, setting));
  const types = conditions.map(({ type }) => type);
  const evidence: readonly Evidence[] = [
    ...words,
    ...nested
      .filter((each) => reportsHealth(each) && !isInferredAbsence(each))
      .map((condition) => ({
        verdict: customConditionVerdict(condition, { ...setting, isNested: true, weights: new Map() }),
        trouble: troubleFromCondition(condition),
      })),
    ...counts.map(shortage),
    ...(row === undefined ? faultsCounted(object, isMainTrue, setting.isEnded || setting.isDone) : []),
    ...(row === undefined ? [] : listMissingTypes(types, row).map((type) => awaited(object, type, takenAt))),
  ];
  const isKnown = conditions.some(isProven) || evidence.length > 0 || isScaledToZero(object);
  const isAccepted = setting.isTask && conditions.some(({ type, status }) => type === "Scheduled" && status === "True");
  const unproven = isAccepted ? awaitedVerdict(object, takenAt) : silentVerdict(object, row, takenAt);
  const nothing = isKnown ? "healthy" : unproven;
  const cut = hasCutCondition(object) ? "unknown" : "healthy";
  const found = worstVerdict([...own, ...evidence.map(({ verdict }) => verdict), nothing, cut]);
  const rests = isPausedBySpec(object) || setting.isResting || setting.isPaused;
  // What a rest does not explain stays unknown: `LostContact`.
  const isDoubtful = conditions.some(({ reason }, index) => own[index] === "unknown" && tellsWhy.test(reason));
  // A pause scales nothing down: Pods that are there and not ready are at fault.
  const isShort = !setting.isResting && isShortOfPods(object);
  const verdict = settledVerdict(found, rests && !isDoubtful && !isShort, isStale);
  const trouble =
    verdict === "healthy"
      ? undefined
      : findTrouble(
          conditions.filter((_, index) => own[index] === verdict),
          evidence.filter((each) => each.verdict === verdict),
          words,
        );
  return {
    verdict,
    conditions: conditions.map((condition, index) => withVerdict(condition, own[index] ?? "healthy")),
    facts: factsOf(counts, rests || conditions.some((each) => reportsPause(each, object.ref.kind, row))),
    ...definedFields({ trouble }),
  };
}

/**
 * The conditions with a polarity for those that no rule knows and whose reason is a failure: good where it is False, such
 * as `Enforced=False ReconciliationError`, bad where it is True. One that is True may tell what was done about a failure,
 * `Restarted=True NodeFailure`: its reason must begin with the failure, and no good word of the status stand beside it.
 * Nothing changes where the main condition is True: then they are only shown.
 */
function withReportedFaults(
  conditions: readonly EvaluatedCondition[],
  object: KubeObject,
): readonly EvaluatedCondition[] {
  if (conditions.some(({ polarity, status }) => polarity === "main" && status === "True")) return conditions;
  const weights = conditionWeights(object);
  const faults = new Set(
    conditions.filter((condition) => isReportedFault(condition, object.ref, weights.get(condition.type))),
  );
  const isGood = faults.size > 0 && listStatusWords(object).some(isGoodWord);
  return conditions.map((condition) =>
    faults.has(condition) && !(isGood && condition.status === "True")
      ? { ...condition, polarity: condition.status === "True" ? "bad" : "good", abnormal: true, inferred: true }
      : condition,
  );
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

/** A condition that is True about the acceptance of the spec proves nothing, unless it is the main one of its kind. */
function isProven(condition: EvaluatedCondition): boolean {
  const { polarity, status, type } = condition;
  if (!reportsHealth(condition) || isInferredAbsence(condition)) return false;
  return status !== "True" || polarity === "main" || !acceptanceTypes.test(type);
}

/** That something does not happen, by a polarity that is only inferred, says nothing about how the object is. */
function isInferredAbsence({ polarity, status, inferred }: EvaluatedCondition): boolean {
  return inferred === true && status === "False" && (polarity === "busy" || polarity === "bad");
}

/** Reasons of what a pause does not explain: `LostContact`, `NodeUnreachable`. */
const tellsWhy: RegExp = new RegExp(`${failedReason.source}|Unreachable$|Unavailable$|Unhealthy$|NotResponding$`);

function settledVerdict(found: Verdict, isAtRest: boolean, isStale: boolean): Verdict {
  if (isAtRest && compareVerdicts(found, "unknown") >= 0) return "healthy";
  return isStale && found !== "healthy" ? "progressing" : found;
}

function isServing({ trouble, origin }: StatusWord): boolean {
  return origin === undefined && servingWord.test(trouble.reason);
}

/** A condition about the rest of an object while the object is woken: Hibernating=True, `Resuming` (Hive). */
function asWork(condition: EvaluatedCondition): EvaluatedCondition {
  const { type, status, reason, polarity } = condition;
  const isWork =
    polarity === "info" && status === "True" && stoppingTypes.has(type) && /(^|[a-z])Resuming/.test(reason);
  return isWork ? { ...condition, polarity: "busy", abnormal: true } : condition;
}

/** A condition that a controller has not reported yet. */
function awaited(object: KubeObject, type: string, takenAt: string): Evidence {
  return {
    verdict: awaitedVerdict(object, takenAt),
    trouble: makeTrouble("", { code: "missing-condition", type }),
  };
}

/** What its controller has not reported yet is progressing for an hour after the creation, then unknown. */
function awaitedVerdict({ createdAt, cut }: KubeObject, takenAt: string): Verdict {
  // What the text lacks may have been reported.
  if (cut !== undefined) return "unknown";
  return hasLasted(createdAt ?? takenAt, takenAt, maxWorkSeconds) ? "unknown" : "progressing";
}

/** What reports conditions that no rule knows is not silent about its health. */
function silentVerdict(object: KubeObject, row: KindRow | undefined, takenAt: string): Verdict {
  const isSilent = conditionsAt(object).conditions.every(({ type }) => hasKnownPolarity(object.ref, type, []));
  if (row?.silent === "healthy" && !isSilent) return "unknown";
  return row?.silent === "progressing" ? awaitedVerdict(object, takenAt) : (row?.silent ?? "unknown");
}
