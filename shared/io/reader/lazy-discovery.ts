import type { ServerConnection } from "../connection/connection.ts";
import { unlessAborted } from "../socket/deadline.ts";
import type { DiscoveryResult } from "./discovered.ts";

/** Returns what the cluster serves. Callers share one discovery. @throws ConnectionError, as a query does. */
export type DiscoverOnce = (signal?: AbortSignal) => Promise<DiscoveryResult>;

/** The discovery of one connection. Few reports need it, so discover-resources.ts is loaded on demand. */
export function createDiscovery(connection: ServerConnection): DiscoverOnce {
  let discovered: Promise<DiscoveryResult> | undefined;
  return (signal) => {
    discovered ??= import("./discover-resources.ts")
      .then(({ discoverResources }) => discoverResources(connection))
      .catch((error: unknown) => {
        // A later call tries again.
        discovered = undefined;
        throw error;
      });
    return signal === undefined ? discovered : unlessAborted(discovered, signal);
  };
}
