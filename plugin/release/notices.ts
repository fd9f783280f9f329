import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type BundledPackage, extensionEntryPoints, listBundledPackages, repositoryRoot } from "./bundled-packages.ts";
import { readPackageFields } from "./package-fields.ts";
import { bunLibraries, bunLicenseAddress } from "./runtimes.ts";

/** The file at the top of the repository that is part of the npm package, and of every archive and image. */
export const noticesFile: string = join(repositoryRoot, "THIRD-PARTY-NOTICES");

/** The file that is part of the extension. */
export const extensionNoticesFile: string = join(repositoryRoot, "extension/THIRD-PARTY-NOTICES");

const rule = "=".repeat(80);

/** Writes the text of THIRD-PARTY-NOTICES: each bundled package with its licence, then the runtimes. */
export async function renderNotices(): Promise<string> {
  const packages = await listBundledPackages();
  const { devDependencies } = await readPackageFields();
  return [
    introduction,
    "In the bundles of the npm package, the extension and the executables:\n",
    ...packages.map(packageLine),
    "",
    runtimeNotice(devDependencies.bun),
    ...packages.map(packageNotice),
    section("GNU Library General Public License 2.0 (JavaScriptCore)", await readLicense("LGPL-2.0")),
    section("GNU Lesser General Public License 2.1 (tinycc)", await readLicense("LGPL-2.1")),
  ].join("\n");
}

/** Writes the text of the extension's THIRD-PARTY-NOTICES: each package in its bundles with its licence. */
export async function renderExtensionNotices(): Promise<string> {
  const packages = await listBundledPackages(extensionEntryPoints);
  return [
    introduction,
    "In the bundles of the extension:\n",
    ...packages.map(packageLine),
    "",
    "The extension runs on the Node.js of the editor.\n",
    ...packages.map(packageNotice),
  ].join("\n");
}

const introduction = "hco-status is licensed under the Apache License 2.0 (LICENSE). It contains the software below.\n";

function packageLine({ name, version, license }: BundledPackage): string {
  return `  ${name} ${version} (${license})`;
}

function runtimeNotice(version: string): string {
  return [
    `In the executables, Bun ${version} (MIT), with the libraries that it links:\n`,
    ...bunLibraries.map(({ name, license, homepage }) => `  ${name} (${license})\n    ${homepage}`),
    "",
    "The copyright lines of these libraries, and how to link Bun again with another JavaScriptCore:",
    `  ${bunLicenseAddress(version)}`,
    "",
    "The npm package and the extension run on a Node.js that they do not contain (MIT):",
    "  https://github.com/nodejs/node/blob/main/LICENSE",
    "",
  ].join("\n");
}

function packageNotice({ name, version, license, homepage, texts }: BundledPackage): string {
  return section(`${name} ${version} (${license})\n${homepage}`, texts.map((text) => text.trim()).join("\n\n"));
}

function section(title: string, text: string): string {
  // Files of Windows end their lines with two characters, and a form feed is no text.
  const lines = text.replaceAll("\r\n", "\n").replaceAll("\f", "").trimEnd();
  return `${rule}\n${title}\n${rule}\n\n${lines}\n`;
}

function readLicense(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, "licenses", `${name}.txt`), "utf8");
}
