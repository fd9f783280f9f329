import type { KubeObject } from "../../model/object.ts";
import type { EvaluatedCondition } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";

/**
 * The weight of each condition by its type, where a controller writes one: `severity` (Cluster API v1beta1, Azure
 * Service Operator) or `category` (forklift). A ComponentCondition (core/v1) has an `error`. A severity is that of the
 * failure which a condition would report, so that it says nothing of one that is True (Cluster API,
 * api/v1beta1/condition_types.go; knative.dev/pkg/apis/condition_types.go).
 */
export function conditionWeights({ status }: KubeObject): ReadonlyMap<string, string> {
  const weights = new Map<string, string>();
  for (const entry of listAt(status, "conditions")) {
    const severity = /^true$/i.test(String(valueAt(entry, "status"))) ? "" : textAt(entry, "severity");
    const weight = severity || textAt(entry, "category") || errorWeight(entry);
    if (weight !== "") weights.set(textAt(entry, "type"), weight);
  }
  return weights;
}

function errorWeight(entry: unknown): string {
  return textAt(entry, "error") !== "" && textAt(entry, "status") === "False" ? "Error" : "";
}

/** Cluster API: an error is what needs a user; work that goes on has another severity (api/v1beta1/condition_types.go). */
export function isGrave({ type, status }: EvaluatedCondition, weights: ReadonlyMap<string, string>): boolean {
  return status === "False" && weights.get(type) === "Error";
}

/**
 * The verdict of a condition by the weight that its controller writes: the category of forklift (lib/condition), or the
 * severity of Cluster API and Azure Service Operator on what is False. Undefined where the polarity decides.
 */
export function verdictByWeight(weight: string | undefined, status: EvaluatedCondition["status"]): Verdict | undefined {
  if (weight === undefined || status === "Unknown") return undefined;
  if (status === "True" && /^(Critical|Error)$/.test(weight)) return "degraded";
  return status === "True" && weight === "Warn" ? "healthy" : undefined;
}
