import { givenTime } from "../../parse/given-time.ts";
import { type Fields, toText } from "../../parse/json-value.ts";
import { partNoun, pastLists } from "../../tables/part-names.ts";
import { failedEnd, faultMessage } from "../../tables/reasons.ts";
import { endTimes, partWordFields, scheduleKinds, taskKinds } from "../../tables/status-words.ts";
import { listGeneralFailures, listReportedErrors } from "./reported-errors.ts";
import { flaggedWords } from "./status-flags.ts";
import { type StatusPart, statusParts } from "./status-parts.ts";
import { evaluateWord, findWord, type StatusWord } from "./word-verdict.ts";

/**
 * The faults of what a status lists or holds by name, at any depth: `members: [{status: Down}]`, `nodes.a.healthy:
 * false`. Only words that are a fault count: any other of a part may mean anything for the whole. Each is named by where
 * it stands.
 */
export function listInnerFaults(status: unknown, kind: string): readonly StatusWord[] {
  const parts = statusParts(status).filter(
    ({ depth, names }) => depth > 0 && !names.some((name) => pastLists.test(name) || name === "interfaces"),
  );
  const present = scheduleKinds.test(kind) ? newestRuns(parts) : parts;
  return present.flatMap((part) =>
    isPastPart(part, kind)
      ? []
      : [...listErrorsOfPart(part), ...listFaultsOfPart(part, kind), ...listFaultsByName(part, kind)],
  );
}

/** Whether a part has ended, and well but in a task, or gave way: pods that a node evicted stay in the list. */
function isPastPart({ fields }: StatusPart, kind: string): boolean {
  const hasFailed = partWordFields.some((name) => evaluateWord(toText(fields[name]), kind) === "degraded");
  const hasEnded = givenTime(fields["endedAt"]) !== "" && (taskKinds.test(kind) || !hasFailed);
  return hasEnded || /^(Evicted|Preempted)$/.test(toText(fields["reason"]));
}

function listErrorsOfPart(part: StatusPart): readonly StatusWord[] {
  const of = isPart(part) ? "inner" : "innerError";
  const errors = listReportedErrors(part.fields).filter((word) => word.of !== "lastError");
  const reported = [...errors, ...listGeneralFailures({ status: part.fields })].map(
    ({ trouble }) => ({ ...trouble, of }) as const,
  );
  // What a message alone tells may be over where the whole is ready.
  const message = toText(part.fields["message"]);
  const isFaulty = reported.length === 0 && isPart(part) && faultMessage.test(message);
  return [...reported, ...(isFaulty ? [{ message, of: "innerError" } as const] : [])].map((each) => ({
    verdict: "degraded",
    isResting: false,
    of: each.of,
    trouble: { reason: part.path, message: each.message },
  }));
}

function listFaultsOfPart(part: StatusPart, kind: string): readonly StatusWord[] {
  const { fields, path, isInner, names } = part;
  const message = toText(fields["message"]) || toText(fields["reason"]);
  // The words of a field of the status are read with its own.
  const words = (isInner ? partWordFields : []).flatMap((name) =>
    findWord(toText(fields[name]), message, kind)
      .map((word) => (failedEnd.test(word.trouble.reason) ? { ...word, ...fault } : word))
      .filter((word) => isFault(word) && !isWeak(word.trouble.reason, names))
      .map((word) => ({ ...word, trouble: { ...word.trouble, reason: `${name}: ${word.trouble.reason}` } })),
  );
  const flags = flaggedWords(fields, message, kind).filter((word) => isFlagOfPart(word) && !isUnused(part, word));
  const reasons = isInner && isPart(part) && words.length === 0 ? listFailedReasons(fields, message, kind) : [];
  return [...words, ...reasons, ...flags].map(({ verdict, trouble }) => ({
    verdict,
    isResting: false,
    of: weightOfFault(part, trouble),
    trouble: { reason: `${path}.${trouble.reason}`, message: trouble.message },
  }));
}

function weightOfFault(part: StatusPart, { reason }: StatusWord["trouble"]): "inner" | "innerError" | "item" {
  if (isPart(part)) return "inner";
  return reason.endsWith(": true") ? "innerError" : "item";
}

/** The reason of a part where it is a failure and no word of the part is good (etcd-druid Etcd, UnknownStateTimeout). */
function listFailedReasons(fields: Fields, message: string, kind: string): readonly StatusWord[] {
  const reason = toText(fields["reason"]);
  const isGood = partWordFields.some((name) => evaluateWord(toText(fields[name]), kind) === "healthy");
  if (isGood || !failedEnd.test(reason)) return [];
  return [{ verdict: "degraded", isResting: false, trouble: { reason: `reason: ${reason}`, message } }];
}

