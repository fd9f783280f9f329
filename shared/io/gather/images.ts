import type { Damage } from "../../model/snapshot.ts";
import { type GatherFiles, inFolder, type Listing, parentOf } from "./files.ts";
import { isArchive } from "./kept.ts";
import { namespaceOf } from "./namespace-name.ts";

/** What one image gathered, or one run of inspect, or one dump: a tree of its own. */
export interface Image {
  /** The folder that holds it; empty: the top. */
  readonly base: string;
  /** The folder in which its namespaces stand; absent where somebody named something below it. */
  readonly home?: string;
  /** The folder of each namespace that it has something of. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** Its folder `cluster-scoped-resources`, where it has one. */
  readonly cluster?: string;
  /** The folder `crs` of its one namespace, where that is what somebody named. */
  readonly crs?: string;
  /** It is `kubectl cluster-info dump --output-directory`: `<ns>/pods.json`, `nodes.json`. */
  readonly isDump: boolean;
  /** CNV's own (kubevirt/must-gather, collection-scripts/version: line 1 of `version`), with all its namespaces. */
  readonly isVirtualization: boolean;
  /** The folder whose `timestamp` tells of it. */
  readonly gather?: string;
}

/** What a search for images came upon. */
export interface Found {
  readonly images: readonly Image[];
  /** Archives on the way: the gather may be in one of them. */
  readonly archives: readonly string[];
  /** Why there may be more. */
  readonly gaveUp?: Damage;
}

/** How far below the top images are looked for, and in how many folders: a support case has some levels above. */
const deepest = 8;
const mostFolders = 5000;

/** What the top is called, and the folder around it. */
export interface Names {
  readonly name: string;
  readonly parent: string;
}

/**
 * Every directory that has `namespaces` or `cluster-scoped-resources`, or is a dump, at any level: `oc adm must-gather`
 * makes one for each image (openshift/oc, pkg/cli/admin/mustgather/mustgather.go), people put some levels above, and an
 * image may hold what inspect wrote. Where there is none, the top itself may be a part of one. Each real folder is looked
 * at once.
 */
export async function imagesIn(files: GatherFiles, names: Names): Promise<Found> {
  const images: Image[] = [];
  const archives: string[] = [];
  let open: readonly string[] = [""];
  let seen = 0;
  for (let depth = 0; depth <= deepest; depth += 1) {
    const below: string[] = [];
    for (const folder of open) {
      seen += 1;
      if (seen > mostFolders) return foundIn(files, names, images, archives, tooMany);
      const listing = await files.list(folder);
      archives.push(...[...listing.files].filter(isArchive).map((each) => inFolder(folder, each)));
      const dump = await dumped(files, folder, listing);
      const image = (await inspected(files, folder, listing)) ?? dump;
      if (image !== undefined) images.push(image);
      if (dump !== undefined) continue;
      const isTree = (each: string): boolean => image !== undefined && trees.includes(each);
      const ahead = [...listing.folders].filter((each) => !isTree(each) && listing.links?.has(each) !== true);
      below.push(...ahead.map((each) => inFolder(folder, each)));
    }
    open = below;
  }
  const isOver = open.length === 0 || (images.length > 0 && open.every((folder) => isInside(folder, images)));
  return foundIn(files, names, images, archives, isOver ? undefined : tooDeep);
}

const trees: readonly string[] = ["namespaces", "cluster-scoped-resources"];
const tooMany = `no more than ${mostFolders} folders are looked through for gathers`;
const tooDeep = `gathers are looked for ${deepest} levels below the path that was named, and there are more`;

/** What lies deep inside an image is its logs. */
function isInside(folder: string, images: readonly Image[]): boolean {
  return images.some(({ base }) => base === "" || folder.startsWith(`${base}/`));
}

async function foundIn(
  files: GatherFiles,
  names: Names,
  images: readonly Image[],
  archives: readonly string[],
  cause: string | undefined,
): Promise<Found> {
  const found = images.length > 0 ? images : await alone(files, names);
  const isKnown = images.length === 0 && found.length > 0;
  return { images: found, archives, ...(cause !== undefined && !isKnown && { gaveUp: { where: ".", cause } }) };
}

