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
  return (await placesBelow(files, image, namespace, kind)).map((place) => ({ ...place, namespace }));
}

async function placesBelow(
  files: MustGatherFiles,
  image: MustGatherImage,
  namespace: string,
  kind: KindPath,
): Promise<readonly CandidateFile[]> {
  const folder = image.namespaces.get(namespace);
  if (folder === undefined) return [];
  const listing = await files.list(folder);
  const { group, plural } = kind;
  if (image.isDump) {
    const name = group === "" && plural === "replicationcontrollers" ? "replication-controllers" : plural;
    return isDumped(kind) ? listsIn(listing, folder, name, image) : [];
  }
  const crs = image.crs ?? joinFolder(folder, "crs");
  const hasCrs = image.crs !== undefined || listing.folders.has("crs");
  const isGroupThere = listing.folders.has(groupFolder(group)) && image.crs === undefined;
  const where = joinFolder(folder, groupFolder(group));
  const plain =
    withoutExtension(kind) && listing.files.has(plural) ? [{ path: joinFolder(folder, plural), image }] : [];
  return [
    ...(await singlesIn(files, crs, fullName(kind), image, hasCrs)),
    ...plain,
    ...(isGroupThere ? listsIn(await files.list(where), where, plural, image) : []),
    ...(await singlesIn(files, where, plural, image, isGroupThere)),
  ];
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
  const { group, plural } = kind;
  if (image.isDump) {
    if (group !== "" || plural !== "nodes") return [];
    return listsIn(await files.list(image.base), image.base, "nodes", image);
  }
  const beside = kind.namespaced ? [] : await placesBeside(files, image, kind);
  if (image.cluster === undefined) return beside;
  const { folders } = await files.list(image.cluster);
  const where = joinFolder(image.cluster, groupFolder(group));
  const listed = folders.has(groupFolder(group)) ? listsIn(await files.list(where), where, plural, image) : [];
  if (kind.namespaced) return listed;
  return [
    ...(await singlesIn(files, image.cluster, fullName(kind), image, folders.has(fullName(kind)))),
    ...listed,
    ...(await singlesIn(files, where, plural, image, folders.has(groupFolder(group)))),
    ...beside,
  ];
}

/** The name of a kind's CRD, such as `cdis.cdi.kubevirt.io`. CNV's scripts give the folder the same name. */
export function fullName({ group, plural }: Pick<Kind, "group" | "plural">): string {
  return `${plural}.${group}`;
}

export function groupFolder(group: string): string {
  return group === "" ? "core" : group;
}

async function placesBeside(
  files: MustGatherFiles,
  image: MustGatherImage,
  { group, plural }: KindPath,
): Promise<readonly CandidateFile[]> {
  if (group === "" && plural === "namespaces") {
    const found: CandidateFile[] = [];
    for (const [name, folder] of image.namespaces) {
      const { files: names } = await files.list(folder);
      if (names.has(`${name}.yaml`)) found.push({ path: joinFolder(folder, `${name}.yaml`), image, name });
    }
    return found;
  }
  const { folders } = await files.list(image.base);
  if (plural === "apiservices" && folders.has("apiservices"))
    return singlesIn(files, image.base, "apiservices", image, true);
  const webhooks = /^(validating|mutating)webhookconfigurations$/.exec(plural)?.[1];
  if (webhooks === undefined || !folders.has("webhooks")) return [];
  const where = joinFolder(image.base, "webhooks", webhooks);
  const found: CandidateFile[] = [];
  for (const name of (await files.list(where)).folders) {
    const { files: names } = await files.list(joinFolder(where, name));
    const file = [...names].find((each) => each.endsWith("webhookconfiguration.yaml"));
    if (file !== undefined) found.push({ path: joinFolder(where, name, file), image, name });
  }
  return found;
}

async function singlesIn(
  files: MustGatherFiles,
  folder: string,
  name: string,
  image: MustGatherImage,
  isThere: boolean,
): Promise<readonly CandidateFile[]> {
  if (!isThere) return [];
  const where = joinFolder(folder, name);
  const { files: names } = await files.list(where);
  return [...names]
    .filter((file) => extension.test(file))
    .sort()
    .map((file) => ({ path: joinFolder(where, file), image, name: file.replace(extension, "") }));
}

const extension = /\.(ya?ml|json)$/;

function listsIn(
  listing: FolderListing,
  where: string,
  plural: string,
  image: MustGatherImage,
): readonly CandidateFile[] {
  const packed = textsOf(listing, plural, ".gz").map((file) => ({
    path: joinFolder(where, file),
    image,
    refusal: "compressed files are not supported: unpack it with gunzip",
  }));
  return [...textsOf(listing, plural).map((file) => ({ path: joinFolder(where, file), image })), ...packed];
}

function textsOf({ files }: FolderListing, name: string, end = ""): readonly string[] {
  return ["yaml", "yml", "json"].map((each) => `${name}.${each}${end}`).filter((file) => files.has(file));
}

/** The kinds that gather_hco writes to files without an extension (kubevirt/must-gather, collection-scripts/gather_hco). */
export const plainLists: readonly Pick<Kind, "group" | "plural">[] = [
  { group: "operators.coreos.com", plural: "subscriptions" },
  { group: "operators.coreos.com", plural: "installplans" },
  { group: "packages.operators.coreos.com", plural: "packagemanifests" },
];

function withoutExtension({ group, plural }: KindPath): boolean {
  return plainLists.some((each) => each.group === group && each.plural === plural);
}

/** Whether a dump has files of a kind in each namespace (clusterinfo_dump.go). */
function isDumped({ group, plural }: KindPath): boolean {
  const kinds: Readonly<Record<string, readonly string[]>> = {
    "": ["events", "replicationcontrollers", "services", "pods"],
    apps: ["daemonsets", "deployments", "replicasets"],
  };
  return kinds[group]?.includes(plural) === true;
}
