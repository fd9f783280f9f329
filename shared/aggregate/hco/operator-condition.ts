import { type ConditionStatus, type ConditionWords, findWorstStatus, type OlmCopyAge } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
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
    ...definedFields({ override: override?.status }),
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
 * The worse of two conditions, and whether OLM's copy is outdated. The operator writes spec.conditions, which OLM copies to
 * status.conditions. OLM takes a copy as a refusal if its observedGeneration is not the generation of the object
 * (https://github.com/operator-framework/operator-lifecycle-manager, pkg/controller/operators/olm/operatorconditions.go,
 * isOperatorUpgradeable). A copy without an observedGeneration has observed generation 0.
 */
export function readReportToOlm(object: KubeObject): {
  readonly words: ConditionWords | undefined;
  readonly age: OlmCopyAge;
} {
  const reports = (["spec", "status"] as const).flatMap(
    (section) => readUpgradeable(object, [section], "conditions") ?? [],
  );
  const words = findWorstStatus(reports, "True");
  const copy = listAt(object.status, "conditions").find((condition) => textAt(condition, "type") === "Upgradeable");
  const observedGeneration = wholeNumberAt(copy, "observedGeneration") ?? 0;
  const { generation = observedGeneration } = object;
  if (copy === undefined || observedGeneration === generation) return { words, age: {} };
  return { words, age: { outdated: true, observedGeneration, generation } };
}

/** The Upgradeable of an OperatorCondition from the first of `sections` that has it. Any status but True and False is Unknown. */
export function readUpgradeable(
  { spec, status }: KubeObject,
  sections: readonly ("spec" | "status")[],
  field: "conditions" | "overrides",
): ConditionWords | undefined {
  const entries = sections.flatMap((section) => listAt(section === "spec" ? spec : status, field));
  const upgradeable = entries.find((entry) => textAt(entry, "type") === "Upgradeable");
  if (upgradeable === undefined) return undefined;
  const reported = textAt(upgradeable, "status");
  return {
    status: reported === "True" || reported === "False" ? reported : "Unknown",
    reason: textAt(upgradeable, "reason"),
    message: textAt(upgradeable, "message"),
  };
}
