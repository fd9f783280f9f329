import { definedFields } from "../../model/defined-fields.ts";
import { keepFirstOfEachKey } from "../../model/items-by-key.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ContributionsByType, EvaluatedCondition } from "../../model/report.ts";
import { isSerious, type Verdict } from "../../model/verdict.ts";
import { verdictByPolarity } from "../evaluation/condition-polarity.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import { groupByType, type TypedContribution } from "../evaluation/contributions.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { mergeReadinessOfParts, type PartReadiness } from "./aggregated-parts.ts";
import { type EvaluatedObject, listCountedParts } from "./object-node.ts";
import type { GreenhouseSubject } from "./subject.ts";

/** What a contribution says of a condition that nothing reports. */
const unreportedCondition = { status: "Unknown", reason: "", message: "" } as const;

/** The polarities of conditions that are contributions where they are Unknown. */
const countedPolarities: ReadonlySet<EvaluatedCondition["polarity"]> = new Set(["main", "good", "bad"]);

/**
 * The negative contributions by condition type: each bad condition of the object under its own type, then under Ready the
 * parts that the object's status names, and other parts with a serious verdict. A PluginPreset has the Plugins that its
 * status names under AllPluginsReady, and no other parts.
 */
export function listGreenhouseOffenders(
  subject: GreenhouseSubject,
  evaluated: EvaluatedObject,
  index: ObjectIndex,
): ContributionsByType {
  const { object, conditions } = subject;
  const isPreset = object.ref.kind === "PluginPreset";
  const type = isPreset ? "AllPluginsReady" : "Ready";
  const summaryMessage = firstConditionOfType(conditions, type)?.message ?? "";
  const { unready } = mergeReadinessOfParts(object, index);
  const contributions = [
    ...evaluated.conditions.filter(isSeriousCondition).map((condition) => makeOwnContribution(object, condition)),
    ...unready.map((part) => makePartContribution(type, part, summaryMessage)),
  ];
  if (isPreset) return groupDistinctByType(contributions);

  const unreadyNames = new Set(unready.map(({ component }) => component));
  for (const part of listCountedParts(object, evaluated.children, index)) {
    if (!isSerious(part.counted) || unreadyNames.has(part.label)) continue;
    const condition = firstConditionOfType(part.conditions, "Ready");
    const readiness = { component: part.label, ...definedFields({ condition }) };
    contributions.push(makePartContribution("Ready", readiness, summaryMessage));
  }
  return groupDistinctByType(contributions);
}

/**
 * The unknown contributions by condition type: conditions that are Unknown (also those that may be Unknown without a
 * fault), a missing Ready that leaves the verdict unknown, then other conditions that a gate requires and that do not exist.
 */
export function listGreenhouseUncertain(
  subject: GreenhouseSubject,
  { conditions, ownVerdict }: EvaluatedObject,
): ContributionsByType {
  const unknownConditions = conditions.filter(
    ({ status, polarity }) => status === "Unknown" && countedPolarities.has(polarity),
  );
  const missingTypes = listMissingGateTypes(subject, ownVerdict);
  if (subject.ready === undefined && ownVerdict === "unknown") missingTypes.unshift("Ready");
  return groupDistinctByType([
    ...unknownConditions.map(
      (condition): TypedContribution => ({ ...makeOwnContribution(subject.object, condition), rule: "unknown" }),
    ),
    ...missingTypes.map((type) => makeMissingContribution(subject.object, type)),
  ]);
}

/**
 * The types of conditions that a gate requires and that do not exist. A gate requires a condition if the controller's rule
 * says so. In an object that is not healthy, it also requires a condition whose status Unknown would trip it, because a
 * missing condition counts as Unknown. Empty for an object without any condition, which was not reconciled yet.
 */
function listMissingGateTypes({ conditions, rule }: GreenhouseSubject, ownVerdict: Verdict): string[] {
  if (conditions.length === 0) return [];
  const requiredGates = (rule?.gates ?? []).filter(
    ({ whenMissing, trippedBy }) =>
      whenMissing !== undefined || (trippedBy.includes("Unknown") && ownVerdict !== "healthy"),
  );
  const requiredTypes = requiredGates.map(({ types: [newestType] }) => newestType);
  return requiredTypes.filter((type) => firstConditionOfType(conditions, type) === undefined);
}

function isSeriousCondition({ polarity, status, abnormal }: EvaluatedCondition): boolean {
  return abnormal && isSerious(verdictByPolarity(polarity, status));
}

/** The contribution of one of the object's own conditions. */
function makeOwnContribution({ ref }: KubeObject, condition: EvaluatedCondition): TypedContribution {
  const { type, status, reason, message, since } = condition;
  return {
    type,
    component: ref.name,
    status,
    reason,
    message,
    rule: "reported-reason",
    shown: true,
    ...definedFields({ since }),
  };
}

/** The contribution of a part to a condition of the object. It is shown if the message of that condition names the part. */
function makePartContribution(
  type: string,
  { component, condition }: PartReadiness,
  summaryMessage: string,
): TypedContribution {
  const { status, reason, message } = condition ?? unreportedCondition;
  return {
    type,
    component,
    status,
    reason,
    message,
    rule: "part",
    shown: component !== "" && summaryMessage.includes(component),
    ...definedFields({ since: condition?.since }),
  };
}

/** The contribution of a condition that a gate requires and that does not exist. */
function makeMissingContribution({ ref }: KubeObject, type: string): TypedContribution {
  return {
    type,
    component: ref.name,
    ...unreportedCondition,
    shown: false,
    rule: "missing-condition",
    missing: [type],
  };
}

/** The contributions by type. Of several with one component and rule, the first one is kept. */
function groupDistinctByType(contributions: readonly TypedContribution[]): ContributionsByType {
  return groupByType(keepFirstOfEachKey(contributions, ({ type, component, rule }) => `${type}/${component}/${rule}`));
}
