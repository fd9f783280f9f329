import type { ReadScope } from "../../shared/aggregate/read-plan.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { InputError } from "../../shared/io/errors/errors.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { createDiscovery, type DiscoverOnce } from "../../shared/io/reader/lazy-discovery.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Resource } from "../../shared/model/resource.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { NameSource } from "../naming/type-source.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { readScope } from "./read-scope.ts";

/** A cluster with an open connection, and the scope and names that requests to it use. */
export interface OpenedCluster {
  /** Under `-v`, this connection also prints each request. */
  readonly connection: ServerConnection;
  readonly discovery: DiscoverOnce;
  readonly scope: ReadScope;
  readonly names: NameSource;
}

/** Where `-v` prints, and the clock that measures requests. */
type TraceOutput = Pick<HostEnvironment, "printMessage" | "milliseconds">;

/**
 * Prepares to read a cluster over an open connection.
 * @throws InputError where the options need all types that the server has, and discovery fails.
 */
export async function openCluster(
  opened: ServerConnection,
  chosen: ChosenContext,
  options: CommandLineOptions,
  output: TraceOutput,
): Promise<OpenedCluster> {
  const connection = await withVerbosity(options.verbosity, opened, chosen, output);
  const discovery = createDiscovery(connection);
  const all = (): Promise<readonly Resource[]> => listServedTypes(discovery);
  return {
    connection,
    discovery,
    scope: { ...(await readScope(options, all)), ...definedFields({ labelSelector: options.selector }) },
    names: { source: "server", all, skipped: () => listSkippedGroups(discovery) },
  };
}

/** @throws InputError where discovery fails. */
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

/**
 * Returns the connection, which under `-v` also prints each request with its time. The first printed line has the cluster
 * and the user: `context "a": cluster "prod" of /home/u/.kube/config at https://h:6443, user "admin" as "bob"`.
 */
export async function withVerbosity(
  verbosity: number,
  connection: ServerConnection,
  { contextName, cluster, server, user, impersonate }: ChosenContext,
  { printMessage, milliseconds }: TraceOutput,
): Promise<ServerConnection> {
  if (verbosity === 0) return connection;
  const { withTrace } = await import("../../shared/io/connection/trace-requests.ts");
  const printLine = (line: string): void => printMessage(`${sanitizeLine(line)}\n`);
  const who = user === undefined ? "no user" : `user "${user.name}"`;
  const as = impersonate?.userName === undefined ? "" : ` as "${impersonate.userName}"`;
  printLine(`context "${contextName}": cluster "${cluster.name}" of ${cluster.file} at ${server}, ${who}${as}`);
  return withTrace(connection, { print: printLine, now: milliseconds });
}
