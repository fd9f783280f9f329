import type { Finding } from "../model/finding.ts";
import { keyOf, type Ref } from "../model/object.ts";
import type { Related } from "../model/report.ts";
import type { Lookup } from "../model/snapshot.ts";
import { kindRead } from "./kinds.ts";
import { type Index, isFound } from "./lookup.ts";
import type { Recorded, RecordedObject } from "./recorded.ts";
import { firstOfEach } from "./texts.ts";

/**
 * Every entry of status.relatedObjects beside what was read, in the CR's order; what nobody read is `unread`. An entry that
 * records no uid or no resourceVersion is `same` in that respect; one for all objects of a kind is `same` once they were listed.
 */
export function relatedObjects(recorded: readonly RecordedObject[], index: Index): readonly Related[] {
  return index.related?.(recorded) ?? recorded.map((one) => relatedObject(one, index));
}

/** One of them. */
export function relatedObject(one: RecordedObject, index: Index): Related {
  const { uid, resourceVersion } = one;
  const ref = refOf(one, index);
  const entry = { ref, recorded: { uid, resourceVersion } };
  const lookup = traceOf(one, index);
  if (lookup.outcome !== "found") {
    const isAll = ref.name === "" && lookup.outcome === "absent";
    return { ...entry, state: isAll ? "same" : lookup.outcome === "absent" ? "gone" : lookup.outcome };
  }
  const current = { uid: lookup.object.uid, resourceVersion: lookup.object.resourceVersion };
  if (uid !== "" && current.uid !== "" && uid !== current.uid) return { ...entry, current, state: "replaced" };
  const isSame = resourceVersion === "" || resourceVersion === current.resourceVersion;
  return { ...entry, current, state: isSame ? "same" : "changed" };
}

/**
 * What became of a recorded object: by the names it may have, in its namespace and in none, since somebody may record a
 * namespace for an object of no namespace. `find` may look for whole objects only.
 */
export function traceOf(one: RecordedObject, index: Index, find: Index["find"] = index.trace): Lookup {
  const { ref } = one;
  const first = find(ref);
  // Of thousands nearly all are where they are said to be.
  if (first.outcome === "found" && one.resource === undefined) return first;
  const { namespace, ...nowhere } = ref;
  const named = refOf(one, index);
  const lookups = named === ref ? [first] : [find(named), first];
  const elsewhere = namespace === undefined ? [] : [nowhere].map(find).filter(isFound);
  const answered = lookups.filter(({ outcome }) => outcome !== "unread");
  const [best] = [...lookups.filter(isFound), ...elsewhere, ...answered, ...lookups];
  if (best === undefined) return { ref: named, outcome: "unread" };
  return best.outcome === "found" ? best : { ...best, ref: named };
}

/** With the kind, also where the entry names a resource that only what was read knows the kind of. */
function refOf({ ref, resource }: RecordedObject, index: Index): Ref {
  const kind = resource === undefined ? undefined : kindRead(ref.group, resource, index);
  return kind === undefined ? ref : { ...ref, kind };
}

/** The entries that stand so. */
export function entriesIn(state: Related["state"], related: readonly Related[]): readonly Related[] {
  // Asked for each state, and again as long as nothing stands otherwise.
  const known = byState.get(related) ?? Map.groupBy(related, (entry) => entry.state);
  byState.set(related, known);
  return known.get(state) ?? [];
}

const byState = new WeakMap<readonly Related[], ReadonlyMap<Related["state"], readonly Related[]>>();

/** One by one up to so many of a state; more of them are one finding with the names of the first. */
const mostSingle = 3;
const mostNamed = 10;

/** What is no longer as recorded. In a deletion the parts go first, as they should: what is gone then is no finding. */
export function relatedFindings(
  about: Ref,
  { unusable, isOdd }: Pick<Recorded, "unusable" | "isOdd">,
  related: readonly Related[],
  isDeleting: boolean,
): readonly Finding[] {
  const states = isDeleting ? (["replaced"] as const) : (["gone", "replaced"] as const);
  return [
    ...states.flatMap((state) => {
      const inState = entriesIn(state, related).map(({ ref }) => ref);
      const refs = firstOfEach(inState, keyOf);
      const told = refs.length <= mostSingle ? refs.map((ref) => [ref]) : [refs];
      return told.flatMap(([first, ...others]): readonly Finding[] => {
        if (first === undefined) return [];
        const one = { code: "related-object", severity: "warning", about: first, state } as const;
        return others.length === 0 ? [one] : [{ ...one, others: others.slice(0, mostNamed - 1), count: refs.length }];
      });
    }),
    ...(unusable > 0 || isOdd ? [{ code: "odd-related", severity: "warning", about, unusable } as const] : []),
  ];
}
