import type { KubeObject } from "../../model/object.ts";
import type { KindRow } from "../../model/profile.ts";
import type { EvaluatedCondition } from "../../model/report.ts";
import { textAt, toRecord, valueAt } from "../../parse/json-value.ts";
import { acceptanceTypes } from "../../tables/type-names.ts";
import { reportsHealth } from "../evaluation/condition-polarity.ts";
import { findBuiltInRow } from "../evaluation/kind-rows.ts";
import { readReplicaCounts } from "./replica-counts.ts";
import { listWordsByRow } from "./row-evidence.ts";
import { listStatusWords } from "./status-words.ts";
import { evaluateWord, isGoodWord, type StatusWord } from "./word-verdict.ts";

/**
 * The words of a status that count for the verdict of the object. Omitted are
 * - words about the past, see {@link isPastWord},
 * - for an object at rest, all words but those of the rest and of a fault, because the object has stopped on purpose,
 * - for any other object, an unknown word beside conditions or known work.
 */
export function listRelevantWords(
  object: KubeObject,
  conditions: readonly EvaluatedCondition[],
  row: KindRow | undefined,
): readonly StatusWord[] {
  const words = readWords(object, row);
  const summary = summarizeGoodSigns(words, conditions);
  const currentWords = words.filter((word) => !isPastWord(word, summary, object, conditions));
  if (currentWords.some(({ isResting }) => isResting)) return currentWords.filter(countsAtRest);
  return currentWords.filter((word) => !isOutweighedUnknown(word, currentWords, conditions));
}

/** The signs that an object is healthy. */
interface GoodSigns {
  readonly isMainTrue: boolean;
  /** The main condition is True, or a word of the status itself is good. */
  readonly isGood: boolean;
  /** The main condition is True, or a word reports that the whole is good (`Ready`). `Running` may have parts that are not. */
  readonly isWholeGood: boolean;
  /** A word in a field about the state is good. */
  readonly hasGoodField: boolean;
}

function summarizeGoodSigns(words: readonly StatusWord[], conditions: readonly EvaluatedCondition[]): GoodSigns {
  const isMainTrue = conditions.some(({ polarity, status }) => polarity === "main" && status === "True");
  const goodWords = words.filter(({ verdict, isResting }) => verdict === "healthy" && !isResting);
  const goodOwnWords = goodWords.filter(isGoodWord);
  const hasWordForWhole = goodOwnWords.some(({ trouble }) =>
    /^(ready|healthy|available|green)(: true)?$/i.test(trouble.reason),
  );
  return {
    isMainTrue,
    isGood: isMainTrue || goodOwnWords.length > 0,
    isWholeGood: isMainTrue || hasWordForWhole,
    hasGoodField: goodWords.some(({ origin }) => origin === "field"),
  };
}

/**
 * Whether a word is older than the good signs, and describes the past: a failed attempt of a run that ended well. Which signs
 * are needed depends on where the status has the word.
 */
function isPastWord(
  { origin, isVerb, isInferred, verdict }: StatusWord,
  { isMainTrue, isGood, isWholeGood, hasGoodField }: GoodSigns,
  object: KubeObject,
  conditions: readonly EvaluatedCondition[],
): boolean {
  switch (origin) {
    case "item":
      return isGood || hasGoodField;
    case "inner":
      return isWholeGood && verdict !== "degraded";
    case "innerError":
    case "error":
      return isMainTrue;
    case "lastError":
      return isGood || hasSucceededSince(object, conditions);
    default:
      return isMainTrue && (isVerb === true || isInferred === true);
  }
}

/** Whether a word counts for an object at rest. */
function countsAtRest(word: StatusWord): boolean {
  if (word.isResting) return true;
  return word.verdict === "degraded" && (isAboutWhole(word) || reportsFailure(word));
}

/**
 * Whether a word is unknown and something else reports the state of the object: its main condition, an abnormal condition, or
 * work under way. Another good condition leaves that open (IntegrationKit of Camel K).
 */
