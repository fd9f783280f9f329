import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { type Fields, generationNumber, toText } from "../../parse/json-value.ts";
import { faultCountName, inUseNames, lastingPartNoun, partNoun } from "../../tables/part-names.ts";
import { taskKinds } from "../../tables/status-words.ts";
import type { Evidence } from "./custom-evidence.ts";
import { countsBelow, type ReplicaCounts, replicaCounts, taskCounts } from "./replica-counts.ts";
import type { EvaluatedCounts } from "./row-evidence.ts";
import { type StatusPart, statusParts } from "./status-parts.ts";

/** The counts of an object of a kind without a row, those of its replicas first. */
export function generalCounts(object: KubeObject, isProvenElsewhere: boolean): readonly EvaluatedCounts[] {
  const isTask = taskKinds.test(object.ref.kind);
  const ended = isTask ? taskCounts(object) : undefined;
  if (ended !== undefined) return [{ counts: ended, short: ended.hasFailed ? "degraded" : "progressing" }];
  const counts = replicaCounts(object, isProvenElsewhere) ?? countsBelow(object);
  const named = isTask ? undefined : findNamedCounts(object);
  return [
    ...(counts === undefined ? [] : [{ counts, short: "progressing" } as const]),
    ...(named === undefined ? [] : [{ counts: named, short: "progressing", names: named.names } as const]),
  ];
}

/** The evidence that counts are. */
export function shortage(judged: EvaluatedCounts): Evidence {
  return { verdict: isShort(judged) ? judged.short : "healthy", trouble: { reason: judged.names ?? "", message: "" } };
}

function isShort({ counts }: EvaluatedCounts): boolean {
  return counts.ready < counts.wanted || !counts.areUpdated;
}

/**
 * What the status counts as absent is progressing. What it counts as failed is degraded. A kind that runs to an end may
 * try again: there failures count once it has ended, and only those of what it acts on. Beside a main condition that is
 * True, Pods that failed may be those that others replaced: an evicted Pod stays.
 */
export function faultsCounted(object: KubeObject, isMainTrue: boolean, isEnded: boolean): readonly Evidence[] {
  const isTask = taskKinds.test(object.ref.kind);
  const isRetried = (noun: string): boolean => isTask && !(isEnded && lastingPartNoun.test(noun));
  return countedFaults(object)
    .filter(({ isFailure, noun }) => !(isFailure && (isRetried(noun) || (isMainTrue && /[pP]ods$/.test(noun)))))
    .map(({ name, count, isFailure }) => ({
      verdict: isFailure ? "degraded" : "progressing",
      trouble: { reason: `${name}: ${count}`, message: "" },
    }));
}

