import { definedFields } from "../../model/defined-fields.ts";
import type { Contribution, ContributionsByType, EvaluatedCondition, ReportNode } from "../../model/report.ts";
import { isSerious, type Verdict } from "../../model/verdict.ts";
import { verdictByPolarity } from "../evaluation/condition-polarity.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { type ConditionShare, mergeParts } from "./aggregated-parts.ts";
import { type EvaluatedObject, listCountedParts } from "./object-node.ts";
import type { GreenhouseSubject } from "./subject.ts";

/**
 * The negative contributions by condition type. Ready has the parts, and the names in status.clusters and the
 * inventory. AllPluginsReady has every Plugin that is not Ready. Each bad condition of the object stands under its own
 * type.
 */
export function listGreenhouseOffenders(
  subject: GreenhouseSubject,
  evaluated: EvaluatedObject,
  index: ObjectIndex,
): ContributionsByType {
  const { object, conditions } = subject;
  const isPreset = object.ref.kind === "PluginPreset";
  const type = isPreset ? "AllPluginsReady" : "Ready";
  const listed = mergeParts(object, index).offenders;
  const parts = isPreset ? [] : listCountedParts(object, evaluated.children, index).filter(isSeriousPart);
  const message = firstConditionOfType(conditions, type)?.message ?? "";
  return groupByType([
    ...evaluated.conditions.filter(isSeriousCondition).map((condition) => makeOwnRow(object.ref.name, condition)),
    ...listed.map((share) => makeShareRow(type, share, message)),
    ...parts
      .filter(({ label }) => !listed.some(({ component }) => component === label))
      .map((part) => makePartRow(part, message)),
  ]);
}

/**
 * The unknown contributions by condition type. They are conditions that are Unknown, even without fault. They are also
 * absent conditions that a gate requires, and an absent Ready.
 */
export function listGreenhouseUncertain(
  { object, conditions, ready, rule }: GreenhouseSubject,
  judged: EvaluatedObject,
): ContributionsByType {
  const component = object.ref.name;
  const unknown = judged.conditions.filter(
    ({ status, polarity }) => status === "Unknown" && countedPolarities.has(polarity),
  );
  const asked = (rule?.gates ?? [])
    .filter(({ missing, bad }) => missing !== undefined || (bad.includes("Unknown") && judged.ownVerdict !== "healthy"))
    .map(({ types: [type = ""] }) => type);
  const missing = [
    ...(ready === undefined && judged.ownVerdict === "unknown" ? ["Ready"] : []),
    ...asked.filter((type) => conditions.length > 0 && firstConditionOfType(conditions, type) === undefined),
  ];
  return groupByType([
    ...unknown.map((condition) => ({ ...makeOwnRow(component, condition), rule: "unknown" as const })),
    ...missing.map((type) => {
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

/** One row per component, type and rule: the first one. */
function groupByType(rows: readonly Row[]): ContributionsByType {
  const byType = Map.groupBy(rows, ({ type }) => type);
  return Object.fromEntries(
    Array.from(byType, ([type, those]) => {
      const first = new Map(those.toReversed().map(({ type: _type, ...row }) => [`${row.component}/${row.rule}`, row]));
      return [type, [...first.values()].toReversed()];
    }),
  );
}
