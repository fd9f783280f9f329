import { readdirSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { cacheFolder } from "./cache-folder.ts";

/** Lets the process keep compiled code in a folder below `cacheHome`. */
export type KeepCode = (cacheHome: string, userId: number | undefined) => void;

/**
 * Keeps the code that V8 compiles from the files loaded next, in a folder of the user's own. This saves 3 ms. The
 * shared folder for temporary files is not used, because its owner could plant code there. Without a folder of its own,
 * Node runs without the cache.
 */
export const keepCompiledCode: KeepCode = (cacheHome, userId) => {
  const folder = cacheFolder(cacheHome, "compiled", userId);
  if (folder !== undefined && hasOnlyFiles(folder)) enableCompileCache(folder);
};

/**
 * Whether the folder has only files, and folders with files, as Node makes them. Node opens what has the name of a file,
 * and would wait for the other end of a named pipe. Each start pays for this look: it goes no deeper than Node does.
 */
function hasOnlyFiles(folder: string): boolean {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isFile()) continue;
      if (!entry.isDirectory()) return false;
      const entriesBelow = readdirSync(join(folder, entry.name), { withFileTypes: true });
      if (!entriesBelow.every((below) => below.isFile())) return false;
    }
    return true;
  } catch {
    return false;
  }
}
