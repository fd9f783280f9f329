import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * A folder of the person's own below `cacheHome`, made where it is missing. Undefined where others may write to it, for
 * whoever owns it could plant things there, or where it cannot be made: a home that cannot be written is no reason to fail.
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
