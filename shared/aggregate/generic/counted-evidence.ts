import { capitalize, uncapitalize } from "../../model/capitalize.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { type Fields, generationNumber, toText } from "../../parse/json-value.ts";
import { faultCountName, inUseNames, lastingPartNoun, partNoun } from "../../tables/part-names.ts";
import { taskKinds } from "../../tables/status-words.ts";
import { filledFacts } from "../core/object-health.ts";
import type { Evidence } from "./custom-evidence.ts";
import { type ReplicaCounts, readReplicaCounts, readTaskCounts, sumCountsBelow } from "./replica-counts.ts";
import type { EvaluatedCounts } from "./row-evidence.ts";
import { listStatusParts, type StatusPart } from "./status-parts.ts";

/** The largest `size` that is a number of parts. A larger one is a number of bytes. */
const maxPartsBySize = 10_000;

/**
 * The counts of an object of a kind without a row: those of a task, otherwise those of its replicas and those by other names
 * (see {@link findNamedCounts}).
 *
 * @param isProvenElsewhere whether something else proves that the object is ready
 */
export function listGeneralCounts(object: KubeObject, isProvenElsewhere: boolean): readonly EvaluatedCounts[] {
  const isTask = taskKinds.test(object.ref.kind);
  const taskCounts = isTask ? readTaskCounts(object) : undefined;
  if (taskCounts !== undefined) {
    return [{ counts: taskCounts, verdictIfShort: taskCounts.hasFailed ? "degraded" : "progressing" }];
  }
  const evaluatedCounts: EvaluatedCounts[] = [];
  const replicas = readReplicaCounts(object, isProvenElsewhere) ?? sumCountsBelow(object);
  if (replicas !== undefined) evaluatedCounts.push({ counts: replicas, verdictIfShort: "progressing" });
  const namedCounts = isTask ? undefined : findNamedCounts(object);
  if (namedCounts !== undefined) {
    evaluatedCounts.push({ counts: namedCounts, verdictIfShort: "progressing", names: namedCounts.names });
  }
  return evaluatedCounts;
}

/** The counts as evidence: healthy where as many are ready as wanted. */
export function evaluateCounts(evaluated: EvaluatedCounts): Evidence {
  return {
    verdict: isShort(evaluated) ? evaluated.verdictIfShort : "healthy",
    trouble: { reason: evaluated.names ?? "", message: "" },
  };
}

function isShort({ counts }: EvaluatedCounts): boolean {
  return counts.ready < counts.wanted || !counts.areUpdated;
}

/** The facts to show: the first counts that are short, otherwise the first, and whether the object rests. */
export function countFacts(counts: readonly EvaluatedCounts[], isAtRest: boolean): ReportNode["facts"] {
  const shown = (counts.find(isShort) ?? counts[0])?.counts;
  return filledFacts({
    ready: shown === undefined ? undefined : `${shown.ready}/${shown.wanted}`,
    paused: isAtRest ? "true" : undefined,
  });
}

/**
 * The parts that a status counts as absent (progressing) or failed (degraded), except failures that may be over:
 * - A task may try again. Its failures count only once it has ended, and only the failures of what it acts on, such as nodes.
 * - If the main condition is True, Pods that failed may have been replaced: the status still counts an evicted Pod.
 */
export function listCountedFaults(object: KubeObject, isMainTrue: boolean, isEnded: boolean): readonly Evidence[] {
  const isTask = taskKinds.test(object.ref.kind);
  const isPastFailure = ({ isFailure, noun }: CountedFault): boolean => {
    if (!isFailure) return false;
    const mayBeRetried = isTask && !(isEnded && lastingPartNoun.test(noun));
    return mayBeRetried || (isMainTrue && /[pP]ods$/.test(noun));
  };
  return readCountedFaults(object)
    .filter((fault) => !isPastFailure(fault))
    .map(({ name, count, isFailure }) => ({
      verdict: isFailure ? "degraded" : "progressing",
      trouble: { reason: `${name}: ${count}`, message: "" },
    }));
}

