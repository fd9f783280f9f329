import { computeOnce } from "../../model/compute-once.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { keepFirstOfEachKey } from "../../model/items-by-key.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import type { Related } from "../../model/report.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { findKindRead } from "../snapshot/known-kind.ts";
import { isFound, type ObjectIndex } from "../snapshot/object-index.ts";
import type { RecordedObject, RecordedReferences } from "../snapshot/recorded-references.ts";

/** Every entry of status.relatedObjects with its present state, in the order of the status. */
export function findRelatedObjects(recorded: readonly RecordedObject[], index: ObjectIndex): readonly Related[] {
  return recorded.map((entry) => findRelatedObject(entry, index));
}

/**
 * The present state of one entry:
 * - `unread`, `forbidden` or `noSuchKind`, if it is not known whether the object exists,
 * - `gone`, if the object does not exist. An entry for all objects of a kind is `same` once they were listed,
 * - `replaced`, if the object has another uid,
 * - `changed`, if the object has another resourceVersion,
 * - `same` otherwise, also without a recorded uid and resourceVersion.
 */
function findRelatedObject(recorded: RecordedObject, index: ObjectIndex): Related {
  const { uid, resourceVersion } = recorded;
  const ref = readRecordedRef(recorded, index);
  const entry = { ref, recorded: { uid, resourceVersion } };
  const lookup = traceRecordedObject(recorded, index);
  if (lookup.outcome === "absent") return { ...entry, state: ref.name === "" ? "same" : "gone" };
  if (lookup.outcome !== "found") return { ...entry, state: lookup.outcome };
  const current = { uid: lookup.object.uid, resourceVersion: lookup.object.resourceVersion };
  if (uid !== "" && current.uid !== "" && uid !== current.uid) return { ...entry, current, state: "replaced" };
  const isSame = resourceVersion === "" || resourceVersion === current.resourceVersion;
  return { ...entry, current, state: isSame ? "same" : "changed" };
}

/**
 * Finds a recorded object. The result is the first of these lookups that applies:
 * 1. a lookup that found the object: by its recorded kind, by the kind behind its resource, or without the namespace, which an
 *    operator may record for a cluster-scoped object,
 * 2. a lookup that was read,
 * 3. any lookup.
 *
 * @param find `index.find` searches only objects that were read in full
 */
export function traceRecordedObject(
  recorded: RecordedObject,
  index: ObjectIndex,
  find: ObjectIndex["trace"] = index.trace,
): Lookup {
  const { ref, key } = recorded;
  const lookupAsRecorded = find(ref, key);
  // Of thousands of objects nearly all are where they are recorded.
  if (lookupAsRecorded.outcome === "found" && recorded.resource === undefined) return lookupAsRecorded;
  const refWithKind = readRecordedRef(recorded, index);
  const lookups = refWithKind === ref ? [lookupAsRecorded] : [find(refWithKind), lookupAsRecorded];
  const found = lookups.find(isFound);
  if (found !== undefined) return found;
  const { namespace, ...refWithoutNamespace } = ref;
  const clusterScoped = namespace === undefined ? undefined : find(refWithoutNamespace);
  if (clusterScoped?.outcome === "found") return clusterScoped;
  const [firstLookup = lookupAsRecorded] = lookups;
  const readLookup = lookups.find(({ outcome }) => outcome !== "unread");
  return { ...(readLookup ?? firstLookup), ref: refWithKind };
}

/** The ref of a recorded object with its kind. The kind of a resource that no table has comes from the objects that were read. */
function readRecordedRef({ ref, resource }: RecordedObject, index: ObjectIndex): Ref {
  const kind = resource === undefined ? undefined : findKindRead(ref.group, resource, index);
  return kind === undefined ? ref : { ...ref, kind };
}

/** The entries in a state. */
export function listEntriesInState(state: Related["state"], related: readonly Related[]): readonly Related[] {
  return groupByState(related).get(state) ?? [];
}

/** The entries by state. They are needed for each state, and again as long as no state changes. */
const groupByState = computeOnce((related: readonly Related[]) => Map.groupBy(related, (entry) => entry.state));

/** Up to this many entries of a state have a finding each. More of them have one finding, with the names of the first. */
const maxSingleFindings = 3;
/** The most names in such a finding. */
const maxNamedObjects = 10;

/**
 * The findings about objects that differ from the record. In a deletion an object that is gone is no finding, because the
 * parts are deleted first.
 */
export function listRelatedFindings(
  about: Ref,
  { unusable, isOdd }: Pick<RecordedReferences, "unusable" | "isOdd">,
  related: readonly Related[],
  isDeleting: boolean,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (!isDeleting) findings.push(...listFindingsOfState("gone", related));
  findings.push(...listFindingsOfState("replaced", related));
  if (unusable > 0 || isOdd) findings.push(makeFinding(about, { code: "odd-related", unusable }));
  return findings;
}

function listFindingsOfState(state: "gone" | "replaced", related: readonly Related[]): readonly Finding[] {
  const refs = keepFirstOfEachKey(
    listEntriesInState(state, related).map(({ ref }) => ref),
    keyOf,
  );
  const [first, ...others] = refs.slice(0, maxNamedObjects);
  if (first === undefined || refs.length <= maxSingleFindings) {
    return refs.map((ref): Finding => makeFinding(ref, { code: "related-object", state }));
  }
  return [makeFinding(first, { code: "related-object", state, others, count: refs.length })];
}
