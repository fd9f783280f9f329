import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { generationNumber } from "../../parse/json-value.ts";
import { faultCountName, lastingPartNoun, partNoun } from "../../tables/part-names.ts";
import { taskKinds } from "../../tables/status-words.ts";
import type { Evidence } from "./custom-evidence.ts";
import { namedCounts } from "./named-counts.ts";
import { countsBelow, replicaCounts, taskCounts } from "./replica-counts.ts";
import type { EvaluatedCounts } from "./row-evidence.ts";
import { statusParts } from "./status-parts.ts";

/** The counts of an object of a kind without a row, those of its replicas first. */
export function generalCounts(object: KubeObject, isProvenElsewhere: boolean): readonly EvaluatedCounts[] {
  const isTask = taskKinds.test(object.ref.kind);
  const ended = isTask ? taskCounts(object) : undefined;
  if (ended !== undefined) return [{ counts: ended, short: ended.hasFailed ? "degraded" : "progressing" }];
  const counts = replicaCounts(object, isProvenElsewhere) ?? countsBelow(object);
  const named = isTask ? undefined : namedCounts(object);
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
