import type { KubeObject } from "../../model/object.ts";
import { toList, toText, valueAt } from "../../parse/json-value.ts";

/**
 * The weight of each condition by its type, where a controller writes one: `severity` (Cluster API v1beta1, Azure
 * Service Operator) or `category` (forklift).
 */
export function conditionWeights({ status }: KubeObject): ReadonlyMap<string, string> {
  const weights = new Map<string, string>();
  for (const entry of toList(valueAt(status, ["conditions"]))) {
    const weight = toText(valueAt(entry, ["severity"])) || toText(valueAt(entry, ["category"]));
    if (weight !== "") weights.set(toText(valueAt(entry, ["type"])), weight);
  }
  return weights;
}
