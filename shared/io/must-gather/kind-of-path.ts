import type { Kind } from "../../model/kind.ts";
import { isSameKind } from "../../model/kind.ts";
import type { Ref } from "../../model/object.ts";
import type { Resource } from "../../model/resource.ts";
import type { Query } from "../../model/snapshot.ts";
import { coreKinds } from "../../tables/core-kinds.ts";
import { definedResources } from "../../tables/defined-kinds.ts";
import { joinFolder, type MustGatherFiles } from "./archive/archive-files.ts";
import { objectsInFile } from "./file-objects.ts";
import type { MustGatherImage } from "./image-folders.ts";
import { placesInCluster, placesInNamespace, plainLists } from "./object-paths.ts";

/**
 * The kind that a query means where it names no plural. The CRD decides, then Kubernetes' own kinds, else a file that
 * is named after a plural of the kind. Undefined where nothing in the must-gather has such a name.
 */
export async function resolveQueriedKind(
  query: Query,
  definitions: readonly Resource[],
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
): Promise<Kind | undefined> {
  const isMeant = (kind: Kind): boolean => isSameKind(kind, query);
  const known = definitions.find(isMeant) ?? coreKinds.find(isMeant);
  if (known !== undefined) return known;
  if (query.plural !== "") return query;
  const seen = await pluralsSeen(files, images);
  const plurals = pluralsOf(query.kind);
  const found = seen.find(({ group, plural }) => group === query.group && plurals.includes(plural));
  return found === undefined ? undefined : { ...query, plural: found.plural, namespaced: found.namespaced };
}

/** What the names of files and folders show: a kind's group and plural, and whether it lies in namespaces. */
type SeenResource = Pick<Kind, "group" | "plural" | "namespaced">;

/** Every kind that the names of files and folders show. */
export async function pluralsSeen(
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
): Promise<readonly SeenResource[]> {
  const seen = new Map<string, SeenResource>();
  for (const image of images) {
    const roots = [...image.namespaces.values()].map((folder) => ({ folder, namespaced: true }));
    if (image.cluster !== undefined) roots.push({ folder: image.cluster, namespaced: false });
    for (const { folder, namespaced } of roots) {
      for (const each of await pluralsBelow(files, folder)) {
        seen.set(`${each.plural}.${each.group}`, { ...each, namespaced });
      }
    }
  }
  return [...seen.values()];
}

async function pluralsBelow(
  files: MustGatherFiles,
  folder: string,
): Promise<readonly Omit<SeenResource, "namespaced">[]> {
  const found: Omit<SeenResource, "namespaced">[] = [];
  const { files: texts, folders } = await files.list(folder);
  for (const { group, plural } of plainLists) if (texts.has(plural)) found.push({ group, plural });
  for (const name of folders) {
    const below = await files.list(joinFolder(folder, name));
    if (name === "crs") for (const each of below.folders) found.push(...resourceOfFolder(each));
    else if (name !== "pods") {
      const plurals = [...below.files]
        .filter((file) => extension.test(file))
        .map((file) => file.replace(extension, ""));
      const group = name === "core" ? "" : name;
      for (const plural of [...plurals, ...below.folders]) found.push({ group, plural });
      // CNV's `cluster-scoped-resources/cdis.cdi.kubevirt.io/` holds objects, where `apps/` holds lists.
      found.push(...resourceOfFolder(name));
    }
  }
  return found;
}

const extension = /\.(ya?ml|json)$/;

/** `cdis.cdi.kubevirt.io` -> its plural and group. Nothing for a name without a dot. */
function resourceOfFolder(name: string): readonly Omit<SeenResource, "namespaced">[] {
  const dot = name.indexOf(".");
  return dot < 0 ? [] : [{ plural: name.slice(0, dot), group: name.slice(dot + 1) }];
}

/**
 * The kinds that have files but no CRD in the must-gather. Kubernetes' own kinds come first. Another kind is named by
 * its first object that states its kind.
 */
export async function resourcesSeen(
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
  known: readonly Resource[],
): Promise<readonly Resource[]> {
  const isKnown = (seen: SeenResource): boolean => known.some((each) => isSameResource(each, seen));
  const seen = (await pluralsSeen(files, images)).filter((each) => !isKnown(each));
  const own = coreKinds.filter((kind) => seen.some((each) => isSameResource(kind, each)));
  const others: Resource[] = [];
  for (const each of seen.filter((one) => !own.some((kind) => isSameResource(kind, one)))) {
    const found = await findFirstObject(each, files, images);
    if (found === undefined) continue;
    const { kind, version } = found;
    const shortNames = definedResources.find((one) => isSameResource(one, each))?.shortNames ?? [];
    others.push({ ...each, kind, versions: version ? [version] : [], singular: kind.toLowerCase(), shortNames });
  }
  return [...own, ...others];
}

/** The reference of the first object of a kind. */
async function findFirstObject(
  seen: SeenResource,
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
): Promise<Ref | undefined> {
  for (const image of images) {
    const namespaces = seen.namespaced ? [...image.namespaces.keys()] : [];
    for (const namespace of [undefined, ...namespaces]) {
      const places =
        namespace === undefined
          ? await placesInCluster(files, image, seen)
          : await placesInNamespace(files, image, namespace, seen);
      for (const { path, refusal } of places) {
        const read = refusal === undefined ? await files.read(path) : { refusal };
        if (read.refusal !== undefined) continue;
        const { objects } = objectsInFile(read.text, path, { group: seen.group, kind: "", versions: [] });
        const found = objects.find(({ ref }) => ref.group === seen.group && ref.kind !== "");
        if (found !== undefined) return found.ref;
      }
    }
  }
  return undefined;
}

function isSameResource(one: Pick<Kind, "group" | "plural">, other: Pick<Kind, "group" | "plural">): boolean {
  return one.group === other.group && one.plural === other.plural;
}

/** The likely plurals of a kind: apimachinery, meta.UnsafeGuessKindToResource. */
function pluralsOf(kind: string): readonly string[] {
  const singular = kind.toLowerCase();
  return [singular, `${singular}s`, `${singular}es`, singular.replace(/y$/, "ies")];
}
