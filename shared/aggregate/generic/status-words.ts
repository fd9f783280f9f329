import type { KubeObject } from "../../model/object.ts";
import { toList, toRecord, toText, valueAt } from "../../parse/json-value.ts";
import { busyMessage, failedReason } from "../../profiles/condition-reasons.ts";
import {
  acceptanceFlags,
  errorFields,
  failureFields,
  restingFields,
  statusFlags,
  statusWordFields,
  taskKinds,
} from "../../profiles/status-words.ts";
import { statusesInWords } from "./nested-conditions.ts";
import { findWord, type StatusWord, tellsNothing, wordVerdict } from "./word-verdict.ts";

/**
 * The words of a status, in the order of their fields: of the status itself, of its fields that
 * are called so (`reconciliationStatus.state`), and of its texts about a failure.
 */
export function statusWords({ ref, status }: KubeObject): readonly StatusWord[] {
  const fields = toRecord(status) ?? {};
  const message = toText(fields["message"]) || toText(fields["reason"]) || toText(fields["Reason"]);
  const below = Object.entries(fields);
  const own = wordsIn(fields);
  const ofParts = below.flatMap(([name, value]) => wordsOfParts(name, value, ref.kind));
  const hasFailed = failedReason.test(toText(fields["reason"]));
  // Protocol Buffers prefix the values of an enumeration: STATE_SUCCESS.
  const find = (word: string) => findWord(word.replace(/^STATE_/, ""), message, ref.kind);
  return [
    ...own.flatMap(find).map((word) => (word.isResting && hasFailed ? { ...word, ...stoppedByFault } : word)),
    ...below.flatMap(([name, value]) =>
      wordsOfField(name, value)
        .flatMap(find)
        // The verb of a last operation is no step under way.
        .filter(({ isVerb }) => isVerb !== true)
        // What rests by another field, such as `backupStatus: Disabled`, is a part.
        .map((word) => ({ ...word, of: "field" as const, isResting: word.isResting && restingFields.has(name) })),
    ),
    ...ofParts
      .flatMap(find)
      .filter(({ isVerb }) => isVerb !== true)
      .map((word) => ({ ...word, isResting: false, of: "part" as const })),
    ...statusesInWords({ status })
      .flatMap(find)
      .filter(({ isResting }) => !isResting)
      .map((word) => ({ ...word, of: "part" as const })),
    ...generalFailures({ status }),
    ...flagged(fields, message, ref.kind),
    ...reportedErrors(fields),
  ];
}

/** The errors that a status or one of its fields reports; the first of a list. */
function reportedErrors(fields: Readonly<Record<string, unknown>>): readonly StatusWord[] {
  const present = Object.entries(fields).filter(([name]) => !isAboutThePast.test(name));
  const parts = [fields, ...present.map(([, value]) => value)];
  const listed = parts.map((part) => errorText(toList(valueAt(part, ["errors"]))[0]));
  const named = errorFields.flatMap((name) =>
    failureText(errorText(fields[name])).map(
      (word) => ({ ...word, of: name === "lastError" ? "lastError" : "error" }) as const,
    ),
  );
  return [...named, ...listed.flatMap(failureText).map((word) => ({ ...word, of: "error" as const }))];
}

const isAboutThePast = /^(last|previous|old)|history/i;

function errorText(value: unknown): string {
  const text = typeof value === "string" ? value : "";
  return ["message", "description", "errorMessage", "reason"].reduce(
    (found, name) => found || toText(valueAt(value, [name])),
    text,
  );
}

/** What a word of rest tells beside the reason of a failure (Eclipse Che, Inactive). */
const stoppedByFault = { verdict: "degraded", isResting: false } as const;

/** The texts about a failure in the fields that hold one only then. */
export function generalFailures({ status }: Pick<KubeObject, "status">): readonly StatusWord[] {
  return failureFields.flatMap((name) => failureText(toText(valueAt(status, [name]))));
}

const isAboutState = /(status|statuses|state|health|phase|result|operation|summary|summaries)(map)?$/i;

function wordsIn(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return statusWordFields.map((name) => toText(fields[name])).filter((word) => word !== "");
}

