import type { Condition } from "../../model/condition.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import { readConditions } from "../../parse/conditions.ts";
import { at, list, record, text, wholeNumber } from "../../parse/value.ts";
import { kinds, presetLabel } from "../../profiles/greenhouse.ts";
import { fluxKinds } from "../../profiles/greenhouse-flux.ts";
import type { Index } from "../lookup.ts";
import { merge, type Share } from "./merge.ts";
import { readyOf } from "./subject.ts";

/**
 * What an object of three kinds is made of: the Ready of each Plugin of a PluginPreset (who does not say is not counted,
 * pluginpreset_controller.go:296-341), each cluster of a TeamRoleBinding, each object of a Catalog's inventory.
 */
export function mergedOf(object: KubeObject, index: Index): ReturnType<typeof merge> {
  switch (object.ref.kind) {
    case "PluginPreset":
      return merge(pluginShares(object, index), "skip");
    case "TeamRoleBinding":
      return merge(clusterShares(object), "bad");
    case "Catalog":
      return merge(inventoryShares(object, index), "bad");
    default:
      return merge([], "skip");
  }
}

/**
 * The Ready of every Plugin of a PluginPreset: those with its label in its namespace, else what its own
 * status.pluginStatuses says of one that was not read.
 */
export function pluginShares(preset: KubeObject, index: Index): readonly Share[] {
  const found = pluginsOf(preset, index);
  const names = new Set(found.map(({ ref }) => ref.name));
  const told = toldPlugins(preset).filter(
    ({ component }) => !names.has(component) && index.find(pluginRef(preset, component)).outcome !== "absent",
  );
  return [...found.map((plugin) => shareOf(plugin.ref.name, readyOf(plugin))), ...told];
}

/** What status.pluginStatuses of a PluginPreset says of each Plugin. */
export function toldPlugins({ status }: KubeObject): readonly Share[] {
  return list(at(status, ["pluginStatuses"]))
    .map((entry) => shareOf(text(at(entry, ["pluginName"])), firstCondition(at(entry, ["readyCondition"]))))
    .filter(({ component }) => component !== "");
}

/** Its counters say that there are Plugins, and what was read holds none and cannot tell that there are none. */
export function lacksPlugins(preset: KubeObject, index: Index): boolean {
  if (preset.ref.kind !== kinds.PluginPreset.kind || pluginsOf(preset, index).length > 0) return false;
  const told = list(at(preset.status, ["pluginStatuses"])).length;
  const counts = ["totalPlugins", "availablePlugins"].map((key) => wholeNumber(at(preset.status, [key])) ?? 0);
  // Where all were listed, what has no name at all is absent.
  return Math.max(told, ...counts) > 0 && index.find(pluginRef(preset, "")).outcome !== "absent";
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
  return inventoryOf(catalog).map((item) => {
    const object = index.find(inventoryRef(catalog, item.kind, item.name));
    return object.outcome === "found" ? shareOf(item.name, readyOf(object.object)) : toldOf(item);
  });
}

export function toldOf({ name, ready, message }: InventoryItem): Share {
  const status = ready === "True" || ready === "Unknown" ? ready : "False";
  return shareOf(name, { type: "Ready", status, reason: "", message });
}

export function inventoryRef({ ref }: KubeObject, kind: string, name: string): Ref {
  const known = Object.values(fluxKinds).find((each) => each.kind === kind);
  const place = ref.namespace === undefined ? {} : { namespace: ref.namespace };
  return { group: known?.group ?? "", kind, ...place, name };
}

function shareOf(component: string, condition: Condition | undefined): Share {
  return condition === undefined ? { component } : { component, condition };
}

function firstCondition(value: unknown): Condition | undefined {
  // Some releases leave out the type, which the place makes plain.
  const entry = record(value);
  return entry === undefined ? undefined : readConditions([{ type: "Ready", ...entry }]).conditions[0];
}
