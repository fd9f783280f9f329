import { definedFields } from "../../model/defined-fields.ts";
import type { Damage } from "../../model/snapshot.ts";
import { type FolderListing, joinFolder, type MustGatherFiles, parentFolder } from "./archive/archive-files.ts";
import { findNamespaceOfFolder, readOrEmpty } from "./namespace-of-folder.ts";
import { isArchive } from "./wanted-files.ts";

/** The objects that one image of `oc adm must-gather`, one run of `oc adm inspect`, or one dump of kubectl collected. */
export interface MustGatherImage {
  /** The folder that holds the image. Empty where that is the top of the must-gather. */
  readonly base: string;
  /** The folder that has a folder for each namespace. Absent where the user named a folder below it. */
  readonly namespacesFolder?: string;
  /** The folder of each namespace, by the name of the namespace. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** The folder `cluster-scoped-resources`. Absent where the image has none. */
  readonly clusterFolder?: string;
  /** The folder `crs` of the only namespace. Absent unless the user named that folder. */
  readonly crsFolder?: string;
  /** Whether `kubectl cluster-info dump --output-directory` wrote it: `<namespace>/pods.json`, `nodes.json`. */
  readonly isDump: boolean;
  /**
   * Whether CNV's image wrote it, with all its namespaces. That image names itself in line 1 of the file `version`
   * (kubevirt/must-gather, collection-scripts/version).
   */
  readonly isVirtualization: boolean;
  /** The folder of the file `timestamp` that says when the image was made. Absent where there is none. */
  readonly timestampFolder?: string;
}

/** The images at any level of a must-gather. */
export interface ImageSearchResult {
  readonly images: readonly MustGatherImage[];
  /** Archives beside or above the images. Without an image, the must-gather may be in one of them. */
  readonly archives: readonly string[];
  /** Why the search ended early, so that there may be more images. Absent where it did not. */
  readonly searchDamage?: Damage;
}

/** The names of the top folder and of the folder around it. */
export interface TopFolderNames {
  readonly name: string;
  readonly parent: string;
}

/** The most levels below the top that are searched for images. A support case has some levels above its must-gather. */
const maxDepth = 8;

/** The most folders that are searched for images. */
const maxFolders = 5000;

/** The folders by which a folder is an image of `oc adm must-gather` or `oc adm inspect`. */
const imageSubfolders: readonly string[] = ["namespaces", "cluster-scoped-resources"];

/**
 * Finds every image at any level. An image is one of these:
 * - a folder that has `namespaces` or `cluster-scoped-resources`. `oc adm must-gather` makes one for each image
 *   (openshift/oc, pkg/cli/admin/mustgather/mustgather.go), in which there may be others from `oc adm inspect`;
 * - a dump of kubectl;
 * - without any of these, the top folder itself as a part of an image.
 */
export async function findImages(files: MustGatherFiles, topNames: TopFolderNames): Promise<ImageSearchResult> {
  const result = await new ImageSearch(files).run();
  if (result.images.length > 0) return result;
  const image = await readPartOfImage(files, topNames);
  return image === undefined ? result : { images: [image], archives: result.archives };
}

/** A search for images, level by level from the top. */
class ImageSearch {
  readonly #files: MustGatherFiles;
  readonly #images: MustGatherImage[] = [];
  readonly #archives: string[] = [];
  #searchedFolders = 0;

  constructor(files: MustGatherFiles) {
    this.#files = files;
  }

