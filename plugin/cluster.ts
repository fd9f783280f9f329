import type { Scope } from "../shared/aggregate/plan.ts";
import type { Connection } from "../shared/io/connection.ts";
import type { ChosenContext } from "../shared/io/context.ts";
import { type Discovery, discoveryOf } from "../shared/io/discovery-once.ts";
import { InputError } from "../shared/io/errors.ts";
import type { Resource } from "../shared/model/resource.ts";
import { harmless } from "../shared/render/safe.ts";
import type { Names } from "./naming.ts";
import type { Options } from "./options.ts";
import { scopeOf } from "./scope.ts";
import type { World } from "./world.ts";

/** A cluster that a connection was opened to, and what is asked of it. */
export interface Cluster {
  /** Under `-v` one that tells what it does. */
  readonly connection: Connection;
  readonly discovery: Discovery;
  readonly scope: Scope;
  readonly names: Names;
}

/** @throws InputError where it does not say what it serves, and all of that is asked for. */
export async function clusterOf(
  opened: Connection,
  chosen: ChosenContext,
  options: Options,
  world: Pick<World, "tell" | "milliseconds">,
): Promise<Cluster> {
  const connection = options.verbosity === 0 ? opened : await heard(opened, chosen, world);
  const discovery = discoveryOf(connection);
  const all = (): Promise<readonly Resource[]> => servedBy(discovery);
  const scope: Scope = {
    ...scopeOf(options),
    ...(options.selector !== undefined && { labelSelector: options.selector }),
    ...(options.tree && { kinds: (await all()).filter(({ namespaced }) => namespaced) }),
  };
  return { connection, discovery, scope, names: { source: "server", all, skipped: () => skippedBy(discovery) } };
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
async function heard(
  connection: Connection,
  chosen: ChosenContext,
  world: Pick<World, "tell" | "milliseconds">,
): Promise<Connection> {
  const { traced } = await import("../shared/io/trace.ts");
  const tell = (line: string): void => world.tell(`${harmless(line)}\n`);
  const { contextName, cluster, user, impersonate, server } = chosen;
  const who = user === undefined ? "nobody" : `user "${user.name}"`;
  const as = impersonate?.userName === undefined ? "" : ` as "${impersonate.userName}"`;
  tell(`context "${contextName}": cluster "${cluster.name}" of ${cluster.file} at ${server}, ${who}${as}`);
  return traced(connection, tell, world.milliseconds);
}
