import type { Completeness, Gap, Node } from "../model/report.ts";
import type { Outcome, Reading, Snapshot } from "../model/snapshot.ts";

/**
 * What was asked and how it was answered: every object read counts once, so does every question that brought none, and
 * every part a root calls for that nobody holds. A refused list is one gap, required where a required part hides behind it.
 */
export function completenessOf(
  snapshot: Snapshot,
  objects: number,
  parts: readonly Node[],
  isMissingRoot: (query: Reading["query"], outcome: Outcome) => boolean,
): Completeness {
  const missing = parts.filter((part) => part.outcome !== "found");
  const refused = snapshot.readings.flatMap((reading): readonly Gap[] => {
    const { verb, group, kind, namespace, name } = reading.query;
    if (reading.outcome === "found") {
      // An empty list is an answer; where it means that there is nothing to report on, it is what is missing. By label it
      // says nothing of what it left out.
      if (
        reading.objects.length > 0 ||
        reading.query.labelSelector !== undefined ||
        !isMissingRoot(reading.query, reading.outcome)
      )
        return [];
      const place = namespace === undefined ? {} : { namespace };
      return [{ outcome: "absent", verb, group, kind, ...place, required: true }];
    }
    const required =
      isMissingRoot(reading.query, reading.outcome) ||
      missing.some((part) => part.required && isBehind(part, { outcome: reading.outcome, kind, group }));
    return [
      {
        outcome: reading.outcome,
        verb,
        group,
        kind,
        ...(namespace === undefined ? {} : { namespace }),
        ...(name === undefined ? {} : { name }),
        ...(reading.outcome === "absent" || reading.cause === "" ? {} : { cause: reading.cause }),
        required,
      },
    ];
  });
  const unasked = missing
    .filter((part) => !refused.some((gap) => isBehind(part, gap)))
    .map(({ outcome, ref, required }): Gap => {
      const { group, kind, namespace, name } = ref;
      const gap = {
        verb: "get" as const,
        group,
        kind,
        name,
        required,
        ...(namespace === undefined ? {} : { namespace }),
      };
      return { ...gap, outcome: outcome === "found" ? "unread" : outcome };
    });
  const damaged = snapshot.damage.map(
    ({ where, cause }): Gap => ({
      outcome: "unread",
      verb: "read",
      group: "",
      kind: "",
      name: where,
      cause,
      required: false,
    }),
  );
  const gaps = [...refused, ...unasked, ...damaged];
  const count = (outcome: Outcome): number => gaps.filter((gap) => gap.outcome === outcome).length;
  return {
    asked: objects + gaps.length,
    found: objects,
    absent: count("absent"),
    noSuchKind: count("noSuchKind"),
    forbidden: count("forbidden"),
    unread: count("unread"),
    gaps,
  };
}

/** The refused question is why the part was not found; a part that is known to be absent is so by another answer. */
function isBehind({ ref, outcome }: Node, gap: Pick<Gap, "outcome" | "kind" | "group">): boolean {
  return ref.kind === gap.kind && ref.group === gap.group && outcome === gap.outcome;
}
