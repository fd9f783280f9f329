import { computeOnce } from "../../model/compute-once.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import type { Related } from "../../model/report.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { keepFirstOfEachKey } from "../evaluation/compare.ts";
import { findKindRead } from "../snapshot/known-kind.ts";
import { isFound, type ObjectIndex } from "../snapshot/object-index.ts";
import type { RecordedObject, RecordedReferences } from "../snapshot/recorded-references.ts";

/**
 * Every entry of status.relatedObjects with its current state, in the CR's order. An entry that was not read is
 * `unread`. Without a recorded uid or resourceVersion the entry is `same` in that respect. An entry for all objects of
 * a kind is `same` once they were listed.
 */
export function findRelatedObjects(recorded: readonly RecordedObject[], index: ObjectIndex): readonly Related[] {
  return recorded.map((one) => relatedObject(one, index));
}

/** The current state of one entry. */
function relatedObject(one: RecordedObject, index: ObjectIndex): Related {
  const { uid, resourceVersion } = one;
  const ref = refOf(one, index);
  const entry = { ref, recorded: { uid, resourceVersion } };
  const lookup = traceRecordedObject(one, index);
  if (lookup.outcome !== "found") {
    if (lookup.outcome !== "absent") return { ...entry, state: lookup.outcome };
    return { ...entry, state: ref.name === "" ? "same" : "gone" };
  }
  const current = { uid: lookup.object.uid, resourceVersion: lookup.object.resourceVersion };
  if (uid !== "" && current.uid !== "" && uid !== current.uid) return { ...entry, current, state: "replaced" };
  const isSame = resourceVersion === "" || resourceVersion === current.resourceVersion;
  return { ...entry, current, state: isSame ? "same" : "changed" };
}

/**
 * Finds a recorded object by its possible names, in its namespace and without one. The operator may record a namespace
 * for a cluster-scoped object. `find` may search whole objects only.
 */
export function traceRecordedObject(
  one: RecordedObject,
  index: ObjectIndex,
  find: ObjectIndex["trace"] = index.trace,
): Lookup {
  const { ref, key } = one;
  const first = find(ref, key);
  // Of thousands of objects nearly all are in the recorded place.
  if (first.outcome === "found" && one.resource === undefined) return first;
  const { namespace, ...nowhere } = ref;
  const named = refOf(one, index);
  const lookups = named === ref ? [first] : [find(named), first];
  const elsewhere = namespace === undefined ? [] : [find(nowhere)].filter(isFound);
  const readLookups = lookups.filter(({ outcome }) => outcome !== "unread");
  const [best] = [...lookups.filter(isFound), ...elsewhere, ...readLookups, ...lookups];
  if (best === undefined) return { ref: named, outcome: "unread" };
  return best.outcome === "found" ? best : { ...best, ref: named };
}

/** The ref with its kind, also where the entry names a resource whose kind only the objects read reveal. */
function refOf({ ref, resource }: RecordedObject, index: ObjectIndex): Ref {
  const kind = resource === undefined ? undefined : findKindRead(ref.group, resource, index);
  return kind === undefined ? ref : { ...ref, kind };
}

/** The entries in this state. */
export function listEntriesInState(state: Related["state"], related: readonly Related[]): readonly Related[] {
  return groupByState(related).get(state) ?? [];
}

/** Needed for each state, and again as long as no state changes. */
const groupByState = computeOnce((related: readonly Related[]) => Map.groupBy(related, (entry) => entry.state));

/** Up to this many entries of a state have a finding each. More of them are one finding with the names of the first. */
const maxSingleFindings = 3;
const maxNamedObjects = 10;

/**
 * Findings about objects that differ from the record. In a deletion the parts are deleted first, so missing ones are no
 * finding.
 */
export function listRelatedFindings(
  about: Ref,
  { unusable, isOdd }: Pick<RecordedReferences, "unusable" | "isOdd">,
  related: readonly Related[],
  isDeleting: boolean,
): readonly Finding[] {
  const states = isDeleting ? (["replaced"] as const) : (["gone", "replaced"] as const);
  return [
    ...states.flatMap((state) => {
      const inState = listEntriesInState(state, related).map(({ ref }) => ref);
      const refs = keepFirstOfEachKey(inState, keyOf);
      const groups = refs.length <= maxSingleFindings ? refs.map((ref) => [ref]) : [refs];
      return groups.flatMap(([first, ...others]): readonly Finding[] => {
        if (first === undefined) return [];
        const more = { others: others.slice(0, maxNamedObjects - 1), count: refs.length };
        return [makeFinding(first, { code: "related-object", state, ...(others.length === 0 ? {} : more) })];
      });
    }),
    ...(unusable > 0 || isOdd ? [makeFinding(about, { code: "odd-related", unusable })] : []),
  ];
}
