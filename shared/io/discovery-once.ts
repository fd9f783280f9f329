import type { Connection } from "./connection.ts";
import { unlessAborted } from "./deadline.ts";
import type { Discovered } from "./discovery.ts";

/** What the cluster serves: asked once, however many want to know at a time. @throws ConnectionError, as a query does. */
export type Discovery = (signal?: AbortSignal) => Promise<Discovered>;

/** The discovery of one connection; few need it, so it lies in a file of its own. */
export function discoveryOf(connection: Connection): Discovery {
  let discovered: Promise<Discovered> | undefined;
  return (signal) => {
    discovered ??= import("./discovery.ts")
      .then(({ discover }) => discover(connection))
      .catch((error: unknown) => {
        // Whoever asks later may have more luck.
        discovered = undefined;
        throw error;
      });
    return signal === undefined ? discovered : unlessAborted(discovered, signal);
  };
}
