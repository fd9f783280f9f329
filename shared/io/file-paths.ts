import { readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { InputError } from "./errors.ts";
import { refusalOf } from "./refusal.ts";

/** A file to read; `isNamed` where somebody asked for it by name and not for its directory. */
export interface FilePath {
  readonly path: string;
  readonly isNamed: boolean;
}

/**
 * The files that `-f path` means to kubectl: the file itself, or the manifests of a directory in the order of their
 * names, with `recursive` those below it as well. Links to directories are not followed down, so nothing goes in circles.
 * @throws InputError where there is nothing of this name, or no manifest in the directory.
 */
export async function filesAt(path: string, recursive: boolean): Promise<readonly FilePath[]> {
  if (/^https?:\/\//.test(path)) {
    throw new InputError(`cannot read ${path}: only files are read; download it, or pipe it into -f -`);
  }
  try {
    if (!(await stat(path)).isDirectory()) return [{ path, isNamed: true }];
    const found = await manifestsIn(path, recursive);
    if (found.length > 0) return found.map((file) => ({ path: file, isNamed: false }));
  } catch (error) {
    throw new InputError(`cannot read ${path}: ${refusalOf(error)}`, { cause: error });
  }
  const place = recursive ? "in this directory or below it" : "in this directory (add -R to look below it)";
  throw new InputError(`cannot use ${path}: no .yaml, .yml or .json file ${place}`);
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