/** The words of parts by their names, `nodes: {a: Up, b: Down}`, where all are words of a state. */
function listFaultsByName({ fields, path, names }: StatusPart, kind: string): readonly StatusWord[] {
  const entries = Object.entries(fields);
  const last = names.at(-1) ?? "";
  // An item of a list has fields, and no names of parts.
  if (
    path.endsWith("]") ||
    !(partNoun.test(last) && last.endsWith("s")) ||
    !entries.every(([, value]) => readFirstWord(value) !== "")
  )
    return [];
  const words = entries.flatMap(([name, value]) =>
    findWord(readFirstWord(value), "", kind).map((word) => ({
      ...word,
      trouble: { reason: `${path}.${name}: ${value}`, message: "" },
    })),
  );
  const isOfStates = words.length === entries.length && words.every(({ isGuessed }) => isGuessed !== true);
  return isOfStates ? words.filter(isFault).map((word) => ({ ...word, of: "inner" })) : [];
}

/** The first word of a text, which names the state: `CrashLoopBackOff since 5m`; empty where it begins with none. */
function readFirstWord(value: unknown): string {
  return /^(?!failed over\b)([\w-]{1,63})(?![^\s:,;(])/i.exec(typeof value === "string" ? value : "")?.[1] ?? "";
}

function isFault({ verdict, isGuessed }: StatusWord): boolean {
  return verdict === "degraded" && isGuessed !== true;
}

/** The reason of a failure in place of a word: `status: ImagePullBackOff`. */
const fault = { verdict: "degraded", isGuessed: false } as const;

/** Whether one of the names on the way to it is that of a part of the object, and not of what it examines or routes. */
function isPart({ names }: StatusPart): boolean {
  return names.some((name) => partNoun.test(name));
}

/** What waits, or is kept for later, need not be ready, unless it reports a fault. */
function isUnused({ fields }: StatusPart, { verdict, trouble }: StatusWord): boolean {
  if (trouble.reason.endsWith(": true")) return false;
  if (trouble.message !== "" && !/\b(standby|spare|idle|inactive|unused|not in use)\b/i.test(trouble.message))
    return false;
  const waits = /^(standby|spare|witness|arbiter)$/i.test(toText(fields["role"])) || fields["active"] === false;
  return (waits && verdict === "progressing") || fields["inUse"] === false;
}

/** Flags of other names may tell of one action: `applied: false`. */
function isFlagOfPart({ verdict, trouble }: StatusWord): boolean {
  return verdict !== "healthy" && !/^(applied|successful|succeeded|valid|online|readyToUse)\b/.test(trouble.reason);
}

/** Words of a part that may be as its user wants it, such as a step that was cancelled and a token that expired. */
function isWeak(word: string, names: readonly string[]): boolean {
  if (/^expired$/i.test(word)) return !names.some((name) => /(certificate|license)s?$/i.test(name));
  return /^(warning|warn|cancell?ed|aborted|conflict|conflicted|denied|rejected|not_?found|missing|interrupted)$/i.test(
    word,
  );
}

/**
 * The evidence that the runs of a schedule are: the last one that was due ended well, by the fields of batch/v1 CronJob, or
 * the newest of a list did. A fault of the newest counts as any other fault of a part.
 */
export function scheduledRuns(fields: Fields, kind: string): readonly StatusWord[] {
  const [due, ended] = ["lastScheduleTime", "lastSuccessfulTime"].map((name) => givenTime(fields[name]));
  if (due && ended && ended >= due) return [goodRun("lastSuccessfulTime")];
  if (!scheduleKinds.test(kind)) return [];
  const newest = newestRuns(statusParts(fields)).filter((part) => part.isInner && endOf(part) !== "");
  const words = newest.flatMap((part) => partWordFields.map((name) => toText(part.fields[name])));
  return words.filter((word) => evaluateWord(word) === "healthy").map(goodRun);
}

function goodRun(reason: string): StatusWord {
  return { verdict: "healthy", isResting: false, of: "field", trouble: { reason, message: "" } };
}

/**
 * The runs without those that another of the same list outran, which has ended since (Stork MigrationSchedule). A list of
 * parts, `databases`, holds one of each.
 */
function newestRuns(parts: readonly StatusPart[]): readonly StatusPart[] {
  const newest = new Map<string, string>();
  for (const part of parts) {
    const list = part.names.join();
    if (endOf(part) > (newest.get(list) ?? "")) newest.set(list, endOf(part));
  }
  const isOfParts = ({ names }: StatusPart): boolean => partNoun.test(names.at(-1) ?? "");
  return parts.filter((part) => endOf(part) === "" || isOfParts(part) || endOf(part) === newest.get(part.names.join()));
}

function endOf({ fields }: StatusPart): string {
  return endTimes.map((name) => givenTime(fields[name])).find((time) => time !== "") ?? "";
}
