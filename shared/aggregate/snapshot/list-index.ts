import type { KubeObject } from "../../model/object.ts";
import type { Query, Reading, Snapshot } from "../../model/snapshot.ts";

/** The list that is requested: a kind, optionally in one namespace and by labels. */
export type ListQuery = Pick<Query, "group" | "kind" | "namespace" | "labelSelector">;

/** The objects in the list's order. A wider list returns all its objects, so the caller must check labels again. */
export type ListResult =
  | {
      readonly outcome: "found";
      readonly objects: readonly KubeObject[];
      /** The objects come from a file, which may lack objects that it mentions. */
      readonly isGiven?: true;
    }
  | { readonly outcome: "noSuchKind" | "forbidden" | "unread"; readonly cause: string };

/**
 * Returns the lists of a snapshot. The list of the same query comes first, then one that covers it, then the objects of
 * the kind (`readOf`). The list of a plain file is what it holds. Elsewhere a kind without any object was not read
 * (report.md, "Sources").
 */
export function indexLists(
  { source, readings }: Snapshot,
  readOf: (kind: Pick<ListQuery, "group" | "kind">) => readonly KubeObject[],
): (question: ListQuery) => ListResult {
  let lists: ReadonlyMap<string, Reading> | undefined;
  return (question) => {
    // Built on first use, because most Reports never need it.
    lists ??= new Map(
      readings.filter(({ query }) => isList(query)).map((reading) => [keyOfList(reading.query), reading]),
    );
    const { namespace: _place, labelSelector: _labels, ...kind } = question;
    const inPlace = question.namespace === undefined ? kind : { ...kind, namespace: question.namespace };
    const candidates = [question, inPlace, kind].map((each) => lists?.get(keyOfList(each)));
    const candidate =
      candidates.find((each) => each?.outcome === "found") ?? candidates.find((each) => each !== undefined);
    if (candidate?.outcome === "found") return { outcome: "found", objects: candidate.objects };
    if (candidate !== undefined && candidate.outcome !== "absent")
      return { outcome: candidate.outcome, cause: candidate.cause };
    const objects = readOf(question);
    if (source.kind === "files" || source.kind === "buffer") return { outcome: "found", objects, isGiven: true };
    return objects.length > 0 ? { outcome: "found", objects } : { outcome: "unread", cause: "" };
  };
}

function isList({ verb, fieldSelector }: Query): boolean {
  return verb === "list" && fieldSelector === undefined;
}

function keyOfList({ group, kind, namespace, labelSelector = "" }: ListQuery): string {
  return `${group}/${kind}/${namespace ?? "*"}/${labelSelector}`;
}
