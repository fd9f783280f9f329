import { computeOnce } from "../../model/compute-once.ts";
import type { Damage } from "../../model/snapshot.ts";
import type { MustGatherImage } from "./image-folders.ts";
import { fullName, groupFolder, type KindPath } from "./object-paths.ts";

/**
 * The entries of `damage` that may hide objects of a kind, in `namespace` or, without one, in any. Such damage is at, above
 * or below a path at which an image keeps objects of that kind.
 */
export function selectHidingDamage(
  damage: readonly Damage[],
  images: readonly MustGatherImage[],
  kind: KindPath,
  namespace: string | undefined,
): readonly Damage[] {
  if (damage.length === 0) return [];
  const objectPaths = images.flatMap((image) => listObjectPaths(image, kind, namespace));
  return damage.filter((entry) => {
    const damagedPath = splitDamagedPath(entry);
    return objectPaths.some((path) => overlaps(path, damagedPath));
  });
}

/** A path in a must-gather as its folders and the file's name without its extension: `a/b.yaml` -> `["a", "b"]`. */
type PathParts = readonly string[];

/** The path at which something is damaged. It is split once: many queries look at the same, possibly long, list of damage. */
const splitDamagedPath = computeOnce((damage: Damage): PathParts => splitPath(damage.where));

/** In {@link PathParts} of objects: any folder. */
const anyFolder = "*";

/** The paths at which an image keeps the objects of a kind: those of lists, and of the folders with single objects. */
function listObjectPaths(image: MustGatherImage, kind: KindPath, namespace: string | undefined): readonly PathParts[] {
  const { base, isDump } = image;
  const clusterFolder = splitPath(image.clusterFolder ?? `${base}/cluster-scoped-resources`);
  const group = groupFolder(kind.group);
  const paths: PathParts[] = [[...clusterFolder, group, kind.plural]];
  if (!kind.namespaced) {
    paths.push([...clusterFolder, fullName(kind)]);
    if (isDump) paths.push([...splitPath(base), kind.plural]);
    return paths;
  }
  for (const folder of listNamespaceFolders(image, namespace)) {
    const crsFolder = image.crsFolder === undefined ? [...folder, "crs"] : splitPath(image.crsFolder);
    paths.push([...crsFolder, fullName(kind)], [...folder, group, kind.plural], [...folder, kind.plural]);
  }
  return paths;
}

/**
 * The folders of one namespace, or of all. A namespace without a folder may have lost it, so the folder where it would
 * stand is listed too.
 */
function listNamespaceFolders(image: MustGatherImage, namespace: string | undefined): readonly PathParts[] {
  const { namespacesFolder, namespaces } = image;
  if (namespace === undefined) {
    const folders = [...namespaces.values()].map(splitPath);
    return namespacesFolder === undefined ? folders : [[...splitPath(namespacesFolder), anyFolder]];
  }
  const folder = namespaces.get(namespace);
  if (folder !== undefined) return [splitPath(folder)];
  return namespacesFolder === undefined ? [] : [[...splitPath(namespacesFolder), namespace]];
}

/** `a/./b.yaml.gz` -> `["a", "b"]` */
function splitPath(path: string): PathParts {
  const parts = path.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  const last = parts.pop()?.replace(/\.(ya?ml|json)(\.gz)?$/, "");
  return last === undefined ? [] : [...parts, last];
}

/**
 * Whether one path is the other or leads to it. The path of a link that leads elsewhere may still mean a place in the
 * tree of an image, so the paths are also compared from where that tree starts.
 */
function overlaps(objectPath: PathParts, damagedPath: PathParts): boolean {
  if (hasSameStart(objectPath, damagedPath)) return true;
  const objectPathInTree = cutToTree(objectPath);
  const damagedPathInTree = cutToTree(damagedPath);
  if (objectPathInTree === undefined || damagedPathInTree === undefined) return false;
  return hasSameStart(objectPathInTree, damagedPathInTree);
}

/** Whether two paths are equal as far as the shorter one reaches. */
function hasSameStart(objectPath: PathParts, damagedPath: PathParts): boolean {
  const sharedLength = Math.min(objectPath.length, damagedPath.length);
  return objectPath.slice(0, sharedLength).every((part, index) => part === anyFolder || part === damagedPath[index]);
}

/** The path from the folder with which the tree of an image starts. Undefined where it leads through no such folder. */
function cutToTree(path: PathParts): PathParts | undefined {
  const start = path.findIndex((part) => part === "namespaces" || part === "cluster-scoped-resources");
  return start < 0 ? undefined : path.slice(start);
}
