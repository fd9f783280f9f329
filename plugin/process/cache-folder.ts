import { constants, lstatSync, mkdirSync, type Stats } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/**
 * A folder of the user's own below `cacheHome`, created where it is missing. Undefined if {@link isTrusted} does not
 * hold, or where it cannot be created: a read-only home directory is no reason to fail.
 */
export function cacheFolder(cacheHome: string, name: string, userId: number | undefined): string | undefined {
  const folder = cachePath(cacheHome, name);
  try {
    // The home directory of a system's user may not exist, and is not created with its `.cache`.
    if (basename(cacheHome) === ".cache" && !exists(dirname(resolve(cacheHome)))) return undefined;
    const paths = pathsTo(folder);
    const existing = paths.find(exists);
    // Checked before, so that nothing is created in a folder of another user, and after, because that may have changed.
    if (existing === undefined || !isTrusted(existing, userId)) return undefined;
    const missing = paths.slice(0, paths.indexOf(existing));
    // One after the other: where /proc refuses a folder, Node's recursive mkdir never returns.
    for (const path of missing.toReversed()) makeFolder(path);
    return isTrusted(folder, userId) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
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
  const [, ...parents] = pathsTo(folder);
  const found = lstatSync(folder);
  const isOwnFolder = found.isDirectory() && found.uid === userId && !isWritableByOthers(found);
  return isOwnFolder && parents.every((parent) => isTrustedParent(lstatSync(parent), userId));
}

function isTrustedParent(parent: Stats, userId: number): boolean {
  const isOfUserOrRoot = parent.uid === userId || parent.uid === 0;
  const isProtected = !isWritableByOthers(parent) || hasStickyBit(parent);
  return parent.isDirectory() && isOfUserOrRoot && isProtected;
}

function isWritableByOthers({ mode }: Stats): boolean {
  return (mode & (constants.S_IWGRP | constants.S_IWOTH)) !== 0;
}

/** Whether others cannot rename or delete in a folder what is not theirs (unlink(2), EPERM). */
function hasStickyBit({ mode }: Stats): boolean {
  return (mode & 0o1000) !== 0;
}

/** The path and all of its parents, the deepest first. */
function pathsTo(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...pathsTo(parent)];
}
