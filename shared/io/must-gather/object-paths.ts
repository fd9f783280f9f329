import type { Kind } from "../../model/kind.ts";
import { joinFolder, type MustGatherFiles } from "./archive/archive-files.ts";
import type { MustGatherImage } from "./image-folders.ts";

/** A file that may hold objects of a kind. */
export interface CandidateFile extends ObjectFile {
  readonly image: MustGatherImage;
  /** The namespace of all its objects. Absent for objects of several namespaces, or of none. */
  readonly namespace?: string;
}

interface ObjectFile {
  readonly path: string;
  /** The name of the only object in the file. Absent for a list. */
  readonly name?: string;
  /** Why the file is not opened. Absent where it is. */
  readonly refusal?: string;
}

/** The fields of a kind that decide where its files are. */
export type KindPath = Pick<Kind, "group" | "plural" | "namespaced">;

const manifestExtension = /\.(ya?ml|json)$/;

/** The kinds that gather_hco writes to files without an extension (kubevirt/must-gather, collection-scripts/gather_hco). */
export const plainLists: readonly Pick<Kind, "group" | "plural">[] = [
  { group: "operators.coreos.com", plural: "subscriptions" },
  { group: "operators.coreos.com", plural: "installplans" },
  { group: "packages.operators.coreos.com", plural: "packagemanifests" },
];

/** The plurals by group of the kinds that a dump has of each namespace (kubectl, clusterinfo_dump.go). */
const dumpedPlurals: Readonly<Record<string, readonly string[]>> = {
  "": ["events", "replicationcontrollers", "services", "pods"],
  apps: ["daemonsets", "deployments", "replicasets"],
};

/** The files of an image that may hold objects of a kind in one namespace. */
export async function listNamespaceFiles(
  files: MustGatherFiles,
  image: MustGatherImage,
  namespace: string,
  kind: KindPath,
): Promise<readonly CandidateFile[]> {
  const folder = image.namespaces.get(namespace);
  if (folder === undefined) return [];
  const found = image.isDump
    ? await listDumpFiles(files, folder, kind)
    : await listInspectFiles(files, folder, image.crsFolder, kind);
  return found.map((file) => ({ ...file, image, namespace }));
}

/** The list of a kind in a namespace of a dump: `<plural>.json`. */
async function listDumpFiles(files: MustGatherFiles, folder: string, kind: KindPath): Promise<readonly ObjectFile[]> {
  const { group, plural } = kind;
  if (dumpedPlurals[group]?.includes(plural) !== true) return [];
  return findLists(files, folder, plural === "replicationcontrollers" ? "replication-controllers" : plural);
}

/**
 * The files of a kind in the folder of a namespace:
 * - `crs/<plural.group>/<name>.yaml` of CNV's scripts,
 * - `<plural>` without an extension for {@link plainLists},
 * - `<group|core>/<plural>.yaml` of inspect (openshift/oc, pkg/cli/admin/inspect/util.go),
 * - `<group|core>/<plural>/<name>.yaml` of inspect.
 *
 * @param crsFolder The folder `crs`, where the user named that folder and no other is there.
 */
async function listInspectFiles(
  files: MustGatherFiles,
  folder: string,
  crsFolder: string | undefined,
  kind: KindPath,
): Promise<readonly ObjectFile[]> {
  if (crsFolder !== undefined) return findSingleObjects(files, joinFolder(crsFolder, fullName(kind)));
  const { plural } = kind;
  const listing = await files.list(folder);
  const found: ObjectFile[] = [];
  if (listing.folders.has("crs"))
    found.push(...(await findSingleObjects(files, joinFolder(folder, "crs", fullName(kind)))));
  const isPlainList = plainLists.some((list) => list.group === kind.group && list.plural === plural);
  if (isPlainList && listing.files.has(plural)) found.push({ path: joinFolder(folder, plural) });
  const group = groupFolder(kind.group);
  if (listing.folders.has(group)) {
    found.push(...(await findLists(files, joinFolder(folder, group), plural)));
    found.push(...(await findSingleObjects(files, joinFolder(folder, group, plural))));
  }
  return found;
}

/** The files of single Pods, which stand beside their logs: `pods/<name>/<name>.yaml` (openshift/oc, inspect/pod.go). */
export async function listSinglePodFiles(
  files: MustGatherFiles,
  image: MustGatherImage,
  namespace: string,
): Promise<readonly CandidateFile[]> {
  const folder = image.namespaces.get(namespace);
  if (folder === undefined || image.isDump) return [];
  const found = await findNamedManifests(
    files,
    joinFolder(folder, "pods"),
    (fileName, pod) => fileName === `${pod}.yaml`,
  );
  return found.map((file) => ({ ...file, image, namespace }));
}

/** The files of an image that may hold objects of a kind and are in the folder of no namespace. */
export async function listClusterFiles(
  files: MustGatherFiles,
  image: MustGatherImage,
  kind: KindPath,
): Promise<readonly CandidateFile[]> {
  const found = image.isDump
    ? await listNodeFiles(files, image.base, kind)
    : [...(await listClusterFolderFiles(files, image, kind)), ...(await listOtherClusterFiles(files, image, kind))];
  return found.map((file) => ({ ...file, image }));
}

