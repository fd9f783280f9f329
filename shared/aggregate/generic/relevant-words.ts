import type { KubeObject } from "../../model/object.ts";
import type { KindRow } from "../../model/profile.ts";
import type { EvaluatedCondition } from "../../model/report.ts";
import { textAt, toRecord, valueAt } from "../../parse/json-value.ts";
import { taskKinds } from "../../tables/status-words.ts";
import { acceptanceTypes } from "../../tables/type-names.ts";
import { reportsHealth } from "../evaluation/condition-polarity.ts";
import { findBuiltInRow } from "../evaluation/kind-rows.ts";
import { replicaCounts } from "./replica-counts.ts";
import { listWordsByRow } from "./row-evidence.ts";
import { listStatusWords } from "./status-words.ts";
import { evaluateWord, type StatusWord } from "./word-verdict.ts";

/**
 * What rests has stopped on purpose, so of its other words only a fault of the object itself counts. Beside conditions an
 * unknown word does not count.
 */
export function listRelevantWords(
  object: KubeObject,
  conditions: readonly EvaluatedCondition[],
  row: KindRow | undefined,
): readonly StatusWord[] {
  const read = readWords(object, row);
  const isMainTrue = conditions.some(({ polarity, status }) => polarity === "main" && status === "True");
  const good = read.filter(({ verdict, isResting }) => verdict === "healthy" && !isResting);
  const own = good.filter(({ of }) => of === undefined);
  const isGood = isMainTrue || own.length > 0;
  // What runs, or is deployed, may have parts that are not ready yet.
  const isWhole =
    isMainTrue || own.some(({ trouble }) => /^(ready|healthy|available|green)(: true)?$/i.test(trouble.reason));
  const isPast = ({ of, isVerb, isGuessed, verdict }: StatusWord): boolean => {
    if (of === "item" || of === "inner" || of === "innerError") {
      // The failed attempts of a run that ended well are past.
      if (of === "item" && isGood && taskKinds.test(object.ref.kind)) return true;
      if (of === "item") return isGood || good.some((word) => word.of === "field");
      return of === "inner" ? isWhole && verdict !== "degraded" : isMainTrue;
    }
    if (of === "lastError") return isGood || hasSucceededSince(object, conditions);
    return isMainTrue && (isVerb === true || isGuessed === true || of === "error");
  };
  const all = read.filter((word) => !isPast(word));
  if (all.some((word) => word.isResting))
    return all.filter(
      (word) => word.isResting || (word.verdict === "degraded" && (isAboutWhole(word.of) || reportsFailure(word))),
    );
  // A good condition that is not the main one leaves open what the word tells: IntegrationKit of Camel K.
  const isReported = conditions.some((each) => reportsHealth(each) && (each.polarity === "main" || each.abnormal));
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

/** The words by the row of a kind. A row of every kind of a group leaves a kind that has none of its fields to the rules. */
function readWords(object: KubeObject, row: KindRow | undefined): readonly StatusWord[] {
  if (row === undefined || (row.words ?? row.failures) === undefined) return listStatusWords(object);
  const words = listWordsByRow(object, row);
  const isOfAnother = words.length === 0 && row.kind === "*" && row.words !== undefined && row.words.length > 0;
  return isOfAnother ? listStatusWords(object) : [...words, ...listFaultsOfOtherFields(object, row)];
}

/**
 * The words of a fault of the whole in fields that a built-in row does not name: it may be older than they are. A user's
 * row says all.
 */
function listFaultsOfOtherFields(object: KubeObject, { words = [] }: KindRow): readonly StatusWord[] {
  if (words.length === 0 || findBuiltInRow(object.ref)?.words !== words) return [];
  const named = new Set(words.map(({ at }) => at.split(".")[1]));
  const others = Object.entries(toRecord(object.status) ?? {}).filter(([name]) => !named.has(name));
  return listStatusWords({ ...object, status: Object.fromEntries(others) }).filter(
    ({ verdict, of, isGuessed, trouble }) =>
      verdict === "degraded" && of === undefined && isGuessed !== true && trouble.reason !== "",
  );
}

/** Whether a part has failed. What rests may be down, and not ready. */
function reportsFailure({ trouble }: StatusWord): boolean {
  return /fail|error|crash|corrupt|\blost\b/i.test(`${trouble.reason.split(": ").at(-1)} ${trouble.message}`);
}

/** Whether a word is about the object itself, and not about one of its parts or fields. */
function isAboutWhole(of: StatusWord["of"]): boolean {
  return of === undefined || of === "error" || of === "lastError";
}

/** Whether a last error is one of an earlier attempt: all replicas are ready, a condition is good, or an operation. */
function hasSucceededSince(object: KubeObject, conditions: readonly EvaluatedCondition[]): boolean {
  const counts = replicaCounts(object);
  const isWhole = counts !== undefined && counts.ready >= counts.wanted && counts.areUpdated;
  const isGood = conditions.some(
    ({ polarity, status, type }) => polarity === "good" && status === "True" && !acceptanceTypes.test(type),
  );
  const operation = valueAt(object.status, "lastOperation");
  const words = ["state", "status", "phase", "result"].map((name) => textAt(operation, name));
  return isWhole || isGood || words.some((word) => evaluateWord(word) === "healthy");
}

/** "Not Ready" names a state without what is done about it. An inferred word excuses nothing else. */
export function isWorkUnderWay({ verdict, trouble, isGuessed }: StatusWord): boolean {
  return isGuessed !== true && verdict === "progressing" && !/^(not|un).?ready$/i.test(trouble.reason);
}
