import type { Kind } from "../../model/profile.ts";
import { type GatherFiles, inFolder, type Listing } from "./files.ts";
import type { Image } from "./images.ts";

/** A file that may hold objects of a kind. */
export interface Place {
  readonly path: string;
  readonly image: Image;
  /** In whose folder it lies; absent: it may have objects of all namespaces, or its kind has none. */
  readonly namespace?: string;
  /** One object and no more, and this is its name; absent: a list. */
  readonly name?: string;
  /** Why it is not opened. */
  readonly refusal?: string;
}

export type Wanted = Pick<Kind, "group" | "plural" | "namespaced">;

/**
 * The files of an image that hold objects of a kind in one namespace: CNV's `crs/<plural.group>/<name>.yaml`, inspect's
 * `<group|core>/<plural>.yaml` and `<group|core>/<plural>/<name>.yaml` (openshift/oc, pkg/cli/admin/inspect/util.go),
 * `<plural>` without extension (hco.md 9.1), a dump's `<plural>.json`.
 */
export async function placesInNamespace(
  files: GatherFiles,
  image: Image,
  namespace: string,
  kind: Wanted,
): Promise<readonly Place[]> {
  return (await placesBelow(files, image, namespace, kind)).map((place) => ({ ...place, namespace }));
}

async function placesBelow(
  files: GatherFiles,
  image: Image,
  namespace: string,
  kind: Wanted,
): Promise<readonly Place[]> {
  const folder = image.namespaces.get(namespace);
  if (folder === undefined) return [];
  const listing = await files.list(folder);
  const { group, plural } = kind;
  if (image.isDump) {
    const name = group === "" && plural === "replicationcontrollers" ? "replication-controllers" : plural;
    return isDumped(kind) ? listsIn(listing, folder, name, image) : [];
  }
  const crs = image.crs ?? inFolder(folder, "crs");
  const hasCrs = image.crs !== undefined || listing.folders.has("crs");
  const isGroupThere = listing.folders.has(groupFolder(group)) && image.crs === undefined;
  const where = inFolder(folder, groupFolder(group));
  const plain = withoutExtension(kind) && listing.files.has(plural) ? [{ path: inFolder(folder, plural), image }] : [];
  return [
    ...(await singlesIn(files, crs, fullName(kind), image, hasCrs)),
    ...plain,
    ...(isGroupThere ? listsIn(await files.list(where), where, plural, image) : []),
    ...(await singlesIn(files, where, plural, image, isGroupThere)),
  ];
}

/** Pods one by one, beside their logs: where no list has them (inspect, pod.go). */
export async function podsAlone(files: GatherFiles, image: Image, namespace: string): Promise<readonly Place[]> {
  const folder = image.namespaces.get(namespace);
  if (folder === undefined || image.isDump || !(await files.list(folder)).folders.has("pods")) return [];
  const pods = inFolder(folder, "pods");
  const found: Place[] = [];
  for (const name of (await files.list(pods)).folders) {
    const { files: names } = await files.list(inFolder(pods, name));
    if (names.has(`${name}.yaml`)) found.push({ path: inFolder(pods, name, `${name}.yaml`), image, namespace, name });
  }
  return found;
}

/**
 * The files of an image that hold objects of a kind in `cluster-scoped-resources`: the same places, CNV's
 * `<plural.group>/<name>.yaml`, and outside of it what CNV's scripts write beside it (gather_apiservices, _webhooks). A
 * kind with namespaces has a list there where all namespaces were inspected at once.
 */
