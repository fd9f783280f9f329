import { type Condition, lastConditionOfType } from "../../../model/condition.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { keyOfFinding } from "../../../model/finding/goal.ts";
import type { KubeObject } from "../../../model/object.ts";
import { parseMilliseconds } from "../../../model/time.ts";
import { contributingTypes } from "../../../profiles/hco/profile.ts";
import { writeTimes } from "../../core/rollout.ts";
import type { EvaluationContext } from "../../evaluation/evaluation.ts";
import type { HcoComponent } from "../components.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";

/**
 * The milliseconds that the operator needs to write the CR after its components changed. Measured with the real
 * operator: 10 to 600 ms for the write, and a reconcile takes seconds. Kubernetes writes times in whole seconds, and a
 * time that is one second too old must not end the turn early.
 */
const turn = 5_000;

/** A possible finding that the CR and its components differ, and the times of the writes that may have caused it. */
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
 * The differences that outlived the operator's turn, and those that may only be its usual delay. An operator that does
 * not run has no turn. It is HyperConverged's rule alone: an Application has one of its own, in seconds of its
 * controller's sync (application-state.ts). Of Greenhouse's controllers no pace was measured, and nothing shows whether
 * they run, so that their differences count at once.
 */
export function splitByTurn(
  differences: readonly Difference[],
  input: TurnInput,
): { readonly settled: readonly Finding[]; readonly settling: readonly Finding[] } {
  const young = new Set(differences.filter((each) => isDifferenceSettling(each, input)));
  return {
    settled: differences.filter((each) => !young.has(each)).map(({ finding }) => finding),
    settling: [...young].map(({ finding }) => finding),
  };
}

function isDifferenceSettling(
  { finding, written }: Difference,
  { state, lasting, takenAt, source }: TurnInput,
): boolean {
  if (state.operator.running === false) return false;
  if (lasting !== undefined) return !lasting.has(keyOfFinding(finding));
  const now = parseMilliseconds(takenAt) ?? 0;
  const ages = written.map((time) => parseMilliseconds(time)).flatMap((time) => (time === undefined ? [] : now - time));
  // A time far ahead is a wrong clock and proves nothing. In files the newest write may itself be the time of reading.
  const isClocked = source.kind === "cluster" || !ages.some((age) => age === 0);
  return isClocked && ages.some((age) => Math.abs(age) < turn);
}

/**
 * The types of a component's conditions that the operator computes a type of its CR from
 * (hyperconverged_controller.go:674-876). Of other types, each of the four counts.
 */
const sources: Readonly<Record<string, readonly string[]>> = {
  Available: ["Available", "Degraded"],
  Progressing: ["Progressing"],
  Degraded: ["Degraded"],
  Upgradeable: ["Upgradeable", "Progressing", "Degraded"],
};

/**
 * The times of the writes that a drift may come from: those of the components' conditions. What the operator itself
 * wrote lately is no delay of its own: it has just had its turn.
 */
export function listWritesBehindDrift(
  type: string,
  components: readonly HcoComponent[],
): readonly (string | undefined)[] {
  return listWritesBehind(components, sources[type] ?? contributingTypes);
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
  const own = types.map((type) => lastConditionOfType(conditions, type)).filter((each) => each !== undefined);
  const isDated = own.every(({ since }) => since !== undefined);
  return [...own.map(({ since }) => since), ...(isDated ? [] : writeTimes(object))];
}
