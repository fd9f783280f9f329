import { trueFlags } from "../../model/defined-fields.ts";
import { type GroupKind, isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query, Reading, Snapshot } from "../../model/snapshot.ts";
import { isSelectedByLabels } from "../../parse/label-selector.ts";

/** The list that is requested: a kind, optionally in one namespace and by labels. */
export interface ListQuery extends Pick<Query, "group" | "kind" | "namespace" | "labelSelector"> {
  /** Labels of all objects that the caller looks for. A list by any selector that includes them all then counts. */
  readonly labels?: ReadonlyMap<string, string>;
  /** Other labels that these objects have at present. A list that skips objects with other labels then counts. */
  readonly present?: ReadonlyMap<string, string>;
}

/**
 * The objects in the list's order. They may come from a list of more objects than the requested ones, so the caller must
 * check namespace and labels again.
 */
export type ListResult =
  | {
      readonly outcome: "found";
      readonly objects: readonly KubeObject[];
      /** The objects come from a file, which may lack objects that it mentions. */
      readonly isGiven?: true;
    }
  | {
      readonly outcome: "noSuchKind" | "forbidden" | "unread";
      readonly cause: string;
      /** The list was never requested, although the source is a cluster, which responds to every request. */
      readonly isUnanswered?: true;
    };

/** Whether a list was requested: it was read, or has a cause why it was not. */
export function isListRequested(list: ListResult): boolean {
  return list.outcome !== "unread" || list.cause !== "";
}

/** Whether a list was requested and is not known: the request was forbidden, or failed. */
export function isListLost(list: ListResult): boolean {
  return list.outcome === "forbidden" || (list.outcome === "unread" && list.cause !== "");
}

/**
 * Returns the function that looks up a list. The result is that of the first of these that applies:
 * 1. a reading that was found and covers the list: the same list, a list of its namespace or of all namespaces, or a list by
 *    labels that all requested objects have,
 * 2. such a reading with another outcome, unless that is `absent`,
 * 3. of files: the objects of the kind that they hold,
 * 4. the objects of the kind that were read, unless only lists by other labels were read,
 * 5. unread.
 *
 * @param listRead the objects of a kind that were read by any query
 */
export function indexLists(
  { source, readings }: Snapshot,
  listRead: (kind: GroupKind) => readonly KubeObject[],
): (query: ListQuery) => ListResult {
  let readingsByKey: ReadonlyMap<string, Reading> | undefined;
  return (query) => {
    // The index is built on first use, because most Reports never need it.
    readingsByKey ??= indexListReadings(readings);
    const labelReadings = [...readingsByKey.values()].filter((reading) => isByLabels(reading.query, query));
    const coveringReadings = [
      ...listWiderReadings(query, readingsByKey),
      ...labelReadings.filter((reading) => includesLabels(reading.query, query)),
    ];
    const foundReading = coveringReadings.find(({ outcome }) => outcome === "found");
    const reading = foundReading ?? coveringReadings[0];
    if (reading?.outcome === "found") return { outcome: "found", objects: reading.objects };
    if (reading !== undefined && reading.outcome !== "absent") {
      return { outcome: reading.outcome, cause: reading.cause };
    }
    const objects = listRead(query);
    if (source.kind === "files" || source.kind === "buffer") return { outcome: "found", objects, isGiven: true };
    if (objects.length > 0 && labelReadings.length === 0) return { outcome: "found", objects };
    return { outcome: "unread", cause: "", ...trueFlags({ isUnanswered: source.kind === "cluster" }) };
  };
}

/** The readings of lists by the key of their query. Lists by field do not count. */
function indexListReadings(readings: readonly Reading[]): ReadonlyMap<string, Reading> {
  const listReadings = readings.filter(({ query }) => query.verb === "list" && query.fieldSelector === undefined);
  return new Map(listReadings.map((reading) => [keyOfList(reading.query), reading]));
}

/** The readings of the same list, of all objects of its namespace, and of all objects of its kind. */
function listWiderReadings(query: ListQuery, readingsByKey: ReadonlyMap<string, Reading>): readonly Reading[] {
  const { group, kind, namespace } = query;
  const listOfKind = { group, kind };
  const listOfNamespace = namespace === undefined ? listOfKind : { ...listOfKind, namespace };
  return [query, listOfNamespace, listOfKind]
    .map((list) => readingsByKey.get(keyOfList(list)))
    .filter((reading) => reading !== undefined);
}

/** Whether a list that was read is a list by labels, of the requested kind, and in the requested namespace or in all. */
function isByLabels({ group, kind, namespace, labelSelector }: Query, query: ListQuery): boolean {
  if (labelSelector === undefined || !isSameKind({ group, kind }, query)) return false;
  return namespace === undefined || namespace === query.namespace;
}

/** Whether a list by labels contains all objects with the labels of the requested list. */
function includesLabels({ labelSelector = "" }: Query, { labels = new Map(), present }: ListQuery): boolean {
  return isSelectedByLabels(labelSelector, labels, present);
}

function keyOfList({ group, kind, namespace, labelSelector = "" }: ListQuery): string {
  return `${group}/${kind}/${namespace ?? "*"}/${labelSelector}`;
}