function isOutweighedUnknown(
  { verdict, trouble, endsWell }: StatusWord,
  words: readonly StatusWord[],
  conditions: readonly EvaluatedCondition[],
): boolean {
  if (verdict !== "unknown") return false;
  if (conditions.some((each) => reportsHealth(each) && (each.polarity === "main" || each.abnormal))) return true;
  // The unknown word may name a step of the work: `AppDeploy` beside `Progressing` (KeptnAppVersion).
  if (words.some((word) => word.origin === undefined && isWorkUnderWay(word))) return true;
  if (endsWell === true && conditions.some(reportsHealth)) return true;
  // Before the work is done there is no health: `health: unknown` beside `PENDING` (OpenSearchCluster).
  return /^unknown$/i.test(trouble.reason) && words.some((word) => word.verdict === "progressing");
}

/**
 * The words by the row of a kind, otherwise by the general rules. These also read an object that has none of the fields of a
 * row for all kinds of its group (`kind: "*"`).
 */
function readWords(object: KubeObject, row: KindRow | undefined): readonly StatusWord[] {
  if (row === undefined || (row.words === undefined && row.failures === undefined)) return listStatusWords(object);
  const words = listWordsByRow(object, row);
  const hasNoFieldOfRow = words.length === 0 && row.kind === "*" && row.words !== undefined && row.words.length > 0;
  return hasNoFieldOfRow ? listStatusWords(object) : [...words, ...listFaultsOfOtherFields(object, row)];
}

/**
 * The words of a fault of the whole in fields that a built-in row does not name, because a newer release of the kind may have
 * added these fields. Empty for a row of the user, which is complete.
 */
function listFaultsOfOtherFields(object: KubeObject, { words: rows = [] }: KindRow): readonly StatusWord[] {
  if (rows.length === 0 || findBuiltInRow(object.ref)?.words !== rows) return [];
  const namedFields = new Set(rows.map(({ at }) => at.split(".")[1]));
  const otherFields = Object.entries(toRecord(object.status) ?? {}).filter(([name]) => !namedFields.has(name));
  const words = listStatusWords({ ...object, status: Object.fromEntries(otherFields) });
  return words.filter(
    ({ verdict, origin, isInferred, trouble }) =>
      verdict === "degraded" && origin === undefined && isInferred !== true && trouble.reason !== "",
  );
}

/** Whether a word, or its message, reports that a part has failed. `Down` and `NotReady` are no failure of an object at rest. */
function reportsFailure({ trouble }: StatusWord): boolean {
  const word = trouble.reason.split(": ").at(-1);
  return /fail|error|crash|corrupt|\blost\b/i.test(`${word} ${trouble.message}`);
}

/** Whether a word is about the object itself, and not about one of its parts or fields. */
function isAboutWhole({ origin }: StatusWord): boolean {
  return origin === undefined || origin === "error" || origin === "lastError";
}

/**
 * Whether the object has succeeded after a last error: all replicas are ready, a good condition is True, or the last
 * operation went well.
 */
function hasSucceededSince(object: KubeObject, conditions: readonly EvaluatedCondition[]): boolean {
  const counts = readReplicaCounts(object);
  if (counts !== undefined && counts.ready >= counts.wanted && counts.areUpdated) return true;
  const isGood = conditions.some(
    ({ polarity, status, type }) => polarity === "good" && status === "True" && !acceptanceTypes.test(type),
  );
  if (isGood) return true;
  const operation = valueAt(object.status, "lastOperation");
  const operationWords = ["state", "status", "phase", "result"].map((name) => textAt(operation, name));
  return operationWords.some((word) => evaluateWord(word) === "healthy");
}

/** Whether a word of the tables names work. `NotReady` is no such word: it does not report that anything is done. */
export function isWorkUnderWay({ verdict, trouble, isInferred }: StatusWord): boolean {
  return isInferred !== true && verdict === "progressing" && !/^(not|un).?ready$/i.test(trouble.reason);
}
