import type { Damage } from "../../model/snapshot.ts";
import { type FolderListing, joinFolder, type MustGatherFiles, parentFolder } from "./archive/archive-files.ts";
import { findNamespaceOfFolder, readOrEmpty } from "./namespace-of-folder.ts";
import { isArchive } from "./wanted-files.ts";

/** What one image, one run of inspect or one dump collected, as a tree of its own. */
export interface MustGatherImage {
  /** The folder that holds it. Empty where that is the top. */
  readonly base: string;
  /** The folder in which its namespaces stand. Absent where the user named a folder below it. */
  readonly home?: string;
  /** The folder of each namespace that it has files of. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** Its folder `cluster-scoped-resources`, where it has one. */
  readonly cluster?: string;
  /** The folder `crs` of its one namespace, where the user named that folder. */
  readonly crs?: string;
  /** It is the output of `kubectl cluster-info dump --output-directory`: `<ns>/pods.json`, `nodes.json`. */
  readonly isDump: boolean;
  /**
   * It comes from CNV's image (kubevirt/must-gather, collection-scripts/version: line 1 of `version`), with all its
   * namespaces.
   */
  readonly isVirtualization: boolean;
  /** The folder whose `timestamp` says when it was made. */
  readonly mustGather?: string;
}

/** The namespaces that the images have files of, each once. */
export function listNamespaces(images: readonly MustGatherImage[]): readonly string[] {
  return [...new Set(images.flatMap((image) => [...image.namespaces.keys()]))];
}

/** The result of a search for images. */
export interface FoundImages {
  readonly images: readonly MustGatherImage[];
  /** Archives that the search found. The must-gather may be in one of them. */
  readonly archives: readonly string[];
  /** Why there may be more images. */
  readonly gaveUp?: Damage;
}

/**
 * How many levels below the top are searched for images, and how many folders. A support case has some levels above.
 */
const maxDepth = 8;
const maxFolders = 5000;

/** The name of the top, and of the folder around it. */
export interface RootFolderNames {
  readonly name: string;
  readonly parent: string;
}

/**
 * Finds every image at any level. An image is a dump, or a directory that has `namespaces` or
 * `cluster-scoped-resources`. `oc adm must-gather` makes one for each image (openshift/oc,
 * pkg/cli/admin/mustgather/mustgather.go). Users put some levels above, and an image may hold what inspect wrote. Where
 * there is none, the top itself may be a part of one. Each real folder is listed once.
 */
export async function imagesIn(files: MustGatherFiles, names: RootFolderNames): Promise<FoundImages> {
  const found = await new ImageSearch(files).run();
  if (found.images.length > 0) return found;
  const images = await imagesOfPart(files, names);
  return images.length > 0 ? { images, archives: found.archives } : found;
}

/** The folders that make a folder an image of `oc adm must-gather` or inspect. */
const trees: readonly string[] = ["namespaces", "cluster-scoped-resources"];

/** A search for images, level by level from the top. */
class ImageSearch {
  readonly #files: MustGatherFiles;
  readonly #images: MustGatherImage[] = [];
  readonly #archives: string[] = [];
  #searchedFolders = 0;

  constructor(files: MustGatherFiles) {
    this.#files = files;
  }

