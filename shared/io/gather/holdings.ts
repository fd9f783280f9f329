import { type KubeObject, keyOf } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Damage, Query } from "../../model/snapshot.ts";
import { uniqueObjects } from "../../parse/unique.ts";
import { InputError } from "../errors.ts";
import { isCustom } from "./definitions.ts";
import { objectsInFile } from "./file-objects.ts";
import type { GatherFiles } from "./files.ts";
import type { Image } from "./images.ts";
import { fullName, type Place, placesInCluster, placesInNamespace } from "./places.ts";
import { wordsOf } from "./selection.ts";

/** What the files hold of a kind in a place. */
interface Held {
  /** How many files are there for it. */
  readonly places: number;
  readonly objects: readonly KubeObject[];
  /** The first file or folder that could not be used. */
  readonly gap: string | undefined;
  readonly namespaces: readonly string[];
  /** One list has all namespaces. */
  readonly isEverywhere: boolean;
}

/** One file, read. */
interface Opened {
  readonly objects: readonly KubeObject[];
  readonly damage: readonly Damage[];
  readonly image: Image;
}

/** The files of a gather as objects: each is opened when it is first asked for, and once. */
export interface Holdings {
  /** All that the images hold of a kind; of single files only those of the name, where `query` asks for one. */
  of(kind: Kind, namespace: string | undefined, query?: Query): Promise<Held>;
  /** What in the files that were opened could not be used. */
  damage(): readonly Damage[];
}

/** @throws InputError, from `of`, where images of two clusters lie side by side: one name with two uids. */
export function holdingsOf(path: string, files: GatherFiles, images: readonly Image[]): Holdings {
  const opened = new Map<string, Promise<Opened>>();
  const damage = new Map<string, readonly Damage[]>();

  async function found(kind: Kind, namespace: string | undefined, query?: Query): Promise<Held> {
    const name = query?.verb === "get" ? query.name : undefined;
    const words = query === undefined ? [] : wordsOf(query);
    const places: Place[] = [];
    const namespaces = new Set<string>();
    let isEverywhere = false;
    for (const image of images) {
      const wide = await placesInCluster(files, image, kind);
      places.push(...wide);
      isEverywhere ||= wide.length > 0 && kind.namespaced;
      if (!kind.namespaced) continue;
      for (const each of namespace === undefined ? image.namespaces.keys() : [namespace]) {
        const here = await placesInNamespace(files, image, each, kind);
        if (here.length > 0) namespaces.add(each);
        places.push(...here);
      }
    }
    const wanted = places.filter((place) => name === undefined || place.name === undefined || place.name === name);
    const read = await Promise.all(wanted.map((place) => objectsAt(place, kind, words)));
    const faults = [...read.flatMap((one) => one.damage), ...files.damage().filter(isAbout(kind, namespace))];
    const [first] = faults;
    const gap = first === undefined ? undefined : `${first.where}: ${first.cause}`;
    const objects = uniqueObjects(ofOneCluster(path, read));
    return { places: places.length, objects, gap, namespaces: [...namespaces], isEverywhere };
  }

  function objectsAt({ path: file, image }: Place, kind: Kind, words: readonly string[]): Promise<Opened> {
    const key = [file, ...words].join("\n");
    const known = opened.get(key) ?? open(file, image, kind, words);
    opened.set(key, known);
    return known;
  }

  async function open(file: string, image: Image, kind: Kind, words: readonly string[]): Promise<Opened> {
    const read = await files.read(file);
    const { objects, damage: faults } =
      read.refusal === undefined
        ? objectsInFile(read.text, file, kind, words)
        : { objects: [], damage: [{ where: file, cause: read.refusal }] };
    if (faults.length > 0) damage.set(file, faults);
    return { objects, damage: faults, image };
  }

  return { of: found, damage: () => [...damage.values()].flat() };
}

/** Whether something that was left out, a link or a folder without permission, could have held objects of a kind. */
function isAbout(kind: Kind, namespace: string | undefined): (damage: Damage) => boolean {
  const own = [kind.plural, fullName(kind)];
  const above = ["namespaces", "crs", "cluster-scoped-resources", kind.group || "core", namespace ?? ""];
  return ({ where }) => {
    const [last = "", parent = ""] = where.split("/").reverse();
    return [...own, ...above].includes(last.replace(/\.(ya?ml|json)$/, "")) || own.includes(parent);
  };
}

/** Custom resources are seldom made anew: one name with two uids in two images is two clusters. */
function ofOneCluster(path: string, read: readonly Opened[]): readonly KubeObject[] {
  const seen = new Map<string, { readonly uid: string; readonly image: Image }>();
  for (const { objects, image } of read) {
    for (const { ref, uid } of objects) {
      const before = seen.get(keyOf(ref));
      if (before === undefined) seen.set(keyOf(ref), { uid, image });
      else if (before.image !== image && uid !== "" && before.uid !== "" && uid !== before.uid && isCustom(ref.group))
        throw new InputError(
          `cannot use ${path}: it holds gathers of two clusters, or of two times: ${ref.kind} ${ref.name} is another one in ${before.image.base || "."} than in ${image.base || "."}; name one of them`,
        );
    }
  }
  return read.flatMap(({ objects }) => objects);
}
