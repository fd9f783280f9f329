import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { cacheFolder, existingCacheFolder } from "./cache-folder.ts";

/**
 * The namespace where the HyperConverged of a server was found last. Reading there at once saves a wave of requests.
 */
export interface LastPlace {
  readonly namespace?: string;
  /** Keeps the namespace for the next time, where that is possible. Nothing else is ever written. */
  remember(namespace: string | undefined): void;
}

/**
 * The last place on `server`, from a file of the user's own. There is one file for each server, as in kubectl's
 * discovery cache. Undefined if other users could write there.
 */
export function readLastPlace(server: string, cacheHome: string, userId: number | undefined): LastPlace {
  const name = server.replace(/^https?:\/\//, "").replace(/[^\w.-]/g, "_");
  const trusted = existingCacheFolder(cacheHome, "namespace", userId);
  const known = trusted && readNamespace(join(trusted, name));
  return {
    ...definedFields({ namespace: known }),
    remember(namespace) {
      if (namespace === undefined || namespace === known) return;
      const folder = cacheFolder(cacheHome, "namespace", userId);
      try {
        if (folder !== undefined) useCacheFile(join(folder, name), write, (file) => writeFileSync(file, namespace));
      } catch {
        // A full disk costs the next run a wave of requests, and nothing else.
      }
    },
  };
}

// The namespace in the file, which goes into a URL. Any text but a namespace's name (RFC 1123) counts as none.
function readNamespace(path: string): string | undefined {
  try {
    const text = useCacheFile(path, constants.O_RDONLY, (file) => readFileSync(file, "utf8"));
    return /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

const write = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;

/** More bytes than a namespace has. */
const maxFileBytes = 4_096;

/**
 * Opens a file of the cache for `use`. A link is not followed, and a named pipe, which would wait for its other end, is
 * not waited for. Windows has neither flag.
 * @throws the error of the file system, and an Error for what is no small file.
 */
function useCacheFile<Result>(path: string, flags: number, use: (file: number) => Result): Result {
  const file = openSync(path, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), 0o600);
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.size > maxFileBytes) throw new Error("no file of the cache");
    return use(file);
  } finally {
    closeSync(file);
  }
}
