import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { recordAt, toRecord, toText, valueAt } from "../../parse/json-value.ts";
import { isSelectableLabel } from "../../parse/label-selector.ts";
import { podKind } from "../../profiles/core-kinds.ts";
import type { ListResult } from "../snapshot/list-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

/** Labels that every pod of a workload has. Empty: none are known, and only a list of all pods shows them. */
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
  return labels.size === 0
    ? list
    : { ...list, labelSelector: [...labels].map(([key, value]) => `${key}=${value}`).join() };
}

/**
 * The outcome of the lists that hold all pods of a workload. A list by the labels of another workload says nothing about
 * them.
 */
export function listPodsOfWorkload(workload: KubeObject, index: ObjectIndex): ListResult {
  const { group, kind } = podKind;
  const { namespace = "" } = workload.ref;
  const labels = podLabelsOfWorkload(workload);
  const present = templateLabelsOfWorkload(workload);
  return index.list({ group, kind, namespace, labels, present });
}

/** A selector of all pods of a namespace that may be looked for besides those of `requested`, or an empty text. */
export type SelectOthers = (namespace: string | undefined, requested: readonly PodLabels[]) => string;

/**
 * The queries with as few lists of pods as possible. Workloads with labels of the same names share one list. A list of
 * all pods of the namespace replaces the others, also where more than a few would be left. With `selectOthers` one list
 * by its selector replaces them where two would be left. `queries` has one list for each workload, as
 * {@link queryPods} makes it.
 */
export function foldPodLists(queries: readonly Query[], selectOthers?: SelectOthers): readonly Query[] {
  const byNamespace = Map.groupBy(queries.filter(isPodList), ({ namespace }) => namespace);
  return queries.flatMap((query) => {
    if (!isPodList(query)) return [query];
    const same = byNamespace.get(query.namespace) ?? [];
    return query === same[0] ? foldLists(same, selectOthers) : [];
  });
}

/** Whether this is a list of whole pods. */
export function isPodList({ verb, group, kind, metadataOnly, fieldSelector }: Query): boolean {
  const isWhole = metadataOnly === undefined && fieldSelector === undefined;
  return isWhole && verb === "list" && isSameKind({ group, kind }, podKind);
}

/** The most lists of one namespace. More of them cost more than the list of all pods. */
const maxListsPerNamespace = 3;
/** The most characters of a selector, which is part of an address. */
const maxSelectorLength = 2_000;

function foldLists(lists: readonly Query[], selectOthers: SelectOthers | undefined): readonly Query[] {
  const [first] = lists;
  if (first === undefined) return [];
  const all = lists.map(({ labelSelector = "" }) => labelsIn(labelSelector));
  const wide = all.filter((labels) => !all.some((other) => other.size < labels.size && includesLabels(labels, other)));
  const groups = Map.groupBy(wide, (labels) => [...labels.keys()].toSorted().join());
  const selectors = [...groups.values()].map(selectAny);
  const isNarrow =
    selectors.length <= (selectOthers === undefined ? maxListsPerNamespace : 1) && selectors.every(isUsable);
  const { labelSelector: _, ...everyPod } = first;
  if (isNarrow) return selectors.map((labelSelector) => ({ ...everyPod, labelSelector }));
  const others = selectors.every((each) => each !== "") ? (selectOthers?.(first.namespace, all) ?? "") : "";
  return [isUsable(others) ? { ...everyPod, labelSelector: others } : everyPod];
}

function isUsable(selector: string): boolean {
  return selector !== "" && selector.length <= maxSelectorLength;
}

function labelsIn(selector: string): PodLabels {
  const parts = selector.split(",").filter((part) => part !== "");
  return new Map(
    parts.map((part): [string, string] => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]),
  );
}

/** Whether a selector by `others` selects whatever has these labels. */
export function includesLabels(labels: PodLabels, others: PodLabels): boolean {
  return [...others].every(([key, value]) => labels.get(key) === value);
}

/** A selector of all objects that have any of these sets of labels, which have the same names. It may select more. */
function selectAny(sets: readonly PodLabels[]): string {
  const keys = [...(sets[0]?.keys() ?? [])].toSorted();
  const parts = keys.map((key) => {
    const values = [...new Set(sets.map((labels) => labels.get(key) ?? ""))].toSorted();
    return values.length === 1 ? `${key}=${values[0]}` : `${key} in (${values.join()})`;
  });
  return parts.join();
}
