import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { groupByEachKey } from "../../model/items-by-key.ts";
import { groupVersion, type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import { listAt, textAt } from "../../parse/json-value.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** An object and what it owns, by metadata.ownerReferences. An object with two owners appears below the first one. */
export interface OwnedTree {
  readonly object: KubeObject;
  readonly owned: readonly OwnedTree[];
}

/** The most levels below a root. */
const maxDepth = 10;
/** The most objects in the tree of a root. */
const maxObjects = 2000;
/** The most ownership cycles that findings report. */
const maxCycles = 5;

/**
 * The tree of the objects that were read and that an object owns. The findings say where the walk ended before the last
 * object: at an ownership cycle, or at one of the limits.
 */
export function buildOwnedTree(
  root: KubeObject,
  index: ObjectIndex,
): { readonly owned: readonly OwnedTree[]; readonly findings: readonly Finding[] } {
  const listOwned = indexOwnedObjects(index);
  const seenKeys = new Set([keyOf(root.ref)]);
  const cycles: Finding[] = [];
  let omittedCount = 0;

  function walk(owner: KubeObject, ownersAbove: readonly KubeObject[]): readonly OwnedTree[] {
    const path = [...ownersAbove, owner];
    return listOwned(owner).flatMap((object): readonly OwnedTree[] => {
      const key = keyOf(object.ref);
      const cycleStart = path.findIndex((each) => keyOf(each.ref) === key);
      if (cycleStart >= 0) cycles.push(makeCycleFinding(path.slice(cycleStart)));
      if (seenKeys.has(key)) return [];
      if (path.length > maxDepth || seenKeys.size > maxObjects) {
        omittedCount += 1;
        return [];
      }
      seenKeys.add(key);
      return [{ object, owned: walk(object, path) }];
    });
  }

  const owned = walk(root, []);
  const findings = cycles.slice(0, maxCycles);
  if (omittedCount > 0) {
    findings.push(makeFinding(root.ref, { code: "owned-cut", depth: maxDepth, objects: omittedCount }));
  }
  return { owned, findings };
}

function makeCycleFinding(objects: readonly KubeObject[]): Finding {
  const [first] = objects;
  const about = first?.ref ?? { group: "", kind: "", name: "" };
  return makeFinding(about, { code: "owner-cycle", names: objects.map(({ ref }) => `${ref.kind} ${ref.name}`) });
}

/**
 * Lists the objects that an object owns, by its uid. Where the object or the owner reference has no uid, as in a file that a
 * user has cleaned, the kind, namespace and name decide.
 */
export function indexOwnedObjects(index: ObjectIndex): (owner: KubeObject) => readonly KubeObject[] {
  const ownedByKey = indexOwnership(index);
  return ({ uid, ref }) => {
    const keys = [uid === "" ? makeNameKey("another-uid", ref) : `uid ${uid}`, makeNameKey("", ref)];
    return [...new Set(keys.flatMap((key) => ownedByKey.get(key) ?? []))];
  };
}

/** The objects by the keys of their owners. Computed once, because every root needs it. */
const indexOwnership = memoizeByIndex((index: ObjectIndex): ReadonlyMap<string, readonly KubeObject[]> => {
  const objects = index.everything();
  const uids = new Set(objects.map(({ uid }) => uid).filter((uid) => uid !== ""));
  return groupByEachKey(objects, (object) => {
    const references = listAt(object.raw, "metadata", "ownerReferences");
    return new Set(references.flatMap((entry) => listOwnerKeys(entry, object, uids)));
  });
});

/**
 * The keys of one owner reference. The garbage collector goes by uid (apimachinery, OwnerReference), so the name counts only
 * if the reference or the owner has no uid. Otherwise an owner that was created again would own the objects of the first one.
 */
function listOwnerKeys(entry: unknown, { ref }: KubeObject, uids: ReadonlySet<string>): readonly string[] {
  const uid = textAt(entry, "uid");
  if (uids.has(uid)) return [`uid ${uid}`];
  const owner = {
    ...groupVersion(textAt(entry, "apiVersion")),
    kind: textAt(entry, "kind"),
    name: textAt(entry, "name"),
  };
  if (owner.kind === "" || owner.name === "") return [];
  const uidGroup = uid === "" ? "" : "another-uid";
  // The owner of a namespaced object is in the same namespace, or cluster-scoped.
  const keys = [makeNameKey(uidGroup, owner)];
  if (ref.namespace !== undefined) keys.unshift(makeNameKey(uidGroup, { ...owner, namespace: ref.namespace }));
  return keys;
}

/** The key of an owner by its name. `uidGroup`: `another-uid` if the reference has a uid that no object has. */
function makeNameKey(uidGroup: "" | "another-uid", ref: Pick<Ref, "group" | "kind" | "namespace" | "name">): string {
  return `name ${uidGroup} ${keyOf(ref)}`;
}
