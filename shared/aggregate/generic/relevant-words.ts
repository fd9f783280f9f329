import type { KubeObject } from "../../model/object.ts";
import type { KindRow } from "../../model/profile.ts";
import type { JudgedCondition } from "../../model/report.ts";
import { reportsHealth } from "../judgement/condition-sense.ts";
import { wordsByRow } from "./row-evidence.ts";
import { statusWords } from "./status-words.ts";
import type { StatusWord } from "./word-verdict.ts";

/**
 * What rests has stopped on purpose, so of its other words only a fault of the object itself counts. Beside conditions an
 * unknown word does not count.
 */
export function relevantWords(
  object: KubeObject,
  conditions: readonly JudgedCondition[],
  row: KindRow | undefined,
): readonly StatusWord[] {
  const read =
    row !== undefined && (row.words ?? row.failures) !== undefined ? wordsByRow(object, row) : statusWords(object);
  const isGood =
    conditions.some(({ sense, status }) => sense === "main" && status === "True") ||
    read.some(({ verdict, of, isResting }) => verdict === "healthy" && of === undefined && !isResting);
  const all = isGood ? read.filter(({ of }) => of !== "error") : read;
  if (all.some((word) => word.isResting))
    return all.filter(({ isResting, of, verdict }) => isResting || (verdict === "degraded" && isOfWhole(of)));
  // A good condition that is not the main one leaves open what the word tells: IntegrationKit of Camel K.
  const isReported = conditions.some((each) => reportsHealth(each) && (each.sense === "main" || each.abnormal));
  // What is on its way has no health yet: OpenSearchCluster PENDING with health "unknown".
  const isOnItsWay = all.some(({ verdict }) => verdict === "progressing");
  // Of what is on its way another word may name the step: KeptnAppVersion Progressing, AppDeploy.
  const isAtWork = all.some((word) => isWorkUnderWay(word) && word.of === undefined);
  const isNothing = ({ verdict, trouble, endsWell }: StatusWord): boolean =>
    verdict === "unknown" &&
    (isReported ||
      isAtWork ||
      (endsWell === true && conditions.some(reportsHealth)) ||
      (isOnItsWay && /^unknown$/i.test(trouble.reason)));
  return all.filter((word) => !isNothing(word));
}

/** Whether a word is about the object itself, and not about one of its parts or fields. */
function isOfWhole(of: StatusWord["of"]): boolean {
  return of === undefined || of === "error";
}

/** "Not Ready" names a state without what is done about it. An inferred word excuses nothing else. */
export function isWorkUnderWay({ verdict, trouble, isGuessed }: StatusWord): boolean {
  return isGuessed !== true && verdict === "progressing" && !/^(not|un).?ready$/i.test(trouble.reason);
}