  async run(): Promise<FoundImages> {
    let folders: readonly string[] = [""];
    for (let depth = 0; depth <= maxDepth; depth += 1) {
      const foldersBelow: string[] = [];
      for (const folder of folders) {
        this.#searchedFolders += 1;
        if (this.#searchedFolders > maxFolders)
          return this.#found(`the search for must-gathers stops after ${maxFolders} folders`);
        foldersBelow.push(...(await this.#search(folder)));
      }
      folders = foldersBelow;
    }
    // Deep inside an image there are only logs.
    const areInImages = this.#images.length > 0 && folders.every((folder) => isInside(folder, this.#images));
    if (folders.length === 0 || areInImages) return this.#found(undefined);
    return this.#found(`the search for must-gathers stops ${maxDepth} levels below the given path`);
  }

  /** Notes what a folder is or has, and returns the folders below it that are searched next. */
  async #search(folder: string): Promise<readonly string[]> {
    const listing = await this.#files.list(folder);
    for (const name of listing.files) if (isArchive(name)) this.#archives.push(joinFolder(folder, name));
    const dump = await dumpIn(this.#files, folder, listing);
    const image = (await inspectIn(this.#files, folder, listing)) ?? dump;
    if (image !== undefined) this.#images.push(image);
    if (dump !== undefined) return [];
    const names = [...listing.folders].filter((name) => {
      const isTreeOfImage = image !== undefined && trees.includes(name);
      return !isTreeOfImage && listing.links?.has(name) !== true;
    });
    return names.map((name) => joinFolder(folder, name));
  }

  /** @param cause Why the search ended early. */
  #found(cause: string | undefined): FoundImages {
    const found = { images: this.#images, archives: this.#archives };
    return cause === undefined ? found : { ...found, gaveUp: { where: ".", cause } };
  }
}

/** Whether a folder lies inside an image. */
function isInside(folder: string, images: readonly MustGatherImage[]): boolean {
  return images.some(({ base }) => base === "" || folder.startsWith(`${base}/`));
}

async function inspectIn(
  files: MustGatherFiles,
  base: string,
  { folders }: FolderListing,
): Promise<MustGatherImage | undefined> {
  if (!trees.some((tree) => folders.has(tree))) return undefined;
  const home = joinFolder(base, "namespaces");
  const cluster = joinFolder(base, "cluster-scoped-resources");
  const namespaces = folders.has("namespaces") ? await namespacesIn(files, home) : new Map<string, string>();
  const hasCluster = folders.has("cluster-scoped-resources") && !isEmptyFolder(await files.list(cluster));
  // Empty folders of these names may stand beside a must-gather. Those that cannot be read are reported as damage.
  const isLocked = files.damage().some(({ where }) => where === home || where === cluster);
  if (namespaces.size === 0 && !hasCluster && !isLocked) return undefined;
  return {
    base,
    home,
    namespaces,
    ...(hasCluster && { cluster }),
    isDump: false,
    isVirtualization: namespaces.size > 0 && (await isOfVirtualization(files, base)),
  };
}

function isEmptyFolder({ files, folders }: FolderListing): boolean {
  return files.size === 0 && folders.size === 0;
}

async function isOfVirtualization(files: MustGatherFiles, base: string): Promise<boolean> {
  if (!(await files.list(base)).files.has("version")) return false;
  const [firstLine = ""] = (await readOrEmpty(files, joinFolder(base, "version"))).split("\n");
  return /^kubevirt\/must-gather\s*$/.test(firstLine);
}

/**
 * The image of a dump, or undefined. It has nodes first, then the same seven lists of each namespace (kubectl,
 * pkg/cmd/clusterinfo/clusterinfo_dump.go).
 */
async function dumpIn(
  files: MustGatherFiles,
  base: string,
  listing: FolderListing,
): Promise<MustGatherImage | undefined> {
  if (!["nodes.json", "nodes.yaml"].some((name) => listing.files.has(name))) return undefined;
  const namespaces = new Map([...listing.folders].sort().map((name) => [name, joinFolder(base, name)]));
  for (const folder of namespaces.values()) {
    const { files: names } = await files.list(folder);
    const isNamespace = names.has("replication-controllers.json") || names.has("replication-controllers.yaml");
    if (isNamespace) return { base, home: base, namespaces, isDump: true, isVirtualization: false };
  }
  return undefined;
}

/** The image of which the top is a part: `namespaces`, one namespace, its `crs`, or `cluster-scoped-resources`. */
async function imagesOfPart(
  files: MustGatherFiles,
  { name, parent }: RootFolderNames,
): Promise<readonly MustGatherImage[]> {
  const top = await files.list("");
  const part = { base: "", isDump: false, isVirtualization: false } as const;
  if (name === "cluster-scoped-resources" && top.folders.size > 0)
    return [{ ...part, namespaces: new Map(), cluster: "" }];
  if (name === "crs" && top.folders.size > 0) {
    const namespace = await findNamespaceOfFolder(files, "", parent, "");
    return [{ ...part, namespaces: new Map([[namespace, ""]]), crs: "" }];
  }
  if (isNamespace(top, name))
    return [{ ...part, namespaces: new Map([[await findNamespaceOfFolder(files, "", name), ""]]) }];
  const namespaces = new Map<string, string>();
  for (const folder of [...top.folders].sort().slice(0, maxFolders)) {
    if (isNamespace(await files.list(folder), folder))
      namespaces.set(await findNamespaceOfFolder(files, folder, folder), folder);
  }
  return namespaces.size === 0 ? [] : [{ ...part, home: "", namespaces }];
}

/**
 * Whether a folder holds one namespace. inspect writes the namespace itself, and a folder for each group. CNV's scripts
 * write `crs` (kubevirt/must-gather, collection-scripts/gather_crs).
 */
function isNamespace({ files, folders }: FolderListing, name: string): boolean {
  // `web.tgz` that holds only `web.yaml` is a packed manifest.
  const isInspected = files.has(`${name}.yaml`) && folders.size > 0;
  return isInspected || folders.has("crs") || (folders.has("core") && folders.has("apps"));
}

/** The most folders of which it is checked whether a user has renamed them. */
const maxRenamedFolders = 3;

/**
 * The folder of each namespace. A few folders may have been renamed by hand, so their files are opened to find the
 * name. Of many folders none is opened, since that would open files that no query needs.
 */
async function namespacesIn(files: MustGatherFiles, home: string): Promise<ReadonlyMap<string, string>> {
  const names = [...(await files.list(home)).folders].sort();
  if (names.length > maxRenamedFolders) return new Map(names.map((name) => [name, joinFolder(home, name)]));
  const namespaces = new Map<string, string>();
  for (const name of names) {
    const folder = joinFolder(home, name);
    const known = await findNamespaceOfFolder(files, folder, name);
    namespaces.set(namespaces.has(known) ? name : known, folder);
  }
  return namespaces;
}

/** The folders around a folder, the nearest first. */
export function parentFolders(folder: string): readonly string[] {
  const folders: string[] = [];
  for (let here = folder; here !== ""; ) {
    here = parentFolder(here);
    folders.push(here);
  }
  return folders;
}
