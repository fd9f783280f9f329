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
 * The milliseconds within which the operator writes the CR after its components changed. Measured with the real operator:
 * a reconcile takes seconds, and its write comes 10 to 600 ms later. Kubernetes writes times in whole seconds, so a time
 * may seem one second older than it is, which must not end the turn early.
 */
const turnMs = 5_000;

/** A finding that the CR and its components differ, and the times of the writes to components that may have caused it. */
export interface Difference {
  readonly finding: Finding;
  /** RFC 3339; undefined where the time of a write is unknown. */
  readonly written: readonly (string | undefined)[];
}

/** The state and the time that decide whether the operator has had its turn. */
export type TurnInput = Pick<EvaluationContext, "takenAt" | "source"> & {
  readonly state: HyperConvergedState;
  /** Keys of the differences that a watch has seen for longer than a turn. Absent: no watch has seen this root yet. */
  readonly lasting: ReadonlySet<string> | undefined;
};

/**
 * Splits differences into `settled` ones, which have lasted for longer than the operator's turn, and `settling` ones, which
 * may only be its usual delay. An operator that does not run has no turn.
 *
 * The rule is HyperConverged's alone. Applications have a rule of their own, by the seconds of their controller's sync
 * (application-state.ts). The pace of Greenhouse's controllers was not measured, and nothing shows whether they run, so
 * their differences count at once.
 */
export function splitByTurn(
  differences: readonly Difference[],
  input: TurnInput,
): { readonly settled: readonly Finding[]; readonly settling: readonly Finding[] } {
  const settled: Finding[] = [];
  const settling: Finding[] = [];
  for (const difference of differences) {
    const list = isDifferenceSettling(difference, input) ? settling : settled;
    list.push(difference.finding);
  }
  return { settled, settling };
}

/**
 * Whether a difference is younger than the operator's turn: as a watch has seen it, otherwise by the time of a write. A
 * write far in the future comes from a wrong clock and proves nothing. Nor does a write at the very time of reading in a
 * file, because such a time may be taken from its newest write.
 */
function isDifferenceSettling(
  { finding, written }: Difference,
  { state, lasting, takenAt, source }: TurnInput,
): boolean {
  if (state.operator.running === false) return false;
  if (lasting !== undefined) return !lasting.has(keyOfFinding(finding));
  const takenAtMs = parseMilliseconds(takenAt) ?? 0;
  const writeTimesMs = written.map((time) => parseMilliseconds(time)).filter((time) => time !== undefined);
  const agesMs = writeTimesMs.map((time) => takenAtMs - time);
  const hasClock = source.kind === "cluster" || !agesMs.includes(0);
  return hasClock && agesMs.some((ageMs) => Math.abs(ageMs) < turnMs);
}

/**
 * For each type of the CR, the types of component conditions from which the operator computes it
 * (hyperconverged_controller.go:674-876). For other types all four count.
 */
const contributingTypesByType: Readonly<Record<string, readonly string[]>> = {
  Available: ["Available", "Degraded"],
  Progressing: ["Progressing"],
  Degraded: ["Degraded"],
  Upgradeable: ["Upgradeable", "Progressing", "Degraded"],
};

/**
 * The times of the writes that a drift of `type` may come from: those of the components' conditions. The operator's own
 * writes do not count, because it had its turn when it made them.
 */
export function listWritesBehindDrift(
  type: string,
  components: readonly HcoComponent[],
): readonly (string | undefined)[] {
  return listWritesBehind(components, contributingTypesByType[type] ?? contributingTypes);
}

/** The times of the writes of the conditions of components that were found. */
export function listWritesBehind(
  components: readonly HcoComponent[],
  types: readonly string[] = contributingTypes,
): readonly (string | undefined)[] {
  return components.flatMap(({ isCalledFor, lookup, conditions }) =>
    isCalledFor && lookup.outcome === "found" ? listWrites({ object: lookup.object, conditions }, types) : [],
  );
}

/** The transition times of these conditions. Where one has none, the last write to the object may have changed it. */
function listWrites(
  { object, conditions }: { readonly object: KubeObject; readonly conditions: readonly Condition[] },
  types: readonly string[],
): readonly (string | undefined)[] {
  const ofTypes = types.map((type) => lastConditionOfType(conditions, type)).filter((each) => each !== undefined);
  const transitions = ofTypes.map(({ since }) => since);
  return transitions.includes(undefined) ? [...transitions, ...listWriteTimes(object)] : transitions;
}
