import type { Kind } from "../../model/kind.ts";
import { type FolderListing, joinFolder, type MustGatherFiles } from "./archive/archive-files.ts";
import type { MustGatherImage } from "./image-folders.ts";

/** A file that may hold objects of a kind. */
export interface CandidateFile {
  readonly path: string;
  readonly image: MustGatherImage;
  /**
   * The namespace whose folder it lies in. Absent where it may have objects of all namespaces, or its kind has none.
   */
  readonly namespace?: string;
  /** The name of the only object in it. Absent for a list. */
  readonly name?: string;
  /** Why the file is not opened. */
  readonly refusal?: string;
}

export type KindPath = Pick<Kind, "group" | "plural" | "namespaced">;

/**
 * The files of an image that hold objects of a kind in one namespace. CNV writes `crs/<plural.group>/<name>.yaml`.
 * inspect writes `<group|core>/<plural>.yaml` and `<group|core>/<plural>/<name>.yaml` (openshift/oc,
 * pkg/cli/admin/inspect/util.go). There may also be `<plural>` without extension ({@link plainLists}) or a dump's
 * `<plural>.json`.
 */
export async function placesInNamespace(
  files: MustGatherFiles,
  image: MustGatherImage,
  namespace: string,
  kind: KindPath,
): Promise<readonly CandidateFile[]> {
  const folder = image.namespaces.get(namespace);
  if (folder === undefined) return [];
  const found = image.isDump
    ? await listsOfDump(files, folder, image, kind)
    : await placesInFolder(files, folder, image, kind);
  return found.map((place) => ({ ...place, namespace }));
}

async function listsOfDump(
  files: MustGatherFiles,
  folder: string,
  image: MustGatherImage,
  kind: KindPath,
): Promise<readonly CandidateFile[]> {
  if (!isDumped(kind)) return [];
  const isReplicationController = kind.group === "" && kind.plural === "replicationcontrollers";
  return listFiles(files, folder, isReplicationController ? "replication-controllers" : kind.plural, image);
}

async function placesInFolder(
  files: MustGatherFiles,
  folder: string,
  image: MustGatherImage,
  kind: KindPath,
): Promise<readonly CandidateFile[]> {
  // Where the user named a folder `crs`, nothing else of the namespace is there.
  if (image.crs !== undefined) return singleFiles(files, joinFolder(image.crs, fullName(kind)), image);
  const { plural } = kind;
  const listing = await files.list(folder);
  const found: CandidateFile[] = [];
  if (listing.folders.has("crs"))
    found.push(...(await singleFiles(files, joinFolder(folder, "crs", fullName(kind)), image)));
  if (isPlainList(kind) && listing.files.has(plural)) found.push({ path: joinFolder(folder, plural), image });
  if (listing.folders.has(groupFolder(kind.group))) {
    const ofGroup = joinFolder(folder, groupFolder(kind.group));
    found.push(...(await listFiles(files, ofGroup, plural, image)));
    found.push(...(await singleFiles(files, joinFolder(ofGroup, plural), image)));
  }
  return found;
}

/** The files of single Pods, beside their logs, for a namespace in which no list has them (inspect, pod.go). */
export async function podsAlone(
  files: MustGatherFiles,
  image: MustGatherImage,
  namespace: string,
): Promise<readonly CandidateFile[]> {
  const folder = image.namespaces.get(namespace);
  if (folder === undefined || image.isDump || !(await files.list(folder)).folders.has("pods")) return [];
  const pods = joinFolder(folder, "pods");
  const found: CandidateFile[] = [];
  for (const name of (await files.list(pods)).folders) {
    const { files: names } = await files.list(joinFolder(pods, name));
    if (names.has(`${name}.yaml`)) found.push({ path: joinFolder(pods, name, `${name}.yaml`), image, namespace, name });
  }
  return found;
}

/**
 * The files of an image that hold objects of a kind in `cluster-scoped-resources`. The places there are the same, and
 * CNV's `<plural.group>/<name>.yaml`. CNV's scripts also write some kinds beside that folder (gather_apiservices,
 * _webhooks). A kind with namespaces has a list there where all namespaces were inspected at once.
 */
