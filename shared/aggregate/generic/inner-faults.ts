import { givenTime } from "../../parse/given-time.ts";
import { type Fields, toText } from "../../parse/json-value.ts";
import { partNoun, pastLists } from "../../tables/part-names.ts";
import { failedEnd, faultMessage } from "../../tables/reasons.ts";
import { endTimes, partWordFields, scheduleKinds, taskKinds } from "../../tables/status-words.ts";
import { listGeneralFailures, listReportedErrors } from "./reported-errors.ts";
import { listFlagWords } from "./status-flags.ts";
import { listStatusParts, type StatusPart } from "./status-parts.ts";
import { evaluateWord, makeFaultWord, makeGoodWord, readStatusWord, type StatusWord } from "./word-verdict.ts";

/**
 * The faults of the parts that a status lists or holds by name, at any depth: `members: [{status: Down}]`,
 * `nodes.a.healthy: false`. Only faults count: any other word of a part may mean anything for the whole. The reason of each
 * fault begins with the path of the part: `members[0].status: Down`.
 */
export function listInnerFaults(status: unknown, kind: string): readonly StatusWord[] {
  const parts = listStatusParts(status).filter(
    ({ depth, names }) => depth > 0 && !names.some((name) => pastLists.test(name) || name === "interfaces"),
  );
  const currentParts = scheduleKinds.test(kind) ? keepNewestRuns(parts) : parts;
  return currentParts.flatMap((part) => {
    if (isPastPart(part, kind)) return [];
    return [...listErrorsOfPart(part), ...listFaultsOfPart(part, kind), ...listFaultsByName(part, kind)];
  });
}

/**
 * Whether a part is over and its faults do not describe the present state:
 * - a node evicted it: an evicted Pod stays in the list,
 * - it has ended well,
 * - it has ended and belongs to a task.
 */
function isPastPart({ fields }: StatusPart, kind: string): boolean {
  if (/^(Evicted|Preempted)$/.test(toText(fields["reason"]))) return true;
  if (givenTime(fields["endedAt"]) === "") return false;
  const hasFailed = partWordFields.some((name) => evaluateWord(toText(fields[name]), kind) === "degraded");
  return taskKinds.test(kind) || !hasFailed;
}

/**
 * Whether one of the names on the way to a part shows that it is a part of the object (`nodes`), and not something that the
 * object examines or routes (`checks`).
 */
function isPartOfObject({ names }: StatusPart): boolean {
  return names.some((name) => partNoun.test(name));
}

/** The errors of a part, otherwise its message if that reports a fault. */
function listErrorsOfPart(part: StatusPart): readonly StatusWord[] {
  const { fields, path } = part;
  const origin = isPartOfObject(part) ? "inner" : "innerError";
  const errors = listReportedErrors(fields).filter((word) => word.origin !== "lastError");
  const failures = listGeneralFailures({ status: fields });
  const words = [...errors, ...failures].map(({ trouble }) => makeFaultWord(path, trouble.message, origin));
  if (words.length > 0) return words;
  // A fault that only a message reports may be over if the whole is ready.
  const message = toText(fields["message"]);
  const isFaulty = isPartOfObject(part) && faultMessage.test(message);
  return isFaulty ? [makeFaultWord(path, message, "innerError")] : [];
}

/** The faults in the words, flags and reason of a part. */
function listFaultsOfPart(part: StatusPart, kind: string): readonly StatusWord[] {
  const { fields, path, isInner } = part;
  const message = toText(fields["message"]) || toText(fields["reason"]);
  // listStatusWords reads the words of the fields directly below the status.
  const words = isInner ? listFaultWords(part, message, kind) : [];
  const hasOnlyReason = isInner && isPartOfObject(part) && words.length === 0;
  const reasons = hasOnlyReason ? listFailedReasons(fields, message, kind) : [];
  const flags = listFlagWords(fields, message, kind).filter((word) => isFlagOfPart(word) && !isUnused(part, word));
  return [...words, ...reasons, ...flags].map(({ verdict, trouble }) => ({
    verdict,
    isResting: false,
    origin: originOfFault(part, trouble),
    trouble: { reason: `${path}.${trouble.reason}`, message: trouble.message },
  }));
}

/** The words of a part that are a fault, with their field: `status: Down`. */
function listFaultWords({ fields, names }: StatusPart, message: string, kind: string): readonly StatusWord[] {
  return partWordFields.flatMap((name): readonly StatusWord[] => {
    const word = readStatusWord(toText(fields[name]), message, kind);
    if (word === undefined) return [];
    const { reason } = word.trouble;
    // A part may have the reason of a failure in place of a word: `status: ImagePullBackOff`.
    const isFailedReason = failedEnd.test(reason);
    if ((!isFailedReason && !isKnownFault(word)) || isWeakWord(reason, names)) return [];
    return [makeFaultWord(`${name}: ${reason}`, word.trouble.message)];
  });
}

function originOfFault(part: StatusPart, { reason }: StatusWord["trouble"]): "inner" | "innerError" | "item" {
  if (isPartOfObject(part)) return "inner";
  return reason.endsWith(": true") ? "innerError" : "item";
}

