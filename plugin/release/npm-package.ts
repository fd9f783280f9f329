import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { repositoryRoot } from "./bundled-packages.ts";
import { type PackageFields, readPackageFields } from "./package-fields.ts";

/** The files of the npm package besides the bundles, as they lie in the repository. */
const repositoryFiles = ["README.md", "CHANGELOG.md", "LICENSE", "THIRD-PARTY-NOTICES"];

/**
 * Writes the folder that `npm publish` takes: the plugin and the library of `bundles`, with a package.json of its own.
 * The one of the repository cannot be published. It is also the extension's, whose entry npm would always pack, and vsce
 * refuses a package.json that has `files`.
 */
export async function writeNpmPackage(bundles: string, folder: string): Promise<void> {
  const fields = await readPackageFields();
  await rm(folder, { recursive: true, force: true });
  const names = (await readdir(bundles)).filter((name) => /^index\.(?:js|d\.ts)$|\.cjs$/.test(name));
  const schemas = Object.values(fields.exports).filter((path) => typeof path === "string");
  const copies: readonly (readonly [from: string, to: string])[] = [
    ...names.map((name) => [join(bundles, name), join("dist", name)] as const),
    ...[...repositoryFiles, ...schemas].map((path) => [join(repositoryRoot, path), path] as const),
  ];
  for (const [from, to] of copies) {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await cp(from, join(folder, to));
  }
  await writeFile(join(folder, "package.json"), `${JSON.stringify(npmManifest(fields), undefined, 2)}\n`);
}

/** The fields of package.json that are for npm. */
function npmManifest(fields: PackageFields): object {
  const { name, version, description, license, keywords, homepage, bugs, repository, engines, bin, exports } = fields;
  return {
    name,
    version,
    description,
    license,
    keywords,
    homepage,
    bugs,
    repository,
    type: "module",
    engines: { node: engines["node"] },
    bin,
    exports,
    files: ["dist", "shared", ...repositoryFiles],
  };
}
