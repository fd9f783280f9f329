import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { withoutClientConfig } from "../build/rolldown-plugins.ts";

/** The folder of the repository, with a slash at its end. */
export const repositoryRoot: string = fileURLToPath(new URL("../..", import.meta.url));

/** A package of npm of which something stands in the bundles. */
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

/**
 * Lists the packages in the bundles of `entryPoints`, of all if not given, by name. The list comes from rolldown: a
 * package that is installed, but of which no byte is bundled, is not on it.
 * @throws Error for a package without a licence text.
 */
export async function listBundledPackages(
  entryPoints: readonly string[] = allEntryPoints,
): Promise<readonly BundledPackage[]> {
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
  const files = output.flatMap((chunk) =>
    chunk.type === "chunk"
      ? Object.entries(chunk.modules).flatMap(([file, { renderedLength }]) =>
          renderedLength === 0 ? [] : [relative(repositoryRoot, file)],
        )
      : [],
  );
  const folders = new Set(files.map(packageFolder).filter((folder) => folder !== undefined));
  const packages = await Promise.all([...folders].toSorted().map(readPackage));
  return packages.toSorted((one, other) => compare(one.name, other.name) || compare(one.version, other.version));
}

/** The folder of the package that the file belongs to. Undefined for our own files. */
function packageFolder(file: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

async function readPackage(folder: string): Promise<BundledPackage> {
  const [manifest, lock] = await Promise.all([
    readJson<PackageManifest>(`${folder}/package.json`),
    readJson<LockFile>("package-lock.json"),
  ]);
  const { name, version, license } = manifest;
  const names = (await readdir(join(repositoryRoot, folder))).toSorted();
  const legal = names.filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file));
  const own = legal.map((file) => join(repositoryRoot, folder, file));
  // A package without a file of its licence has one here.
  const paths = own.length > 0 ? own : [join(import.meta.dirname, "licenses", `${name}.txt`)];
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8"))).catch(() => {
    throw new Error(`${name} ${version} has no licence text`);
  });
  const integrity = lock.packages[folder]?.integrity;
  if (integrity === undefined) throw new Error(`package-lock.json has no ${folder}`);
  return { name, version, license, homepage: `https://www.npmjs.com/package/${name}`, integrity, texts };
}

interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
}

/** Reads a JSON file of the repository. */
export async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(join(repositoryRoot, path), "utf8"));
}

/** Orders names by their code units, whatever the locale. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
