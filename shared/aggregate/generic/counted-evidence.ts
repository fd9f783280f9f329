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

/** A larger `size` is a number of bytes. */
const maxPartsBySize = 10_000;

/** The counts of an object of a kind without a row, those of its replicas first. */
export function listGeneralCounts(object: KubeObject, isProvenElsewhere: boolean): readonly EvaluatedCounts[] {
  const isTask = taskKinds.test(object.ref.kind);
  const ofTask = isTask ? readTaskCounts(object) : undefined;
  if (ofTask !== undefined) return [{ counts: ofTask, short: ofTask.hasFailed ? "degraded" : "progressing" }];
  const found: EvaluatedCounts[] = [];
  const replicas = readReplicaCounts(object, isProvenElsewhere) ?? sumCountsBelow(object);
  if (replicas !== undefined) found.push({ counts: replicas, short: "progressing" });
  const named = isTask ? undefined : findNamedCounts(object);
  if (named !== undefined) found.push({ counts: named, short: "progressing", names: named.names });
  return found;
}

/** The counts as evidence: healthy where as many are ready as wanted. */
export function evaluateCounts(evaluated: EvaluatedCounts): Evidence {
  return {
    verdict: isShort(evaluated) ? evaluated.short : "healthy",
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
 * - A kind that runs to an end may try again: there failures count once it has ended, and only those of what it acts on.
 * - Beside a main condition that is True, Pods that failed may be those that others replaced: an evicted Pod stays.
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
  /** What it counts; empty where the name does not tell. */
  readonly noun: string;
  readonly count: number;
  readonly isFailure: boolean;
}

/**
 * The fields of a status, and of what it holds, that count absent or failed parts, without those that count none. Counts
 * of other things may only grow, as `failedChecks` and `failedLogins` do: they tell of the past.
 */
function readCountedFaults({ status }: Pick<KubeObject, "status">): readonly CountedFault[] {
  const parts = listStatusParts(status).filter(({ depth }) => depth <= 1);
  return parts.flatMap(({ fields, path }) =>
    Object.entries(fields).flatMap(([field, value]): readonly CountedFault[] => {
      const { start = "", end = start, of = "", noun = of } = faultCountName.exec(field)?.groups ?? {};
      const isCountOfParts = /^number(Unavailable|NotReady)$/.test(field) || partNoun.test(noun);
      const count = isCountOfParts ? countItems(value) : 0;
      if (count === 0) return [];
      const isFailure = !/^(unavailable|notReady|unready|missing)?$/i.test(end);
      return [{ name: path === "" ? field : `${path}.${field}`, noun, count, isFailure }];
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
 * The counts of a status and of what it holds, by the names that operators give them: `desiredNumber` and
 * `availableNumber` (Kernel Module Management), `desiredShards` and `readyShards` (Vitess), `members` and `readyMembers`,
 * `size` and `ready`. Of several those with the smallest ready share, as two counts may be of the same parts. Undefined
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

/** `readyMembers` -> `{ state: "ready", noun: "Members" }`; `membersReady` -> the same; undefined for another name. */
function parseReadyName(field: string): ReadyName | undefined {
  const [, state, noun = ""] = /^(ready|available|reconciled|healthy)([A-Z]\w*)?$/.exec(field) ?? [];
  if (state !== undefined) return { state, noun };
  const [, nounBefore] = /^([a-z]\w*)Ready$/.exec(field) ?? [];
  return nounBefore === undefined ? undefined : { state: "ready", noun: capitalize(nounBefore) };
}

interface ReadyName {
  readonly state: string;
  /** What is counted, with a capital letter; empty where the name does not say. */
  readonly noun: string;
}

/** The count in the field of a part, with the field that has the wanted count; or both in one text. */
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
  // Of nodes, none of which is ready, none is in use.
  const inUse = noun === "" || ready > 0 ? countInUse(fields, noun) : 0;
  const names = `${prefix}${readyField}: ${ready}, ${wantedField}: ${wanted}`;
  return [{ wanted, ready: Math.min(wanted, ready + inUse), areUpdated: true, names }];
}

/** Whether a count is one of parts, by its name: seats, addresses and gigabytes are none. */
function isCountOfParts({ depth, names }: StatusPart, state: string, noun: string): boolean {
  if (noun !== "") return noun === "Number" || partNoun.test(noun);
  return (depth === 0 && state === "ready") || names.slice(-2).some((name) => partNoun.test(name));
}

/** The fields that may have the wanted count. Replicas have rules of their own, and what is available may be what is free. */
function listWantedFields(state: string, noun: string): readonly string[] {
  if (state === "available") return [`desired${noun}`];
  const fields = [`desired${noun}`, `total${noun}`, `expected${noun}`];
  if (noun === "") return [...fields, "size", "replicas"];
  const plainNoun = uncapitalize(noun);
  return noun === "Replicas" ? [...fields, `${plainNoun}Total`] : [...fields, `${plainNoun}Total`, plainNoun];
}

function isCountOfWanted(field: string, count: number | undefined): boolean {
  return count !== undefined && (field !== "size" || count < maxPartsBySize);
}

/** Parts in use, which are not counted as ready: `standby: 3`, `allocatedNodes: 2`. */
function countInUse(fields: Fields, noun: string): number {
  return inUseNames.reduce((sum, name) => sum + (generationNumber(fields[`${name}${noun}`]) ?? 0), 0);
}

/** A count, or the length of a list beside another list: `members: [a, b]`, `readyMembers: [a]`. */
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
