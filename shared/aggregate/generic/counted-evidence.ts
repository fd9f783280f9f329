import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { taskKinds } from "../../profiles/status-words.ts";
import { countedFaults } from "./counted-faults.ts";
import type { Evidence } from "./custom-evidence.ts";
import { namedCounts } from "./named-counts.ts";
import { countsBelow, replicaCounts, taskCounts } from "./replica-counts.ts";
import type { JudgedCounts } from "./row-evidence.ts";

/** The counts of an object of a kind without a row, those of its replicas first. */
export function generalCounts(object: KubeObject, isProvenElsewhere: boolean): readonly JudgedCounts[] {
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
export function shortage(judged: JudgedCounts): Evidence {
  return { verdict: isShort(judged) ? judged.short : "healthy", trouble: { reason: judged.names ?? "", message: "" } };
}

function isShort({ counts }: JudgedCounts): boolean {
  return counts.ready < counts.wanted || !counts.areUpdated;
}

/**
 * What the status counts as absent: progressing. What it counts as failed: degraded, unless the kind runs to an end,
 * where another attempt may follow. Beside a main condition that is True, Pods that failed may be those that others
 * replaced: an evicted Pod stays.
 */
export function faultsCounted(object: KubeObject, isMainTrue: boolean): readonly Evidence[] {
  const isTask = taskKinds.test(object.ref.kind);
  return countedFaults(object)
    .filter(({ isFailure, name }) => !(isFailure && (isTask || (isMainTrue && name.endsWith("Pods")))))
    .map(({ name, count, isFailure }) => ({
      verdict: isFailure ? "degraded" : "progressing",
      trouble: { reason: `${name}: ${count}`, message: "" },
    }));
}

/** The facts to show: the first counts that are short, else the first, and whether the object rests. */
export function factsOf(counts: readonly JudgedCounts[], isAtRest: boolean): ReportNode["facts"] {
  const shown = (counts.find(isShort) ?? counts[0])?.counts;
  return {
    ...(shown === undefined ? {} : { ready: `${shown.ready}/${shown.wanted}` }),
    ...(isAtRest ? { paused: "true" } : {}),
  };
}
