import { lstatSync, mkdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/**
 * A folder of the user's own below `cacheHome`, created where it is missing. Undefined where {@link isTrusted} does not
 * hold, or where it cannot be created: a read-only home directory is no reason to fail. A home directory that does not
 * exist, as that of a system's user, is not created with its `.cache`.
 */
export function cacheFolder(cacheHome: string, name: string, userId: number | undefined): string | undefined {
  const folder = cachePath(cacheHome, name);
  try {
    if (basename(cacheHome) === ".cache") lstatSync(dirname(resolve(cacheHome)));
    const paths = pathsTo(folder);
    const first = paths.findIndex((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
    const existing = paths[first];
    // Checked before, so that nothing is created in a folder of another user, and after, because that may have changed.
    if (existing === undefined || !isTrusted(existing, userId)) return undefined;
    // One after the other: where /proc refuses a folder, Node's recursive mkdir never returns.
    for (const path of paths.slice(0, first).toReversed()) makeFolder(path);
    return isTrusted(folder, userId) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another run may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** The folder of {@link cacheFolder} to read from, where it exists. Nothing is created. */
export function existingCacheFolder(cacheHome: string, name: string, userId: number | undefined): string | undefined {
  const folder = cachePath(cacheHome, name);
  try {
    return isTrusted(folder, userId) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function cachePath(cacheHome: string, name: string): string {
  return resolve(join(cacheHome, "hco-status", name));
}

/**
 * Whether no other user but root can plant files in a folder, or replace it or one of its parents. Each of them has to
 * be a folder and no symbolic link. It belongs to the user or to root, and only the owner may write to it. Others may
 * write to a parent such as /tmp, where the sticky bit keeps them from replacing what is not theirs.
 * @throws the error of the file system.
 */
function isTrusted(folder: string, userId: number | undefined): boolean {
  // Windows has no such owners and modes.
  if (userId === undefined) return true;
  return pathsTo(folder).every((path) => {
    const found = lstatSync(path);
    const isOwn = found.uid === userId || (found.uid === 0 && path !== folder);
    const isShared = (found.mode & 0o022) !== 0 && (path === folder || (found.mode & 0o1000) === 0);
    return found.isDirectory() && isOwn && !isShared;
  });
}

/** The path and all of its parents, the deepest first. */
function pathsTo(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...pathsTo(parent)];
}
