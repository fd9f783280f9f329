import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readBounded } from "../../shared/io/files/read-bounded.ts";
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
 * discovery cache. Undefined where other users could write there.
 */
export function lastPlaceOn(server: string, cacheHome: string, userId: number | undefined): LastPlace {
  const name = server.replace(/^https?:\/\//, "").replace(/[^\w.-]/g, "_");
  const trusted = existingCacheFolder(cacheHome, "namespace", userId);
  const known = trusted && contentOf(join(trusted, name));
  return {
    ...(known !== undefined && { namespace: known }),
    remember(namespace) {
      if (namespace === undefined || namespace === known) return;
      const folder = cacheFolder(cacheHome, "namespace", userId);
      try {
        if (folder !== undefined) writeFileSync(join(folder, name), namespace, { mode: 0o600 });
      } catch {
        // A full disk costs the next run a wave of requests, and nothing else.
      }
    },
  };
}

// The namespace in the file, which goes into a URL. Any text but a namespace's name (RFC 1123) counts as none.
function contentOf(file: string): string | undefined {
  try {
    const text = readBounded(file).toString();
    return /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
