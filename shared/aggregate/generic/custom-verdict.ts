import type { KubeObject } from "../../model/object.ts";
import type { JudgedCondition, ReportNode, Trouble } from "../../model/report.ts";
import { compareVerdicts, type Verdict, worstVerdict } from "../../model/verdict.ts";
import { acceptanceTypes } from "../../profiles/condition-senses.ts";
import { genericProfile } from "../../profiles/generic.ts";
import { troubleFromCondition } from "../core/object-health.ts";
import { judgeConditions, reportsHealth } from "../judgement/condition-sense.ts";
import { customConditionVerdict } from "./condition-verdict.ts";
import { nestedConditions } from "./nested-conditions.ts";
import { replicaCounts } from "./replica-counts.ts";
import { isPausedBySpec, type StatusWord, statusWords } from "./status-words.ts";

/** One piece of evidence in the status of a custom resource. */
interface Evidence {
  readonly verdict: Verdict;
  readonly trouble?: Trouble;
}

/** The verdict of a custom resource by its status, with what makes it so where that is no condition of its own. */
export interface CustomHealth {
  readonly verdict: Verdict;
  readonly facts: ReportNode["facts"];
  readonly trouble?: Trouble;
}

/**
 * The verdict of a custom resource of a kind without a rule: the worst of its conditions, of those one level deeper, of
 * the words of its status and of its replica counts. Unknown where none of them is known.
 */
export function judgeCustom(object: KubeObject, conditions: readonly JudgedCondition[], takenAt: string): CustomHealth {
  const all = statusWords(object);
  // What rests has stopped on purpose, so its other words tell nothing.
  const resting = all.filter((word) => word.isResting);
  const isReported = conditions.some(reportsHealth);
  // A condition tells what a word means that no table has.
  const words = resting.length > 0 ? resting : all.filter(({ verdict }) => !isReported || verdict !== "unknown");
  const nested = judgeConditions(genericProfile, object, nestedConditions(object), true).filter(reportsHealth);
  const counts = replicaCounts(object);
  const setting = {
    isMainTrue: conditions.some(({ sense, status }) => sense === "main" && status === "True"),
    isBusy: conditions.some(isUnderWay) || words.some(({ verdict }) => verdict === "progressing"),
    takenAt,
  };
  const own = conditions.map((condition) => customConditionVerdict(condition, setting));
  const evidence: readonly Evidence[] = [
    ...words,
    ...nested.map((condition) => ({
      verdict: customConditionVerdict(condition, setting),
      trouble: troubleFromCondition(condition),
    })),
    ...shortage(counts),
  ];
  const isProven = (condition: JudgedCondition): boolean =>
    reportsHealth(condition) && (condition.status !== "True" || !acceptanceTypes.test(condition.type));
  const isKnown = conditions.some(isProven) || evidence.length > 0;
  const found = worstVerdict([...own, ...evidence.map(({ verdict }) => verdict), isKnown ? "healthy" : "unknown"]);
  const verdict = isResting(object, words) && compareVerdicts(found, "unknown") >= 0 ? "healthy" : found;
  const worst = evidence.find((each) => each.verdict === verdict && verdict !== "healthy");
  const isOwn = own.includes(verdict);
  const trouble = worst !== undefined && !isOwn ? worst.trouble : undefined;
  return {
    verdict,
    facts: counts === undefined ? {} : { ready: `${counts.ready}/${counts.wanted}` },
    ...(trouble === undefined ? {} : { trouble }),
  };
}

/** Flux marks a retry after a failure, which is no progress. */
function isUnderWay({ sense, status, reason }: JudgedCondition): boolean {
  return sense === "busy" && status === "True" && !reason.endsWith("WithRetry");
}

function shortage(counts: ReturnType<typeof replicaCounts>): readonly Evidence[] {
  if (counts === undefined) return [];
  const isWhole = counts.ready >= counts.wanted && counts.areUpdated;
  return [{ verdict: isWhole ? "healthy" : "progressing", trouble: { reason: "", message: "" } }];
}

function isResting(object: KubeObject, words: readonly StatusWord[]): boolean {
  return isPausedBySpec(object) || words.some((word) => word.isResting);
}