/** The list of all nodes in a dump, which has no other cluster-scoped objects. */
async function listNodeFiles(
  files: MustGatherFiles,
  base: string,
  { group, plural }: KindPath,
): Promise<readonly ObjectFile[]> {
  return group === "" && plural === "nodes" ? findLists(files, base, "nodes") : [];
}

/**
 * The files of a kind in `cluster-scoped-resources`:
 * - `<plural.group>/<name>.yaml` of CNV's scripts,
 * - `<group|core>/<plural>.yaml`, also for a kind with namespaces where all namespaces were inspected at once,
 * - `<group|core>/<plural>/<name>.yaml`.
 */
async function listClusterFolderFiles(
  files: MustGatherFiles,
  { clusterFolder }: MustGatherImage,
  kind: KindPath,
): Promise<readonly ObjectFile[]> {
  if (clusterFolder === undefined) return [];
  const { plural, namespaced } = kind;
  const { folders } = await files.list(clusterFolder);
  const found: ObjectFile[] = [];
  if (!namespaced) found.push(...(await findSingleObjects(files, joinFolder(clusterFolder, fullName(kind)))));
  const group = groupFolder(kind.group);
  if (folders.has(group)) {
    found.push(...(await findLists(files, joinFolder(clusterFolder, group), plural)));
    if (!namespaced) found.push(...(await findSingleObjects(files, joinFolder(clusterFolder, group, plural))));
  }
  return found;
}

/**
 * The files of cluster-scoped objects outside `cluster-scoped-resources`:
 * - `namespaces/<name>/<name>.yaml` of inspect,
 * - `apiservices/<name>.yaml` of CNV's gather_apiservices,
 * - `webhooks/validating/<name>/validatingwebhookconfiguration.yaml` of CNV's gather_webhooks.
 */
async function listOtherClusterFiles(
  files: MustGatherFiles,
  { base, namespaces }: MustGatherImage,
  { group, plural, namespaced }: KindPath,
): Promise<readonly ObjectFile[]> {
  if (namespaced) return [];
  if (group === "" && plural === "namespaces") return findNamespaceManifests(files, namespaces);
  if (plural === "apiservices") return findSingleObjects(files, joinFolder(base, "apiservices"));
  const webhookType = /^(validating|mutating)webhookconfigurations$/.exec(plural)?.[1];
  if (webhookType === undefined) return [];
  return findNamedManifests(files, joinFolder(base, "webhooks", webhookType), (fileName) =>
    fileName.endsWith("webhookconfiguration.yaml"),
  );
}

async function findNamespaceManifests(
  files: MustGatherFiles,
  namespaces: ReadonlyMap<string, string>,
): Promise<readonly ObjectFile[]> {
  const found: ObjectFile[] = [];
  for (const [name, folder] of namespaces) {
    const { files: names } = await files.list(folder);
    if (names.has(`${name}.yaml`)) found.push({ path: joinFolder(folder, `${name}.yaml`), name });
  }
  return found;
}

/** The manifests of objects that each have a folder of their name. `isManifest`: whether a file in it is the manifest. */
async function findNamedManifests(
  files: MustGatherFiles,
  folder: string,
  isManifest: (fileName: string, objectName: string) => boolean,
): Promise<readonly ObjectFile[]> {
  const found: ObjectFile[] = [];
  for (const name of (await files.list(folder)).folders) {
    const { files: fileNames } = await files.list(joinFolder(folder, name));
    const manifest = [...fileNames].find((fileName) => isManifest(fileName, name));
    if (manifest !== undefined) found.push({ path: joinFolder(folder, name, manifest), name });
  }
  return found;
}

/** The files in a folder that has a file for each object: `<name>.yaml`. */
async function findSingleObjects(files: MustGatherFiles, folder: string): Promise<readonly ObjectFile[]> {
  const { files: names } = await files.list(folder);
  const manifests = [...names].filter((name) => manifestExtension.test(name)).sort();
  return manifests.map((file) => ({ path: joinFolder(folder, file), name: file.replace(manifestExtension, "") }));
}

/** The lists in a folder that are called `listName`: `pods.yaml`. A compressed list is refused. */
async function findLists(files: MustGatherFiles, folder: string, listName: string): Promise<readonly ObjectFile[]> {
  const { files: fileNames } = await files.list(folder);
  const listNames = ["yaml", "yml", "json"].map((extension) => `${listName}.${extension}`);
  const refusal = "compressed files are not supported: unpack it with gunzip";
  const found: ObjectFile[] = [];
  for (const name of listNames) {
    if (fileNames.has(name)) found.push({ path: joinFolder(folder, name) });
  }
  for (const name of listNames) {
    if (fileNames.has(`${name}.gz`)) found.push({ path: joinFolder(folder, `${name}.gz`), refusal });
  }
  return found;
}

/** The name of a kind's CRD, such as `cdis.cdi.kubevirt.io`. CNV's scripts give the folder the same name. */
export function fullName({ group, plural }: Pick<Kind, "group" | "plural">): string {
  return `${plural}.${group}`;
}

/** The folder that inspect gives a group. */
export function groupFolder(group: string): string {
  return group === "" ? "core" : group;
}
