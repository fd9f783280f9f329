import type { KubeObject } from "../../model/object.ts";
import { type Fields, toRecord, toText } from "../../parse/json-value.ts";
import { failedReason } from "../../tables/reasons.ts";
import {
  outcomeFields,
  partWordFields,
  restingFields,
  stateFieldName,
  statusWordFields,
} from "../../tables/status-words.ts";
import { listInnerFaults, listScheduledRuns } from "./inner-faults.ts";
import { listWordedConditions } from "./nested-conditions.ts";
import { findContradiction, listGeneralFailures, listReportedErrors } from "./reported-errors.ts";
import { listFlagWords, listWordTexts } from "./status-flags.ts";
import { isAboutThePast } from "./status-parts.ts";
import { evaluateWord, readStatusWord, type StatusWord } from "./word-verdict.ts";

/**
 * The words of a status that say how the object is:
 * - of the status itself: `phase: Running`, `state: STATE_SUCCESS`
 * - of its fields about the state: `reconciliationStatus.state`
 * - of parts, conditions, flags, errors and the ends of runs
 */
export function listStatusWords({ ref, status }: KubeObject): readonly StatusWord[] {
  const { kind } = ref;
  const fields = toRecord(status) ?? {};
  const message = toText(fields["message"]) || toText(fields["reason"]) || toText(fields["Reason"]);
  const context = { message, kind };
  const ownWords = listOwnWords(fields, context);
  const flags = [fields, toRecord(fields["health"]) ?? {}].flatMap((each) => listFlagWords(each, message, kind));
  return [
    ...ownWords,
    ...listWordsOfFields(fields, context),
    ...listWordsOfParts(fields, context),
    ...listWordsOfConditions(status, context),
    ...listGeneralFailures({ status }),
    ...flags,
    ...listReportedErrors(fields),
    ...findContradiction(fields, [...ownWords, ...flags]),
    ...listFailedOutcomes(fields),
    ...listScheduledRuns(fields, kind),
    ...listInnerFaults(status, kind),
  ];
}

interface WordContext {
  /** The message of the status. */
  readonly message: string;
  /** The kind of the object. */
  readonly kind: string;
}

/** Reads a text as a word. Protocol Buffers prefix the values of an enumeration: `STATE_SUCCESS` is read as `SUCCESS`. */
function readWord(text: string, { message, kind }: WordContext): StatusWord | undefined {
  return readStatusWord(text.replace(/^STATE_/, ""), message, kind);
}

/** The word of a field or part. Empty for no word, and for a verb, which may name the last operation: `Update`. */
function readState(text: string, context: WordContext): readonly StatusWord[] {
  const word = readWord(text, context);
  return word === undefined || word.isVerb === true ? [] : [word];
}

/** The words of the status itself, and of a field that has the name of the kind. */
function listOwnWords(fields: Fields, context: WordContext): readonly StatusWord[] {
  const texts = [...listWordTexts(fields)];
  for (const [name, value] of Object.entries(fields)) {
    const text = isStateOfKind(name, context.kind) ? toText(value) : "";
    if (text !== "") texts.push(text);
  }
  const hasFailed = failedReason.test(toText(fields["reason"]));
  return texts.flatMap((text): readonly StatusWord[] => {
    const word = readWord(text, context);
    if (word === undefined) return [];
    // Beside the reason of a failure, a word of rest says that the failure stopped the object (Eclipse Che, Inactive).
    const isStoppedByFailure = hasFailed && word.isResting;
    return [isStoppedByFailure ? { ...word, verdict: "degraded", isResting: false } : word];
  });
}

/** Whether a field is the state of the object by its name: `dbInstanceStatus` of a DBInstance. */
function isStateOfKind(name: string, kind: string): boolean {
  const [, prefix = ""] = /^(\w+)(Status|State|Phase)$/.exec(name) ?? [];
  return prefix !== "" && prefix.toLowerCase() === kind.toLowerCase();
}

/** The words of the fields about the state. In `backupStatus: Disabled` only a part rests, and not the object. */
function listWordsOfFields(fields: Fields, context: WordContext): readonly StatusWord[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (isStateOfKind(name, context.kind)) return [];
    const words = listTextsOfField(name, value).flatMap((text) => readState(text, context));
    return words.map(
      (word): StatusWord => ({ ...word, origin: "field", isResting: word.isResting && restingFields.has(name) }),
    );
  });
}

