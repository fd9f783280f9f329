import { conditionOf } from "../../model/condition.ts";
import type { Contribution, JudgedCondition, Node } from "../../model/report.ts";
import type { Index } from "../lookup.ts";
import { verdictBySense } from "../sense.ts";
import { merge, type Share } from "./merge.ts";
import type { Judged } from "./node.ts";
import { clusterShares, everyRule, inventoryShares, pluginShares, pluginsRule } from "./shares.ts";
import type { Subject } from "./subject.ts";

type ByType = Readonly<Record<string, readonly Contribution[]>>;

/**
 * Who contributes something negative to which condition: under Ready its parts and what status.clusters and the inventory
 * name, under AllPluginsReady every Plugin that is not Ready, and each bad condition of its own under its own type.
 */
export function offendersOf(subject: Subject, judged: Judged, index: Index): ByType {
  const { object, conditions } = subject;
  const plugins = object.ref.kind === "PluginPreset" ? merge(pluginShares(object, index), pluginsRule).offenders : [];
  const listed =
    object.ref.kind === "TeamRoleBinding"
      ? merge(clusterShares(object), everyRule).offenders
      : object.ref.kind === "Catalog"
        ? merge(inventoryShares(object, index), everyRule).offenders
        : [];
  const message = (type: string): string => conditionOf(conditions, type)?.message ?? "";
  return grouped([
    ...judged.conditions.filter(isBad).map((condition) => ownRow(object.ref.name, condition)),
    ...listed.map((share) => shareRow("Ready", share, message("Ready"))),
    ...judged.children
      .filter((part) => isBlamed(part) && !listed.some(({ component }) => component === part.label))
      .filter(() => object.ref.kind !== "PluginPreset")
      .map((part) => partRow(part, message("Ready"))),
    ...plugins.map((share) => shareRow("AllPluginsReady", share, message("AllPluginsReady"))),
  ]);
}

/** What says Unknown, also where that is no fault, a gate whose condition must be there and is not, and a missing Ready. */
export function uncertainOf({ object, conditions, ready, rule }: Subject, judged: Judged): ByType {
  const component = object.ref.name;
  const unknown = judged.conditions.filter(({ status, sense }) => status === "Unknown" && counted.has(sense));
  const asked = (rule?.gates ?? [])
    .filter(({ missing }) => missing !== undefined)
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

function isBlamed({ required, verdict }: Node): boolean {
  return required && (verdict === "unavailable" || verdict === "degraded");
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