export async function placesInCluster(files: GatherFiles, image: Image, kind: Wanted): Promise<readonly Place[]> {
  const { group, plural } = kind;
  if (image.isDump) {
    if (group !== "" || plural !== "nodes") return [];
    return listsIn(await files.list(image.base), image.base, "nodes", image);
  }
  const beside = kind.namespaced ? [] : await placesBeside(files, image, kind);
  if (image.cluster === undefined) return beside;
  const { folders } = await files.list(image.cluster);
  const where = inFolder(image.cluster, groupFolder(group));
  const listed = folders.has(groupFolder(group)) ? listsIn(await files.list(where), where, plural, image) : [];
  if (kind.namespaced) return listed;
  return [
    ...(await singlesIn(files, image.cluster, fullName(kind), image, folders.has(fullName(kind)))),
    ...listed,
    ...(await singlesIn(files, where, plural, image, folders.has(groupFolder(group)))),
    ...beside,
  ];
}

/** `cdis.cdi.kubevirt.io`: the name of its CRD, and of the folder that CNV's scripts give it. */
export function fullName({ group, plural }: Pick<Kind, "group" | "plural">): string {
  return `${plural}.${group}`;
}

export function groupFolder(group: string): string {
  return group === "" ? "core" : group;
}

async function placesBeside(files: GatherFiles, image: Image, { group, plural }: Wanted): Promise<readonly Place[]> {
  if (group === "" && plural === "namespaces") {
    const found: Place[] = [];
    for (const [name, folder] of image.namespaces) {
      const { files: names } = await files.list(folder);
      if (names.has(`${name}.yaml`)) found.push({ path: inFolder(folder, `${name}.yaml`), image, name });
    }
    return found;
  }
  const { folders } = await files.list(image.base);
  if (plural === "apiservices" && folders.has("apiservices"))
    return singlesIn(files, image.base, "apiservices", image, true);
  const webhooks = /^(validating|mutating)webhookconfigurations$/.exec(plural)?.[1];
  if (webhooks === undefined || !folders.has("webhooks")) return [];
  const where = inFolder(image.base, "webhooks", webhooks);
  const found: Place[] = [];
  for (const name of (await files.list(where)).folders) {
    const { files: names } = await files.list(inFolder(where, name));
    const file = [...names].find((each) => each.endsWith("webhookconfiguration.yaml"));
    if (file !== undefined) found.push({ path: inFolder(where, name, file), image, name });
  }
  return found;
}

async function singlesIn(
  files: GatherFiles,
  folder: string,
  name: string,
  image: Image,
  isThere: boolean,
): Promise<readonly Place[]> {
  if (!isThere) return [];
  const where = inFolder(folder, name);
  const { files: names } = await files.list(where);
  return [...names]
    .filter((file) => extension.test(file))
    .sort()
    .map((file) => ({ path: inFolder(where, file), image, name: file.replace(extension, "") }));
}

const extension = /\.(ya?ml|json)$/;

function listsIn(listing: Listing, where: string, plural: string, image: Image): readonly Place[] {
  const packed = textsOf(listing, plural, ".gz").map((file) => ({
    path: inFolder(where, file),
    image,
    refusal: "it is packed, which is not read: unpack it with gunzip",
  }));
  return [...textsOf(listing, plural).map((file) => ({ path: inFolder(where, file), image })), ...packed];
}

function textsOf({ files }: Listing, name: string, end = ""): readonly string[] {
  return ["yaml", "yml", "json"].map((each) => `${name}.${each}${end}`).filter((file) => files.has(file));
}

/** The kinds of gather_hco, in files without an extension (hco.md 9.1). */
export const plainLists: readonly Pick<Kind, "group" | "plural">[] = [
  { group: "operators.coreos.com", plural: "subscriptions" },
  { group: "operators.coreos.com", plural: "installplans" },
  { group: "packages.operators.coreos.com", plural: "packagemanifests" },
];

function withoutExtension({ group, plural }: Wanted): boolean {
  return plainLists.some((each) => each.group === group && each.plural === plural);
}

/** clusterinfo_dump.go: what it writes of a namespace. */
function isDumped({ group, plural }: Wanted): boolean {
  const kinds: Readonly<Record<string, readonly string[]>> = {
    "": ["events", "replicationcontrollers", "services", "pods"],
    apps: ["daemonsets", "deployments", "replicasets"],
  };
  return kinds[group]?.includes(plural) === true;
}
