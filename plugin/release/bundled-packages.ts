import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type OutputChunk, rolldown } from "rolldown";
import { compareTexts } from "../../shared/model/compare-texts.ts";
import { withoutClientConfig } from "../build/rolldown-plugins.ts";

/** The folder of the repository, with a slash at its end. */
export const repositoryRoot: string = fileURLToPath(new URL("../..", import.meta.url));

/** A package of npm whose code is in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, from its package.json. */
  readonly license: string;
  /** The address of its page on npm. */
  readonly homepage: string;
  /** The SHA-512 of its tarball in base64, from package-lock.json. */
  readonly integrity: string;
  /** The texts of its licence and notice files, in the order of their names. */
  readonly texts: readonly string[];
}

/** The sources of the bundles of the extension. */
export const extensionEntryPoints: readonly string[] = ["extension/extension.ts", "extension/webview/timeline-page.ts"];

const allEntryPoints = ["plugin/main.ts", "plugin/executable.ts", ...extensionEntryPoints, "shared/index.ts"];

/** The names of files with a licence or a notice: `LICENSE`, `licence.md`, `NOTICE.txt`, `COPYING`. */
const licenseFileName = /^(?:licen[cs]e|notice|copying)/i;

/** The path up to the folder of an npm package: `node_modules/@a/b/index.js` -> `node_modules/@a/b`. */
const packageFolderInPath = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

interface LockFile {
  /** By the folder of the package: `node_modules/yaml`. */
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
}

/**
 * Lists the npm packages whose code is in the bundles of `entryPoints`, ordered by name and version. Rolldown makes the
 * bundles and reports what it put into them, so an installed package without bundled code is not in the list.
 * @param entryPoints the sources of the bundles; the default is every bundle that a release ships
 * @throws Error for a package without a licence text, and for a package that package-lock.json does not have.
 */
export async function listBundledPackages(
  entryPoints: readonly string[] = allEntryPoints,
): Promise<readonly BundledPackage[]> {
  const lockFile = await readJson<LockFile>("package-lock.json");
  const packageFolders = new Set<string>();
  for (const chunk of await buildChunks(entryPoints)) {
    for (const file of listBundledFiles(chunk)) {
      const folder = packageFolderInPath.exec(file)?.[0];
      if (folder !== undefined) packageFolders.add(folder);
    }
  }
  const packages = await Promise.all([...packageFolders].map((folder) => readPackage(folder, lockFile)));
  return packages.toSorted(compareNameAndVersion);
}

/** Bundles the entry points in memory, with the options of a release that decide which code is bundled. */
async function buildChunks(entryPoints: readonly string[]): Promise<readonly OutputChunk[]> {
  const bundle = await rolldown({
    cwd: repositoryRoot,
    input: [...entryPoints],
    platform: "node",
    tsconfig: false,
    external: ["vscode"],
    plugins: [withoutClientConfig],
    logLevel: "silent",
  });
  const { output } = await bundle.generate();
  await bundle.close();
  return output.filter((file) => file.type === "chunk");
}

/** The source files with code in a chunk, relative to the repository. Tree shaking leaves none of some other files. */
function listBundledFiles({ modules }: OutputChunk): readonly string[] {
  const files: string[] = [];
  for (const [file, { renderedLength }] of Object.entries(modules)) {
    if (renderedLength > 0) files.push(relative(repositoryRoot, file));
  }
  return files;
}

/** @param folder the folder of the package, relative to the repository: `node_modules/yaml` */
async function readPackage(folder: string, lockFile: LockFile): Promise<BundledPackage> {
  const { name, version, license } = await readJson<PackageManifest>(`${folder}/package.json`);
  const integrity = lockFile.packages[folder]?.integrity;
  if (integrity === undefined) throw new Error(`package-lock.json has no ${folder}`);
  const publishedTexts = await readPublishedTexts(folder);
  const texts = publishedTexts.length > 0 ? publishedTexts : [await readAddedLicense(name, version)];
  return { name, version, license, homepage: `https://www.npmjs.com/package/${name}`, integrity, texts };
}

/** The texts of the licence and notice files in the folder of a package. Some packages are published without any. */
async function readPublishedTexts(folder: string): Promise<readonly string[]> {
  const packagePath = join(repositoryRoot, folder);
  const fileNames = await readdir(packagePath);
  const licenseFileNames = fileNames.filter((fileName) => licenseFileName.test(fileName)).toSorted();
  return Promise.all(licenseFileNames.map((fileName) => readFile(join(packagePath, fileName), "utf8")));
}

/** The licence text of a package that is published without one, from the folder `licenses` beside this file. */
async function readAddedLicense(name: string, version: string): Promise<string> {
  try {
    return await readFile(join(import.meta.dirname, "licenses", `${name}.txt`), "utf8");
  } catch (cause) {
    const remedy = `add plugin/release/licenses/${name}.txt`;
    throw new Error(`${name} ${version} has no licence text: ${remedy}`, { cause });
  }
}

/** Reads a JSON file of the repository. */
export async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(join(repositoryRoot, path), "utf8"));
}

function compareNameAndVersion(a: BundledPackage, b: BundledPackage): number {
  return compareTexts(a.name, b.name) || compareTexts(a.version, b.version);
}
