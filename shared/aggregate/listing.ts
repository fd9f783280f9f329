import type { KubeObject } from "../model/object.ts";
import type { Query, Reading, Snapshot } from "../model/snapshot.ts";

/** What was asked for: a kind, in one namespace where given, by labels where given. */
export type Listed = Pick<Query, "group" | "kind" | "namespace" | "labelSelector">;

/** Objects in the list's order; of a wider list all of them, so whoever asked by labels looks at labels again. */
export type Listing =
  | {
      readonly outcome: "found";
      readonly objects: readonly KubeObject[];
      /** What a file holds: somebody may have left out what is named elsewhere in it. */
      readonly isGiven?: true;
    }
  | { readonly outcome: "noSuchKind" | "forbidden" | "unread"; readonly cause: string };

/**
 * Answers of a snapshot to lists: by the very question, else by one that covers it, else by what was read of the kind
 * (`readOf`). A plain file's list is what it holds; elsewhere a kind of which nothing was read was not looked at (report.md,
 * "Sources").
 */
export function listings(
  { source, readings }: Snapshot,
  readOf: (kind: Pick<Listed, "group" | "kind">) => readonly KubeObject[],
): (question: Listed) => Listing {
  let lists: ReadonlyMap<string, Reading> | undefined;
  return (question) => {
    // Built when first asked for: most reports never do.
    lists ??= new Map(
      readings.filter(({ query }) => isList(query)).map((reading) => [keyOfList(reading.query), reading]),
    );
    const { namespace: _place, labelSelector: _labels, ...kind } = question;
    const inPlace = question.namespace === undefined ? kind : { ...kind, namespace: question.namespace };
    const answers = [question, inPlace, kind].map((each) => lists?.get(keyOfList(each)));
    const answer = answers.find((each) => each?.outcome === "found") ?? answers.find((each) => each !== undefined);
    if (answer?.outcome === "found") return { outcome: "found", objects: answer.objects };
    if (answer !== undefined && answer.outcome !== "absent") return { outcome: answer.outcome, cause: answer.cause };
    const objects = readOf(question);
    if (source.kind === "files" || source.kind === "buffer") return { outcome: "found", objects, isGiven: true };
    return objects.length > 0 ? { outcome: "found", objects } : { outcome: "unread", cause: "" };
  };
}

function isList({ verb, fieldSelector }: Query): boolean {
  return verb === "list" && fieldSelector === undefined;
}

function keyOfList({ group, kind, namespace, labelSelector = "" }: Listed): string {
  return `${group}/${kind}/${namespace ?? "*"}/${labelSelector}`;
}
