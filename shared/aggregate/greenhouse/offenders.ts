import type { Contribution, JudgedCondition, Node } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { Index } from "../lookup.ts";
import { verdictBySense } from "../sense.ts";
import { conditionOf } from "../verbs.ts";
import type { Share } from "./merge.ts";
import { countedParts, type Judged } from "./node.ts";
import { mergedOf } from "./shares.ts";
import type { Subject } from "./subject.ts";

type ByType = Readonly<Record<string, readonly Contribution[]>>;

/**
 * Who contributes something negative to which condition: under Ready its parts and what status.clusters and the inventory
 * name, under AllPluginsReady every Plugin that is not Ready, and each bad condition of its own under its own type.
 */
export function offendersOf(subject: Subject, judged: Judged, index: Index): ByType {
  const { object, conditions } = subject;
  const isPreset = object.ref.kind === "PluginPreset";
  const type = isPreset ? "AllPluginsReady" : "Ready";
  const listed = mergedOf(object, index).offenders;
  const parts = isPreset ? [] : countedParts(object, judged.children, index).filter(isBlamed);
  const message = conditionOf(conditions, type)?.message ?? "";
  return grouped([
    ...judged.conditions.filter(isBad).map((condition) => ownRow(object.ref.name, condition)),
    ...listed.map((share) => shareRow(type, share, message)),
    ...parts
      .filter(({ label }) => !listed.some(({ component }) => component === label))
      .map((part) => partRow(part, message)),
  ]);
}

/** What says Unknown, also where that is no fault, a gate whose condition must be there and is not, and a missing Ready. */
export function uncertainOf({ object, conditions, ready, rule }: Subject, judged: Judged): ByType {
  const component = object.ref.name;
  const unknown = judged.conditions.filter(({ status, sense }) => status === "Unknown" && counted.has(sense));
  const asked = (rule?.gates ?? [])
    .filter(({ missing, bad }) => missing !== undefined || (bad.includes("Unknown") && judged.ownVerdict !== "healthy"))
    .map(({ types: [type = ""] }) => type);
  const missing = [
    ...(ready === undefined && judged.ownVerdict === "unknown" ? ["Ready"] : []),
    ...asked.filter((type) => conditions.length > 0 && conditionOf(conditions, type) === undefined),
  ];
  return grouped([
    ...unknown.map((condition) => ({ ...ownRow(component, condition), rule: "unknown" as const })),
    ...missing.map((type) => {
      return { type, component, ...nothingSaid, rule: "missing-condition" as const, missing: [type] };
    }),
  ]);
}

const counted: ReadonlySet<JudgedCondition["sense"]> = new Set(["main", "good", "bad"]);

const nothingSaid = { status: "Unknown" as const, reason: "", message: "", shown: false };

type Row = Contribution & { readonly type: string };

function isBad({ sense, status, abnormal }: JudgedCondition): boolean {
  const verdict = verdictBySense(sense, status);
  return abnormal && (verdict === "unavailable" || verdict === "degraded");
}

function ownRow(component: string, condition: JudgedCondition): Row {
  const { type, status, reason, message, since } = condition;
  const row = { type, component, status, reason, message, rule: "reported-reason" as const, shown: true };
  return since === undefined ? row : { ...row, since };
}

function shareRow(type: string, { component, condition }: Share, shown: string): Row {
  const { status, reason, message, since } = condition ?? { ...nothingSaid, since: undefined };
  const row = { type, component, status, reason, message, rule: "part" as const, shown: names(shown, component) };
  return since === undefined ? row : { ...row, since };
}

function partRow(part: Node, shown: string): Row {
  const ready = conditionOf(part.conditions, "Ready");
  return shareRow("Ready", { component: part.label, ...(ready === undefined ? {} : { condition: ready }) }, shown);
}

function isBlamed({ counted }: { readonly counted: Verdict }): boolean {
  return counted === "unavailable" || counted === "degraded";
}

function names(message: string, component: string): boolean {
  return component !== "" && message.includes(component);
}

/** One row per component, type and rule; the first that came. */
function grouped(rows: readonly Row[]): ByType {
  const byType = Map.groupBy(rows, ({ type }) => type);
  return Object.fromEntries(
    Array.from(byType, ([type, those]) => {
      const first = new Map(those.toReversed().map(({ type: _type, ...row }) => [`${row.component}/${row.rule}`, row]));
      return [type, [...first.values()].toReversed()];
    }),
  );
}
