import { readJson } from "./bundled-packages.ts";

/** What the release takes from package.json, which alone has the address of the repository. */
export interface PackageFields {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly homepage: string;
  readonly bugs: { readonly url: string };
  readonly repository: { readonly type: string; readonly url: string };
  readonly engines: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  /** The executables are compiled with this version of Bun. */
  readonly devDependencies: { readonly bun: string };
}

export function readPackageFields(): Promise<PackageFields> {
  return readJson<PackageFields>("package.json");
}

/** The address of the repository without the `.git` at its end. */
export function repositoryAddress({ repository }: PackageFields): string {
  return repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
}
