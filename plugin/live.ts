import type { Scope } from "../shared/aggregate/plan.ts";
import { sourceOf } from "../shared/io/cluster.ts";
import { collected } from "../shared/io/collected.ts";
import type { Connection } from "../shared/io/connection.ts";
import type { ChosenContext } from "../shared/io/context.ts";
import { readerOf } from "../shared/io/reader.ts";
import type { Snapshot } from "../shared/model/snapshot.ts";
import { clusterOf } from "./cluster.ts";
import { lastPlaceOn } from "./last-place.ts";
import { namingOf, type Read } from "./naming.ts";
import type { Options } from "./options.ts";
import { choose, open, type Around as WayAround } from "./way.ts";
import type { World } from "./world.ts";

/**
 * Reads the cluster of the chosen context over one connection; `meanwhile` is called once, when the first questions are
 * on their way and there is nothing to do but wait.
 * @throws InputError for an unusable kubeconfig, ConnectionError where no server answers, and what naming does.
 */
export async function readCluster(options: Options, world: World, meanwhile: () => void): Promise<Read> {
  const chosen = await choose(options, world);
  return readOver(await open(chosen, options, world), chosen, options, world, meanwhile);
}

/** What of the world reading a cluster depends on. */
export type Around = WayAround & Pick<World, "now" | "cacheHome" | "userId">;

/** The same over a connection that was opened to the chosen context; it is closed in the end. */
export async function readOver(
  opening: Connection,
  chosen: ChosenContext,
  options: Options,
  world: Around,
  meanwhile: () => void,
): Promise<Read> {
  const cluster = await clusterOf(opening, chosen, options, world);
  const { connection } = cluster;
  try {
    connection.opened().then(
      () => setImmediate(meanwhile),
      () => {},
    );
    const last = lastPlaceOn(chosen.server, options.reach.cacheDir || world.cacheHome, world.userId);
    const scope: Scope = { ...cluster.scope, ...(last.namespace !== undefined && { expected: last.namespace }) };
    const reader = readerOf(connection, cluster.discovery);
    const start = { source: sourceOf(chosen), takenAt: options.at ?? world.now() };
    const read = await namingOf(options, cluster.names, ({ wanted }) =>
      collected(reader, wanted === undefined ? scope : { ...scope, wanted }, start),
    );
    if (options.namespace === undefined) last.remember(namespaceOfRoot(read.snapshot));
    return read;
  } finally {
    connection.close();
  }
}

/** The first one's; of several the others are found in a second round. */
function namespaceOfRoot({ readings }: Snapshot): string | undefined {
  const roots = readings.flatMap((reading) =>
    reading.outcome === "found" && reading.query.kind === "HyperConverged" ? reading.objects : [],
  );
  return roots[0]?.ref.namespace;
}
