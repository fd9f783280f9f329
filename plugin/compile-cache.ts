import { mkdirSync, statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";

/**
 * Keeps what V8 made of the files that are loaded next, which saves 3 ms, in a folder of the person's own. Not in the
 * shared folder for temporary files: whoever owns the folder could plant code there. Without such a folder Node goes without.
 */
export function keepCompiledCode(cacheHome: string, userId: number | undefined): void {
  const folder = join(cacheHome, "hco-status", "compiled");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    const isOurs = userId === undefined || (uid === userId && (mode & 0o022) === 0);
    if (isOurs) enableCompileCache(folder);
  } catch {
    // A home that cannot be written is no reason to fail.
  }
}
