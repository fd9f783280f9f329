import { withoutGuesses } from "../shared/aggregate/guesses.ts";
import { plan, type Scope } from "../shared/aggregate/plan.ts";
import { sourceOf } from "../shared/io/cluster.ts";
import { collect, type Plan } from "../shared/io/collect.ts";
import type { Connection } from "../shared/io/connection.ts";
import type { ChosenContext } from "../shared/io/context.ts";
import { type Discovery, discoveryOf } from "../shared/io/discovery-once.ts";
import { InputError } from "../shared/io/errors.ts";
import { readerOf } from "../shared/io/reader.ts";
import type { Resource } from "../shared/model/resource.ts";
import type { Query, Snapshot } from "../shared/model/snapshot.ts";
import { harmless } from "../shared/render/safe.ts";
import { lastPlaceOn } from "./last-place.ts";
import { namingOf, type Read } from "./naming.ts";
import type { Options } from "./options.ts";
import { scopeOf } from "./scope.ts";
import { choose, open } from "./way.ts";
import type { World } from "./world.ts";

/**
 * Reads the cluster of the chosen context over one connection; `meanwhile` is called once, when the first questions are
 * on their way and there is nothing to do but wait.
 * @throws InputError for an unusable kubeconfig, ConnectionError where no server answers, and what naming does.
 */
export async function readCluster(options: Options, world: World, meanwhile: () => void): Promise<Read> {
  const chosen = await choose(options, world);
  const opening = await open(chosen, options, world);
  const connection = options.verbosity === 0 ? opening : await heard(opening, chosen, world);
  try {
    connection.opened().then(
      () => setImmediate(meanwhile),
      () => {},
    );
    const last = lastPlaceOn(chosen.server, options.reach.cacheDir || world.cacheHome, world.userId);
    const discovery = discoveryOf(connection);
    const all = (): Promise<readonly Resource[]> => servedBy(discovery);
    const scope: Scope = {
      ...scopeOf(options),
      ...(options.selector !== undefined && { labelSelector: options.selector }),
      ...(last.namespace !== undefined && { expected: last.namespace }),
      ...(options.tree && { kinds: (await all()).filter(({ namespaced }) => namespaced) }),
    };
    const reader = readerOf(connection, discovery);
    const start = { source: sourceOf(chosen), takenAt: options.at ?? world.now() };
    const read = await namingOf(
      options,
      { source: "server", all, skipped: () => skippedBy(discovery) },
      async ({ wanted }) => {
        let named: readonly Query[] = [];
        const next: Plan = (soFar) => {
          named = plan(soFar, wanted === undefined ? scope : { ...scope, wanted });
          return named;
        };
        const { snapshot } = await collect(reader, next, start);
        return withoutGuesses(snapshot, named);
      },
    );
    if (options.namespace === undefined) last.remember(namespaceOfRoot(read.snapshot));
    return read;
  } finally {
    connection.close();
  }
}

/** All that can be named. @throws InputError where the server does not say what it serves. */
async function servedBy(discovery: Discovery): Promise<readonly Resource[]> {
  const discovered = await discovery();
  if (discovered.is === "found") return discovered.resources;
  throw new InputError(`cannot find out which types the server has: ${discovered.cause}`);
}

/** Groups whose server does not answer. */
async function skippedBy(discovery: Discovery): Promise<readonly string[]> {
  const discovered = await discovery();
  if (discovered.is !== "found") return [];
  return [...new Set(discovered.skipped.map(({ group }) => (group === "*" ? "all other groups" : group)))];
}

/** Under `-v` it is told which cluster this is and as whom we ask, and each request with its time. */
async function heard(connection: Connection, chosen: ChosenContext, world: World): Promise<Connection> {
  const { traced } = await import("../shared/io/trace.ts");
  const tell = (line: string): void => world.tell(`${harmless(line)}\n`);
  const { contextName, cluster, user, impersonate, server } = chosen;
  const who = user === undefined ? "nobody" : `user "${user.name}"`;
  const as = impersonate?.userName === undefined ? "" : ` as "${impersonate.userName}"`;
  tell(`context "${contextName}": cluster "${cluster.name}" of ${cluster.file} at ${server}, ${who}${as}`);
  return traced(connection, tell, world.milliseconds);
}

/** The first one's; of several the others are found in a second round. */
function namespaceOfRoot({ readings }: Snapshot): string | undefined {
  const roots = readings.flatMap((reading) =>
    reading.outcome === "found" && reading.query.kind === "HyperConverged" ? reading.objects : [],
  );
  return roots[0]?.ref.namespace;
}
