import type { ConditionWords } from "../../model/condition.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import { at, list, text, wholeNumber } from "../../parse/value.ts";
import { operatorConditions } from "../../profiles/hco.ts";
import type { Index } from "../lookup.ts";
import type { HyperConvergedState } from "./state.ts";

/** What OLM holds of the operator: Upgradeable of its newest OperatorCondition; undefined without one (facts hco 2.6). */
export function operatorCondition(
  state: HyperConvergedState,
  index: Index,
): (ConditionWords & { readonly about: Ref }) | undefined {
  const object = newestOperatorCondition(state, index);
  const said = object && upgradeableIn(object, ["spec", "status"], "conditions");
  return object === undefined || said === undefined || said.status === "Unknown"
    ? undefined
    : { about: object.ref, ...said };
}

/** The OperatorCondition of the operator; of several the one created last. */
export function newestOperatorCondition({ object }: HyperConvergedState, index: Index): KubeObject | undefined {
  return index
    .all(operatorConditions, object.ref.namespace)
    .filter(({ ref }) => ref.name.startsWith("kubevirt-hyperconverged-operator"))
    .toSorted((a, b) => (b.createdAt ?? "").localeCompare(a.createdAt ?? ""))[0];
}

/**
 * What the operator says to OLM, in spec.conditions, and what OLM has of it, in status.conditions: the worse of them. OLM
 * takes a status older than the object for a refusal; one without a generation is older than any.
 */
export function saidToLifecycle(object: KubeObject): {
  readonly words: ConditionWords | undefined;
  readonly isOutdated: boolean;
} {
  const said = (["spec", "status"] as const).flatMap((place) => upgradeableIn(object, [place], "conditions") ?? []);
  const ranks = ["False", "Unknown", "True"];
  const [words] = said.toSorted((a, b) => ranks.indexOf(a.status) - ranks.indexOf(b.status));
  const own = list(at(object.status, ["conditions"])).find((each) => text(at(each, ["type"])) === "Upgradeable");
  const observed = wholeNumber(at(own, ["observedGeneration"])) ?? 0;
  return { words, isOutdated: own !== undefined && observed < (object.generation ?? 0) };
}

/** Its Upgradeable, of the first of `places` that has one; any status but True and False is Unknown. */
export function upgradeableIn(
  { spec, status }: KubeObject,
  places: readonly ("spec" | "status")[],
  field: "conditions" | "overrides",
): ConditionWords | undefined {
  const entries = places.flatMap((place) => list(at(place === "spec" ? spec : status, [field])));
  const own = entries.find((each) => text(at(each, ["type"])) === "Upgradeable");
  if (own === undefined) return undefined;
  const said = text(at(own, ["status"]));
  return {
    status: said === "True" || said === "False" ? said : "Unknown",
    reason: text(at(own, ["reason"])),
    message: text(at(own, ["message"])),
  };
}
