import type { Damage } from "../../model/snapshot.ts";
import type { GatherImage } from "./image-folders.ts";
import { fullName, groupFolder, type WantedKind } from "./object-paths.ts";

/**
 * The damage that may hide objects of a kind, in one namespace where one is given. It lies at, above or below a place
 * where such objects stand.
 */
export function coverageGaps(
  damage: readonly Damage[],
  images: readonly GatherImage[],
  kind: WantedKind,
  namespace: string | undefined,
): readonly Damage[] {
  if (damage.length === 0) return [];
  const places = images.flatMap((image) => placesOf(image, kind, namespace));
  return damage.filter((one) => {
    const parts = partsOfDamage(one);
    return places.some((place) => isOnOneWay(place, parts) || isOnOneWay(inTree(place), inTree(parts)));
  });
}

const known = new WeakMap<Damage, readonly string[]>();

/** Splits the path of each damage once. There may be many of them, and many queries. */
function partsOfDamage(damage: Damage): readonly string[] {
  const parts = known.get(damage) ?? partsOf(damage.where);
  known.set(damage, parts);
  return parts;
}

/** Stands for any folder. */
const any = "*";

function placesOf(image: GatherImage, kind: WantedKind, namespace: string | undefined): readonly (readonly string[])[] {
  const { base, cluster, crs, isDump } = image;
  const around = partsOf(cluster ?? `${base}/cluster-scoped-resources`);
  const group = groupFolder(kind.group);
  const places: (readonly string[])[] = [[...around, group, kind.plural]];
  if (!kind.namespaced) {
    places.push([...around, fullName(kind)]);
    if (isDump) places.push([...partsOf(base), kind.plural]);
    return places;
  }
  for (const folder of foldersOf(image, namespace)) {
    const full = crs === undefined ? [...folder, "crs", fullName(kind)] : [...partsOf(crs), fullName(kind)];
    places.push(full, [...folder, group, kind.plural], [...folder, kind.plural]);
  }
  return places;
}

function foldersOf({ home, namespaces }: GatherImage, namespace: string | undefined): readonly (readonly string[])[] {
  const known = namespace === undefined ? [...namespaces.values()] : [namespaces.get(namespace)];
  const there = known.filter((folder) => folder !== undefined).map(partsOf);
  if (home === undefined || (namespace !== undefined && there.length > 0)) return there;
  return [[...partsOf(home), namespace ?? any]];
}

function partsOf(path: string): readonly string[] {
  const parts = path.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  const last = parts.pop()?.replace(/\.(ya?ml|json)(\.gz)?$/, "");
  return last === undefined ? [] : [...parts, last];
}

/**
 * The parts from where the tree of an image begins. A name that leads elsewhere may still mean a place in that tree.
 */
function inTree(parts: readonly string[]): readonly string[] | undefined {
  const begin = parts.findIndex((part) => part === "namespaces" || part === "cluster-scoped-resources");
  return begin < 0 ? undefined : parts.slice(begin);
}

/** Whether one path is the other, or lies above it. */
function isOnOneWay(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const shared = Math.min(one.length, other.length);
  return one.slice(0, shared).every((part, index) => part === any || part === other[index]);
}
