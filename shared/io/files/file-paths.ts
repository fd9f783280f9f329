import { readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { InputError } from "../errors/errors.ts";
import { noManifestText, unreadableFileText, unusableFileText } from "../errors/file-errors.ts";
import { fileErrorMessage } from "../errors/refusal-reading.ts";

/** A file to read. `isNamed`: the user named the file itself and not its directory. */
export interface FilePath {
  readonly path: string;
  readonly isNamed: boolean;
}

/**
 * The files that `-f path` means to kubectl: the file itself, or the manifests of a directory by
 * name. With `recursive` the manifests below the directory are included. Links to directories are not followed, so
 * there are no cycles.
 * @throws InputError where the path does not exist, or the directory contains no manifest.
 */
export async function filesAt(path: string, recursive: boolean): Promise<readonly FilePath[]> {
  if (/^https?:\/\//.test(path)) {
    throw new InputError(unreadableFileText(path, "only local files are supported; download it, or pipe it into -f -"));
  }
  try {
    if (!(await stat(path)).isDirectory()) return [{ path, isNamed: true }];
    const found = await manifestsIn(path, recursive);
    if (found.length > 0) return found.map((file) => ({ path: file, isNamed: false }));
  } catch (error) {
    throw new InputError(unreadableFileText(path, fileErrorMessage(error)), { cause: error });
  }
  throw new InputError(unusableFileText(path, noManifestText(recursive)));
}

async function manifestsIn(directory: string, recursive: boolean): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name);
    if (!entry.isDirectory()) files.push(...(extensions.includes(extname(entry.name)) ? [path] : []));
    else if (recursive) files.push(...(await manifestsIn(path, true)));
  }
  return files;
}

// kubectl's resource.FileExtensions.
const extensions: readonly string[] = [".json", ".yaml", ".yml"];
