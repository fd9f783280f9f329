import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import { create } from "tar";

// Files of the extension that are made from others of the repository.

/**
 * Packs the bundled must-gather `from`, a folder, as `sample.tar.zst` into `folder`. As files of their own in the
 * extension, its twenty manifests would be twice as large. Equal files make equal bytes.
 */
export async function packSample(from: string, folder: string): Promise<void> {
  const above = join(from, "..");
  const listed = await readdir(from, { recursive: true, withFileTypes: true });
  const files = listed.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  // A folder lists its files in no order.
  const names = files.map((file) => relative(above, file)).toSorted();
  const chunks: Buffer[] = [];
  for await (const chunk of create({ cwd: above, portable: true, mtime: new Date(0) }, names)) chunks.push(chunk);
  const params = { [constants.ZSTD_c_compressionLevel]: 19 };
  await writeFile(join(folder, "sample.tar.zst"), await promisify(zstdCompress)(Buffer.concat(chunks), { params }));
}

/** Writes the changes that users of the editor notice into `folder`, as the page of the Marketplace shows them. */
export async function writeExtensionChangelog(from: string, folder: string): Promise<void> {
  await writeFile(join(folder, "CHANGELOG.md"), extensionChangelog(await readFile(from, "utf8")));
}

/** What is the editor's in a line of the changelog. */
const editorWords = /\b(?:VS Code|editor|extension|sidebar|timeline|hover)\b/i;

/** The lines of `changelog` that name the editor or a part of it, below the headings of their versions. */
export function extensionChangelog(changelog: string): string {
  const blocks = changelog.split(/^(?=- |## )/m).slice(1);
  const kept = blocks.filter((block) => block.startsWith("## ") || editorWords.test(block));
  const about = "What users of the editor notice. The [whole list](CHANGELOG.md) has all other changes.";
  return `# Changelog\n\n${about}\n\n${kept.join("")}`;
}
