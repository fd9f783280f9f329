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

/** Where to report, and how to ask for logins, while the terminal shows something else. */
export interface SharedTerminal extends Pick<ClusterDependencies, "withFreeTerminal"> {
  readonly printMessage: HostEnvironment["printMessage"];
  readonly logins?: SharedLogins;
  /** Counts the requests of a connection, for the user who waits for them. */
  readonly counting?: (connection: ServerConnection) => ServerConnection;
}

/** A command that follows a cluster. */
export interface SourceFront
  extends Pick<FollowerFront<OpenedSource, FollowedSource>, "policy" | "failed" | "runInTurn"> {
  /** The context, where it is chosen already. Else the options name it; with `--inventory-cluster` the hub is read. */
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
 * Follows what the options name on one cluster, once the follower begins. What a name stands for is found out once for
 * each connection. `failed` gets the errors of reading it once: InputError, UsageError, ConnectionError.
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
    const { logins, counting = (one) => one, ...own } = front.terminal(chosen);
    const { screen, milliseconds, home, cwd, architecture } = environment;
    const dependencies = { screen, milliseconds, home, cwd, architecture, ...own };
    const first = await openConnection(chosen, options, dependencies, logins).catch((error: unknown) => {
      throw loginFault(error);
    });
    const connection = counting(withReconnect(first, reopenOf(chosen, options, dependencies, logins)));
    try {
      const cluster = await openCluster(connection, chosen, options, dependencies);
      // It runs for weeks, in which a kind that is not installed is not to be requested every minute.
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
      // Only what is named may turn out to be something else.
      if (!isNamed) return { ...start, readings: [], damage: [] };
      return collectScope(reader, wanted === undefined ? scope : { ...scope, wanted }, start);
    });
    const named = requested.wanted === undefined ? {} : { wanted: requested.wanted };
    const reportRequest = { scopes: [{ ...scope, ...named }], options: { ...evaluated, ...named } };
    const take = (one: SeenReport): void => {
      linked(one.link.state, one.report !== undefined);
      seen(one);
    };
    return { ...followReport({ tools, source, reportRequest }, take, bug), requested };
  }

  return new ClusterFollower({ ...front, clock, random, open, follow });
}

/**
 * Returns a function that opens the same context again, or resolves to undefined if the kubeconfig is unchanged. The
 * user may have logged in meanwhile, or the cluster may have a new address. No kubeconfig has the clusters of an
 * inventory.
 */
function reopenOf(
  chosen: ChosenContext,
  options: CommandLineOptions,
  dependencies: ClusterDependencies,
  logins?: SharedLogins,
): () => Promise<ServerConnection | undefined> {
  const reach = { ...options.reach, context: chosen.contextName };
  let print = contextFingerprint(chosen);
  return async () => {
    if (options.isInventory || reach.inventoryCluster !== undefined) return undefined;
    const now = await chooseCluster({ reach }, dependencies);
    const next = contextFingerprint(now);
    if (next === print) return undefined;
    const opened = await openConnection(now, options, dependencies, logins);
    // Remembered only after a successful open, so that a failed one is retried with the same kubeconfig.
    print = next;
    return opened;
  };
}
