import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * A folder of the user's own below `cacheHome`, created where it is missing. Undefined where other users may write to
 * it, because they could plant files there. Undefined too where it cannot be created: a read-only home directory is no
 * reason to fail.
 */
export function cacheFolder(cacheHome: string, name: string, userId: number | undefined): string | undefined {
  const folder = join(cacheHome, "hco-status", name);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    return userId === undefined || (uid === userId && (mode & 0o022) === 0) ? folder : undefined;
  } catch {
    return undefined;
  }
}
