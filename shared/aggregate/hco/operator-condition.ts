import type { ConditionWords } from "../../model/condition.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import { toList, toText, valueAt, wholeNumber } from "../../parse/json-value.ts";
import { operatorConditions } from "../../profiles/hco/profile.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";

/** The Upgradeable of the operator's newest OperatorCondition, or undefined without one (facts hco 2.6). */
export function operatorCondition(
  state: HyperConvergedState,
  index: ObjectIndex,
): (ConditionWords & { readonly about: Ref }) | undefined {
  const object = newestOperatorCondition(state, index);
  const reported = object && upgradeableIn(object, ["spec", "status"], "conditions");
  return object === undefined || reported === undefined || reported.status === "Unknown"
    ? undefined
    : { about: object.ref, ...reported };
}

/** The operator's OperatorCondition. Of several it is the one created last. */
export function newestOperatorCondition({ object }: HyperConvergedState, index: ObjectIndex): KubeObject | undefined {
  return index
    .all(operatorConditions, object.ref.namespace)
    .filter(({ ref }) => ref.name.startsWith("kubevirt-hyperconverged-operator"))
    .toSorted((a, b) => (b.createdAt ?? "").localeCompare(a.createdAt ?? ""))[0];
}

/**
 * The worse of two conditions: what the operator reports to OLM, in spec.conditions, and OLM's copy, in
 * status.conditions. OLM takes a status older than the object for a refusal. A condition without a generation is older
 * than any object.
 */
export function reportedToOlm(object: KubeObject): {
  readonly words: ConditionWords | undefined;
  readonly isOutdated: boolean;
} {
  const reported = (["spec", "status"] as const).flatMap((place) => upgradeableIn(object, [place], "conditions") ?? []);
  const ranks = ["False", "Unknown", "True"];
  const [words] = reported.toSorted((a, b) => ranks.indexOf(a.status) - ranks.indexOf(b.status));
  const own = toList(valueAt(object.status, ["conditions"])).find(
    (each) => toText(valueAt(each, ["type"])) === "Upgradeable",
  );
  const observed = wholeNumber(valueAt(own, ["observedGeneration"])) ?? 0;
  return { words, isOutdated: own !== undefined && observed < (object.generation ?? 0) };
}

/** Upgradeable from the first of `places` that has it. Any status but True and False is Unknown. */
export function upgradeableIn(
  { spec, status }: KubeObject,
  places: readonly ("spec" | "status")[],
  field: "conditions" | "overrides",
): ConditionWords | undefined {
  const entries = places.flatMap((place) => toList(valueAt(place === "spec" ? spec : status, [field])));
  const own = entries.find((each) => toText(valueAt(each, ["type"])) === "Upgradeable");
  if (own === undefined) return undefined;
  const reported = toText(valueAt(own, ["status"]));
  return {
    status: reported === "True" || reported === "False" ? reported : "Unknown",
    reason: toText(valueAt(own, ["reason"])),
    message: toText(valueAt(own, ["message"])),
  };
}
