import type { KubeObject } from "../../model/object.ts";
import type { EvaluatedCondition } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";

/**
 * The weights that controllers write into conditions, by type. The weight of a condition is the first of these:
 * 1. its `severity`, unless it is True. A severity is that of the failure which the condition would report (Cluster API
 *    v1beta1, api/v1beta1/condition_types.go; Azure Service Operator; knative.dev/pkg/apis/condition_types.go),
 * 2. its `category` (forklift, lib/condition),
 * 3. `Error` for a ComponentCondition (core/v1) that is False and has an `error`.
 */
export function readConditionWeights({ status }: KubeObject): ReadonlyMap<string, string> {
  const weights = new Map<string, string>();
  for (const entry of listAt(status, "conditions")) {
    const weight = readWeight(entry);
    if (weight !== "") weights.set(textAt(entry, "type"), weight);
  }
  return weights;
}

function readWeight(entry: unknown): string {
  const isTrue = /^true$/i.test(String(valueAt(entry, "status")));
  const severity = isTrue ? "" : textAt(entry, "severity");
  const hasComponentError = textAt(entry, "error") !== "" && textAt(entry, "status") === "False";
  return severity || textAt(entry, "category") || (hasComponentError ? "Error" : "");
}

/**
 * Whether a condition is False with the weight `Error`. In Cluster API that is a failure which a user has to repair, while
 * work that goes on has another severity (api/v1beta1/condition_types.go).
 */
export function hasErrorWeight({ type, status }: EvaluatedCondition, weights: ReadonlyMap<string, string>): boolean {
  return status === "False" && weights.get(type) === "Error";
}

/**
 * The verdict of a True condition by the weight that its controller writes: degraded for `Critical` and `Error`, healthy for
 * `Warn`. Undefined for another weight or status, of which the polarity decides.
 */
export function evaluateByWeight(
  weight: string | undefined,
  status: EvaluatedCondition["status"],
): Verdict | undefined {
  if (status !== "True") return undefined;
  if (weight === "Critical" || weight === "Error") return "degraded";
  return weight === "Warn" ? "healthy" : undefined;
}
