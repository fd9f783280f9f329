import { createDiscovery, type DiscoverOnce } from "../reader/lazy-discovery.ts";
import { createReader } from "../reader/reader.ts";
import { freshDiscovery } from "./fresh-discovery.ts";
import { lostStateFromError } from "./reflector/reflector-step.ts";
import { createOutageGate } from "./server-outage.ts";
import type { WatchTools } from "./watch-tools.ts";

/** The longest pause between two tries, in milliseconds. The user should not be asked to log in every minute. */
const longestPause = { unreachable: 60_000, authRequired: 300_000 };

/** Creates what the watches of one connection share. */
export function createWatchTools({
  connection,
  discovery = createDiscovery(connection),
  clock,
  random,
}: Pick<WatchTools, "connection" | "clock" | "random"> & { readonly discovery?: DiscoverOnce }): WatchTools {
  const longest = (error: unknown): number | undefined => {
    const state = lostStateFromError(error);
    return state === undefined ? undefined : longestPause[state];
  };
  return {
    connection,
    reader: createReader(connection, freshDiscovery(connection, discovery, clock), "once"),
    clock,
    random,
    outage: createOutageGate({ clock, random, longest }),
    abilities: { streamsLists: true },
  };
}
