import { definedFields } from "../../model/defined-fields.ts";
import type { Contribution, ContributionsByType, EvaluatedCondition, ReportNode } from "../../model/report.ts";
import { isSerious, type Verdict } from "../../model/verdict.ts";
import { keepFirstOfEachKey } from "../evaluation/compare.ts";
import { verdictByPolarity } from "../evaluation/condition-polarity.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { type ConditionShare, mergeParts } from "./aggregated-parts.ts";
import { type EvaluatedObject, listCountedParts } from "./object-node.ts";
import type { GreenhouseSubject } from "./subject.ts";

/**
 * The negative contributions by condition type: each bad condition of the object under its own type, and under Ready the
 * parts that its status names and those with a serious verdict. The Plugins of a PluginPreset stand under AllPluginsReady.
 */
export function listGreenhouseOffenders(
  subject: GreenhouseSubject,
  evaluated: EvaluatedObject,
  index: ObjectIndex,
): ContributionsByType {
  const { object, conditions } = subject;
  const isPreset = object.ref.kind === "PluginPreset";
  const type = isPreset ? "AllPluginsReady" : "Ready";
  const message = firstConditionOfType(conditions, type)?.message ?? "";
  const reportedShares = mergeParts(object, index).offenders;
  const reportedNames = new Set(reportedShares.map(({ component }) => component));
  const seriousParts = isPreset ? [] : listCountedParts(object, evaluated.children, index).filter(isSeriousPart);
  const otherParts = seriousParts.filter(({ label }) => !reportedNames.has(label));
  return groupByType([
    ...evaluated.conditions.filter(isSeriousCondition).map((condition) => makeOwnRow(object.ref.name, condition)),
    ...reportedShares.map((share) => makeShareRow(type, share, message)),
    ...otherParts.map((part) => makePartRow(part, message)),
  ]);
}

/**
 * The unknown contributions by condition type: conditions that are Unknown, even without fault, then conditions that do not
 * exist and that a gate requires, and a missing Ready.
 */
export function listGreenhouseUncertain(
  { object, conditions, ready, rule }: GreenhouseSubject,
  evaluated: EvaluatedObject,
): ContributionsByType {
  const component = object.ref.name;
  const unknown = evaluated.conditions.filter(
    ({ status, polarity }) => status === "Unknown" && countedPolarities.has(polarity),
  );
  const requiredTypes = (rule?.gates ?? [])
    .filter(
      ({ missing, bad }) => missing !== undefined || (bad.includes("Unknown") && evaluated.ownVerdict !== "healthy"),
    )
    .map(({ types: [type = ""] }) => type);
  const missingTypes = requiredTypes.filter(
    (type) => conditions.length > 0 && firstConditionOfType(conditions, type) === undefined,
  );
  if (ready === undefined && evaluated.ownVerdict === "unknown") missingTypes.unshift("Ready");
  return groupByType([
    ...unknown.map((condition) => ({ ...makeOwnRow(component, condition), rule: "unknown" as const })),
    ...missingTypes.map((type) => {
      return { type, component, ...unreported, rule: "missing-condition" as const, missing: [type] };
    }),
  ]);
}

const countedPolarities: ReadonlySet<EvaluatedCondition["polarity"]> = new Set(["main", "good", "bad"]);

const unreported = { status: "Unknown" as const, reason: "", message: "", shown: false };

type Row = Contribution & { readonly type: string };

function isSeriousCondition({ polarity, status, abnormal }: EvaluatedCondition): boolean {
  return abnormal && isSerious(verdictByPolarity(polarity, status));
}

function makeOwnRow(component: string, condition: EvaluatedCondition): Row {
  const { type, status, reason, message, since } = condition;
  const row = { type, component, status, reason, message, rule: "reported-reason" as const, shown: true };
  return since === undefined ? row : { ...row, since };
}

function makeShareRow(type: string, { component, condition }: ConditionShare, shown: string): Row {
  const { status, reason, message, since } = condition ?? { ...unreported, since: undefined };
  const row = { type, component, status, reason, message, rule: "part" as const, shown: isNamedIn(shown, component) };
  return since === undefined ? row : { ...row, since };
}

function makePartRow(part: ReportNode, shown: string): Row {
  const ready = firstConditionOfType(part.conditions, "Ready");
  return makeShareRow("Ready", { component: part.label, ...definedFields({ condition: ready }) }, shown);
}

function isSeriousPart({ counted }: { readonly counted: Verdict }): boolean {
  return isSerious(counted);
}

function isNamedIn(message: string, component: string): boolean {
  return component !== "" && message.includes(component);
}

/** The rows by type: of each component and rule the first one. */
function groupByType(rows: readonly Row[]): ContributionsByType {
  const firstRows = keepFirstOfEachKey(rows, ({ type, component, rule }) => `${type}/${component}/${rule}`);
  const grouped: Record<string, Contribution[]> = {};
  for (const { type, ...row } of firstRows) {
    grouped[type] ??= [];
    grouped[type].push(row);
  }
  return grouped;
}