/** The words of a field about the state: its text, or those of the object that it holds. */
function wordsOfField(name: string, value: unknown): readonly string[] {
  if (!isAboutState.test(name)) return [];
  if (typeof value === "string") return statusWordFields.includes(name) ? [] : [value];
  return wordsIn(toRecord(value) ?? {});
}

/**
 * The words of the parts that a field holds by name or in a list. Of a field that is not about the state those count that
 * report a fault or work: `process.status` of a StackGres SGBackup. A good one is too little to call the whole good.
 */
function wordsOfParts(name: string, value: unknown, kind: string): readonly string[] {
  const fields = toRecord(value) ?? {};
  if (!isAboutState.test(name)) return isAboutThePast.test(name) ? [] : knownWordsIn(fields, kind);
  if (wordsIn(fields).length > 0) return [];
  // Of `connectorStatus` the connector, and each of its tasks.
  const held = Object.entries(fields).flatMap(([key, item]) => (key === "conditions" ? [] : item));
  const items = Array.isArray(value) ? value : held;
  // The health of all parts, in words that are all good, is evidence (k8gb Gslb, serviceHealth).
  const isWhole =
    /health$/i.test(name) &&
    items.length > 0 &&
    items.every((item) => typeof item === "string" && wordVerdict(item) === "healthy");
  if (isWhole) return items.map(toText);
  return items.flatMap((item) => (typeof item === "string" ? faultWord(item) : wordsIn(toRecord(item) ?? {})));
}

function knownWordsIn(fields: Readonly<Record<string, unknown>>, kind: string): readonly string[] {
  return ["health", "phase", "state", "status"].flatMap((field) => {
    const word = toText(fields[field]);
    if (word === "") return [];
    const verdict = wordVerdict(word, kind);
    return field === "health" || verdict === "degraded" || verdict === "progressing" ? [word] : [];
  });
}

/** A word of a part by its name, `etcd: HealthStatusDown`, where it is a fault: any other text may mean something else. */
function faultWord(text: string): readonly string[] {
  return /^\w+$/.test(text) && wordVerdict(text) === "degraded" ? [text] : [];
}

/** The evidence that a text about a failure is; none where it is empty. */
export function failureText(message: string): readonly StatusWord[] {
  return message === "" || tellsNothing(message)
    ? []
    : [{ verdict: "degraded", isResting: false, trouble: { reason: "", message } }];
}

/**
 * The flags of a status: `healthy: false`. What it is not yet is a fault where an error stands beside it. What has not
 * succeeded may still do so while a word names work, or where nothing else is known of what runs to an end.
 */
function flagged(fields: Readonly<Record<string, unknown>>, message: string, kind: string): readonly StatusWord[] {
  const error = toText(fields["error"]) || toText(valueAt(fields, ["error", "message"]));
  return statusFlags.flatMap(([name, whenFalse]): readonly StatusWord[] => {
    const flag = fields[name];
    if (typeof flag !== "boolean" || (flag && acceptanceFlags.has(name))) return [];
    const trouble = { reason: `${name}: ${flag}`, message: flag ? "" : error || message };
    const notYet = name === "succeeded" && mayStillSucceed(fields, message, kind) ? "progressing" : whenFalse;
    return [{ verdict: flag ? "healthy" : error === "" ? notYet : "degraded", isResting: false, trouble }];
  });
}

function mayStillSucceed(fields: Readonly<Record<string, unknown>>, message: string, kind: string): boolean {
  const words = wordsIn(fields).map((word) => word.replace(/^STATE_/, ""));
  const isAtWork = words.some((word) => /^running$/i.test(word) || wordVerdict(word, kind) === "progressing");
  if (isAtWork || busyMessage.test(message)) return true;
  return taskKinds.test(kind) && message === "" && words.every((word) => wordVerdict(word, kind) === "unknown");
}

/** Whether the spec asks the object to rest: `spec.paused`, `spec.suspend`, `spec.runPolicy.suspend` (Kubeflow). */
export function isPausedBySpec({ raw }: KubeObject): boolean {
  const paths = [["paused"], ["suspend"], ["suspended"], ["disabled"], ["runPolicy", "suspend"]];
  return paths.some((path) => valueAt(raw, ["spec", ...path]) === true);
}
