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

/**
 * The merged condition over the parts of an object: over the Plugins of a PluginPreset, the clusters of a TeamRoleBinding, or
 * the objects of a Catalog's inventory. Other kinds have no parts. A Plugin without Ready does not count
 * (pluginpreset_controller.go:296-341).
 */
export function mergeParts(object: KubeObject, index: ObjectIndex): ReturnType<typeof mergeConditionShares> {
  switch (object.ref.kind) {
    case "PluginPreset":
      return mergeConditionShares(readPluginShares(object, index), "skip");
    case "TeamRoleBinding":
      return mergeConditionShares(readClusterShares(object), "bad");
    case "Catalog":
      return mergeConditionShares(readInventoryShares(object, index), "bad");
    default:
      return mergeConditionShares([], "skip");
  }
}

/**
 * The Ready of every Plugin of a PluginPreset: the Plugins with its label in its namespace. For one that was not read,
 * status.pluginStatuses stands in.
 */
export function readPluginShares(preset: KubeObject, index: ObjectIndex): readonly ConditionShare[] {
  const plugins = listPresetPlugins(preset, index);
  const names = new Set(plugins.map(({ ref }) => ref.name));
  const mayExist = (name: string): boolean => index.find(makePluginRef(preset, name)).outcome !== "absent";
  const reported = readReportedPlugins(preset).filter(({ component }) => !names.has(component) && mayExist(component));
  return [...plugins.map((plugin) => makeShare(plugin.ref.name, findReadyCondition(plugin))), ...reported];
}

/** What status.pluginStatuses of a PluginPreset reports of each Plugin. */
export function readReportedPlugins({ status }: KubeObject): readonly ConditionShare[] {
  return listAt(status, "pluginStatuses")
    .map((entry) => makeShare(textAt(entry, "pluginName"), readReadyEntry(valueAt(entry, "readyCondition"))))
    .filter(({ component }) => component !== "");
}

/** Whether a preset's counters show Plugins while none was read, and the source cannot prove that there are none. */
export function lacksPlugins(preset: KubeObject, index: ObjectIndex): boolean {
  if (preset.ref.kind !== greenhouseKinds.PluginPreset.kind || listPresetPlugins(preset, index).length > 0)
    return false;
  const reported = listAt(preset.status, "pluginStatuses").length;
  const counts = ["totalPlugins", "availablePlugins"].map((key) => wholeNumberAt(preset.status, key) ?? 0);
  // Where the list of Plugins was read in full, any name that it lacks is absent, the empty one too.
  const isListRead = index.find(makePluginRef(preset, "")).outcome === "absent";
  return Math.max(reported, ...counts) > 0 && !isListRead;
}

/** The Plugins with a PluginPreset's label in its namespace, in reading order. */
export function listPresetPlugins({ ref }: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  return index.all(greenhouseKinds.Plugin, ref.namespace).filter(({ labels }) => labels.get(presetLabel) === ref.name);
}

export function makePluginRef({ ref }: KubeObject, name: string): Ref {
  const { group, namespace } = ref;
  return { group, kind: greenhouseKinds.Plugin.kind, ...definedFields({ namespace }), name };
}

/** What status.clusters of a TeamRoleBinding reports of each cluster. */
export function readClusterShares({ status }: KubeObject): readonly ConditionShare[] {
  return listAt(status, "clusters").map((entry) => {
    const name = textAt(entry, "clusterName") || textAt(entry, "name");
    return makeShare(name, readReadyEntry(valueAt(entry, "condition")));
  });
}

/** One object of a Catalog's status.inventory. */
interface InventoryItem {
  readonly kind: string;
  readonly name: string;
  readonly ready: string;
  readonly message: string;
}

export function readInventory({ status }: KubeObject): readonly InventoryItem[] {
  return Object.values(recordAt(status, "inventory") ?? {}).flatMap((items) =>
    toList(items).map((item) => ({
      kind: textAt(item, "kind"),
      name: textAt(item, "name"),
      ready: textAt(item, "ready"),
      message: textAt(item, "message"),
    })),
  );
}

/** The Ready of every object of a Catalog: the object's own if it was read, otherwise the inventory's. */
export function readInventoryShares(catalog: KubeObject, index: ObjectIndex): readonly ConditionShare[] {
  return readInventory(catalog).map((item) => {
    const object = foundObject(index.find(makeInventoryRef(catalog, item.kind, item.name)));
    return object === undefined ? readInventoryShare(item) : makeShare(item.name, findReadyCondition(object));
  });
}

/** The share of an object as the inventory reports it. A status that is neither True nor Unknown counts as False. */
export function readInventoryShare({ name, ready, message }: InventoryItem): ConditionShare {
  const status = ready === "True" || ready === "Unknown" ? ready : "False";
  return makeShare(name, { type: "Ready", status, reason: "", message });
}

export function makeInventoryRef({ ref }: KubeObject, kind: string, name: string): Ref {
  const group = Object.values(fluxKinds).find((fluxKind) => fluxKind.kind === kind)?.group ?? "";
  return { group, kind, ...definedFields({ namespace: ref.namespace }), name };
}

function makeShare(component: string, condition: Condition | undefined): ConditionShare {
  return condition === undefined ? { component } : { component, condition };
}

/** The Ready condition in a field of the status. Some releases omit its type, which the field implies. */
function readReadyEntry(value: unknown): Condition | undefined {
  const entry = toRecord(value);
  return entry === undefined ? undefined : readConditions([{ type: "Ready", ...entry }]).conditions[0];
}

/** The share of one part in a merged condition. Without `condition` if the part has none. */
export interface ConditionShare {
  readonly component: string;
  readonly condition?: ConditionWords & { readonly since?: string };
}

interface Merged {
  /** Undefined if no part was counted. */
  readonly status: "True" | "False" | undefined;
  /** The parts that are not True, in order. The condition names the first one. */
  readonly offenders: readonly ConditionShare[];
  readonly counted: number;
}

/**
 * Merges one condition over many parts: True if all are True. Unknown counts as False.
 *
 * @param withoutCondition how a part without the condition counts: as False (`bad`), or not at all (`skip`).
 */
export function mergeConditionShares(parts: readonly ConditionShare[], withoutCondition: "bad" | "skip"): Merged {
  const counted = parts.filter(({ condition }) => condition !== undefined || withoutCondition === "bad");
  const offenders = counted.filter(({ condition }) => condition?.status !== "True");
  if (counted.length === 0) return { status: undefined, offenders, counted: 0 };
  return { status: offenders.length > 0 ? "False" : "True", offenders, counted: counted.length };
}
