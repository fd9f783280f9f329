import type { Condition, ConditionWords } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { greenhouseKinds } from "../../model/family-roots.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import { foundObject } from "../../model/snapshot.ts";
import { readConditions } from "../../parse/conditions.ts";
import { listAt, recordAt, textAt, toList, toRecord, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { presetLabel } from "../../profiles/greenhouse/profile.ts";
import { fluxKinds } from "../../tables/flux-kinds.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { findReadyCondition } from "./subject.ts";

/** The Ready condition of one part, from the part itself or from the status of the object above it. */
export interface PartReadiness {
  readonly component: string;
  /** Absent if the part has no Ready condition. */
  readonly condition?: ConditionWords & { readonly since?: string };
}

/** One condition that is merged from the Ready conditions of many parts. */
interface MergedReadiness {
  /** Undefined if no part was counted. */
  readonly status: "True" | "False" | undefined;
  /** The counted parts whose Ready is not True, in the order of the parts. */
  readonly unready: readonly PartReadiness[];
  /** The number of counted parts. */
  readonly total: number;
}

/**
 * The readiness of an object that its controller merges from parts: from the Plugins of a PluginPreset, the clusters of
 * a TeamRoleBinding, or the objects of a Catalog's inventory. Objects of other kinds have no such parts, and no status.
 */
export function mergeReadinessOfParts(object: KubeObject, index: ObjectIndex): MergedReadiness {
  switch (object.ref.kind) {
    case "PluginPreset":
      // The controller skips a Plugin without Ready (pluginpreset_controller.go:296-341).
      return mergeReadiness(readPluginReadiness(object, index), "skip");
    case "TeamRoleBinding":
      return mergeReadiness(readClusterReadiness(object), "bad");
    case "Catalog":
      return mergeReadiness(readInventoryReadiness(object, index), "bad");
    default:
      return mergeReadiness([], "skip");
  }
}

/**
 * Merges the Ready conditions of parts: True if all are True, otherwise False. Unknown counts as False.
 *
 * @param withoutCondition how a part without the condition counts: as False (`bad`), or not at all (`skip`).
 */
export function mergeReadiness(parts: readonly PartReadiness[], withoutCondition: "bad" | "skip"): MergedReadiness {
  const counted = parts.filter(({ condition }) => condition !== undefined || withoutCondition === "bad");
  const unready = counted.filter(({ condition }) => condition?.status !== "True");
  if (counted.length === 0) return { status: undefined, unready, total: 0 };
  return { status: unready.length > 0 ? "False" : "True", unready, total: counted.length };
}

// Plugins of a PluginPreset

/**
 * The readiness of the Plugins of a PluginPreset: first of those that were read, from the Plugin itself, then of those in
 * status.pluginStatuses that were not read. A Plugin that is known not to exist is omitted.
 */
export function readPluginReadiness(preset: KubeObject, index: ObjectIndex): readonly PartReadiness[] {
  const plugins = listPresetPlugins(preset, index);
  const pluginNames = new Set(plugins.map(({ ref }) => ref.name));
  const unreadPlugins = readReportedPlugins(preset).filter(({ component }) => {
    if (pluginNames.has(component)) return false;
    return index.find(makePluginRef(preset, component)).outcome !== "absent";
  });
  return [...plugins.map((plugin) => makeReadiness(plugin.ref.name, findReadyCondition(plugin))), ...unreadPlugins];
}

/** What status.pluginStatuses of a PluginPreset reports of each Plugin. Entries without a name are omitted. */
export function readReportedPlugins({ status }: KubeObject): readonly PartReadiness[] {
  return listAt(status, "pluginStatuses")
    .map((entry) => makeReadiness(textAt(entry, "pluginName"), readReadyField(valueAt(entry, "readyCondition"))))
    .filter(({ component }) => component !== "");
}

/**
 * Whether the Plugins of a PluginPreset were not read: none is known, its status counts some, and no full list of Plugins
 * proves that there are none. False for an object of another kind.
 */
export function arePluginsUnread(preset: KubeObject, index: ObjectIndex): boolean {
  if (preset.ref.kind !== greenhouseKinds.PluginPreset.kind) return false;
  if (listPresetPlugins(preset, index).length > 0) return false;
  // In a list that was read in full any name that it lacks is absent, the empty name too.
  const isListRead = index.find(makePluginRef(preset, "")).outcome === "absent";
  if (isListRead) return false;
  const counters = ["totalPlugins", "availablePlugins"].map((key) => wholeNumberAt(preset.status, key) ?? 0);
  return listAt(preset.status, "pluginStatuses").length > 0 || counters.some((count) => count > 0);
}

/** The Plugins with the label of a PluginPreset, in its namespace and in reading order. */
export function listPresetPlugins({ ref }: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  return index.all(greenhouseKinds.Plugin, ref.namespace).filter(({ labels }) => labels.get(presetLabel) === ref.name);
}

/** The ref of the Plugin of this name in the namespace of its PluginPreset. */
export function makePluginRef({ ref }: KubeObject, name: string): Ref {
  const { group, namespace } = ref;
  return { group, kind: greenhouseKinds.Plugin.kind, ...definedFields({ namespace }), name };
}

// Clusters of a TeamRoleBinding

/** What status.clusters of a TeamRoleBinding reports of each cluster. */
export function readClusterReadiness({ status }: KubeObject): readonly PartReadiness[] {
  return listAt(status, "clusters").map((entry) => {
    const name = textAt(entry, "clusterName") || textAt(entry, "name");
    return makeReadiness(name, readReadyField(valueAt(entry, "condition")));
  });
}

// Inventory of a Catalog

/** One object of a Catalog's status.inventory. */
interface InventoryItem {
  readonly kind: string;
  readonly name: string;
  readonly ready: string;
  readonly message: string;
}

/** The objects in status.inventory of a Catalog, which has a list of them for each of its sources. */
export function readInventory({ status }: KubeObject): readonly InventoryItem[] {
  const itemsBySource = recordAt(status, "inventory") ?? {};
  return Object.values(itemsBySource).flatMap((items) =>
    toList(items).map((item) => ({
      kind: textAt(item, "kind"),
      name: textAt(item, "name"),
      ready: textAt(item, "ready"),
      message: textAt(item, "message"),
    })),
  );
}

/** The readiness of every object in a Catalog's inventory: by its own Ready if it was read, otherwise by the inventory. */
export function readInventoryReadiness(catalog: KubeObject, index: ObjectIndex): readonly PartReadiness[] {
  return readInventory(catalog).map((item) => {
    const object = foundObject(index.find(makeInventoryRef(catalog, item.kind, item.name)));
    if (object === undefined) return readItemReadiness(item);
    return makeReadiness(item.name, findReadyCondition(object));
  });
}

/** The readiness of an object as the inventory reports it. A status that is neither True nor Unknown counts as False. */
export function readItemReadiness({ name, ready, message }: InventoryItem): PartReadiness {
  const status = ready === "True" || ready === "Unknown" ? ready : "False";
  return makeReadiness(name, { type: "Ready", status, reason: "", message });
}

/** The ref of an object in a Catalog's inventory, which is in the Catalog's namespace. */
export function makeInventoryRef({ ref }: KubeObject, kind: string, name: string): Ref {
  const group = Object.values(fluxKinds).find((fluxKind) => fluxKind.kind === kind)?.group ?? "";
  return { group, kind, ...definedFields({ namespace: ref.namespace }), name };
}

function makeReadiness(component: string, condition: Condition | undefined): PartReadiness {
  return condition === undefined ? { component } : { component, condition };
}

/** The Ready condition in a field of a status. Some releases omit its type, which the field implies. */
function readReadyField(value: unknown): Condition | undefined {
  const entry = toRecord(value);
  if (entry === undefined) return undefined;
  return readConditions([{ type: "Ready", ...entry }]).conditions[0];
}
