import type { Condition, ConditionWords } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { greenhouseKinds } from "../../model/family-roots.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import { readConditions } from "../../parse/conditions.ts";
import { listAt, recordAt, textAt, toList, toRecord, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { presetLabel } from "../../profiles/greenhouse/profile.ts";
import { fluxKinds } from "../../tables/flux-kinds.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { findReadyCondition } from "./subject.ts";

/**
 * The merged condition over the parts of an object of three kinds. They are the Plugins of a PluginPreset, the clusters
 * of a TeamRoleBinding, and the objects of a Catalog's inventory. A Plugin without Ready does not count
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
  const found = listPresetPlugins(preset, index);
  const names = new Set(found.map(({ ref }) => ref.name));
  const reported = readReportedPlugins(preset).filter(
    ({ component }) => !names.has(component) && index.find(makePluginRef(preset, component)).outcome !== "absent",
  );
  return [...found.map((plugin) => makeShare(plugin.ref.name, findReadyCondition(plugin))), ...reported];
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
  // If all Plugins were listed, a lookup of an empty name gives absent.
  return Math.max(reported, ...counts) > 0 && index.find(makePluginRef(preset, "")).outcome !== "absent";
}

/** The Plugins with a PluginPreset's label in its namespace, in reading order. */
export function listPresetPlugins({ ref }: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  return index.all(greenhouseKinds.Plugin, ref.namespace).filter(({ labels }) => labels.get(presetLabel) === ref.name);
}

export function makePluginRef({ ref }: KubeObject, name: string): Ref {
  const place = definedFields({ namespace: ref.namespace });
  return { group: ref.group, kind: greenhouseKinds.Plugin.kind, ...place, name };
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
    toList(items).map((item) => {
      const [kind, name, ready, message] = ["kind", "name", "ready", "message"].map((key) => textAt(item, key));
      return { kind: kind ?? "", name: name ?? "", ready: ready ?? "", message: message ?? "" };
    }),
  );
}

/** The Ready of every object of a Catalog: the current one if the object was read, else the inventory's. */
export function readInventoryShares(catalog: KubeObject, index: ObjectIndex): readonly ConditionShare[] {
  return readInventory(catalog).map((item) => {
    const object = index.find(makeInventoryRef(catalog, item.kind, item.name));
    return object.outcome === "found"
      ? makeShare(item.name, findReadyCondition(object.object))
      : readInventoryShare(item);
  });
}

export function readInventoryShare({ name, ready, message }: InventoryItem): ConditionShare {
  const status = ready === "True" || ready === "Unknown" ? ready : "False";
  return makeShare(name, { type: "Ready", status, reason: "", message });
}

export function makeInventoryRef({ ref }: KubeObject, kind: string, name: string): Ref {
  const known = Object.values(fluxKinds).find((each) => each.kind === kind);
  const place = definedFields({ namespace: ref.namespace });
  return { group: known?.group ?? "", kind, ...place, name };
}

function makeShare(component: string, condition: Condition | undefined): ConditionShare {
  return condition === undefined ? { component } : { component, condition };
}

function readReadyEntry(value: unknown): Condition | undefined {
  // Some releases omit the type, which is clear from the field.
  const entry = toRecord(value);
  return entry === undefined ? undefined : readConditions([{ type: "Ready", ...entry }]).conditions[0];
}

/** One part's share in a merged condition; without `condition` if the part has none. */
export interface ConditionShare {
  readonly component: string;
  readonly condition?: ConditionWords & { readonly since?: string };
}

interface Merged {
  /** Undefined if no part was counted. */
  readonly status: "True" | "False" | undefined;
  /** The parts that are not True, in order; the first leads. */
  readonly offenders: readonly ConditionShare[];
  readonly counted: number;
}

/**
 * Merges one condition over many parts: True if all are True. Unknown counts as False.
 * @param silent how a part without the condition counts; `skip`: not at all
 */
export function mergeConditionShares(parts: readonly ConditionShare[], silent: "bad" | "skip"): Merged {
  const counted = parts.filter(({ condition }) => condition !== undefined || silent === "bad");
  const offenders = counted.filter(({ condition }) => condition?.status !== "True");
  const merged = offenders.length > 0 ? "False" : "True";
  const status = counted.length === 0 ? undefined : merged;
  return { status, offenders, counted: counted.length };
}
