import type { Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Resource } from "../../model/resource.ts";
import type { Damage, Query } from "../../model/snapshot.ts";
import { uniqueObjects } from "../../parse/unique-objects.ts";
import type { GatherFiles } from "./archive/archive-files.ts";
import { archiveEndsInside } from "./archive/tar-entries.ts";
import { combineCoverage, isComplete, type KindCoverage } from "./coverage.ts";
import { coverageGaps } from "./coverage-gaps.ts";
import { objectsInFile } from "./file-objects.ts";
import type { GatherImage } from "./image-folders.ts";
import { type CandidateFile, placesInCluster, placesInNamespace, podsAlone } from "./object-paths.ts";
import { type OpenedFile, ofOneCluster } from "./one-cluster.ts";
import { selectorWords } from "./selector-filter.ts";

/** What the files hold of a kind, in one namespace or in all. */
export interface CachedObjects {
  /** For a kind with namespaces also objects of other namespaces, where one list has all. */
  readonly objects: readonly KubeObject[];
  readonly extent: KindCoverage;
  /** Where all namespaces were requested: those of which all objects are held. */
  readonly whole: ReadonlyMap<string, KindCoverage>;
}

/** A request to the holdings: a kind, a namespace, the kinds of the collected CRDs, and the query behind it. */
interface Question {
  readonly kind: Kind;
  readonly namespace: string | undefined;
  readonly known: readonly Resource[];
  readonly query?: Query;
}

/** The files of a must-gather as objects. Each file is opened once, when it is first needed. */
export interface ObjectCache {
  /** All objects of a kind in the images. Single files of other names stay closed where the query names an object. */
  of(question: Question): Promise<CachedObjects>;
  /** What could not be used in the files that were opened. */
  damage(): readonly Damage[];
}

/**
 * Creates the holdings of several images. @throws InputError, from `of`, where images of two clusters lie side by side.
 */
export function createObjectCache(path: string, files: GatherFiles, images: readonly GatherImage[]): ObjectCache {
  const { objectsAt, damage } = filesOpenedOnce(files);

  async function found({ kind, namespace, known, query }: Question): Promise<CachedObjects> {
    const wide = await read((await Promise.all(images.map((image) => placesInCluster(files, image, kind)))).flat());
    const scopes = !kind.namespaced ? [] : namespace === undefined ? namespacesOf(images) : [namespace];
    const here = new Map<string, readonly OpenedFile[]>();
    for (const scope of scopes) here.set(scope, await inNamespace(scope));
    const all = [...wide, ...[...here.values()].flat()];
    const objects = uniqueObjects(ofOneCluster(path, all));
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
      return alone.length === 0 ? lists : [...lists.filter((one) => one.damage.length > 0), ...alone];
    }

    /** Whether the lists have objects, even where the query selects none of them. */
    async function areFilled(lists: readonly OpenedFile[]): Promise<boolean> {
      if (lists.some((one) => one.objects.length > 0)) return true;
      const whole = await Promise.all(lists.map(({ place }) => objectsAt(place, kind, [])));
      return whole.some((one) => one.objects.length > 0);
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
      const usable = read.filter((one) => one.damage.length === 0 || one.place.name !== undefined);
      const places = usable.map(({ place }) => place);
      const extent = combineCoverage(images.map((image) => isComplete(image, kind, scope, places, known)));
      if (extent.is === "list") return extent;
      const [first] = [
        ...read.flatMap((one) => one.damage),
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
function filesOpenedOnce(files: GatherFiles): OpenedFiles {
  const opened = new Map<string, Promise<OpenedFile>>();
  const damage = new Map<string, readonly Damage[]>();
  // One after the other, so that the text of only one large list is in memory at a time.
  let before: Promise<unknown> = Promise.resolve();

  function objectsAt(place: CandidateFile, kind: Kind, words: readonly string[]): Promise<OpenedFile> {
    const key = [place.path, ...words].join("\n");
    const known = opened.get(key) ?? before.then(() => open(place, kind, words));
    opened.set(key, known);
    before = known.catch(() => undefined);
    return known.then((one) => ({ ...one, place }));
  }

  async function open(place: CandidateFile, kind: Kind, words: readonly string[]): Promise<OpenedFile> {
    const { path: file, refusal } = place;
    const read = refusal === undefined ? await files.read(file) : { refusal };
    const { objects, damage: faults } =
      read.refusal === undefined
        ? objectsInFile(read.text, file, kind, words)
        : { objects: [], damage: [refusedFile(file, read.refusal)] };
    if (faults.length > 0) damage.set(file, faults);
    return { place, objects, damage: faults };
  }

  return { objectsAt, damage: () => [...damage.values()].flat() };
}

function namespacesOf(images: readonly GatherImage[]): readonly string[] {
  return [...new Set(images.flatMap((image) => [...image.namespaces.keys()]))];
}

function refusedFile(where: string, cause: string): Damage {
  return { where, cause, ...(cause === archiveEndsInside && { isTruncated: true }) };
}
