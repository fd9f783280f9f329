import type { SharedLogins } from "../../shared/io/auth/shared-logins.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { withReconnect } from "../../shared/io/connection/reconnecting-channel.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { contextPrint } from "../../shared/io/kubeconfig/context-fingerprint.ts";
import { collectScope } from "../../shared/io/reader/collect-scopes.ts";
import { clusterSource } from "../../shared/io/reader/connect-cluster.ts";
import { createReader } from "../../shared/io/reader/reader.ts";
import { type ServerWait, untilReached } from "../../shared/io/watch/await-server.ts";
import { type FollowedReport, followReport, type SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";
import { type ReadSnapshot, resolveNames } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type ClusterDependencies, chooseCluster, openConnection } from "../read/choose-cluster.ts";
import { openCluster } from "../read/open-cluster.ts";
import { evaluatedBy } from "../status/evaluate.ts";
import { awaitContext } from "./await-server.ts";

/** A cluster that is followed until `close` is called. */
export interface SourceFollower extends FollowedReport {
  readonly asked: RequestedObjects;
  /** Stops following and closes the connection. */
  close(): void;
}

/** Where to report, and how to ask for logins, while the terminal shows something else. */
export interface SharedTerminal extends Pick<ClusterDependencies, "aside"> {
  readonly tell: HostEnvironment["tell"];
  readonly logins?: SharedLogins;
  /** Counts the requests of a connection, for the user who waits for them. */
  readonly counting?: (connection: ServerConnection) => ServerConnection;
  /** Waits for a cluster, or its hub, that cannot be reached at the beginning. Absent: that is an error. */
  readonly waiting?: ServerWait;
}

/**
 * Follows what the options name on the cluster of the chosen context. What a name stands for is found out once, before.
 * With `--inventory-cluster` the hub is read once, before all.
 * @param failed gets errors that are no fault of a server.
 * @param terminal replaces the one of `environment` while the screen is in use.
 * @throws as reading it once does: InputError, UsageError, ConnectionError.
 */
export async function followSource(
  options: CommandLineOptions,
  environment: HostEnvironment,
  tell: (seen: SeenReport) => void,
  failed: (bug: unknown) => void,
  terminal: SharedTerminal = environment,
): Promise<SourceFollower> {
  const chosen = await awaitContext(options, environment, terminal.waiting);
  return followContext(chosen, options, environment, tell, failed, terminal);
}

/**
 * Follows the cluster of a context that is chosen already.
 * @throws as {@link followSource}.
 */
export async function followContext(
  chosen: ChosenContext,
  options: CommandLineOptions,
  environment: HostEnvironment,
  tell: (seen: SeenReport) => void,
  failed: (bug: unknown) => void,
  terminal: SharedTerminal,
): Promise<SourceFollower> {
  const evaluated = await evaluatedBy(options, environment);
  const { screen, milliseconds, home, cwd, architecture } = environment;
  const { tell: tellUser, aside } = terminal;
  const own = { tell: tellUser, ...(aside !== undefined && { aside }) };
  const around = { screen, milliseconds, home, cwd, architecture, ...own };
  const { logins, waiting, counting = (one) => one } = terminal;
  const opened = counting(
    withReconnect(await openConnection(chosen, options, around, logins), reopenOf(chosen, options, around, logins)),
  );
  const { connection, discovery, scope, names } = await openCluster(opened, chosen, options, around);
  try {
    const source = clusterSource(chosen);
    const reader = createReader(connection, discovery);
    const isNamed = options.word !== undefined || options.targets.length > 0;
    const resolve = (): Promise<ReadSnapshot> =>
      resolveNames(options, names, async ({ wanted }) => {
        const start = { source, takenAt: environment.now() };
        // Only what is named may turn out to be something else.
        if (!isNamed) return { ...start, readings: [], damage: [] };
        return collectScope(reader, wanted === undefined ? scope : { ...scope, wanted }, start);
      });
    const reached = async (): Promise<ReadSnapshot> => {
      await connection.opened();
      return resolve();
    };
    const { asked } = await (waiting === undefined ? resolve() : untilReached(reached, waiting, environment));
    const { wanted } = asked;
    const named = wanted === undefined ? {} : { wanted };
    const request = {
      connection,
      discovery,
      source,
      demand: { scopes: [{ ...scope, ...named }], options: { ...evaluated, ...named } },
      clock: environment.clock,
      random: environment.random,
      // It runs for weeks, in which a kind that is not installed is not to be requested every minute.
      followsDefinitions: options.wants === "serve",
    };
    const followed = followReport(request, tell, failed);
    return {
      ...followed,
      asked,
      close() {
        followed.stop();
        connection.close();
      },
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Returns a function that opens the same context again, or resolves to undefined where the kubeconfig is unchanged. The
 * user may have logged in meanwhile, or the cluster may have a new address. No kubeconfig has the clusters of an
 * inventory.
 */
function reopenOf(
  chosen: ChosenContext,
  options: CommandLineOptions,
  around: ClusterDependencies,
  logins?: SharedLogins,
): () => Promise<ServerConnection | undefined> {
  const reach = { ...options.reach, context: chosen.contextName };
  let print = contextPrint(chosen);
  return async () => {
    if (options.isInventory || reach.inventoryCluster !== undefined) return undefined;
    const now = await chooseCluster({ reach }, around);
    const next = contextPrint(now);
    if (next === print) return undefined;
    const opened = await openConnection(now, options, around, logins);
    // Remembered only after a successful open, so that a failed one is retried with the same kubeconfig.
    print = next;
    return opened;
  };
}
