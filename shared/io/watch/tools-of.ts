import { type Discovery, discoveryOf } from "../discovery-once.ts";
import { readerOf } from "../reader.ts";
import { freshDiscovery } from "./fresh-discovery.ts";
import { outage } from "./outage.ts";
import { lostBy } from "./step.ts";
import type { WatchTools } from "./tools.ts";

/** Milliseconds: the longest pause between two tries. Who asks for a log-in should not ask every minute. */
const longestPause = { unreachable: 60_000, authRequired: 300_000 };

/** What those who watch together over one connection share. */
export function toolsOf({
  connection,
  discovery = discoveryOf(connection),
  clock,
  random,
}: Pick<WatchTools, "connection" | "clock" | "random"> & { readonly discovery?: Discovery }): WatchTools {
  const longest = (error: unknown): number | undefined => {
    const state = lostBy(error);
    return state === undefined ? undefined : longestPause[state];
  };
  return {
    connection,
    reader: readerOf(connection, freshDiscovery(connection, discovery, clock), "once"),
    clock,
    random,
    outage: outage({ clock, random, longest }),
    abilities: { streamsLists: true },
  };
}
