import type { ConditionStatus, ConditionWords, OlmCopyAge } from "../../model/condition.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import { listAt, textAt, wholeNumberAt } from "../../parse/json-value.ts";
import { operatorConditions } from "../../profiles/hco/profile.ts";
import { compareNewestFirst } from "../evaluation/compare.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";

/**
 * The Upgradeable that the operator reports to OLM in its newest OperatorCondition, and what OLM makes of it. Undefined
 * without one.
 */
export function readOperatorCondition(
  state: HyperConvergedState,
  index: ObjectIndex,
): (ConditionWords & OlmCopyAge & { readonly about: Ref; readonly override?: ConditionStatus }) | undefined {
  const object = findNewestOperatorCondition(state, index);
  const reported = object && readUpgradeable(object, ["spec", "status"], "conditions");
  if (object === undefined || reported === undefined || reported.status === "Unknown") return undefined;
  const override = readUpgradeable(object, ["spec"], "overrides");
  return {
    about: object.ref,
    ...reported,
    ...(override !== undefined && { override: override.status }),
    ...readReportToOlm(object).age,
  };
}

/** The operator's OperatorCondition. Of several it is the one created last. */
export function findNewestOperatorCondition(
  { object }: HyperConvergedState,
  index: ObjectIndex,
): KubeObject | undefined {
  return index
    .all(operatorConditions, object.ref.namespace)
    .filter(({ ref }) => ref.name.startsWith("kubevirt-hyperconverged-operator"))
    .toSorted(compareNewestFirst)[0];
}

/**
 * The worse of two conditions: what the operator reports to OLM, in spec.conditions, and OLM's copy, in
 * status.conditions. OLM takes a copy for a refusal whose observedGeneration is not the generation of the object
 * (https://github.com/operator-framework/operator-lifecycle-manager, pkg/controller/operators/olm/operatorconditions.go,
 * isOperatorUpgradeable). A copy without one observed generation 0.
 */
export function readReportToOlm(object: KubeObject): {
  readonly words: ConditionWords | undefined;
  readonly age: OlmCopyAge;
} {
  const reported = (["spec", "status"] as const).flatMap(
    (place) => readUpgradeable(object, [place], "conditions") ?? [],
  );
  const ranks = ["False", "Unknown", "True"];
  const [words] = reported.toSorted((a, b) => ranks.indexOf(a.status) - ranks.indexOf(b.status));
  const own = listAt(object.status, "conditions").find((each) => textAt(each, "type") === "Upgradeable");
  const observedGeneration = wholeNumberAt(own, "observedGeneration") ?? 0;
  const { generation = observedGeneration } = object;
  if (own === undefined || observedGeneration === generation) return { words, age: {} };
  return { words, age: { outdated: true, observedGeneration, generation } };
}

/** Upgradeable from the first of `places` that has it. Any status but True and False is Unknown. */
export function readUpgradeable(
  { spec, status }: KubeObject,
  places: readonly ("spec" | "status")[],
  field: "conditions" | "overrides",
): ConditionWords | undefined {
  const entries = places.flatMap((place) => listAt(place === "spec" ? spec : status, field));
  const own = entries.find((each) => textAt(each, "type") === "Upgradeable");
  if (own === undefined) return undefined;
  const reported = textAt(own, "status");
  return {
    status: reported === "True" || reported === "False" ? reported : "Unknown",
    reason: textAt(own, "reason"),
    message: textAt(own, "message"),
  };
}
