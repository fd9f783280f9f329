import type { KubeObject } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Resource } from "../../model/resource.ts";
import type { Damage, Query } from "../../model/snapshot.ts";
import { uniqueObjects } from "../../parse/unique.ts";
import { type Extent, isComplete, together } from "./extent.ts";
import { objectsInFile } from "./file-objects.ts";
import type { GatherFiles } from "./files.ts";
import { gapsOf } from "./gaps.ts";
import type { Image } from "./images.ts";
import { type Opened, ofOneCluster } from "./one-cluster.ts";
import { type Place, placesInCluster, placesInNamespace, podsAlone } from "./places.ts";
import { wordsOf } from "./selection.ts";

/** What the files hold of a kind in a place. */
export interface Held {
  /** Of a kind that lies in namespaces also those of others, where one list has all. */
  readonly objects: readonly KubeObject[];
  readonly extent: Extent;
  /** Where all namespaces were asked for: those of which all is held. */
  readonly whole: ReadonlyMap<string, Extent>;
}

/** What is asked of holdings: a kind, where, what CRDs say there is, and the query that it is for. */
interface Question {
  readonly kind: Kind;
  readonly namespace: string | undefined;
  readonly known: readonly Resource[];
  readonly query?: Query;
}

/** The files of a gather as objects: each is opened when it is first asked for, and once. */
export interface Holdings {
  /** All that the images hold of a kind; of single files only those of the name, where the query asks for one. */
  of(question: Question): Promise<Held>;
  /** What in the files that were opened could not be used. */
  damage(): readonly Damage[];
}

/** @throws InputError, from `of`, where images of two clusters lie side by side. */
export function holdingsOf(path: string, files: GatherFiles, images: readonly Image[]): Holdings {
  const opened = new Map<string, Promise<Opened>>();
  const damage = new Map<string, readonly Damage[]>();
  // One after the other: the text of one large list at a time is in memory.
  let before: Promise<unknown> = Promise.resolve();

  async function found({ kind, namespace, known, query }: Question): Promise<Held> {
    const wide = await read((await Promise.all(images.map((image) => placesInCluster(files, image, kind)))).flat());
    const scopes = !kind.namespaced ? [] : namespace === undefined ? namespacesOf(images) : [namespace];
    const here = new Map<string, readonly Opened[]>();
    for (const scope of scopes) here.set(scope, await inNamespace(scope));
    const all = [...wide, ...[...here.values()].flat()];
    const objects = uniqueObjects(ofOneCluster(path, all));
    const whole = new Map<string, Extent>();
    const gaps = gapsOf(files.damage(), images, kind, namespace);
    for (const scope of namespace === undefined ? scopes : []) {
      const extent = extentOf([...wide, ...(here.get(scope) ?? [])], scope);
      if (extent.is !== "part") whole.set(scope, extent);
    }
    const extent = extentOf(all, namespace);
    return { objects, extent, whole };

    async function inNamespace(scope: string): Promise<readonly Opened[]> {
      const places = await Promise.all(images.map((image) => placesInNamespace(files, image, scope, kind)));
      const lists = await read(places.flat());
      if (kind.group !== "" || kind.plural !== "pods" || (await areFilled(lists))) return lists;
      const pods = await Promise.all(images.map((image) => podsAlone(files, image, scope)));
      const alone = await read(pods.flat());
      // An empty list beside Pods does not have them all.
      return alone.length === 0 ? lists : [...lists.filter((one) => one.damage.length > 0), ...alone];
    }

    /** A query may leave nothing of a list that has something. */
    async function areFilled(lists: readonly Opened[]): Promise<boolean> {
      if (lists.some((one) => one.objects.length > 0)) return true;
      const whole = await Promise.all(lists.map(({ place }) => objectsAt(place, kind, [])));
      return whole.some((one) => one.objects.length > 0);
    }

    /** Single files of other names are places, but need not be opened. */
    async function read(places: readonly Place[]): Promise<readonly Opened[]> {
      const name = query?.verb === "get" ? query.name : undefined;
      const words = query === undefined ? [] : wordsOf(query);
      return Promise.all(
        places.map((place) =>
          name === undefined || place.name === undefined || place.name === name
            ? objectsAt(place, kind, words)
            : { place, objects: [], damage: [] },
        ),
      );
    }

    function extentOf(read: readonly Opened[], scope: string | undefined): Extent {
      const usable = read.filter((one) => one.damage.length === 0 || one.place.name !== undefined);
      const places = usable.map(({ place }) => place);
      const extent = together(images.map((image) => isComplete(image, kind, scope, places, known)));
      if (extent.is === "list") return extent;
      const [first] = [
        ...read.flatMap((one) => one.damage),
        ...(scope === namespace ? gaps : gapsOf(gaps, images, kind, scope)),
      ];
      if (first !== undefined) return { is: "part", why: `${first.where}: ${first.cause}` };
      return files.cut === undefined ? extent : { is: "part", why: files.cut };
    }
  }

  function objectsAt(place: Place, kind: Kind, words: readonly string[]): Promise<Opened> {
    const key = [place.path, ...words].join("\n");
    const known = opened.get(key) ?? before.then(() => open(place, kind, words));
    opened.set(key, known);
    before = known.catch(() => undefined);
    return known.then((one) => ({ ...one, place }));
  }

  async function open(place: Place, kind: Kind, words: readonly string[]): Promise<Opened> {
    const { path: file, refusal } = place;
    const read = refusal === undefined ? await files.read(file) : { refusal };
    const { objects, damage: faults } =
      read.refusal === undefined
        ? objectsInFile(read.text, file, kind, words)
        : { objects: [], damage: [{ where: file, cause: read.refusal }] };
    if (faults.length > 0) damage.set(file, faults);
    return { place, objects, damage: faults };
  }

  return { of: found, damage: () => [...damage.values()].flat() };
}

function namespacesOf(images: readonly Image[]): readonly string[] {
  return [...new Set(images.flatMap((image) => [...image.namespaces.keys()]))];
}
