import type { AggregateOptions } from "../../shared/aggregate/options.ts";
import type { SharedLogins } from "../../shared/io/auth/shared-logins.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { withReconnect } from "../../shared/io/connection/reconnecting-connection.ts";
import { loginFault } from "../../shared/io/errors/errors.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { contextFingerprint } from "../../shared/io/kubeconfig/context-fingerprint.ts";
import { collectScope } from "../../shared/io/reader/collect-scopes.ts";
import { clusterSource } from "../../shared/io/reader/connect-cluster.ts";
import { createReader } from "../../shared/io/reader/reader.ts";
import { type FollowedReport, followReport, type SeenReport } from "../../shared/io/watch/follow-report.ts";
import { ClusterFollower, type FollowerFront } from "../../shared/io/watch/follower.ts";
import { createWatchTools, type WatchTools } from "../../shared/io/watch/watch-tools.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";
import { type ReadSnapshot, resolveNames } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type ClusterDependencies, chooseCluster, openConnection } from "../read/choose-cluster.ts";
import { chooseContextOrProfile } from "../read/choose-context-or-profile.ts";
import { type OpenedCluster, openCluster } from "../read/open-cluster.ts";
import { evaluatedBy } from "../status/evaluate.ts";

/** What the options name on a cluster, as it is followed. */
export interface FollowedSource extends FollowedReport {
  readonly requested: RequestedObjects;
}

/** How to print and to ask for logins while the terminal shows the watch. */
export interface SharedTerminal extends Pick<ClusterDependencies, "withFreeTerminal"> {
  readonly printMessage: HostEnvironment["printMessage"];
  readonly logins?: SharedLogins;
  /** Counts the requests of a connection, for the user who waits for them. */
  readonly counting?: (connection: ServerConnection) => ServerConnection;
}

/** A command that follows a cluster. */
export interface SourceFront
  extends Pick<FollowerFront<OpenedSource, FollowedSource>, "policy" | "failed" | "runInTurn"> {
  /** The context, if it is chosen already. Otherwise the options name it, for which `--inventory-cluster` reads the hub. */
  readonly chosen?: ChosenContext | undefined;
  /** The terminal while the cluster of this context is followed. */
  readonly terminal: (chosen: ChosenContext) => SharedTerminal;
  readonly connected?: (followed: FollowedSource) => void;
  readonly seen: (seen: SeenReport) => void;
  /** Gets errors that are no fault of a server. */
  readonly bug: (bug: unknown) => void;
}

export type SourceFollower = ClusterFollower<OpenedSource, FollowedSource>;

/** A cluster with an open connection. */
interface OpenedSource extends OpenedCluster {
  readonly chosen: ChosenContext;
  readonly evaluated: AggregateOptions;
  readonly tools: WatchTools;
  readonly close: () => void;
}

/**
 * Creates a follower of what the options name on one cluster. Names are resolved once for each connection. The `failed` of `front`
 * gets the errors of connecting and of resolving names: InputError, UsageError, ConnectionError.
 */
export function followSource(
  options: CommandLineOptions,
  environment: HostEnvironment,
  front: SourceFront,
): SourceFollower {
  const { clock, random } = environment;
  const { policy, seen, bug } = front;

  async function open(): Promise<OpenedSource> {
    const chosen = front.chosen ?? (await chooseContextOrProfile(options, environment));
    const evaluated = await evaluatedBy(options, environment);
    const { logins, counting, ...terminal } = front.terminal(chosen);
    const { screen, milliseconds, home, cwd, architecture } = environment;
    const dependencies = { screen, milliseconds, home, cwd, architecture, ...terminal };
    const firstConnection = await openConnection(chosen, options, dependencies, logins).catch((error: unknown) => {
      throw loginFault(error);
    });
    const reconnecting = withReconnect(firstConnection, createReopen(chosen, options, dependencies, logins));
    const connection = counting === undefined ? reconnecting : counting(reconnecting);
    try {
      const cluster = await openCluster(connection, chosen, options, dependencies);
      // `serve` runs for weeks. It follows definitions, because otherwise a kind that is not installed would be requested
      // every minute.
      const followsDefinitions = options.command === "serve";
      const tools = createWatchTools({ ...cluster, clock, random, followsDefinitions });
      const close = (): void => {
        tools.outage.stop();
        connection.close();
      };
      return { ...cluster, chosen, evaluated, tools, close };
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  async function follow(
    { connection, discovery, scope, names, chosen, evaluated, tools }: OpenedSource,
    linked: Parameters<FollowerFront<OpenedSource, FollowedSource>["follow"]>[1],
  ): Promise<FollowedSource> {
    if (policy.awaitsServer) await connection.opened();
    const source = clusterSource(chosen);
    const reader = createReader(connection, discovery);
    const isNamed = options.word !== undefined || options.targets.length > 0;
    const { requested } = await resolveNames(options, names, async ({ wanted }): Promise<ReadSnapshot["snapshot"]> => {
      const start = { source, takenAt: environment.now() };
      // Nothing has to be read to resolve no names.
      if (!isNamed) return { ...start, readings: [], damage: [] };
      return collectScope(reader, wanted === undefined ? scope : { ...scope, wanted }, start);
    });
    const named = requested.wanted === undefined ? {} : { wanted: requested.wanted };
    const reportRequest = { scopes: [{ ...scope, ...named }], options: { ...evaluated, ...named } };
    const take = (seenReport: SeenReport): void => {
      linked(seenReport.link.state, seenReport.report !== undefined);
      seen(seenReport);
    };
    return { ...followReport({ tools, source, reportRequest }, take, bug), requested };
  }

  return new ClusterFollower({ ...front, clock, random, open, follow });
}

/**
 * Creates a function that opens the context again if the kubeconfig has changed: the user may have logged in meanwhile, or the
 * cluster may have a new address. The function resolves to undefined if the kubeconfig is unchanged, and for the clusters of an
 * inventory, which no kubeconfig has.
 */
function createReopen(
  chosen: ChosenContext,
  options: CommandLineOptions,
  dependencies: ClusterDependencies,
  logins?: SharedLogins,
): () => Promise<ServerConnection | undefined> {
  const reach = { ...options.reach, context: chosen.contextName };
  let openFingerprint = contextFingerprint(chosen);
  return async () => {
    if (options.isInventory || reach.inventoryCluster !== undefined) return undefined;
    const chosenNow = await chooseCluster({ reach }, dependencies);
    const fingerprint = contextFingerprint(chosenNow);
    if (fingerprint === openFingerprint) return undefined;
    const connection = await openConnection(chosenNow, options, dependencies, logins);
    // Set only after the connection was opened, so that a failed attempt is repeated with the same kubeconfig.
    openFingerprint = fingerprint;
    return connection;
  };
}
