import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { recordAt, toRecord, toText, valueAt } from "../../parse/json-value.ts";
import { isSelectableLabel } from "../../parse/label-selector.ts";
import { podKind } from "../../profiles/core-kinds.ts";
import type { ListResult } from "../snapshot/list-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

/** Labels that every pod of a workload has. Empty if no label is known, so that only a list of all pods has these pods. */
export type PodLabels = ReadonlyMap<string, string>;

/** The labels by which a workload selects its pods, without those that a list cannot select by. */
export function podLabelsOfWorkload({ ref, spec }: KubeObject): PodLabels {
  const selector = valueAt(spec, "selector");
  const labels = ref.kind === "ReplicationController" ? selector : valueAt(selector, "matchLabels");
  const pairs = Object.entries(toRecord(labels) ?? {}).map(([name, value]) => [name, toText(value)] as const);
  return new Map(pairs.filter(([name, value]) => value !== "" && isSelectableLabel(name, value)));
}

/** The labels of the workload's pods, those of its present template included. */
export function templateLabelsOfWorkload(workload: KubeObject): PodLabels {
  const template = recordAt(workload.spec, "template", "metadata", "labels") ?? {};
  const pairs = Object.entries(template).map(([name, value]) => [name, toText(value)] as const);
  return new Map([...pairs, ...podLabelsOfWorkload(workload)]);
}

/** The query for the pods with these labels in a namespace. */
export function queryPods(namespace: string | undefined, labels: PodLabels): Query {
  const list = listQuery(podKind, namespace);
  if (labels.size === 0) return list;
  return { ...list, labelSelector: [...labels].map(([key, value]) => `${key}=${value}`).join() };
}

/**
 * The outcome of the lists that have all pods of a workload. A list by the labels of another workload does not count, because
 * it need not have them.
 */
export function listPodsOfWorkload(workload: KubeObject, index: ObjectIndex): ListResult {
  const { group, kind } = podKind;
  const { namespace = "" } = workload.ref;
  const labels = podLabelsOfWorkload(workload);
  const present = templateLabelsOfWorkload(workload);
  return index.list({ group, kind, namespace, labels, present });
}

/**
 * Makes one selector of the pods with the `requested` labels and of all others that may be requested in this namespace later.
 * Empty if there is no such selector.
 */
export type SelectOthers = (namespace: string | undefined, requested: readonly PodLabels[]) => string;

/** More lists of one namespace cost more than the list of all its pods. */
const maxListsPerNamespace = 3;
/** The selector is part of an address. */
const maxSelectorLength = 2_000;

/**
 * Merges lists of pods: `app=web` and `app=db` -> `app in (db,web)`. `queries` has one list for each workload, as
 * {@link queryPods} makes it, and other queries, which are kept. The lists of one namespace become the first of these that
 * is possible:
 * 1. Few lists by labels. Workloads with labels of the same names share one list.
 * 2. With `selectOthers`, one list by the selector that it makes.
 * 3. One list of all pods of the namespace.
 */
export function foldPodLists(queries: readonly Query[], selectOthers?: SelectOthers): readonly Query[] {
  const listsByNamespace = Map.groupBy(queries.filter(isPodList), ({ namespace }) => namespace);
  return queries.flatMap((query) => {
    if (!isPodList(query)) return [query];
    const lists = listsByNamespace.get(query.namespace) ?? [];
    // The folded lists take the place of the first one.
    return query === lists[0] ? foldListsOfNamespace(query, lists, selectOthers) : [];
  });
}

/** Whether a query is a list of pods with all their fields. */
export function isPodList({ verb, group, kind, metadataOnly, fieldSelector }: Query): boolean {
  const isWhole = metadataOnly === undefined && fieldSelector === undefined;
  return isWhole && verb === "list" && isSameKind({ group, kind }, podKind);
}

function foldListsOfNamespace(
  first: Query,
  lists: readonly Query[],
  selectOthers: SelectOthers | undefined,
): readonly Query[] {
  const { labelSelector: _, ...everyPod } = first;
  const requested = lists.map(({ labelSelector = "" }) => parseLabels(labelSelector));
  const selectors = joinSelectors(requested);
  const maxLists = selectOthers === undefined ? maxListsPerNamespace : 1;
  if (selectors.length <= maxLists && selectors.every(isUsable)) {
    return selectors.map((labelSelector) => ({ ...everyPod, labelSelector }));
  }
  // An empty selector belongs to a workload without known labels. Only the list of all pods has its pods.
  if (selectors.includes("")) return [everyPod];
  const labelSelector = selectOthers?.(first.namespace, requested) ?? "";
  return [isUsable(labelSelector) ? { ...everyPod, labelSelector } : everyPod];
}

/** Selectors of all pods with any of these sets of labels: one for all sets whose labels have the same names. */
function joinSelectors(sets: readonly PodLabels[]): readonly string[] {
  // `app=web` also selects the pods with `app=web,tier=front`, so the set with more labels is dropped.
  const isCoveredBySmaller = (set: PodLabels): boolean =>
    sets.some((other) => other.size < set.size && includesLabels(set, other));
  const neededSets = sets.filter((set) => !isCoveredBySmaller(set));
  const setsByNames = Map.groupBy(neededSets, (set) => [...set.keys()].toSorted().join());
  return Array.from(setsByNames.values(), selectAny);
}

function isUsable(selector: string): boolean {
  return selector !== "" && selector.length <= maxSelectorLength;
}

/** `app=web,tier=front` -> a Map of the two labels. */
function parseLabels(selector: string): PodLabels {
  const labels = new Map<string, string>();
  for (const part of selector.split(",")) {
    const nameEnd = part.indexOf("=");
    if (part !== "") labels.set(part.slice(0, nameEnd), part.slice(nameEnd + 1));
  }
  return labels;
}

/** Whether a selector by `others` selects every object that has `labels`. */
export function includesLabels(labels: PodLabels, others: PodLabels): boolean {
  return [...others].every(([key, value]) => labels.get(key) === value);
}

/**
 * A selector of all objects that have any of these sets of labels. All sets have the same names. With several names it may
 * select more: `a=1,b=1` and `a=2,b=2` -> `a in (1,2),b in (1,2)`, which also selects `a=1,b=2`.
 */
function selectAny(sets: readonly PodLabels[]): string {
  const names = [...(sets[0]?.keys() ?? [])].toSorted();
  const parts = names.map((name) => {
    const values = [...new Set(sets.map((labels) => labels.get(name) ?? ""))].toSorted();
    return values.length === 1 ? `${name}=${values[0]}` : `${name} in (${values.join()})`;
  });
  return parts.join();
}
