import { isSameKind, type Kind } from "../../model/kind.ts";
import type { Ref } from "../../model/object.ts";
import type { Resource } from "../../model/resource.ts";
import type { Query } from "../../model/snapshot.ts";
import { coreKinds } from "../../tables/core-kinds.ts";
import { definedResources } from "../../tables/defined-kinds.ts";
import { joinFolder, type MustGatherFiles } from "./archive/archive-files.ts";
import { readFileObjects } from "./file-objects.ts";
import type { MustGatherImage } from "./image-folders.ts";
import { type CandidateFile, type KindPath, listClusterFiles, listNamespaceFiles, plainLists } from "./object-paths.ts";

type GroupPlural = Pick<Kind, "group" | "plural">;

const manifestExtension = /\.(ya?ml|json)$/;

/**
 * The kind that a query means. Where the query names no plural, the first of these gives it:
 * 1. a CRD of the must-gather,
 * 2. Kubernetes' own kinds,
 * 3. a file or folder that is called like a likely plural of the kind.
 *
 * Undefined where none of them does.
 */
export async function resolveQueriedKind(
  query: Query,
  definitions: readonly Resource[],
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
): Promise<Kind | undefined> {
  const isQueriedKind = (kind: Kind): boolean => isSameKind(kind, query);
  const definedKind = definitions.find(isQueriedKind) ?? coreKinds.find(isQueriedKind);
  if (definedKind !== undefined) return definedKind;
  if (query.plural !== "") return query;
  const likelyPlurals = guessPlurals(query.kind);
  const resource = (await listNamedResources(files, images)).find(
    ({ group, plural }) => group === query.group && likelyPlurals.includes(plural),
  );
  return resource === undefined ? undefined : { ...query, plural: resource.plural, namespaced: resource.namespaced };
}

/** The likely plurals of a kind: apimachinery, meta.UnsafeGuessKindToResource. */
function guessPlurals(kind: string): readonly string[] {
  const singular = kind.toLowerCase();
  return [singular, `${singular}s`, `${singular}es`, singular.replace(/y$/, "ies")];
}

/** Every resource by which a file or folder of the images is called. */
export async function listNamedResources(
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
): Promise<readonly KindPath[]> {
  const resources = new Map<string, KindPath>();
  for (const image of images) {
    const folders = [...image.namespaces.values()].map((folder) => ({ folder, namespaced: true }));
    if (image.clusterFolder !== undefined) folders.push({ folder: image.clusterFolder, namespaced: false });
    for (const { folder, namespaced } of folders) {
      for (const { group, plural } of await listResourcesInFolder(files, folder)) {
        resources.set(`${plural}.${group}`, { group, plural, namespaced });
      }
    }
  }
  return [...resources.values()];
}

/** The resources by which the entries of the folder of a namespace, or of `cluster-scoped-resources`, are called. */
async function listResourcesInFolder(files: MustGatherFiles, folder: string): Promise<readonly GroupPlural[]> {
  const resources: GroupPlural[] = [];
  const listing = await files.list(folder);
  for (const { group, plural } of plainLists) if (listing.files.has(plural)) resources.push({ group, plural });
  for (const name of listing.folders) {
    // Pods are listed from `core/pods.yaml`, or from `pods/<name>/<name>.yaml` (object-paths.ts, listSinglePodFiles).
    if (name === "pods") continue;
    const below = await files.list(joinFolder(folder, name));
    if (name === "crs") {
      for (const fullName of below.folders) resources.push(...splitFullName(fullName));
      continue;
    }
    const group = name === "core" ? "" : name;
    for (const file of below.files) {
      if (manifestExtension.test(file)) resources.push({ group, plural: file.replace(manifestExtension, "") });
    }
    for (const plural of below.folders) resources.push({ group, plural });
    // CNV's `cluster-scoped-resources/cdis.cdi.kubevirt.io/` holds objects, where `apps/` holds lists.
    resources.push(...splitFullName(name));
  }
  return resources;
}

/** `cdis.cdi.kubevirt.io` -> its plural and group. Nothing for a name without a dot. */
function splitFullName(name: string): readonly GroupPlural[] {
  const dot = name.indexOf(".");
  return dot < 0 ? [] : [{ plural: name.slice(0, dot), group: name.slice(dot + 1) }];
}

/**
 * The resources that have files but no CRD in the must-gather: Kubernetes' own first, then those whose files hold an
 * object that states its kind.
 */
export async function listResourcesWithoutDefinition(
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
  definitions: readonly Resource[],
): Promise<readonly Resource[]> {
  const namedResources = await listNamedResources(files, images);
  const withoutDefinition = namedResources.filter((resource) => !hasResource(definitions, resource));
  const coreResources = coreKinds.filter((kind) => hasResource(withoutDefinition, kind));
  const otherResources: Resource[] = [];
  for (const resource of withoutDefinition) {
    if (hasResource(coreResources, resource)) continue;
    const first = await findFirstObject(resource, files, images);
    if (first === undefined) continue;
    const { kind, version } = first;
    const versions = version ? [version] : [];
    const shortNames = definedResources.find((defined) => isSameResource(defined, resource))?.shortNames ?? [];
    otherResources.push({ ...resource, kind, versions, singular: kind.toLowerCase(), shortNames });
  }
  return [...coreResources, ...otherResources];
}

/** The reference of the first object of a resource that states its kind. */
async function findFirstObject(
  resource: KindPath,
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
): Promise<Ref | undefined> {
  for (const image of images) {
    for await (const candidate of iterateFiles(resource, files, image)) {
      const ref = await readFirstRef(resource, files, candidate);
      if (ref !== undefined) return ref;
    }
  }
  return undefined;
}

/** The files of a resource. Those of a namespace are searched only when they are needed. */
async function* iterateFiles(
  resource: KindPath,
  files: MustGatherFiles,
  image: MustGatherImage,
): AsyncIterable<CandidateFile> {
  yield* await listClusterFiles(files, image, resource);
  if (!resource.namespaced) return;
  for (const namespace of image.namespaces.keys()) yield* await listNamespaceFiles(files, image, namespace, resource);
}

async function readFirstRef(
  { group }: KindPath,
  files: MustGatherFiles,
  { path, refusal }: CandidateFile,
): Promise<Ref | undefined> {
  if (refusal !== undefined) return undefined;
  const input = await files.read(path);
  if (input.refusal !== undefined) return undefined;
  const { objects } = readFileObjects(input.text, path, { group, kind: "", versions: [] });
  return objects.find(({ ref }) => ref.group === group && ref.kind !== "")?.ref;
}

function hasResource(resources: readonly GroupPlural[], resource: GroupPlural): boolean {
  return resources.some((candidate) => isSameResource(candidate, resource));
}

function isSameResource(resource: GroupPlural, other: GroupPlural): boolean {
  return resource.group === other.group && resource.plural === other.plural;
}
