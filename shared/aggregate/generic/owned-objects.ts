import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { groupVersion, type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import { listAt, textAt } from "../../parse/json-value.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** An object and what it owns, by metadata.ownerReferences. An object with two owners appears below the first one. */
export interface OwnedTree {
  readonly object: KubeObject;
  readonly owned: readonly OwnedTree[];
}

/** The most levels below a root, and the most objects in its tree. */
const maxDepth = 10;
const maxObjects = 2000;
/** The most ownership cycles that findings report. */
const maxCycles = 5;

/**
 * The objects that were read and belong to an object, down to the last. Its findings say where the walk ended: at an
 * ownership cycle, or at one of the limits.
 */
export function buildOwnedTree(
  root: KubeObject,
  index: ObjectIndex,
): { readonly owned: readonly OwnedTree[]; readonly findings: readonly Finding[] } {
  const owners = indexOwnedObjects(index);
  const seen = new Set([keyOf(root.ref)]);
  const cycles: Finding[] = [];
  let cut = 0;

  function walk(owner: KubeObject, way: readonly KubeObject[]): readonly OwnedTree[] {
    const path = [...way, owner];
    return owners(owner).flatMap((object): readonly OwnedTree[] => {
      const key = keyOf(object.ref);
      const start = path.findIndex((each) => keyOf(each.ref) === key);
      if (start >= 0) cycles.push(makeCycleFinding(path.slice(start)));
      if (seen.has(key)) return [];
      if (path.length > maxDepth || seen.size > maxObjects) {
        cut += 1;
        return [];
      }
      seen.add(key);
      return [{ object, owned: walk(object, path) }];
    });
  }

  const owned = walk(root, []);
  const { ref: about } = root;
  const ending: readonly Finding[] =
    cut === 0 ? [] : [makeFinding(about, { code: "owned-cut", depth: maxDepth, objects: cut })];
  return { owned, findings: [...cycles.slice(0, maxCycles), ...ending] };
}

function makeCycleFinding(objects: readonly KubeObject[]): Finding {
  const [first] = objects;
  const about = first?.ref ?? { group: "", kind: "", name: "" };
  return makeFinding(about, { code: "owner-cycle", names: objects.map(({ ref }) => `${ref.kind} ${ref.name}`) });
}

/** The objects that an object owns, by its uid; if a file has no uid, by kind, namespace and name. */
export function indexOwnedObjects(index: ObjectIndex): (owner: KubeObject) => readonly KubeObject[] {
  const known = indexOwnership(index);
  return ({ uid, ref }) => {
    const keys = [uid === "" ? makeNameKey("another-uid", ref) : `uid ${uid}`, makeNameKey("", ref)];
    return [...new Set(keys.flatMap((key) => known.get(key) ?? []))];
  };
}

/** A cache for each index: every root needs it. */
const indexOwnership = memoizeByIndex((index: ObjectIndex) => groupByOwner(index.everything()));

function groupByOwner(objects: readonly KubeObject[]): ReadonlyMap<string, readonly KubeObject[]> {
  const uids = new Set(objects.map(({ uid }) => uid).filter((uid) => uid !== ""));
  const owned = new Map<string, KubeObject[]>();
  for (const object of objects) {
    const keys = new Set(
      listAt(object.raw, "metadata", "ownerReferences").flatMap((entry) => listOwnerKeys(entry, object, uids)),
    );
    for (const key of keys) {
      const known = owned.get(key);
      if (known === undefined) owned.set(key, [object]);
      else known.push(object);
    }
  }
  return owned;
}

/**
 * The keys of one owner reference. The garbage collector goes by uid (apimachinery, OwnerReference). The name counts
 * only if one of the two has no uid. An owner that was created again owns nothing of its predecessor.
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
  // An owner is in the same namespace or in none.
  const places = ref.namespace === undefined ? [{}] : [{ namespace: ref.namespace }, {}];
  return places.map((place) => makeNameKey(uid === "" ? "" : "another-uid", { ...owner, ...place }));
}

function makeNameKey(which: string, ref: Pick<Ref, "group" | "kind" | "namespace" | "name">): string {
  return `name ${which} ${keyOf(ref)}`;
}
