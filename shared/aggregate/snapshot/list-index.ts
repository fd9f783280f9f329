import { type GroupKind, isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query, Reading, Snapshot } from "../../model/snapshot.ts";
import { isSelectedByLabels } from "../../parse/label-selector.ts";

/** The list that is requested: a kind, optionally in one namespace and by labels. */
export interface ListQuery extends Pick<Query, "group" | "kind" | "namespace" | "labelSelector"> {
  /** Labels of all objects that the caller looks for. A list by any selector that includes them all then counts. */
  readonly labels?: ReadonlyMap<string, string>;
  /** Other labels that these objects have at present. A list that leaves out what has other labels then counts. */
  readonly present?: ReadonlyMap<string, string>;
}

/** The objects in the list's order. A wider list returns all its objects, so the caller must check labels again. */
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
      /** The list has no answer, though the source is a cluster, which has one to every request. */
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
 * Returns the lists of a snapshot. The list of the same query comes first, then one that covers it, then the objects of
 * the kind (`readOf`). The list of a plain file is what it holds. Elsewhere a kind without any object was not read,
 * nor one of which only lists by other labels were read.
 */
export function indexLists(
  { source, readings }: Snapshot,
  readOf: (kind: GroupKind) => readonly KubeObject[],
): (question: ListQuery) => ListResult {
  let lists: ReadonlyMap<string, Reading> | undefined;
  return (question) => {
    // Built on first use, because most Reports never need it.
    lists ??= new Map(
      readings.filter(({ query }) => isList(query)).map((reading) => [keyOfList(reading.query), reading]),
    );
    const { namespace, group, kind } = question;
    const wide = { group, kind };
    const inPlace = namespace === undefined ? wide : { ...wide, namespace };
    const selected = [...lists.values()].filter(({ query }) => isSelectedList(query, question));
    const candidates = [
      ...[question, inPlace, wide].map((each) => lists?.get(keyOfList(each))),
      ...selected.filter(({ query }) =>
        isSelectedByLabels(query.labelSelector ?? "", question.labels ?? new Map(), question.present),
      ),
    ];
    const candidate =
      candidates.find((each) => each?.outcome === "found") ?? candidates.find((each) => each !== undefined);
    if (candidate?.outcome === "found") return { outcome: "found", objects: candidate.objects };
    if (candidate !== undefined && candidate.outcome !== "absent")
      return { outcome: candidate.outcome, cause: candidate.cause };
    const objects = readOf(question);
    if (source.kind === "files" || source.kind === "buffer") return { outcome: "found", objects, isGiven: true };
    if (objects.length > 0 && selected.length === 0) return { outcome: "found", objects };
    return { outcome: "unread", cause: "", ...(source.kind === "cluster" && { isUnanswered: true }) };
  };
}

/** Whether this is a list by labels, of the kind and of a place that holds the requested one. */
function isSelectedList({ group, kind, namespace, labelSelector }: Query, question: ListQuery): boolean {
  const isOfKind = isSameKind({ group, kind }, question);
  return isOfKind && labelSelector !== undefined && (namespace === undefined || namespace === question.namespace);
}

function isList({ verb, fieldSelector }: Query): boolean {
  return verb === "list" && fieldSelector === undefined;
}

function keyOfList({ group, kind, namespace, labelSelector = "" }: ListQuery): string {
  return `${group}/${kind}/${namespace ?? "*"}/${labelSelector}`;
}
