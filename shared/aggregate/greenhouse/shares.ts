import { type Condition, conditionOf } from "../../model/condition.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import { conditionsAt, readConditions } from "../../parse/conditions.ts";
import { at, list, record, text } from "../../parse/value.ts";
import { kinds, presetLabel } from "../../profiles/greenhouse.ts";
import { fluxKinds } from "../../profiles/greenhouse-flux.ts";
import type { Index } from "../lookup.ts";
import type { MergeRule, Share } from "./merge.ts";

/** Whoever is not True is bad; who does not say is not counted (pluginpreset_controller.go:296-341). */
export const pluginsRule: MergeRule = { worst: "False", missing: "skip", unknown: "bad", lead: "first" };

/** Every cluster and every object of the inventory must be True. */
export const everyRule: MergeRule = { ...pluginsRule, missing: "False" };

/**
 * The Ready of every Plugin of a PluginPreset: those with its label in its namespace, else what its own
 * status.pluginStatuses says of one that was not read.
 */
export function pluginShares(preset: KubeObject, index: Index): readonly Share[] {
  const found = pluginsOf(preset, index);
  const names = new Set(found.map(({ ref }) => ref.name));
  const told = list(at(preset.status, ["pluginStatuses"])).flatMap((entry): readonly Share[] => {
    const name = text(at(entry, ["pluginName"]));
    if (name === "" || names.has(name) || index.find(pluginRef(preset, name)).outcome === "absent") return [];
    return [shareOf(name, firstCondition(at(entry, ["readyCondition"])))];
  });
  return [...found.map((plugin) => shareOf(plugin.ref.name, readyOf(plugin))), ...told];
}

/** The Plugins with a PluginPreset's label in its namespace, in reading order. */
export function pluginsOf({ ref }: KubeObject, index: Index): readonly KubeObject[] {
  return index.all(kinds.Plugin, ref.namespace).filter(({ labels }) => labels.get(presetLabel) === ref.name);
}

export function pluginRef({ ref }: KubeObject, name: string): Ref {
  const place = ref.namespace === undefined ? {} : { namespace: ref.namespace };
  return { group: ref.group, kind: kinds.Plugin.kind, ...place, name };
}

/** What status.clusters of a TeamRoleBinding says of each cluster. */
export function clusterShares({ status }: KubeObject): readonly Share[] {
  return list(at(status, ["clusters"])).map((entry) => {
    const name = text(at(entry, ["clusterName"])) || text(at(entry, ["name"]));
    return shareOf(name, firstCondition(at(entry, ["condition"])));
  });
}

/** One object of a Catalog's status.inventory. */
interface InventoryItem {
  readonly kind: string;
  readonly name: string;
  readonly ready: string;
  readonly message: string;
}

export function inventoryOf({ status }: KubeObject): readonly InventoryItem[] {
  return Object.values(record(at(status, ["inventory"])) ?? {}).flatMap((items) =>
    list(items).map((item) => {
      const [kind, name, ready, message] = ["kind", "name", "ready", "message"].map((key) => text(at(item, [key])));
      return { kind: kind ?? "", name: name ?? "", ready: ready ?? "", message: message ?? "" };
    }),
  );
}

/** The Ready of every object of a Catalog: of what was read as it is now, else as the inventory has it. */
export function inventoryShares(catalog: KubeObject, index: Index): readonly Share[] {
  return inventoryOf(catalog).map(({ kind, name, ready, message }) => {
    const object = index.find({ ...inventoryRef(catalog, kind, name) });
    if (object.outcome === "found") return shareOf(name, readyOf(object.object));
    const status = ready === "True" || ready === "Unknown" ? ready : "False";
    return shareOf(name, { type: "Ready", status, reason: "", message });
  });
}

export function inventoryRef({ ref }: KubeObject, kind: string, name: string): Ref {
  const known = Object.values(fluxKinds).find((each) => each.kind === kind);
  const place = ref.namespace === undefined ? {} : { namespace: ref.namespace };
  return { group: known?.group ?? "", kind, ...place, name };
}

export function readyOf(object: KubeObject): Condition | undefined {
  return conditionOf(conditionsAt(object).conditions, "Ready");
}

function shareOf(component: string, condition: Condition | undefined): Share {
  return condition === undefined ? { component } : { component, condition };
}

function firstCondition(value: unknown): Condition | undefined {
  // Some releases leave out the type, which the place makes plain.
  const entry = record(value);
  return entry === undefined ? undefined : readConditions([{ type: "Ready", ...entry }]).conditions[0];
}
