import type { Finding } from "../../model/finding.ts";
import { groupVersion, type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import { at, list, text } from "../../parse/value.ts";
import type { Index } from "../lookup.ts";

/** An object and what it owns, by metadata.ownerReferences; an object with two owners stands below the first that has it. */
export interface Owned {
  readonly object: KubeObject;
  readonly owned: readonly Owned[];
}

/** Below the root so many steps, and all in all so many objects. */
const deepest = 10;
const most = 2000;
/** Cycles that are told of. */
const mostCycles = 5;

/**
 * What was read and belongs to an object, all the way down, and where that had to end: at owners that own each other, at a
 * depth, at a number.
 */
export function ownedBy(
  root: KubeObject,
  index: Index,
): { readonly owned: readonly Owned[]; readonly findings: readonly Finding[] } {
  const owners = ownersOf(index);
  const seen = new Set([keyOf(root.ref)]);
  const cycles: Finding[] = [];
  let cut = 0;

  function walk(owner: KubeObject, way: readonly KubeObject[]): readonly Owned[] {
    const path = [...way, owner];
    return owners(owner).flatMap((object): readonly Owned[] => {
      const key = keyOf(object.ref);
      const start = path.findIndex((each) => keyOf(each.ref) === key);
      if (start >= 0) cycles.push(cycleOf(path.slice(start)));
      if (seen.has(key)) return [];
      if (path.length > deepest || seen.size > most) {
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
    cut === 0 ? [] : [{ code: "owned-cut", severity: "info", about, depth: deepest, objects: cut }];
  return { owned, findings: [...cycles.slice(0, mostCycles), ...ending] };
}

function cycleOf(objects: readonly KubeObject[]): Finding {
  const [first] = objects;
  const about = first?.ref ?? { group: "", kind: "", name: "" };
  return {
    code: "owner-cycle",
    severity: "warning",
    about,
    names: objects.map(({ ref }) => `${ref.kind} ${ref.name}`),
  };
}

/** What an object owns, by its uid; where a file has left the uid out, by kind, namespace and name. */
export function ownersOf(index: Index): (owner: KubeObject) => readonly KubeObject[] {
  const known = ownerships.get(index) ?? ownershipOf(index.everything);
  ownerships.set(index, known);
  return ({ uid, ref }) => {
    const keys = [uid === "" ? nameKey("of another uid", ref) : `uid ${uid}`, nameKey("", ref)];
    return [...new Set(keys.flatMap((key) => known.get(key) ?? []))];
  };
}

/** Kept with what was read: every root asks. */
const ownerships = new WeakMap<Index, ReadonlyMap<string, readonly KubeObject[]>>();

function ownershipOf(objects: readonly KubeObject[]): ReadonlyMap<string, readonly KubeObject[]> {
  const uids = new Set(objects.map(({ uid }) => uid).filter((uid) => uid !== ""));
  const owned = new Map<string, KubeObject[]>();
  for (const object of objects) {
    const keys = new Set(
      list(at(object.raw, ["metadata", "ownerReferences"])).flatMap((entry) => keysOf(entry, object, uids)),
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
 * The garbage collector goes by uid (apimachinery, OwnerReference): the name counts only where one of the two has none, and
 * an owner that was made anew owns nothing of the one before.
 */
function keysOf(entry: unknown, { ref }: KubeObject, uids: ReadonlySet<string>): readonly string[] {
  const word = (key: string): string => text(at(entry, [key]));
  const uid = word("uid");
  if (uids.has(uid)) return [`uid ${uid}`];
  const owner = { ...groupVersion(word("apiVersion")), kind: word("kind"), name: word("name") };
  if (owner.kind === "" || owner.name === "") return [];
  // An owner lies in the same namespace or in none.
  const places = ref.namespace === undefined ? [{}] : [{ namespace: ref.namespace }, {}];
  return places.map((place) => nameKey(uid === "" ? "" : "of another uid", { ...owner, ...place }));
}

function nameKey(which: string, ref: Pick<Ref, "group" | "kind" | "namespace" | "name">): string {
  return `name ${which} ${keyOf(ref)}`;
}
