import type { Dirent } from "node:fs";
import { opendir, realpath, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { compareTexts } from "../../model/compare-texts.ts";
import { createInputBudget, type InputBudget, InputLimitError } from "../../parse/input-budget.ts";
import { InputError } from "../errors/errors.ts";
import { fileErrorMessage } from "../errors/file-error-message.ts";
import { noManifestText, outsideLinkText, unreadableFileText, unusableFileText } from "../errors/file-errors.ts";

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
 * @throws InputLimitError where directories have more entries than `budget` has left.
 */
export async function filesAt(
  path: string,
  recursive: boolean,
  budget: InputBudget = createInputBudget(),
): Promise<readonly FilePath[]> {
  if (/^https?:\/\//.test(path)) {
    throw new InputError(unreadableFileText(path, "only local files are supported; download it, or pipe it into -f -"));
  }
  try {
    if (!(await stat(path)).isDirectory()) return [{ path, isNamed: true }];
    const found: FilePath[] = [];
    await addManifests(path, { recursive, root: await realpath(path), budget, found });
    if (found.length > 0) return found;
  } catch (error) {
    if (error instanceof InputLimitError) throw error;
    throw new InputError(unreadableFileText(path, fileErrorMessage(error)), { cause: error });
  }
  throw new InputError(unusableFileText(path, noManifestText(recursive)));
}

/** One search for manifests. */
interface ManifestSearch {
  readonly recursive: boolean;
  /** The real path of the directory that the user named. */
  readonly root: string;
  readonly budget: InputBudget;
  /** Gets the manifests in the order of their names. */
  readonly found: FilePath[];
}

async function addManifests(directory: string, search: ManifestSearch): Promise<void> {
  const { recursive, root, budget, found } = search;
  const entries = await sortedEntries(directory, (entry) => {
    budget.take("passed", directory);
    const isRead = entry.isDirectory() ? recursive : extensions.includes(extname(entry.name));
    if (!isRead) return false;
    budget.take("entries", directory);
    budget.take("names", directory, directory.length + entry.name.length);
    return true;
  });
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      await addManifests(path, search);
    } else {
      const isOutside = entry.isSymbolicLink() && (await leadsOutside(path, root));
      found.push({ path, isNamed: false, ...(isOutside && { refusal: outsideLinkText }) });
    }
  }
}

/**
 * The entries of a directory that `isKept` keeps, in the order of their names. It gets one after the other, since a
 * list of all of them is not bounded, and may throw.
 */
export async function sortedEntries(directory: string, isKept: (entry: Dirent) => boolean): Promise<readonly Dirent[]> {
  const entries: Dirent[] = [];
  for await (const entry of await opendir(directory)) if (isKept(entry)) entries.push(entry);
  return entries.sort((a, b) => compareTexts(a.name, b.name));
}

/** Whether a link leads out of the directory. One that leads nowhere is reported where it is read. */
async function leadsOutside(link: string, root: string): Promise<boolean> {
  const target = await realpath(link).catch(() => undefined);
  return target !== undefined && !isWithinFolder(target, root);
}

/** Whether a path is that of the folder, or of something below it. Both are real paths, without a separator at the end. */
export function isWithinFolder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

// kubectl's resource.FileExtensions.
const extensions: readonly string[] = [".json", ".yaml", ".yml"];
