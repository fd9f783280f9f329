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
import { listInnerFaults, scheduledRuns } from "./inner-faults.ts";
import { listWordedConditions } from "./nested-conditions.ts";
import { findContradiction, listGeneralFailures, listReportedErrors } from "./reported-errors.ts";
import { flaggedWords, wordsIn } from "./status-flags.ts";
import { isAboutThePast } from "./status-parts.ts";
import { evaluateWord, findWord, type StatusWord } from "./word-verdict.ts";

/**
 * The words of a status, in the order of their fields: of the status itself, of its fields that are called so
 * (`reconciliationStatus.state`), and of its texts about a failure.
 */
export function listStatusWords({ ref, status }: KubeObject): readonly StatusWord[] {
  const fields = toRecord(status) ?? {};
  const message = toText(fields["message"]) || toText(fields["reason"]) || toText(fields["Reason"]);
  const below = Object.entries(fields);
  const ofParts = below.flatMap(([name, value]) => listWordsOfParts(name, value, ref.kind));
  const hasFailed = failedReason.test(toText(fields["reason"]));
  // Protocol Buffers prefix the values of an enumeration: STATE_SUCCESS.
  const find = (word: string) => findWord(word.replace(/^STATE_/, ""), message, ref.kind);
  // The verb of a last operation is no step under way.
  const findState = (word: string) => find(word).filter(({ isVerb }) => isVerb !== true);
  const named = below.flatMap(([name, value]) => (isOwnState(name, ref.kind) ? toText(value) || [] : []));
  const own = [...wordsIn(fields), ...named].flatMap(find);
  const flags = [fields, toRecord(fields["health"]) ?? {}].flatMap((each) => flaggedWords(each, message, ref.kind));
  return [
    ...own.map((word) => (word.isResting && hasFailed ? { ...word, ...stoppedByFault } : word)),
    ...below.flatMap(([name, value]) =>
      (isOwnState(name, ref.kind) ? [] : listWordsOfField(name, value))
        .flatMap(findState)
        // What rests by another field, such as `backupStatus: Disabled`, is a part.
        .map((word) => ({ ...word, of: "field" as const, isResting: word.isResting && restingFields.has(name) })),
    ),
    ...ofParts.flatMap(findState).map((word) => ({ ...word, isResting: false, of: "part" as const })),
    ...listWordedConditions({ status })
      .flatMap(({ word, reason, message }) =>
        find(word).map((found) =>
          message === "" ? found : { ...found, trouble: { reason: reason || word, message } },
        ),
      )
      .filter(({ isResting }) => !isResting)
      .map((word) => ({ ...word, of: "part" as const })),
    ...listGeneralFailures({ status }),
    ...flags,
    ...listReportedErrors(fields),
    ...findContradiction(fields, [...own, ...flags]),
    // Litmus ChaosResult: `experimentStatus.verdict`.
    ...listFailedOutcomes(fields),
    ...below.flatMap(([name, value]) => (stateFieldName.test(name) ? listFailedOutcomes(toRecord(value) ?? {}) : [])),
    ...scheduledRuns(fields, ref.kind),
    ...listInnerFaults(status, ref.kind),
  ];
}

/** The fields with the end of a run that are a fault; any other word, such as a request that was denied, may mean anything. */
function listFailedOutcomes(fields: Fields): readonly StatusWord[] {
  return outcomeFields
    .flatMap((name) => findWord(toText(fields[name]), "", ""))
    .filter(({ verdict, trouble }) => verdict === "degraded" && !/^(denied|rejected)$/i.test(trouble.reason));
}

/** Whether a field is the state of the object by its name: `dbInstanceStatus` of a DBInstance. */
function isOwnState(name: string, kind: string): boolean {
  const [, before = ""] = /^(\w+)(Status|State|Phase)$/.exec(name) ?? [];
  return before !== "" && before.toLowerCase() === kind.toLowerCase();
}

/** What a word of rest tells beside the reason of a failure (Eclipse Che, Inactive). */
const stoppedByFault = { verdict: "degraded", isResting: false } as const;

/** The words of a field about the state: its text, or those of the object that it holds. */
function listWordsOfField(name: string, value: unknown): readonly string[] {
  if (!stateFieldName.test(name) || /^(previous|old|past)(?![a-z])/.test(name)) return [];
  if (typeof value === "string") return statusWordFields.includes(name) ? [] : [value];
  const fields = toRecord(value) ?? {};
  const code = toText(fields["code"]);
  // A code may be of any kind: `OK` and `ERROR` (Kyma APIRule), a number, or the name of a step.
  return [...wordsIn(fields), ...(evaluateWord(code) === "unknown" || evaluateWord(code) === undefined ? [] : [code])];
}

/**
 * The words of the parts that a field holds by name or in a list. Of a field that is not about the state those count that
 * report a fault or work: `process.status` of a StackGres SGBackup. A good one is too little to call the whole good.
 */
function listWordsOfParts(name: string, value: unknown, kind: string): readonly string[] {
  const fields = toRecord(value) ?? {};
  if (!stateFieldName.test(name))
    return isAboutThePast(name)
      ? []
      : [...listKnownWords(fields, kind), ...listKnownWords(toRecord(fields["status"]) ?? {}, kind)];
  if (wordsIn(fields).length > 0) return [];
  // Of `connectorStatus` the connector, and each of its tasks. An interface may be down on purpose (nmstate).
  const held = Object.entries(fields).flatMap(([key, item]) => (/^(conditions|interfaces)$/.test(key) ? [] : item));
  const items = Array.isArray(value) ? value : held;
  // The health of all parts, in words that are all good, is evidence (k8gb Gslb, serviceHealth).
  const isWhole =
    /health$/i.test(name) &&
    items.length > 0 &&
    items.every((item) => typeof item === "string" && evaluateWord(item) === "healthy");
  if (isWhole) return items.map(toText);
  return items.flatMap((item) => (typeof item === "string" ? listFaultWord(item) : wordsIn(toRecord(item) ?? {})));
}

function listKnownWords(fields: Readonly<Record<string, unknown>>, kind: string): readonly string[] {
  return partWordFields.flatMap((field) => {
    const word = toText(fields[field]);
    if (word === "") return [];
    const verdict = evaluateWord(word, kind);
    return field === "health" || verdict === "degraded" || verdict === "progressing" ? [word] : [];
  });
}

/** A word of a part by its name, `etcd: HealthStatusDown`, where it is a fault: any other text may mean something else. */
function listFaultWord(text: string): readonly string[] {
  return /^\w+$/.test(text) && evaluateWord(text) === "degraded" ? [text] : [];
}
