import type { KubeObject } from "../../model/object.ts";
import type { Trouble } from "../../model/report.ts";
import { at } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { count } from "./counts.ts";
import { because, type Facts, type Health, unwell, well } from "./verdicts.ts";

/** Replicas as a workload's status counts them. */
export interface Replicas {
  readonly wanted: number;
  readonly total: number;
  /** Ready, and for as long as spec.minReadySeconds asks. */
  readonly available: number;
  readonly updated: number;
  readonly facts: Facts;
}

/** Undefined where one of the counts is no count. `isSettled`: the controller says nothing else than that all are updated. */
export function replicasOf({ spec, status }: KubeObject, isSettled: boolean): Replicas | undefined {
  const [wanted, ready] = [count(at(spec, ["replicas"]), 1), count(at(status, ["readyReplicas"]), 0)];
  if (wanted === undefined || ready === undefined) return undefined;
  const total = count(at(status, ["replicas"]), ready);
  const available = availableOf({ spec, status }, "availableReplicas", "unavailableReplicas", ready);
  const updated = count(at(status, ["updatedReplicas"]), isSettled ? ready : 0);
  if (total === undefined || available === undefined || updated === undefined) return undefined;
  return { wanted, total, available, updated, facts: readyFacts(ready, available, wanted) };
}

/**
 * A count of 0 is left out of the status: where `unavailable` says that some are not, none is; else without
 * minReadySeconds what is ready is available.
 */
export function availableOf(
  { spec, status }: Pick<KubeObject, "spec" | "status">,
  name: string,
  unavailable: string,
  ready: number,
): number | undefined {
  const isAtOnce = (count(at(spec, ["minReadySeconds"]), 0) ?? 0) === 0;
  const isSaid = (count(at(status, [unavailable]), 0) ?? 0) > 0;
  const available = count(at(status, [name]), isAtOnce && !isSaid ? ready : 0);
  return available === undefined ? undefined : Math.min(available, ready);
}

export function readyFacts(ready: number, available: number, wanted: number): Facts {
  return { ready: `${ready}/${wanted}`, ...(available < ready ? { available: `${available}/${wanted}` } : {}) };
}

/** What fewer available pods than wanted mean; undefined where there are enough. */
export function shortOf(replicas: Replicas, isRolling: boolean, said: Trouble | undefined): Health | undefined {
  const { wanted, available, facts } = replicas;
  if (available >= wanted) return undefined;
  const trouble = said ?? because("LessAvailable", coreWords.replicas(available, wanted, "available"));
  if (available === 0) return unwell("unavailable", trouble, facts);
  return unwell(isRolling ? "progressing" : "degraded", trouble, facts);
}

/** Enough are there; what is still to be removed is normal while it lasts. */
export function surplusOf({ wanted, total, facts }: Replicas): Health {
  if (total <= wanted) return well(facts);
  return unwell("progressing", because("ExtraPods", coreWords.extra(total - wanted)), facts);
}
