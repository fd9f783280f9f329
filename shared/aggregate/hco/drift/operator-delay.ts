import { type Condition, lastConditionOfType } from "../../../model/condition.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { keyOfFinding } from "../../../model/finding/goal.ts";
import type { KubeObject } from "../../../model/object.ts";
import { parseMilliseconds } from "../../../model/time.ts";
import { contributingTypes } from "../../../profiles/hco/profile.ts";
import { listWriteTimes } from "../../core/rollout.ts";
import type { EvaluationContext } from "../../evaluation/evaluation.ts";
import type { HcoComponent } from "../components.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";

/**
 * The longest delay, in milliseconds, with which a running operator updates the CR after its components changed. The real
 * operator needs seconds for a reconcile, and writes 10 to 600 ms later. Kubernetes writes times in whole seconds, so up to
 * one of these seconds may be due to rounding.
 */
const operatorDelayMs = 5_000;

/** A finding that the CR and its components differ, and when the components were written. */
export interface Difference {
  readonly finding: Finding;
  /** The writes that may have caused the difference, as far as their times are known. RFC 3339. */
  readonly writeTimes: readonly string[];
}

/** What decides whether a difference may still be the operator's usual delay. */
export interface DelayInput extends Pick<EvaluationContext, "takenAt" | "source"> {
  readonly state: HyperConvergedState;
  /** Keys of the differences that a watch has seen for longer than the delay. Undefined before a watch has seen this root. */
  readonly lastingKeys: ReadonlySet<string> | undefined;
}

/**
 * Splits differences into `settled` ones, which have lasted for longer than the operator's delay, and `settling` ones, which
 * may end with its next write to the CR.
 *
 * The rule is for HyperConverged only. The differences of an Application count after its controller's sync period
 * (application-state.ts). The differences of Greenhouse count at once, because nothing shows whether its controllers run.
 */
export function splitByDelay(
  differences: readonly Difference[],
  input: DelayInput,
): { readonly settled: readonly Finding[]; readonly settling: readonly Finding[] } {
  const settled: Finding[] = [];
  const settling: Finding[] = [];
  for (const difference of differences) {
    const findings = isSettling(difference, input) ? settling : settled;
    findings.push(difference.finding);
  }
  return { settled, settling };
}

/**
 * Whether a difference may still be the operator's usual delay. The first of these that applies decides:
 * 1. The operator does not run: no, because nothing will update the CR.
 * 2. A watch has seen the root: yes, unless the watch has seen this difference for longer than the delay.
 * 3. A file was written at the time of reading: no. The time of reading of a file may be taken from its newest write.
 * 4. Otherwise yes, if a component was written within the delay before the reading. A write far in the future comes from a
 *    wrong clock and does not count.
 */
function isSettling({ finding, writeTimes }: Difference, { state, lastingKeys, takenAt, source }: DelayInput): boolean {
  if (state.operator.running === false) return false;
  if (lastingKeys !== undefined) return !lastingKeys.has(keyOfFinding(finding));
  const takenAtMs = parseMilliseconds(takenAt);
  if (takenAtMs === undefined) return false;
  const writeTimesMs = writeTimes.map((time) => parseMilliseconds(time)).filter((timeMs) => timeMs !== undefined);
  if (source.kind !== "cluster" && writeTimesMs.includes(takenAtMs)) return false;
  return writeTimesMs.some((timeMs) => Math.abs(takenAtMs - timeMs) < operatorDelayMs);
}

/**
 * For each condition type of the CR, the types of component conditions from which the operator computes it
 * (hyperconverged_controller.go:674-876). Any other type depends on all four.
 */
const sourceTypesByType: Readonly<Record<string, readonly string[]>> = {
  Available: ["Available", "Degraded"],
  Progressing: ["Progressing"],
  Degraded: ["Degraded"],
  Upgradeable: ["Upgradeable", "Progressing", "Degraded"],
};

/**
 * The times of the writes after which the operator computes the CR's condition `type` again: those of the components'
 * conditions. The operator's own writes to the CR do not count, because the operator had seen the components by then.
 */
export function listWriteTimesBehindType(type: string, components: readonly HcoComponent[]): readonly string[] {
  return listComponentWriteTimes(components, sourceTypesByType[type] ?? contributingTypes);
}

/** The times of the writes of conditions of these types, in the required components that were found. */
export function listComponentWriteTimes(
  components: readonly HcoComponent[],
  types: readonly string[] = contributingTypes,
): readonly string[] {
  return components.flatMap(({ isRequired, lookup, conditions }) =>
    isRequired && lookup.outcome === "found" ? listConditionWriteTimes(lookup.object, conditions, types) : [],
  );
}

/** The transition times of an object's conditions of these types. If one has no time, every write to the object counts too. */
function listConditionWriteTimes(
  object: KubeObject,
  conditions: readonly Condition[],
  types: readonly string[],
): readonly string[] {
  const counted = types.map((type) => lastConditionOfType(conditions, type)).filter((each) => each !== undefined);
  const transitionTimes = counted.map(({ since }) => since);
  const times = transitionTimes.includes(undefined) ? [...transitionTimes, ...listWriteTimes(object)] : transitionTimes;
  return times.filter((time) => time !== undefined);
}
