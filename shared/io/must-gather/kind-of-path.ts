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
import { type CandidateFile, placesInCluster, placesInNamespace, plainLists } from "./object-paths.ts";

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
  const plurals = guessPlurals(query.kind);
  const found = seen.find(({ group, plural }) => group === query.group && plurals.includes(plural));
  return found === undefined ? undefined : { ...query, plural: found.plural, namespaced: found.namespaced };
}

/** What the names of files and folders show of a kind. */
type SeenResource = Pick<Kind, "group" | "plural" | "namespaced">;

type GroupPlural = Pick<Kind, "group" | "plural">;

/** Every kind that the names of files and folders show. */
export async function pluralsSeen(
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
): Promise<readonly SeenResource[]> {
  const seen = new Map<string, SeenResource>();
  for (const image of images) {
    const folders = [...image.namespaces.values()].map((folder) => ({ folder, namespaced: true }));
    if (image.cluster !== undefined) folders.push({ folder: image.cluster, namespaced: false });
    for (const { folder, namespaced } of folders) {
      for (const resource of await pluralsBelow(files, folder)) {
        seen.set(`${resource.plural}.${resource.group}`, { ...resource, namespaced });
      }
    }
  }
  return [...seen.values()];
}

async function pluralsBelow(files: MustGatherFiles, folder: string): Promise<readonly GroupPlural[]> {
  const found: GroupPlural[] = [];
  const listing = await files.list(folder);
  for (const { group, plural } of plainLists) if (listing.files.has(plural)) found.push({ group, plural });
  for (const name of listing.folders) {
    // The logs of Pods.
    if (name === "pods") continue;
    const below = await files.list(joinFolder(folder, name));
    if (name === "crs") {
      for (const fullName of below.folders) found.push(...splitFullName(fullName));
      continue;
    }
    const group = name === "core" ? "" : name;
    const lists = [...below.files].filter((file) => extension.test(file)).map((file) => file.replace(extension, ""));
    for (const plural of [...lists, ...below.folders]) found.push({ group, plural });
    // CNV's `cluster-scoped-resources/cdis.cdi.kubevirt.io/` holds objects, where `apps/` holds lists.
    found.push(...splitFullName(name));
  }
  return found;
}

const extension = /\.(ya?ml|json)$/;

/** `cdis.cdi.kubevirt.io` -> its plural and group. Nothing for a name without a dot. */
function splitFullName(name: string): readonly GroupPlural[] {
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
  const seen = await pluralsSeen(files, images);
  const withoutDefinition = seen.filter((resource) => !hasResource(known, resource));
  const ofKubernetes = coreKinds.filter((kind) => hasResource(withoutDefinition, kind));
  const others: Resource[] = [];
  for (const resource of withoutDefinition) {
    if (hasResource(ofKubernetes, resource)) continue;
    const first = await findFirstObject(resource, files, images);
    if (first === undefined) continue;
    const { kind, version } = first;
    const shortNames = definedResources.find((defined) => isSameResource(defined, resource))?.shortNames ?? [];
    others.push({ ...resource, kind, versions: version ? [version] : [], singular: kind.toLowerCase(), shortNames });
  }
  return [...ofKubernetes, ...others];
}

/** The reference of the first object of a kind. */
async function findFirstObject(
  resource: SeenResource,
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
): Promise<Ref | undefined> {
  for (const image of images) {
    for await (const place of findPlaces(resource, files, image)) {
      const ref = await readFirstRef(resource, files, place);
      if (ref !== undefined) return ref;
    }
  }
  return undefined;
}

/** The files of a kind. The files of a namespace are searched only when they are needed. */
async function* findPlaces(
  resource: SeenResource,
  files: MustGatherFiles,
  image: MustGatherImage,
): AsyncIterable<CandidateFile> {
  yield* await placesInCluster(files, image, resource);
  if (!resource.namespaced) return;
  for (const namespace of image.namespaces.keys()) yield* await placesInNamespace(files, image, namespace, resource);
}

async function readFirstRef(
  { group }: SeenResource,
  files: MustGatherFiles,
  { path, refusal }: CandidateFile,
): Promise<Ref | undefined> {
  if (refusal !== undefined) return undefined;
  const input = await files.read(path);
  if (input.refusal !== undefined) return undefined;
  const { objects } = objectsInFile(input.text, path, { group, kind: "", versions: [] });
  return objects.find(({ ref }) => ref.group === group && ref.kind !== "")?.ref;
}

function hasResource(resources: readonly GroupPlural[], resource: GroupPlural): boolean {
  return resources.some((each) => isSameResource(each, resource));
}

function isSameResource(one: GroupPlural, other: GroupPlural): boolean {
  return one.group === other.group && one.plural === other.plural;
}

/** The likely plurals of a kind: apimachinery, meta.UnsafeGuessKindToResource. */
function guessPlurals(kind: string): readonly string[] {
  const singular = kind.toLowerCase();
  return [singular, `${singular}s`, `${singular}es`, singular.replace(/y$/, "ies")];
}
