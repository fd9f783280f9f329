import type { Kind } from "../../model/kind.ts";
import { isSameKind } from "../../model/kind.ts";
import { type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import type { Resource } from "../../model/resource.ts";
import type { Damage, Query } from "../../model/snapshot.ts";
import type { InputBudget } from "../../parse/input-budget.ts";
import { uniqueObjects } from "../../parse/unique-objects.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { InputError } from "../errors/errors.ts";
import type { MustGatherFiles } from "./archive/archive-files.ts";
import { archiveEndsInside } from "./archive/tar-entries.ts";
import { combineCoverage, isComplete, type KindCoverage } from "./coverage.ts";
import { definitionKind, isCustom } from "./custom-resource-definitions.ts";
import { objectsInFile } from "./file-objects.ts";
import type { MustGatherImage } from "./image-folders.ts";
import {
  type CandidateFile,
  fullName,
  groupFolder,
  type KindPath,
  placesInCluster,
  placesInNamespace,
  podsAlone,
} from "./object-paths.ts";
import { selectorWords } from "./selector-filter.ts";

/** What the files hold of a kind, in one namespace or in all. */
export interface CachedObjects {
  /** For a kind with namespaces also objects of other namespaces, where one list has all. */
  readonly objects: readonly KubeObject[];
  readonly extent: KindCoverage;
  /** Where all namespaces were requested: those of which all objects are held. */
  readonly whole: ReadonlyMap<string, KindCoverage>;
}

/** A request to the cache: a kind, a namespace, the kinds of the collected CRDs, and the query behind it. */
interface ObjectRequest {
  readonly kind: Kind;
  readonly namespace: string | undefined;
  readonly known: readonly Resource[];
  readonly query?: Query;
}

/** The files of a must-gather as objects. Each file is opened once, when it is first needed. */
export interface ObjectCache {
  /** All objects of a kind in the images. Single files of other names stay closed where the query names an object. */
  of(request: ObjectRequest): Promise<CachedObjects>;
  /** What could not be used in the files that were opened. */
  damage(): readonly Damage[];
}

/**
 * Creates the cache of several images. @throws InputError, from `of`, where images of two clusters lie side by side.
 */
export function createObjectCache(
  path: string,
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
  budget: InputBudget,
): ObjectCache {
  const { objectsAt, damage } = filesOpenedOnce(files, budget);

  async function found({ kind, namespace, known, query }: ObjectRequest): Promise<CachedObjects> {
    const wide = await read((await Promise.all(images.map((image) => placesInCluster(files, image, kind)))).flat());
    const namespaces = namespace === undefined ? listNamespaces(images) : [namespace];
    const scopes = kind.namespaced ? namespaces : [];
    const here = new Map<string, readonly OpenedFile[]>();
    for (const scope of scopes) here.set(scope, await inNamespace(scope));
    const all = [wide, ...here.values()].flat();
    const objects = uniqueObjects(assertOneCluster(path, all));
    const whole = new Map<string, KindCoverage>();
    const gaps = coverageGaps(files.damage(), images, kind, namespace);
    for (const scope of namespace === undefined ? scopes : []) {
      const extent = extentOf([...wide, ...(here.get(scope) ?? [])], scope);
      if (extent.is !== "part") whole.set(scope, extent);
    }
    const extent = extentOf(all, namespace);
    return { objects, extent, whole };

    async function inNamespace(scope: string): Promise<readonly OpenedFile[]> {
      const places = await Promise.all(images.map((image) => placesInNamespace(files, image, scope, kind)));
      const lists = await read(places.flat());
      if (kind.group !== "" || kind.plural !== "pods" || (await areFilled(lists))) return lists;
      const pods = await Promise.all(images.map((image) => podsAlone(files, image, scope)));
      const alone = await read(pods.flat());
      // An empty list beside single Pods does not have all of them.
      return alone.length === 0 ? lists : [...lists.filter((file) => file.damage.length > 0), ...alone];
    }

    /** Whether the lists have objects, even where the query selects none of them. */
    async function areFilled(lists: readonly OpenedFile[]): Promise<boolean> {
      if (lists.some((file) => file.objects.length > 0)) return true;
      const whole = await Promise.all(lists.map(({ place }) => objectsAt(place, kind, [])));
      return whole.some((file) => file.objects.length > 0);
    }

    /** Opens the files of places. Single files of other names than the query's are places too, but stay closed. */
    async function read(places: readonly CandidateFile[]): Promise<readonly OpenedFile[]> {
      const name = query?.verb === "get" ? query.name : undefined;
      const words = query === undefined ? [] : selectorWords(query);
      return Promise.all(
        places.map((place) =>
          name === undefined || place.name === undefined || place.name === name
            ? objectsAt(place, kind, words)
            : { place, objects: [], damage: [] },
        ),
      );
    }

    function extentOf(read: readonly OpenedFile[], scope: string | undefined): KindCoverage {
      const usable = read.filter((file) => file.damage.length === 0 || file.place.name !== undefined);
      const places = usable.map(({ place }) => place);
      const extent = combineCoverage(images.map((image) => isComplete(image, kind, scope, places, known)));
      if (extent.is === "list") return extent;
      const [first] = [
        ...read.flatMap((file) => file.damage),
        ...(scope === namespace ? gaps : coverageGaps(gaps, images, kind, scope)),
      ];
      if (first !== undefined) return { is: "part", why: `${first.where}: ${first.cause}` };
      return files.cut === undefined ? extent : { is: "part", why: files.cut };
    }
  }

  return { of: found, damage };
}

/** The objects of the files that were opened, and what in them could not be used. */
interface OpenedFiles {
  objectsAt(place: CandidateFile, kind: Kind, words: readonly string[]): Promise<OpenedFile>;
  damage(): readonly Damage[];
}

/** Creates the opened files. No file is opened twice for the same kind and words. */
function filesOpenedOnce(files: MustGatherFiles, budget: InputBudget): OpenedFiles {
  const opened = new Map<string, Promise<OpenedFile>>();
  const damage = new Map<string, readonly Damage[]>();
  // One after the other, so that the text of only one large list is in memory at a time.
  let before: Promise<unknown> = Promise.resolve();

  function objectsAt(place: CandidateFile, kind: Kind, words: readonly string[]): Promise<OpenedFile> {
    const key = [place.path, ...words].join("\n");
    const known = opened.get(key) ?? before.then(() => open(place, kind, words));
    opened.set(key, known);
    before = known.catch(() => undefined);
    return known.then((file) => ({ ...file, place }));
  }

  async function open(place: CandidateFile, kind: Kind, words: readonly string[]): Promise<OpenedFile> {
    const { path: file, refusal } = place;
    const read = refusal === undefined ? await files.read(file) : { refusal };
    const { objects, damage: faults } =
      read.refusal === undefined
        ? objectsInFile(read.text, file, kind, words, budget)
        : { objects: [], damage: [{ where: file, cause: read.refusal, ...truncationMark(read.refusal) }] };
    if (faults.length > 0) damage.set(file, faults);
    return { place, objects, damage: faults };
  }

  return { objectsAt, damage: () => [...damage.values()].flat() };
}

/** The namespaces that the images have files of. */
export function listNamespaces(images: readonly MustGatherImage[]): readonly string[] {
  return [...new Set(images.flatMap((image) => [...image.namespaces.keys()]))];
}

function truncationMark(refusal: string): Pick<Damage, "isTruncated"> {
  return refusal === archiveEndsInside ? { isTruncated: true } : {};
}

/**
 * The damage that may hide objects of a kind, in one namespace where one is given. It lies at, above or below a place
 * where such objects stand.
 */
function coverageGaps(
  damage: readonly Damage[],
  images: readonly MustGatherImage[],
  kind: KindPath,
  namespace: string | undefined,
): readonly Damage[] {
  if (damage.length === 0) return [];
  const places = images.flatMap((image) => placesOf(image, kind, namespace));
  return damage.filter((entry) => {
    const parts = partsOfDamage(entry);
    return places.some((place) => isOnOneWay(place, parts) || isOnOneWay(findTreeStart(place), findTreeStart(parts)));
  });
}

const splitPaths = new WeakMap<Damage, readonly string[]>();

/** The parts of the path of a damage, split once: there may be many of them, and many queries. */
function partsOfDamage(damage: Damage): readonly string[] {
  const parts = splitPaths.get(damage) ?? folderNames(damage.where);
  splitPaths.set(damage, parts);
  return parts;
}

/** Stands for any folder. */
const anyFolder = "*";

function placesOf(
  image: MustGatherImage,
  kind: KindPath,
  namespace: string | undefined,
): readonly (readonly string[])[] {
  const { base, cluster, crs, isDump } = image;
  const clusterFolder = folderNames(cluster ?? `${base}/cluster-scoped-resources`);
  const group = groupFolder(kind.group);
  const places: (readonly string[])[] = [[...clusterFolder, group, kind.plural]];
  if (!kind.namespaced) {
    places.push([...clusterFolder, fullName(kind)]);
    if (isDump) places.push([...folderNames(base), kind.plural]);
    return places;
  }
  for (const folder of foldersOf(image, namespace)) {
    const full = crs === undefined ? [...folder, "crs", fullName(kind)] : [...folderNames(crs), fullName(kind)];
    places.push(full, [...folder, group, kind.plural], [...folder, kind.plural]);
  }
  return places;
}

function foldersOf(
  { home, namespaces }: MustGatherImage,
  namespace: string | undefined,
): readonly (readonly string[])[] {
  const known = namespace === undefined ? [...namespaces.values()] : [namespaces.get(namespace)];
  const there = known.filter((folder) => folder !== undefined).map(folderNames);
  if (home === undefined || (namespace !== undefined && there.length > 0)) return there;
  return [[...folderNames(home), namespace ?? anyFolder]];
}

/** The folders on the way to a file and its name without the extension: `a/b.yaml` -> `a`, `b`. */
function folderNames(path: string): readonly string[] {
  const parts = path.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  const last = parts.pop()?.replace(/\.(ya?ml|json)(\.gz)?$/, "");
  return last === undefined ? [] : [...parts, last];
}

/**
 * The parts from where the tree of an image begins. A name that leads elsewhere may still mean a place in that tree.
 */
function findTreeStart(parts: readonly string[]): readonly string[] | undefined {
  const begin = parts.findIndex((part) => part === "namespaces" || part === "cluster-scoped-resources");
  return begin < 0 ? undefined : parts.slice(begin);
}

/** Whether one path is the other, or lies above it. */
function isOnOneWay(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const shared = Math.min(one.length, other.length);
  return one.slice(0, shared).every((part, index) => part === anyFolder || part === other[index]);
}

/** One file and the objects that were read from it. */
interface OpenedFile {
  readonly place: CandidateFile;
  readonly objects: readonly KubeObject[];
  readonly damage: readonly Damage[];
}

/**
 * The objects of several images, which must be of one cluster. Objects that are seldom recreated show whether they are.
 * One name with two uids in two images means two clusters. HyperConvergeds in two places of two must-gathers mean the
 * same, since a cluster has one.
 * @throws InputError where they are not.
 */
function assertOneCluster(path: string, read: readonly OpenedFile[]): readonly KubeObject[] {
  const seen = new Map<string, { readonly uid: string; readonly image: MustGatherImage }>();
  const roots: PlacedRoot[] = [];
  for (const { objects, place } of read) {
    const { image } = place;
    for (const { ref, uid } of objects) {
      const before = seen.get(keyOf(ref));
      if (before === undefined) seen.set(keyOf(ref), { uid, image });
      else if (before.image !== image && uid !== "" && before.uid !== "" && uid !== before.uid && isLasting(ref))
        throw twoClusters(
          path,
          `${ref.kind} ${ref.name} differs between ${imageName(before.image)} and ${imageName(image)}`,
        );
      if (!isSameKind(ref, hcoProfile.root)) continue;
      const other = roots.find((root) => keyOf(root.ref) !== keyOf(ref) && isOfTwoMustGathers(root.image, image));
      if (other !== undefined)
        throw twoClusters(path, `HyperConverged ${rootText(other)} and ${rootText({ ref, image })}`);
      roots.push({ ref, image });
    }
  }
  return read.flatMap(({ objects }) => objects);
}

function isLasting({ group, kind }: Ref): boolean {
  return isCustom(group) || kind === definitionKind.kind || (group === "" && (kind === "Namespace" || kind === "Node"));
}

/** Whether each of two images lies below a `timestamp` of its own. */
function isOfTwoMustGathers(one: MustGatherImage, other: MustGatherImage): boolean {
  return one.mustGather !== undefined && other.mustGather !== undefined && one.mustGather !== other.mustGather;
}

function twoClusters(path: string, what: string): InputError {
  return new InputError(
    `cannot use ${path}: it contains must-gathers of two clusters or times: ${what}; specify one of them`,
  );
}

/** A HyperConverged, and the image in which it stands. */
interface PlacedRoot {
  readonly ref: Ref;
  readonly image: MustGatherImage;
}

function rootText({ ref, image }: PlacedRoot): string {
  return `${ref.namespace}/${ref.name} in ${imageName(image)}`;
}

function imageName({ base }: MustGatherImage): string {
  return base || ".";
}