/** The texts of a field about the state: its text, or the texts of the object in it. Empty for another field. */
function listTextsOfField(name: string, value: unknown): readonly string[] {
  if (!stateFieldName.test(name) || /^(previous|old|past)(?![a-z])/.test(name)) return [];
  if (typeof value === "string") return statusWordFields.includes(name) ? [] : [value];
  const fields = toRecord(value) ?? {};
  const texts = [...listWordTexts(fields)];
  // A code may be a word, `OK` and `ERROR` (Kyma APIRule), but also a number or the name of a step.
  const code = toText(fields["code"]);
  if ((evaluateWord(code) ?? "unknown") !== "unknown") texts.push(code);
  return texts;
}

function listWordsOfParts(fields: Fields, context: WordContext): readonly StatusWord[] {
  const texts = Object.entries(fields).flatMap(([name, value]) => listTextsOfParts(name, value, context.kind));
  return texts
    .flatMap((text) => readState(text, context))
    .map((word): StatusWord => ({ ...word, isResting: false, origin: "part" }));
}

/**
 * The texts of the parts that a field has by name or in a list. For a field that is not about the state only the texts that
 * report a fault or work count, as `process.status` of a StackGres SGBackup: a good part does not make the whole good.
 */
function listTextsOfParts(name: string, value: unknown, kind: string): readonly string[] {
  const fields = toRecord(value) ?? {};
  if (!stateFieldName.test(name)) {
    if (isAboutThePast(name)) return [];
    return [...listKnownTexts(fields, kind), ...listKnownTexts(toRecord(fields["status"]) ?? {}, kind)];
  }
  if (listWordTexts(fields).length > 0) return [];

  // `connectorStatus` has the connector by name, and a list of its tasks. An interface may be down on purpose (nmstate).
  const namedParts = Object.entries(fields).flatMap(([key, item]) =>
    /^(conditions|interfaces)$/.test(key) ? [] : item,
  );
  const parts: readonly unknown[] = Array.isArray(value) ? value : namedParts;
  // A health of all parts that is good in all of them makes the whole good (k8gb Gslb, serviceHealth).
  const areAllGood = parts.every((part) => typeof part === "string" && evaluateWord(part) === "healthy");
  if (/health$/i.test(name) && parts.length > 0 && areAllGood) return parts.map(toText);
  return parts.flatMap((part) => {
    if (typeof part !== "string") return listWordTexts(toRecord(part) ?? {});
    return isFaultText(part) ? [part] : [];
  });
}

function listKnownTexts(fields: Fields, kind: string): readonly string[] {
  return partWordFields.flatMap((field) => {
    const text = toText(fields[field]);
    if (text === "") return [];
    const verdict = evaluateWord(text, kind);
    return field === "health" || verdict === "degraded" || verdict === "progressing" ? [text] : [];
  });
}

/** Whether the text of a named part is a fault, `etcd: HealthStatusDown`. Any other text may mean anything. */
function isFaultText(text: string): boolean {
  return /^\w+$/.test(text) && evaluateWord(text) === "degraded";
}

/** The words that conditions have in place of the three statuses: `Established`. */
function listWordsOfConditions(status: unknown, context: WordContext): readonly StatusWord[] {
  return listWordedConditions({ status }).flatMap(({ word: text, reason, message }): readonly StatusWord[] => {
    const word = readWord(text, context);
    if (word === undefined || word.isResting) return [];
    const trouble = message === "" ? word.trouble : { reason: reason || text, message };
    return [{ ...word, trouble, origin: "part" }];
  });
}

/**
 * The ends of runs that are a fault, in the status and in its fields about the state: `experimentStatus.verdict: Fail` of a
 * Litmus ChaosResult.
 */
function listFailedOutcomes(fields: Fields): readonly StatusWord[] {
  const stateFields = Object.entries(fields).flatMap(([name, value]) =>
    stateFieldName.test(name) ? [toRecord(value) ?? {}] : [],
  );
  const texts = [fields, ...stateFields].flatMap((each) => outcomeFields.map((name) => toText(each[name])));
  return texts.flatMap((text) => {
    const word = readStatusWord(text, "", "");
    // A user may have denied a request on purpose.
    const isFault = word?.verdict === "degraded" && !/^(denied|rejected)$/i.test(word.trouble.reason);
    return isFault ? [word] : [];
  });
}