async function inspected(files: GatherFiles, base: string, { folders }: Listing): Promise<Image | undefined> {
  if (!trees.some((tree) => folders.has(tree))) return undefined;
  const home = inFolder(base, "namespaces");
  const cluster = inFolder(base, "cluster-scoped-resources");
  const namespaces = folders.has("namespaces") ? await namespacesIn(files, home) : new Map<string, string>();
  const hasCluster = folders.has("cluster-scoped-resources") && !isBare(await files.list(cluster));
  // Empty folders of these names may stand beside a gather; those that cannot be read are named as damage.
  const isLocked = files.damage().some(({ where }) => where === home || where === cluster);
  if (namespaces.size === 0 && !hasCluster && !isLocked) return undefined;
  return {
    base,
    home,
    namespaces,
    ...(hasCluster && { cluster }),
    isDump: false,
    isVirtualization: namespaces.size > 0 && (await saysVirtualization(files, base)),
  };
}

function isBare({ files, folders }: Listing): boolean {
  return files.size === 0 && folders.size === 0;
}

async function saysVirtualization(files: GatherFiles, base: string): Promise<boolean> {
  if (!(await files.list(base)).files.has("version")) return false;
  const read = await files.read(inFolder(base, "version"));
  return read.refusal === undefined && /^kubevirt\/must-gather\s*$/m.test(read.text.split("\n")[0] ?? "");
}

/** kubectl, pkg/cmd/clusterinfo/clusterinfo_dump.go: nodes first, then the same seven lists of each namespace. */
async function dumped(files: GatherFiles, base: string, listing: Listing): Promise<Image | undefined> {
  if (!["nodes.json", "nodes.yaml"].some((name) => listing.files.has(name))) return undefined;
  const namespaces = new Map([...listing.folders].sort().map((name) => [name, inFolder(base, name)]));
  for (const folder of namespaces.values()) {
    const { files: names } = await files.list(folder);
    const isNamespace = names.has("replication-controllers.json") || names.has("replication-controllers.yaml");
    if (isNamespace) return { base, home: base, namespaces, isDump: true, isVirtualization: false };
  }
  return undefined;
}

/** A part of an image: `namespaces`, one namespace, its `crs`, or `cluster-scoped-resources`. */
async function alone(files: GatherFiles, { name, parent }: Names): Promise<readonly Image[]> {
  const top = await files.list("");
  const part = { base: "", isDump: false, isVirtualization: false } as const;
  if (name === "cluster-scoped-resources" && top.folders.size > 0)
    return [{ ...part, namespaces: new Map(), cluster: "" }];
  if (name === "crs" && top.folders.size > 0) {
    const namespace = await namespaceOf(files, "", parent, "");
    return [{ ...part, namespaces: new Map([[namespace, ""]]), crs: "" }];
  }
  if (isNamespace(top, name)) return [{ ...part, namespaces: new Map([[await namespaceOf(files, "", name), ""]]) }];
  const namespaces = new Map<string, string>();
  for (const folder of [...top.folders].sort().slice(0, mostFolders)) {
    if (isNamespace(await files.list(folder), folder)) namespaces.set(await namespaceOf(files, folder, folder), folder);
  }
  return namespaces.size === 0 ? [] : [{ ...part, home: "", namespaces }];
}

/** inspect writes the namespace itself, and a folder for each group; CNV's scripts write `crs` (hco.md 9.1). */
function isNamespace({ files, folders }: Listing, name: string): boolean {
  return files.has(`${name}.yaml`) || folders.has("crs") || (folders.has("core") && folders.has("apps"));
}

/** Few folders may have been renamed by hand; of many none is looked into, which would open files nobody asked for. */
async function namespacesIn(files: GatherFiles, home: string): Promise<ReadonlyMap<string, string>> {
  const names = [...(await files.list(home)).folders].sort();
  if (names.length > mostRenamed) return new Map(names.map((name) => [name, inFolder(home, name)]));
  const namespaces = new Map<string, string>();
  for (const name of names) {
    const folder = inFolder(home, name);
    const known = await namespaceOf(files, folder, name);
    namespaces.set(namespaces.has(known) ? name : known, folder);
  }
  return namespaces;
}

const mostRenamed = 3;

/** The folders around a folder, the nearest first. */
export function above(folder: string): readonly string[] {
  const folders: string[] = [];
  for (let here = folder; here !== ""; ) {
    here = parentOf(here);
    folders.push(here);
  }
  return folders;
}
