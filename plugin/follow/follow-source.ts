import type { AggregateOptions } from "../../shared/aggregate/options.ts";
import type { ReadScope } from "../../shared/aggregate/read-plan.ts";
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
import type { LinkState } from "../../shared/io/watch/link-state.ts";
import { createWatchTools, type WatchTools } from "../../shared/io/watch/watch-tools.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";
import { resolveNames } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { chooseCluster, type LoginTerminal, openConnection } from "../read/choose-cluster.ts";
import { chooseContextOrProfile } from "../read/choose-context-or-profile.ts";
import { type OpenedCluster, openCluster } from "../read/open-cluster.ts";
import { aggregateOptionsFor } from "../status/evaluate.ts";

/** What the options name on a cluster, as it is followed. */
export interface FollowedSource extends FollowedReport {
  readonly requested: RequestedObjects;
}

/** How to print and to ask for logins while the terminal shows the watch. */
export interface SharedTerminal extends LoginTerminal {
  /** Counts the requests of a connection, for the user who waits for them. */
  readonly counting?: (connection: ServerConnection) => ServerConnection;
}

/** What a command that follows a cluster decides, and where it gets what is seen: the front of the follower. */
export interface SourceFront
  extends Pick<FollowerFront<OpenedSource, FollowedSource>, "policy" | "failed" | "runInTurn"> {
  /** The context, if it is chosen already. Otherwise the options name it, for which `--inventory-cluster` reads the hub. */
  readonly chosen?: ChosenContext | undefined;
  /** The terminal while the cluster of this context is followed. */
  readonly terminal: (chosen: ChosenContext) => SharedTerminal;
  /** Called after each connection, when the names are resolved. */
  readonly connected?: (followed: FollowedSource) => void;
  /** Gets each Report that shows something new, and each change of the link. */
  readonly seen: (seen: SeenReport) => void;
  /** Gets errors that are no fault of a server. */
  readonly bug: (bug: unknown) => void;
}

export type SourceFollower = ClusterFollower<OpenedSource, FollowedSource>;

/** A cluster with an open connection. */
interface OpenedSource {
  readonly chosen: ChosenContext;
  readonly cluster: OpenedCluster;
  readonly aggregateOptions: AggregateOptions;
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
  const { policy, connected, seen, failed, runInTurn, bug } = front;

  /**
   * Opens a connection in three steps, each of which may fail:
   * 1. The context and the options of the evaluation are read. Nothing is open yet.
   * 2. The connection is opened, for which the user may have to log in. It is opened again if the kubeconfig changes.
   * 3. What the requests need is prepared. If that fails, the connection is closed here, else by `close`.
   */
  async function open(): Promise<OpenedSource> {
    const chosen = front.chosen ?? (await chooseContextOrProfile(options, environment));
    const aggregateOptions = await aggregateOptionsFor(options, environment);
    const terminal = front.terminal(chosen);
    const firstConnection = await openConnection(chosen, options, environment, terminal).catch((error: unknown) => {
      throw loginFault(error);
    });
    const reconnecting = withReconnect(firstConnection, createReopen(chosen, options, environment, terminal));
    const connection = terminal.counting?.(reconnecting) ?? reconnecting;
    try {
      const { printMessage } = terminal;
      const { milliseconds } = environment;
      const cluster = await openCluster(connection, chosen, options, { printMessage, milliseconds });
      // `serve` runs for weeks. It follows definitions, because otherwise a kind that is not installed would be requested
      // every minute.
      const followsDefinitions = options.command === "serve";
      const tools = createWatchTools({
        connection: cluster.connection,
        discovery: cluster.discovery,
        clock,
        random,
        followsDefinitions,
      });
      const close = (): void => {
        tools.outage.stop();
        connection.close();
      };
      return { chosen, cluster, aggregateOptions, tools, close };
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /**
   * Follows what the options name, in three steps:
   * 1. The server responds, if the policy waits for that.
   * 2. The names are resolved, for which objects may be read once.
   * 3. Each Report and each change of the link goes first to the follower, as `linkChanged`, then to `seen`.
   */
  async function follow(
    { chosen, cluster, aggregateOptions, tools }: OpenedSource,
    linkChanged: (link: LinkState, isRead: boolean) => void,
  ): Promise<FollowedSource> {
    if (policy.awaitsServer) await cluster.connection.opened();
    const source = clusterSource(chosen);
    const reader = createReader(cluster.connection, cluster.discovery);
    const hasNames = options.word !== undefined || options.targets.length > 0;
    const { requested } = await resolveNames(options, cluster.names, async (requestedSoFar) => {
      const start = { source, takenAt: environment.now() };
      // Without names nothing has to be read to resolve them.
      if (!hasNames) return { ...start, readings: [], damage: [] };
      return collectScope(reader, narrowScope(cluster.scope, requestedSoFar), start);
    });
    const reportRequest = {
      scopes: [narrowScope(cluster.scope, requested)],
      options: { ...aggregateOptions, ...definedFields({ wanted: requested.wanted }) },
    };
    const onReport = (seenReport: SeenReport): void => {
      linkChanged(seenReport.link.state, seenReport.report !== undefined);
      seen(seenReport);
    };
    return { ...followReport({ tools, source, reportRequest }, onReport, bug), requested };
  }

  return new ClusterFollower({
    policy,
    clock,
    random,
    open,
    follow,
    failed,
    ...definedFields({ connected, runInTurn }),
  });
}

/** Returns the scope with the requested objects as the only roots, or unchanged where none are requested. */
function narrowScope(scope: ReadScope, { wanted }: RequestedObjects): ReadScope {
  return wanted === undefined ? scope : { ...scope, wanted };
}

/**
 * Creates a function that opens the context again if the kubeconfig has changed: the user may have logged in meanwhile, or the
 * cluster may have a new address. The function resolves to undefined if the kubeconfig is unchanged, and for the clusters of an
 * inventory, which no kubeconfig has.
 */
function createReopen(
  chosen: ChosenContext,
  options: CommandLineOptions,
  environment: HostEnvironment,
  terminal: LoginTerminal,
): () => Promise<ServerConnection | undefined> {
  const reach = { ...options.reach, context: chosen.contextName };
  let openFingerprint = contextFingerprint(chosen);
  return async () => {
    if (options.isInventory || reach.inventoryCluster !== undefined) return undefined;
    const chosenNow = await chooseCluster({ reach }, environment);
    const fingerprint = contextFingerprint(chosenNow);
    if (fingerprint === openFingerprint) return undefined;
    const connection = await openConnection(chosenNow, options, environment, terminal);
    // Set only after the connection was opened, so that a failed attempt is repeated with the same kubeconfig.
    openFingerprint = fingerprint;
    return connection;
  };
}
