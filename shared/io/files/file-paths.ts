import { readdir, realpath, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { InputError } from "../errors/errors.ts";
import { noManifestText, outsideLinkText, unreadableFileText, unusableFileText } from "../errors/file-errors.ts";
import { fileErrorMessage } from "../errors/refusal-reading.ts";

/** A file to read. `isNamed`: the user named the file itself and not its directory. */
export interface FilePath {
  readonly path: string;
  readonly isNamed: boolean;
  /** Why the file is not to be read. */
  readonly refusal?: string;
}

/**
 * The files that `-f path` means to kubectl: the file itself, or the manifests of a directory by
 * name. With `recursive` the manifests below the directory are included. Links to directories are not followed, so
 * there are no cycles. A link that leaves the directory is not to be read, as in a must-gather: a directory that came
 * from elsewhere could name any file of this machine.
 * @throws InputError where the path does not exist, or the directory contains no manifest.
 */
export async function filesAt(path: string, recursive: boolean): Promise<readonly FilePath[]> {
  if (/^https?:\/\//.test(path)) {
    throw new InputError(unreadableFileText(path, "only local files are supported; download it, or pipe it into -f -"));
  }
  try {
    if (!(await stat(path)).isDirectory()) return [{ path, isNamed: true }];
    const found = await manifestsIn(path, recursive, await realpath(path));
    if (found.length > 0) return found;
  } catch (error) {
    throw new InputError(unreadableFileText(path, fileErrorMessage(error)), { cause: error });
  }
  throw new InputError(unusableFileText(path, noManifestText(recursive)));
}

/** @param root the real path of the directory that the user named. */
async function manifestsIn(directory: string, recursive: boolean, root: string): Promise<readonly FilePath[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const files: FilePath[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (recursive) files.push(...(await manifestsIn(path, true, root)));
    } else if (extensions.includes(extname(entry.name))) {
      const isOutside = entry.isSymbolicLink() && (await leaves(path, root));
      files.push({ path, isNamed: false, ...(isOutside && { refusal: outsideLinkText }) });
    }
  }
  return files;
}

/** Whether a link leads out of the directory. One that leads nowhere is reported where it is read. */
async function leaves(link: string, root: string): Promise<boolean> {
  const target = await realpath(link).catch(() => undefined);
  return target !== undefined && !isWithinFolder(target, root);
}

/** Whether a path is that of the folder, or of something below it. Both are real paths, without a separator at the end. */
export function isWithinFolder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

// kubectl's resource.FileExtensions.
const extensions: readonly string[] = [".json", ".yaml", ".yml"];
