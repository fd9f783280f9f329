import type { ReadScope } from "../../shared/aggregate/read-plan.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { InputError } from "../../shared/io/errors/errors.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { createDiscovery, type DiscoverOnce } from "../../shared/io/reader/lazy-discovery.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Resource } from "../../shared/model/resource.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { readScope } from "../cli/scope.ts";
import type { NameSource } from "../naming/type-source.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/** A cluster with an open connection, and the scope and names that requests to it use. */
export interface OpenedCluster {
  /** Under `-v`, this connection also reports each request. */
  readonly connection: ServerConnection;
  readonly discovery: DiscoverOnce;
  readonly scope: ReadScope;
  readonly names: NameSource;
}

/**
 * The cluster behind an open connection.
 * @throws InputError where the options need all types that the server has, and discovery fails.
 */
export async function openCluster(
  opened: ServerConnection,
  chosen: ChosenContext,
  options: CommandLineOptions,
  environment: Pick<HostEnvironment, "printMessage" | "milliseconds">,
): Promise<OpenedCluster> {
  const connection = await withVerbosity(options.verbosity, opened, chosen, environment);
  const discovery = createDiscovery(connection);
  const all = (): Promise<readonly Resource[]> => listServedTypes(discovery);
  const scope: ReadScope = {
    ...readScope(options),
    ...definedFields({ labelSelector: options.selector }),
    ...(options.tree && { kinds: (await all()).filter(({ namespaced }) => namespaced) }),
  };
  return {
    connection,
    discovery,
    scope,
    names: { source: "server", all, skipped: () => listSkippedGroups(discovery) },
  };
}

/**
 * All types that the server has.
 * @throws InputError where discovery fails.
 */
async function listServedTypes(discovery: DiscoverOnce): Promise<readonly Resource[]> {
  const discovered = await discovery();
  if (discovered.is === "found") return discovered.resources;
  throw new InputError(`cannot discover the resource types of the server: ${discovered.cause}`);
}

/** The API groups whose server does not respond. */
async function listSkippedGroups(discovery: DiscoverOnce): Promise<readonly string[]> {
  const discovered = await discovery();
  if (discovered.is !== "found") return [];
  return [...new Set(discovered.skipped.map(({ group }) => (group === "*" ? "all other groups" : group)))];
}

/** The connection, which under `-v` also reports each request. */
export async function withVerbosity(
  verbosity: number,
  opened: ServerConnection,
  chosen: ChosenContext,
  environment: Pick<HostEnvironment, "printMessage" | "milliseconds">,
): Promise<ServerConnection> {
  return verbosity === 0 ? opened : withTracePrinted(opened, chosen, environment);
}

/**
 * The connection that reports each request with its time, for `-v`. First it reports which cluster this is, and as
 * which user the plugin connects.
 */
async function withTracePrinted(
  connection: ServerConnection,
  chosen: ChosenContext,
  environment: Pick<HostEnvironment, "printMessage" | "milliseconds">,
): Promise<ServerConnection> {
  const { withTrace } = await import("../../shared/io/connection/trace-requests.ts");
  const printLine = (line: string): void => environment.printMessage(`${sanitizeLine(line)}\n`);
  const { contextName, cluster, user, impersonate, server } = chosen;
  const { name, file } = cluster;
  printLine(connectedClusterText(contextName, { name, file, server }, user?.name, impersonate?.userName));
  return withTrace(connection, printLine, environment.milliseconds);
}

/** The first trace line of `-v`: the cluster, and the user as which the plugin connects. */
function connectedClusterText(
  context: string,
  cluster: { readonly name: string; readonly file: string; readonly server: string },
  user: string | undefined,
  impersonated: string | undefined,
): string {
  const who = user === undefined ? "no user" : `user "${user}"`;
  const as = impersonated === undefined ? "" : ` as "${impersonated}"`;
  return `context "${context}": cluster "${cluster.name}" of ${cluster.file} at ${cluster.server}, ${who}${as}`;
}