/** The reason of a part if it is a failure and no word of the part is good (etcd-druid Etcd, UnknownStateTimeout). */
function listFailedReasons(fields: Fields, message: string, kind: string): readonly StatusWord[] {
  const reason = toText(fields["reason"]);
  const isGood = partWordFields.some((name) => evaluateWord(toText(fields[name]), kind) === "healthy");
  return isGood || !failedEnd.test(reason) ? [] : [makeFaultWord(`reason: ${reason}`, message)];
}

/** The faults of parts that are listed by name, `nodes: {a: Up, b: Down}`. Empty if one of the values is no word of a state. */
function listFaultsByName({ fields, path, names }: StatusPart, kind: string): readonly StatusWord[] {
  const lastName = names.at(-1) ?? "";
  // The keys of an item of a list are fields, and no names of parts.
  const isMapOfParts = !path.endsWith("]") && partNoun.test(lastName) && lastName.endsWith("s");
  if (!isMapOfParts) return [];
  const faults: StatusWord[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const word = readStatusWord(readFirstWord(value), "", kind);
    if (word === undefined || word.isInferred === true) return [];
    if (isKnownFault(word)) faults.push(makeFaultWord(`${path}.${name}: ${value}`, "", "inner"));
  }
  return faults;
}

/**
 * The first word of a text, which names the state: `CrashLoopBackOff since 5m` -> `CrashLoopBackOff`. Empty for another value
 * and for a text that begins with no word, or with "failed over", which is no failure.
 */
function readFirstWord(value: unknown): string {
  if (typeof value !== "string") return "";
  const [, word = ""] = /^(?!failed over\b)([\w-]{1,63})(?![^\s:,;(])/i.exec(value) ?? [];
  return word;
}

function isKnownFault({ verdict, isInferred }: StatusWord): boolean {
  return verdict === "degraded" && isInferred !== true;
}

/** Whether a flag is about a part that waits or is kept for later, which need not be ready, and the flag reports no fault. */
function isUnused({ fields }: StatusPart, { verdict, trouble }: StatusWord): boolean {
  if (trouble.reason.endsWith(": true")) return false;
  const isExplained = /\b(standby|spare|idle|inactive|unused|not in use)\b/i.test(trouble.message);
  if (trouble.message !== "" && !isExplained) return false;
  if (fields["inUse"] === false) return true;
  const isWaiting = /^(standby|spare|witness|arbiter)$/i.test(toText(fields["role"])) || fields["active"] === false;
  return isWaiting && verdict === "progressing";
}

/** Whether a flag that is not good is about the part, and not about an action such as `applied: false`. */
function isFlagOfPart({ verdict, trouble }: StatusWord): boolean {
  return verdict !== "healthy" && !/^(applied|successful|succeeded|valid|online|readyToUse)\b/.test(trouble.reason);
}

/** Words of a part that may be as its user wants it. */
const weakWord =
  /^(warning|warn|cancell?ed|aborted|conflict|conflicted|denied|rejected|not_?found|missing|interrupted)$/i;

/** Whether a word of a part may be as its user wants it, such as a step that was cancelled and a token that expired. */
function isWeakWord(word: string, names: readonly string[]): boolean {
  if (/^expired$/i.test(word)) return !names.some((name) => /(certificate|license)s?$/i.test(name));
  return weakWord.test(word);
}

/**
 * A good word for each run of a schedule that was the last and ended well: by the fields of batch/v1 CronJob, otherwise by
 * the newest run of each list. A fault of the newest run is a fault of a part, see {@link listInnerFaults}.
 */
export function listScheduledRuns(fields: Fields, kind: string): readonly StatusWord[] {
  const scheduledAt = givenTime(fields["lastScheduleTime"]);
  const succeededAt = givenTime(fields["lastSuccessfulTime"]);
  if (scheduledAt !== "" && succeededAt !== "" && succeededAt >= scheduledAt) {
    return [makeGoodWord("lastSuccessfulTime", "field")];
  }
  if (!scheduleKinds.test(kind)) return [];
  const newestRuns = keepNewestRuns(listStatusParts(fields)).filter((part) => part.isInner && readEndTime(part) !== "");
  const texts = newestRuns.flatMap((part) => partWordFields.map((name) => toText(part.fields[name])));
  return texts.filter((text) => evaluateWord(text) === "healthy").map((text) => makeGoodWord(text, "field"));
}

/**
 * The parts without the runs that ended before the newest run of their list (Stork MigrationSchedule). A part without an end
 * stays, and so does each item of a list of parts such as `databases`, because they are no runs of one thing.
 */
function keepNewestRuns(parts: readonly StatusPart[]): readonly StatusPart[] {
  const newestEndByList = new Map<string, string>();
  for (const part of parts) {
    const list = part.names.join();
    const end = readEndTime(part);
    if (end > (newestEndByList.get(list) ?? "")) newestEndByList.set(list, end);
  }
  return parts.filter((part) => {
    const end = readEndTime(part);
    const isInListOfParts = partNoun.test(part.names.at(-1) ?? "");
    return end === "" || isInListOfParts || end === newestEndByList.get(part.names.join());
  });
}

/** When a run ended. Empty if no field has that time. */
function readEndTime({ fields }: StatusPart): string {
  return endTimes.map((name) => givenTime(fields[name])).find((time) => time !== "") ?? "";
}
