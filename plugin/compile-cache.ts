import { enableCompileCache } from "node:module";
import { cacheFolder } from "./cache-folder.ts";

/** How the process keeps compiled code, in a folder below `cacheHome`. */
export type KeepCode = (cacheHome: string, userId: number | undefined) => void;

/**
 * Keeps what V8 made of the files that are loaded next, which saves 3 ms, in a folder of the person's own. Not in the
 * shared folder for temporary files: whoever owns the folder could plant code there. Without such a folder Node goes without.
 */
export const keepCompiledCode: KeepCode = (cacheHome, userId) => {
  const folder = cacheFolder(cacheHome, "compiled", userId);
  if (folder !== undefined) enableCompileCache(folder);
};