/** A field of a status that counts or lists parts that are absent or failed: `unavailableReplicas: 2`, `failedNodes: [b]`. */
interface CountedFault {
  readonly name: string;
  /** What the field counts: `Nodes`. Empty where its name does not contain it. */
  readonly noun: string;
  readonly count: number;
  readonly isFailure: boolean;
}

/**
 * The fields of a status, and of the objects in it, that count absent or failed parts: `failedNodes: [b]`. Fields that count
 * none are omitted, and so are counts of things that are no parts. These may only grow and describe the past:
 * `failedChecks`, `failedLogins`.
 */
function readCountedFaults({ status }: Pick<KubeObject, "status">): readonly CountedFault[] {
  const parts = listStatusParts(status).filter(({ depth }) => depth <= 1);
  return parts.flatMap(({ fields, path }) =>
    Object.entries(fields).flatMap(([field, value]): readonly CountedFault[] => {
      // The state stands before the noun in `failedNodes`, and behind it in `nodesFailed`.
      const { start, noun, of: nounBefore, end } = faultCountName.exec(field)?.groups ?? {};
      const state = end ?? start ?? "";
      const countedNoun = noun ?? nounBefore ?? "";
      const isCountOfParts = /^number(Unavailable|NotReady)$/.test(field) || partNoun.test(countedNoun);
      const count = isCountOfParts ? countItems(value) : 0;
      if (count === 0) return [];
      const isFailure = !/^(unavailable|notReady|unready|missing)?$/i.test(state);
      return [{ name: path === "" ? field : `${path}.${field}`, noun: countedNoun, count, isFailure }];
    }),
  );
}

function countItems(value: unknown): number {
  return Array.isArray(value) ? value.length : (generationNumber(value) ?? 0);
}

/** Two counts with the names that they have in the status: `readyMembers: 1, members: 3`. */
interface NamedCounts extends ReplicaCounts {
  readonly names: string;
}

/**
 * The counts of a status, and of the objects in it, by the names that operators give them: `desiredNumber` and
 * `availableNumber` (Kernel Module Management), `desiredShards` and `readyShards` (Vitess), `members` and `readyMembers`,
 * `size` and `ready`. Several may count the same parts, so only the one with the smallest ready share is returned. Undefined
 * without counts.
 */
function findNamedCounts({ status }: Pick<KubeObject, "status">): NamedCounts | undefined {
  const parts = listStatusParts(status).filter(({ depth }) => depth <= 2);
  const counts = parts.flatMap((part) => [...readDaemonSetCounts(part), ...listCountsOfPart(part)]);
  const [leastReady] = counts.toSorted((a, b) => readyShare(a) - readyShare(b));
  return leastReady;
}

function readyShare({ ready, wanted }: NamedCounts): number {
  return ready / wanted;
}

/** The counts of a DaemonSet that a status repeats (Submariner, gatewayDaemonSetStatus; kubernetes/api, apps/v1). */
function readDaemonSetCounts({ fields, path, depth }: StatusPart): readonly NamedCounts[] {
  const wanted = generationNumber(fields["desiredNumberScheduled"]) ?? 0;
  const ready = generationNumber(fields["numberReady"]);
  if (depth === 0 || wanted === 0 || ready === undefined) return [];
  const names = `${path}.numberReady: ${ready}, desiredNumberScheduled: ${wanted}`;
  return [{ wanted, ready, areUpdated: true, names }];
}

/** The counts of one part of a status whose names begin or end with a word for ready. */
function listCountsOfPart(part: StatusPart): readonly NamedCounts[] {
  return Object.keys(part.fields).flatMap((field) => {
    const name = parseReadyName(field);
    return name === undefined ? [] : readNamedCounts(part, field, name);
  });
}