/** The facts to show: the first counts that are short, else the first, and whether the object rests. */
export function factsOf(counts: readonly EvaluatedCounts[], isAtRest: boolean): ReportNode["facts"] {
  const shown = (counts.find(isShort) ?? counts[0])?.counts;
  return {
    ...(shown !== undefined && { ready: `${shown.ready}/${shown.wanted}` }),
    ...(isAtRest && { paused: "true" }),
  };
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
 * The fields of a status, and of what it holds, that count such parts, without those that count none. Counts of other
 * things may only grow, as `failedChecks` and `failedLogins` do: they tell of the past.
 */
function countedFaults({ status }: Pick<KubeObject, "status">): readonly CountedFault[] {
  return statusParts(status)
    .filter(({ depth }) => depth <= 1)
    .flatMap(({ fields, path }) =>
      Object.entries(fields).flatMap(([name, value]) => {
        const { start = "", end = start, of = "", noun = of } = faultCountName.exec(name)?.groups ?? {};
        const isOfParts = wholeName.test(name) || partNoun.test(noun);
        const count = isOfParts ? countOf(value) : 0;
        const isFailure = !/^(unavailable|notReady|unready|missing)?$/i.test(end);
        return count === 0 ? [] : [{ name: path === "" ? name : `${path}.${name}`, noun, count, isFailure }];
      }),
    );
}

function countOf(value: unknown): number {
  return Array.isArray(value) ? value.length : (generationNumber(value) ?? 0);
}

const wholeName = /^number(Unavailable|NotReady)$/;

/** Two counts with the names that they have in the status: `readyMembers: 1, members: 3`. */
interface NamedCounts extends ReplicaCounts {
  readonly names: string;
}

/**
 * The counts of a status and of what it holds, by the names that operators give them: `desiredNumber` and
 * `availableNumber` (Kernel Module Management), `desiredShards` and `readyShards` (Vitess), `members` and `readyMembers`,
 * `size` and `ready`. Those that lack the most, as two counts may be of the same; undefined where none is counted.
 */
function findNamedCounts({ status }: Pick<KubeObject, "status">): NamedCounts | undefined {
  const [first, ...others] = statusParts(status)
    .filter(({ depth }) => depth <= 2)
    .flatMap(listCountsOfPart);
  return first && others.reduce((worst, each) => (shareOf(each) < shareOf(worst) ? each : worst), first);
}

function shareOf({ ready, wanted }: NamedCounts): number {
  return ready / wanted;
}

function listCountsOfPart(part: StatusPart): readonly NamedCounts[] {
  const { fields, path } = part;
  const prefix = path === "" ? "" : `${path}.`;
  return [
    ...readDaemonSetCounts(part),
    ...Object.keys(fields).flatMap((name) => {
      const found = readyName.exec(name)?.groups ?? {};
      const { before, state = before === undefined ? undefined : "ready", noun = capitalize(before ?? "") } = found;
      if (state === undefined) return [];
      const isList = Array.isArray(fields[name]);
      const ready = readCount(fields[name], isList);
      const both = ready === undefined && state !== "available" ? readFraction(fields[name], `${prefix}${name}`) : [];
      if (ready === undefined || !isOfParts(part, state, noun)) return both;
      const wantedName = listDesiredNames(state, noun).find((each) => isWanted(each, readCount(fields[each], isList)));
      const wanted = readCount(fields[wantedName ?? ""], isList) ?? 0;
      if (wantedName === undefined || wanted === 0) return [];
      // Of nodes, none of which is ready, none is in use.
      const isPool = noun === "" || ready > 0;
      const names = `${prefix}${name}: ${ready}, ${wantedName}: ${wanted}`;
      return [
        { wanted, ready: Math.min(wanted, ready + (isPool ? countInUse(fields, noun) : 0)), areUpdated: true, names },
      ];
    }),
  ];
}

/** The counts of a DaemonSet that a status repeats (Submariner, gatewayDaemonSetStatus; kubernetes/api, apps/v1). */
function readDaemonSetCounts({ fields, path, depth }: StatusPart): readonly NamedCounts[] {
  const [wanted = 0, ready] = ["desiredNumberScheduled", "numberReady"].map((name) => generationNumber(fields[name]));
  if (depth === 0 || wanted === 0 || ready === undefined) return [];
  const names = `${path}.numberReady: ${ready}, desiredNumberScheduled: ${wanted}`;
  return [{ wanted, ready, areUpdated: true, names }];
}

const readyName = /^(?:(?<state>ready|available|reconciled|healthy)(?<noun>[A-Z]\w*)?|(?<before>[a-z]\w*)Ready)$/;

/** Whether counts are those of parts by a name: seats, addresses and gigabytes are none. */
function isOfParts({ depth, names }: StatusPart, state: string, noun: string): boolean {
  if (noun !== "") return noun === "Number" || partNoun.test(noun);
  return (depth === 0 && state === "ready") || names.slice(-2).some((name) => partNoun.test(name));
}

/** The names of the count that is wanted. Replicas have rules of their own, and what is available may be what is free. */
function listDesiredNames(state: string, noun: string): readonly string[] {
  if (state === "available") return [`desired${noun}`];
  const wanted = [`desired${noun}`, `total${noun}`, `expected${noun}`];
  if (noun === "") return [...wanted, "size", "replicas"];
  const total = `${lowerFirst(noun)}Total`;
  return noun === "Replicas" ? [...wanted, total] : [...wanted, total, lowerFirst(noun)];
}

/** A size above ten thousand is one of bytes. */
function isWanted(name: string, number: number | undefined): boolean {
  return number !== undefined && (name !== "size" || number < 10_000);
}

/** What is in use is not counted as ready: `standby: 3`, `allocatedNodes: 2`. */
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

function lowerFirst(noun: string): string {
  return noun.charAt(0).toLowerCase() + noun.slice(1);
}

function capitalize(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