  async run(): Promise<ImageSearchResult> {
    let folders: readonly string[] = [""];
    for (let depth = 0; depth <= maxDepth; depth += 1) {
      const foldersBelow: string[] = [];
      for (const folder of folders) {
        if (this.#searchedFolders === maxFolders)
          return this.#result(`the search for must-gathers stops after ${maxFolders} folders`);
        this.#searchedFolders += 1;
        foldersBelow.push(...(await this.#searchFolder(folder)));
      }
      folders = foldersBelow;
    }
    // Folders that lie so deep inside an image hold only logs.
    if (folders.every((folder) => isInsideImage(folder, this.#images))) return this.#result(undefined);
    return this.#result(`the search for must-gathers stops ${maxDepth} levels below the given path`);
  }

  /** Adds the image and the archives of one folder, and returns the folders below it that are searched next. */
  async #searchFolder(folder: string): Promise<readonly string[]> {
    const listing = await this.#files.list(folder);
    for (const name of listing.files) if (isArchive(name)) this.#archives.push(joinFolder(folder, name));
    const dump = await readDumpImage(this.#files, folder, listing);
    const image = (await readInspectImage(this.#files, folder, listing)) ?? dump;
    if (image !== undefined) this.#images.push(image);
    if (dump !== undefined) return [];
    const searchedNames = [...listing.folders].filter((name) => {
      const isPartOfImage = image !== undefined && imageSubfolders.includes(name);
      // The folder that a link leads to is listed by itself too.
      const isLink = listing.links?.has(name) === true;
      return !isPartOfImage && !isLink;
    });
    return searchedNames.map((name) => joinFolder(folder, name));
  }

  /** @param cause Why the search ended early. Undefined where it did not. */
  #result(cause: string | undefined): ImageSearchResult {
    const searchDamage = cause === undefined ? undefined : { where: ".", cause };
    return { images: this.#images, archives: this.#archives, ...definedFields({ searchDamage }) };
  }
}

function isInsideImage(folder: string, images: readonly MustGatherImage[]): boolean {
  return images.some(({ base }) => base === "" || folder.startsWith(`${base}/`));
}

/** The image that `oc adm must-gather` or `oc adm inspect` wrote into a folder. Undefined where the folder is none. */
async function readInspectImage(
  files: MustGatherFiles,
  base: string,
  { folders }: FolderListing,
): Promise<MustGatherImage | undefined> {
  if (!imageSubfolders.some((name) => folders.has(name))) return undefined;
  const namespacesFolder = joinFolder(base, "namespaces");
  const clusterFolder = joinFolder(base, "cluster-scoped-resources");
  const namespaces = await mapNamespaces(files, namespacesFolder);
  const cluster = await files.list(clusterFolder);
  const hasCluster = cluster.files.size > 0 || cluster.folders.size > 0;
  // Empty folders of these names may stand beside a must-gather. Those that cannot be read are reported as damage.
  const isUnreadable = files.damage().some(({ where }) => where === namespacesFolder || where === clusterFolder);
  if (namespaces.size === 0 && !hasCluster && !isUnreadable) return undefined;
  return {
    base,
    namespacesFolder,
    namespaces,
    ...definedFields({ clusterFolder: hasCluster ? clusterFolder : undefined }),
    isDump: false,
    isVirtualization: namespaces.size > 0 && (await isWrittenByVirtualization(files, base)),
  };
}

async function isWrittenByVirtualization(files: MustGatherFiles, base: string): Promise<boolean> {
  if (!(await files.list(base)).files.has("version")) return false;
  const version = await readOrEmpty(files, joinFolder(base, "version"));
  return /^kubevirt\/must-gather[ \t\r]*(?:\n|$)/.test(version);
}

/**
 * The image of a dump in a folder. Undefined where the folder is none. A dump has its nodes and the same seven lists of
 * each namespace (kubectl, pkg/cmd/clusterinfo/clusterinfo_dump.go).
 */
async function readDumpImage(
  files: MustGatherFiles,
  base: string,
  listing: FolderListing,
): Promise<MustGatherImage | undefined> {
  if (!listing.files.has("nodes.json") && !listing.files.has("nodes.yaml")) return undefined;
  const namespaces = new Map([...listing.folders].sort().map((name) => [name, joinFolder(base, name)]));
  for (const folder of namespaces.values()) {
    const { files: names } = await files.list(folder);
    const isNamespace = names.has("replication-controllers.json") || names.has("replication-controllers.yaml");
    if (isNamespace) return { base, namespacesFolder: base, namespaces, isDump: true, isVirtualization: false };
  }
  return undefined;
}

/**
 * The image of which the top folder is a part, by what the top is:
 * 1. `cluster-scoped-resources`,
 * 2. the `crs` of a namespace,
 * 3. the folder of a namespace,
 * 4. a folder of such folders.
 *
 * Undefined where it is none of these.
 */
async function readPartOfImage(
  files: MustGatherFiles,
  { name, parent }: TopFolderNames,
): Promise<MustGatherImage | undefined> {
  const top = await files.list("");
  const part = { base: "", isDump: false, isVirtualization: false } as const;
  if (name === "cluster-scoped-resources" && top.folders.size > 0)
    return { ...part, namespaces: new Map(), clusterFolder: "" };
  if (name === "crs" && top.folders.size > 0) {
    const namespace = await findNamespaceOfFolder(files, "", parent, "");
    return { ...part, namespaces: new Map([[namespace, ""]]), crsFolder: "" };
  }
  if (isNamespaceFolder(top, name)) {
    const namespace = await findNamespaceOfFolder(files, "", name);
    return { ...part, namespaces: new Map([[namespace, ""]]) };
  }
  const namespaces = new Map<string, string>();
  for (const folder of [...top.folders].sort().slice(0, maxFolders)) {
    if (isNamespaceFolder(await files.list(folder), folder))
      namespaces.set(await findNamespaceOfFolder(files, folder, folder), folder);
  }
  return namespaces.size === 0 ? undefined : { ...part, namespacesFolder: "", namespaces };
}

/**
 * Whether a folder holds the objects of one namespace. inspect writes `<namespace>.yaml` and a folder for each group,
 * CNV's scripts write `crs` (kubevirt/must-gather, collection-scripts/gather_crs).
 */
function isNamespaceFolder({ files, folders }: FolderListing, name: string): boolean {
  // `web.tgz` that holds only `web.yaml` is a packed manifest.
  const isInspected = files.has(`${name}.yaml`) && folders.size > 0;
  return isInspected || folders.has("crs") || (folders.has("core") && folders.has("apps"));
}

/** The most folders of which it is checked whether a user has renamed them. The check opens files that no query needs. */
const maxRenamedFolders = 3;

/** The folder of each namespace. Among a few folders, a renamed one is listed by the namespace that its files state. */
async function mapNamespaces(files: MustGatherFiles, namespacesFolder: string): Promise<ReadonlyMap<string, string>> {
  const names = [...(await files.list(namespacesFolder)).folders].sort();
  const mayBeRenamed = names.length <= maxRenamedFolders;
  const namespaces = new Map<string, string>();
  for (const name of names) {
    const folder = joinFolder(namespacesFolder, name);
    const namespace = mayBeRenamed ? await findNamespaceOfFolder(files, folder, name) : name;
    namespaces.set(namespaces.has(namespace) ? name : namespace, folder);
  }
  return namespaces;
}

/** The namespaces of all images, each once. */
export function listNamespaces(images: readonly MustGatherImage[]): readonly string[] {
  return [...new Set(images.flatMap((image) => [...image.namespaces.keys()]))];
}

/** The folders around a folder, the nearest first: `a/b` -> `["a", ""]`. */
export function listParentFolders(folder: string): readonly string[] {
  if (folder === "") return [];
  const parent = parentFolder(folder);
  return [parent, ...listParentFolders(parent)];
}