/** `readyMembers` and `membersReady` -> `{ state: "ready", noun: "Members" }`. Undefined for another name. */
function parseReadyName(field: string): ReadyName | undefined {
  const [, state, noun = ""] = /^(ready|available|reconciled|healthy)([A-Z]\w*)?$/.exec(field) ?? [];
  if (state !== undefined) return { state, noun };
  const [, nounBefore] = /^([a-z]\w*)Ready$/.exec(field) ?? [];
  return nounBefore === undefined ? undefined : { state: "ready", noun: capitalize(nounBefore) };
}

interface ReadyName {
  readonly state: string;
  /** What is counted, with a capital letter; empty where the name does not contain it. */
  readonly noun: string;
}

/** The count in the field of a part with the count that is wanted, from another field or from the same text (`1/3`). */
function readNamedCounts(part: StatusPart, readyField: string, { state, noun }: ReadyName): readonly NamedCounts[] {
  const { fields, path } = part;
  const prefix = path === "" ? "" : `${path}.`;
  const isList = Array.isArray(fields[readyField]);
  const ready = readCount(fields[readyField], isList);
  if (ready === undefined) {
    return state === "available" ? [] : readFraction(fields[readyField], `${prefix}${readyField}`);
  }
  if (!isCountOfParts(part, state, noun)) return [];
  const wantedField = listWantedFields(state, noun).find((field) =>
    isCountOfWanted(field, readCount(fields[field], isList)),
  );
  if (wantedField === undefined) return [];
  const wanted = readCount(fields[wantedField], isList) ?? 0;
  if (wanted === 0) return [];
  // Without a ready node no node is in use, whatever the status counts.
  const inUse = noun === "" || ready > 0 ? countInUse(fields, noun) : 0;
  const names = `${prefix}${readyField}: ${ready}, ${wantedField}: ${wanted}`;
  return [{ wanted, ready: Math.min(wanted, ready + inUse), areUpdated: true, names }];
}

/** Whether a count is one of parts, by its name: seats, addresses and gigabytes are none. */
function isCountOfParts({ depth, names }: StatusPart, state: string, noun: string): boolean {
  if (noun !== "") return noun === "Number" || partNoun.test(noun);
  return (depth === 0 && state === "ready") || names.slice(-2).some((name) => partNoun.test(name));
}

/** The fields that may have the wanted count: `desiredMembers`, `totalMembers`, `expectedMembers`, `membersTotal`, `members`. */
function listWantedFields(state: string, noun: string): readonly string[] {
  // Of seats or addresses, `total` counts all and `available` those that are free.
  if (state === "available") return [`desired${noun}`];
  const fields = [`desired${noun}`, `total${noun}`, `expected${noun}`];
  if (noun === "") return [...fields, "size", "replicas"];
  const plainNoun = uncapitalize(noun);
  fields.push(`${plainNoun}Total`);
  // What `replicas` of a status means, readReplicaCounts decides.
  if (noun !== "Replicas") fields.push(plainNoun);
  return fields;
}

function isCountOfWanted(field: string, count: number | undefined): boolean {
  return count !== undefined && (field !== "size" || count < maxPartsBySize);
}

/** Parts in use, which are not counted as ready: `standby: 3`, `allocatedNodes: 2`. */
function countInUse(fields: Fields, noun: string): number {
  return inUseNames.reduce((sum, name) => sum + (generationNumber(fields[`${name}${noun}`]) ?? 0), 0);
}

/** A count, or with `isList` the length of a list: `readyMembers: [a]` beside `members: [a, b]`. Undefined for other values. */
function readCount(value: unknown, isList: boolean): number | undefined {
  return isList && Array.isArray(value) ? value.length : generationNumber(value);
}

/** Both counts in one text: `1/3`, `1 of 3`. */
function readFraction(value: unknown, name: string): readonly NamedCounts[] {
  const text = toText(value);
  const [, ready, wanted] = /^(\d{1,9}) ?(?:\/|of) ?(\d{1,9})$/.exec(text) ?? [];
  if (ready === undefined || Number(wanted) === 0) return [];
  return [{ ready: Number(ready), wanted: Number(wanted), areUpdated: true, names: `${name}: ${text}` }];
}
