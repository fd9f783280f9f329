import { type GatherFiles, inFolder, type Listing } from "./files.ts";

/** What one image gathered, or one run of inspect, or one dump: a tree of its own. */
export interface Image {
  /** The folder that holds it; empty: the top. */
  readonly base: string;
  /** The folder of each namespace that it has something of. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** Its folder `cluster-scoped-resources`, where it has one. */
  readonly cluster?: string;
  /** It is `kubectl cluster-info dump --output-directory`: `<ns>/pods.json`, `nodes.json`. */
  readonly isDump: boolean;
  /** All namespaces that it has are in it: not so where somebody named the folder of one. */
  readonly isWhole: boolean;
}

/** How far below the top images are looked for, and in how many folders: a support case has some levels above. */
const deepest = 8;
const mostFolders = 5000;

/**
 * Every directory that has `namespaces` or `cluster-scoped-resources`, or is a dump, at any level: `oc adm must-gather`
 * makes one for each image (openshift/oc, pkg/cli/admin/mustgather/mustgather.go), people put some levels above. Where
 * there is none, the top itself may be `namespaces`, or the folder of one namespace; `name` is what it is called.
 */
export async function imagesIn(files: GatherFiles, name: string): Promise<readonly Image[]> {
  const images: Image[] = [];
  let open: readonly string[] = [""];
  let seen = 0;
  for (let depth = 0; depth <= deepest && open.length > 0 && seen < mostFolders; depth += 1) {
    const below: string[] = [];
    for (const folder of open) {
      seen += 1;
      const listing = await files.list(folder);
      const image = (await inspected(files, folder, listing)) ?? (await dumped(files, folder, listing));
      if (image !== undefined) images.push(image);
      else below.push(...[...listing.folders].map((each) => inFolder(folder, each)));
    }
    open = below;
  }
  if (images.length > 0) return images;
  return alone(files, name);
}

async function inspected(files: GatherFiles, base: string, { folders }: Listing): Promise<Image | undefined> {
  const hasCluster = folders.has("cluster-scoped-resources");
  if (!folders.has("namespaces") && !hasCluster) return undefined;
  const namespaces = inFolder(base, "namespaces");
  return {
    base,
    namespaces: await foldersIn(files, namespaces),
    ...(hasCluster && { cluster: inFolder(base, "cluster-scoped-resources") }),
    isDump: false,
    isWhole: true,
  };
}

/** kubectl, pkg/cmd/clusterinfo/clusterinfo_dump.go: nodes first, then the same seven lists of each namespace. */
async function dumped(files: GatherFiles, base: string, listing: Listing): Promise<Image | undefined> {
  if (!["nodes.json", "nodes.yaml"].some((name) => listing.files.has(name))) return undefined;
  const namespaces = await foldersIn(files, base);
  for (const folder of namespaces.values()) {
    const { files: names } = await files.list(folder);
    const isNamespace = names.has("replication-controllers.json") || names.has("replication-controllers.yaml");
    if (isNamespace) return { base, namespaces, isDump: true, isWhole: true };
  }
  return undefined;
}

/** `namespaces` alone, or one namespace alone. */
async function alone(files: GatherFiles, name: string): Promise<readonly Image[]> {
  const top = await files.list("");
  if (isNamespace(top, name)) return [{ base: "", namespaces: new Map([[name, ""]]), isDump: false, isWhole: false }];
  const namespaces = new Map<string, string>();
  for (const folder of [...top.folders].slice(0, mostFolders)) {
    if (isNamespace(await files.list(folder), folder)) namespaces.set(folder, folder);
  }
  if (namespaces.size === 0) return [];
  return [{ base: "", namespaces, isDump: false, isWhole: name === "namespaces" }];
}

/** inspect writes the namespace itself, and a folder for each group; CNV's scripts write `crs` (hco.md 9.1). */
function isNamespace({ files, folders }: Listing, name: string): boolean {
  return files.has(`${name}.yaml`) || folders.has("crs") || (folders.has("core") && folders.has("apps"));
}

async function foldersIn(files: GatherFiles, folder: string): Promise<ReadonlyMap<string, string>> {
  const { folders } = await files.list(folder);
  return new Map([...folders].sort().map((name) => [name, inFolder(folder, name)]));
}
