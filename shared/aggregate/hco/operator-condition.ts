import type { ConditionWords } from "../../model/condition.ts";
import type { Ref } from "../../model/object.ts";
import { at, list, text } from "../../parse/value.ts";
import { operatorConditions } from "../../profiles/hco.ts";
import type { Index } from "../lookup.ts";
import type { HyperConvergedState } from "./state.ts";

/** What OLM holds of the operator: Upgradeable of its newest OperatorCondition; undefined without one (facts hco 2.6). */
export function operatorCondition(
  state: HyperConvergedState,
  index: Index,
): (ConditionWords & { readonly about: Ref }) | undefined {
  const [object] = index
    .all(operatorConditions, state.object.ref.namespace)
    .filter(({ ref }) => ref.name.startsWith("kubevirt-hyperconverged-operator"))
    .toSorted((a, b) => (b.createdAt ?? "").localeCompare(a.createdAt ?? ""));
  if (object === undefined) return undefined;
  const conditions = [...list(at(object.spec, ["conditions"])), ...list(at(object.status, ["conditions"]))];
  const own = conditions.find((each) => text(at(each, ["type"])) === "Upgradeable");
  const status = text(at(own, ["status"]));
  if (status !== "True" && status !== "False") return undefined;
  return { about: object.ref, status, reason: text(at(own, ["reason"])), message: text(at(own, ["message"])) };
}
