import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { writeArchive } from "./archives.ts";
import { fillTemplate } from "./fill-template.ts";
import { readPackageFields, repositoryAddress } from "./package-fields.ts";
import { releasePlatforms } from "./platforms.ts";
import { makeBillOfMaterials } from "./sbom.ts";

/** The templates, and the name of the file that each makes. Krew wants the name of the plugin. */
const templates: readonly (readonly [template: string, file: string])[] = [
  ["krew.yaml", "hco-status.yaml"],
  ["homebrew.rb", "hco-status.rb"],
  ["scoop.json", "hco-status.json"],
  ["Containerfile", "Containerfile"],
];

/**
 * Writes all files of a release into `folder`, from the executables of `packages`: an archive for each platform, the SBOM,
 * the checksums of these, and what the package managers need.
 */
export async function writeRelease(packages: string, folder: string): Promise<void> {
  const fields = await readPackageFields();
  const { version } = fields;
  await mkdir(folder, { recursive: true });
  const bill = join(folder, "hco-status.cdx.json");
  await writeFile(bill, `${JSON.stringify(await makeBillOfMaterials(), undefined, 2)}\n`);
  const archives: string[] = [];
  // One after the other: an executable has 100 MB.
  for (const platform of releasePlatforms) archives.push(await writeArchive(platform, version, { packages, folder }));
  const checksums = new Map<string, string>();
  for (const file of [...archives, bill]) checksums.set(basename(file), await digestFile(file));
  const lines = Array.from(checksums, ([name, digest]) => `${digest}  ${name}\n`);
  await writeFile(join(folder, "SHA256SUMS"), lines.join(""));
  const facts = { version, address: repositoryAddress(fields), checksums };
  for (const [template, file] of templates) {
    const text = await readFile(join(import.meta.dirname, "templates", template), "utf8");
    await writeFile(join(folder, file), fillTemplate(text, facts));
  }
}

async function digestFile(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}