export async function placesInCluster(
  files: MustGatherFiles,
  image: MustGatherImage,
  kind: KindPath,
): Promise<readonly CandidateFile[]> {
  const { group, plural, namespaced } = kind;
  if (image.isDump) {
    const isNode = group === "" && plural === "nodes";
    return isNode ? listFiles(files, image.base, "nodes", image) : [];
  }
  const found: CandidateFile[] = [];
  if (image.cluster !== undefined) {
    const { folders } = await files.list(image.cluster);
    const ofGroup = joinFolder(image.cluster, groupFolder(group));
    const hasGroup = folders.has(groupFolder(group));
    if (!namespaced && folders.has(fullName(kind)))
      found.push(...(await singleFiles(files, joinFolder(image.cluster, fullName(kind)), image)));
    if (hasGroup) found.push(...(await listFiles(files, ofGroup, plural, image)));
    if (hasGroup && !namespaced) found.push(...(await singleFiles(files, joinFolder(ofGroup, plural), image)));
  }
  if (!namespaced) found.push(...(await placesBesideCluster(files, image, kind)));
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

/** The files of cluster-scoped objects outside `cluster-scoped-resources`. */
async function placesBesideCluster(
  files: MustGatherFiles,
  image: MustGatherImage,
  { group, plural }: KindPath,
): Promise<readonly CandidateFile[]> {
  if (group === "" && plural === "namespaces") return filesOfNamespaces(files, image);
  const { folders } = await files.list(image.base);
  if (plural === "apiservices" && folders.has("apiservices"))
    return singleFiles(files, joinFolder(image.base, "apiservices"), image);
  const webhookType = /^(validating|mutating)webhookconfigurations$/.exec(plural)?.[1];
  if (webhookType === undefined || !folders.has("webhooks")) return [];
  return filesOfWebhooks(files, joinFolder(image.base, "webhooks", webhookType), image);
}

/** inspect writes each namespace into its own folder: `namespaces/NAME/NAME.yaml`. */
async function filesOfNamespaces(files: MustGatherFiles, image: MustGatherImage): Promise<readonly CandidateFile[]> {
  const found: CandidateFile[] = [];
  for (const [name, folder] of image.namespaces) {
    const { files: names } = await files.list(folder);
    if (names.has(`${name}.yaml`)) found.push({ path: joinFolder(folder, `${name}.yaml`), image, name });
  }
  return found;
}

/** CNV's gather_webhooks writes `webhooks/validating/NAME/validatingwebhookconfiguration.yaml`. */
async function filesOfWebhooks(
  files: MustGatherFiles,
  folder: string,
  image: MustGatherImage,
): Promise<readonly CandidateFile[]> {
  const found: CandidateFile[] = [];
  for (const name of (await files.list(folder)).folders) {
    const { files: names } = await files.list(joinFolder(folder, name));
    const file = [...names].find((each) => each.endsWith("webhookconfiguration.yaml"));
    if (file !== undefined) found.push({ path: joinFolder(folder, name, file), image, name });
  }
  return found;
}

const extension = /\.(ya?ml|json)$/;

/** The files in a folder that has a file for each object. */
async function singleFiles(
  files: MustGatherFiles,
  folder: string,
  image: MustGatherImage,
): Promise<readonly CandidateFile[]> {
  const { files: names } = await files.list(folder);
  const sorted = [...names].filter((name) => extension.test(name)).sort();
  return sorted.map((name) => ({ path: joinFolder(folder, name), image, name: name.replace(extension, "") }));
}

/** The lists of a kind in a folder: `pods.yaml`. A compressed list is refused. */
async function listFiles(
  files: MustGatherFiles,
  folder: string,
  listName: string,
  image: MustGatherImage,
): Promise<readonly CandidateFile[]> {
  const listing = await files.list(folder);
  const found: CandidateFile[] = [];
  for (const file of findFiles(listing, listName)) found.push({ path: joinFolder(folder, file), image });
  for (const file of findFiles(listing, listName, ".gz")) {
    const refusal = "compressed files are not supported: unpack it with gunzip";
    found.push({ path: joinFolder(folder, file), image, refusal });
  }
  return found;
}

function findFiles({ files }: FolderListing, name: string, packing: "" | ".gz" = ""): readonly string[] {
  return ["yaml", "yml", "json"].map((type) => `${name}.${type}${packing}`).filter((file) => files.has(file));
}

/** The kinds that gather_hco writes to files without an extension (kubevirt/must-gather, collection-scripts/gather_hco). */
export const plainLists: readonly Pick<Kind, "group" | "plural">[] = [
  { group: "operators.coreos.com", plural: "subscriptions" },
  { group: "operators.coreos.com", plural: "installplans" },
  { group: "packages.operators.coreos.com", plural: "packagemanifests" },
];

function isPlainList({ group, plural }: KindPath): boolean {
  return plainLists.some((list) => list.group === group && list.plural === plural);
}

/** Whether a dump has files of a kind in each namespace (clusterinfo_dump.go). */
function isDumped({ group, plural }: KindPath): boolean {
  const kinds: Readonly<Record<string, readonly string[]>> = {
    "": ["events", "replicationcontrollers", "services", "pods"],
    apps: ["daemonsets", "deployments", "replicasets"],
  };
  return kinds[group]?.includes(plural) === true;
}
