import type { KubeObject } from "../../model/object.ts";
import { toList, toText, valueAt } from "../../parse/json-value.ts";

/**
 * The weight of each condition by its type, where a controller writes one: `severity` (Cluster API v1beta1, Azure
 * Service Operator) or `category` (forklift). A ComponentCondition (core/v1) has an `error`.
 */
export function conditionWeights({ status }: KubeObject): ReadonlyMap<string, string> {
  const weights = new Map<string, string>();
  for (const entry of toList(valueAt(status, ["conditions"]))) {
    const weight = toText(valueAt(entry, ["severity"])) || toText(valueAt(entry, ["category"])) || errorWeight(entry);
    if (weight !== "") weights.set(toText(valueAt(entry, ["type"])), weight);
  }
  return weights;
}

function errorWeight(entry: unknown): string {
  return toText(valueAt(entry, ["error"])) !== "" && toText(valueAt(entry, ["status"])) === "False" ? "Error" : "";
}
