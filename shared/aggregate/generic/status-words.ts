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

/** Protocol Buffers prefix the values of an enumeration: `STATE_SUCCESS` -> `SUCCESS`. */
function readWord(text: string, { message, kind }: WordContext): StatusWord | undefined {
  return readStatusWord(text.replace(/^STATE_/, ""), message, kind);
}

/** A word of a field or part. The verb of a last operation is no step under way. */
function readState(text: string, context: WordContext): readonly StatusWord[] {
  const word = readWord(text, context);
  return word === undefined || word.isVerb === true ? [] : [word];
}

/** The words of the status itself, and of a field that is called like the kind. */
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
    // A word of rest beside the reason of a failure: the object was stopped by the failure (Eclipse Che, Inactive).
    const isStoppedByFailure = hasFailed && word.isResting;
    return [isStoppedByFailure ? { ...word, verdict: "degraded", isResting: false } : word];
  });
}

/** Whether a field is the state of the object by its name: `dbInstanceStatus` of a DBInstance. */
function isStateOfKind(name: string, kind: string): boolean {
  const [, prefix = ""] = /^(\w+)(Status|State|Phase)$/.exec(name) ?? [];
  return prefix !== "" && prefix.toLowerCase() === kind.toLowerCase();
}

/** The words of the fields about the state. What rests by another field, `backupStatus: Disabled`, is a part. */
function listWordsOfFields(fields: Fields, context: WordContext): readonly StatusWord[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (isStateOfKind(name, context.kind)) return [];
    const words = listTextsOfField(name, value).flatMap((text) => readState(text, context));
    return words.map(
      (word): StatusWord => ({ ...word, origin: "field", isResting: word.isResting && restingFields.has(name) }),
    );
  });
}

/** The texts of a field about the state: its own, or those of the object that it holds. */
function listTextsOfField(name: string, value: unknown): readonly string[] {
  if (!stateFieldName.test(name) || /^(previous|old|past)(?![a-z])/.test(name)) return [];
  if (typeof value === "string") return statusWordFields.includes(name) ? [] : [value];
  const fields = toRecord(value) ?? {};
  const texts = listWordTexts(fields);
  // A code may be of any kind: `OK` and `ERROR` (Kyma APIRule), a number, or the name of a step.
  const code = toText(fields["code"]);
  const codeVerdict = evaluateWord(code);
  return codeVerdict === undefined || codeVerdict === "unknown" ? texts : [...texts, code];
}

function listWordsOfParts(fields: Fields, context: WordContext): readonly StatusWord[] {
  const texts = Object.entries(fields).flatMap(([name, value]) => listTextsOfParts(name, value, context.kind));
  return texts
    .flatMap((text) => readState(text, context))
    .map((word): StatusWord => ({ ...word, isResting: false, origin: "part" }));
}

/**
 * The texts of the parts that a field holds by name or in a list. Of a field that is not about the state those count that
 * report a fault or work: `process.status` of a StackGres SGBackup. A good one is too little to call the whole good.
 */
function listTextsOfParts(name: string, value: unknown, kind: string): readonly string[] {
  const fields = toRecord(value) ?? {};
  if (!stateFieldName.test(name)) {
    if (isAboutThePast(name)) return [];
    return [...listKnownTexts(fields, kind), ...listKnownTexts(toRecord(fields["status"]) ?? {}, kind)];
  }
  if (listWordTexts(fields).length > 0) return [];

  // Of `connectorStatus` the connector, and each of its tasks. An interface may be down on purpose (nmstate).
  const namedParts = Object.entries(fields).flatMap(([key, item]) =>
    /^(conditions|interfaces)$/.test(key) ? [] : item,
  );
  const parts: readonly unknown[] = Array.isArray(value) ? value : namedParts;
  // The health of all parts, in words that are all good, is evidence (k8gb Gslb, serviceHealth).
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

/** Whether the text of a part by its name, `etcd: HealthStatusDown`, is a fault: any other text may mean something else. */
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

/** The ends of runs that are a fault, of the status and of its fields about the state: Litmus ChaosResult, `experimentStatus.verdict`. */
function listFailedOutcomes(fields: Fields): readonly StatusWord[] {
  const stateFields = Object.entries(fields).flatMap(([name, value]) =>
    stateFieldName.test(name) ? [toRecord(value) ?? {}] : [],
  );
  const texts = [fields, ...stateFields].flatMap((each) => outcomeFields.map((name) => toText(each[name])));
  return texts.flatMap((text) => {
    const word = readStatusWord(text, "", "");
    // A request that was denied may be as its user wants it.
    const isFault = word?.verdict === "degraded" && !/^(denied|rejected)$/i.test(word.trouble.reason);
    return isFault ? [word] : [];
  });
}
