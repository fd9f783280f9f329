import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { withReconnect } from "../../shared/io/connection/reconnecting-connection.ts";
import { withTrace } from "../../shared/io/connection/trace-requests.ts";
import { ConnectionError } from "../../shared/io/errors/errors.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { contextFingerprint, contextIdentity } from "../../shared/io/kubeconfig/context-fingerprint.ts";
import { clusterSource, connectTo } from "../../shared/io/reader/connect-cluster.ts";
import { createDiscovery } from "../../shared/io/reader/lazy-discovery.ts";
import { ClusterFollower } from "../../shared/io/watch/follower.ts";
import { connectionPolicies } from "../../shared/io/watch/follower-transitions.ts";
import type { LinkState, LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { ReportPace } from "../../shared/io/watch/observation-transitions.ts";
import { createWatchTools, type WatchTools } from "../../shared/io/watch/watch-tools.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Reading } from "../../shared/model/snapshot.ts";
import { errorLine, readContextChoice } from "./choose-context.ts";
import { buildConnectionManner } from "./connection-manner.ts";
import type { DefinedKind } from "./definitions/read-definition.ts";
import { type Demand, onlyRoots } from "./demand.ts";
import { FollowedPlaceCluster } from "./follow-cluster.ts";
import { canRenewConnection, decideOpeningStep } from "./opening-step.ts";
import type { ClusterPlace } from "./place.ts";
import type { CollectedFiles, LiveCluster, PlaceSource, SourceDependencies, StateChange } from "./place-source.ts";

/** The context that a place connects to. */
interface PlaceTarget {
  readonly chosen: ChosenContext;
  /** The {@link contextFingerprint} of what the connection uses now. */
  readonly fingerprint: string;
}

/** A cluster with an open connection. `left` fires when the place leaves it. */
interface OpenedPlace extends Pick<LiveCluster, "connection" | "discovery" | "left"> {
  readonly chosen: ChosenContext;
  readonly tools: WatchTools;
  readonly close: () => void;
}

/** The pace of evaluations. Each costs some megabytes of garbage, so objects that change all the time are evaluated twice a second. */
const windowPace: ReportPace = { averageMs: 500, burst: 20 };

/** A part of each change that ends a connection: no CRD is followed any more. */
const leftChange: StateChange = { definitions: undefined };

/**
 * Connects to the cluster of a place, and follows what surfaces request of it. What prevents a connection is announced
 * as a change of the state, and not thrown. A refused login is retried only when the user asks for it ({@link refresh}).
 */
export class OpenClusterPlace implements PlaceSource {
  readonly #place: ClusterPlace;
  readonly #dependencies: SourceDependencies;
  readonly #changed: (change: StateChange) => void;
  readonly #follower: ClusterFollower<OpenedPlace, FollowedPlaceCluster>;
  #demand = onlyRoots;
  /** The context of the connection that is open or being opened. Undefined without one. */
  #target: PlaceTarget | undefined;
  /** Whether the user has asked to retry a refused login. */
  #isRetryRequested = false;
  /** Counts the readings of the kubeconfig: the result of an older one is dropped. */
  #latestReading = 0;
  #isClosed = false;

  /** @param changed is called with each change of the state. */
  constructor(place: ClusterPlace, dependencies: SourceDependencies, changed: (change: StateChange) => void) {
    this.#place = place;
    this.#dependencies = dependencies;
    this.#changed = changed;
    this.#follower = new ClusterFollower({
      policy: connectionPolicies.editor,
      clock: dependencies.clock,
      random: dependencies.random,
      open: (left) => this.#open(left),
      follow: async (opened, linked) => this.#follow(opened, linked),
      connected: (followed) => followed.setDemand(this.#demand),
      failed: (error) => this.#announceFailure(error),
    });
    this.rereadKubeconfig();
  }

  setDemand(demand: Demand): void {
    this.#demand = demand;
    this.#follower.followed()?.setDemand(demand);
  }

  refresh(): void {
    this.#dependencies.logins.allowRetry();
    if (this.#follower.followed() !== undefined) {
      this.#follower.refresh();
      return;
    }
    this.#isRetryRequested = true;
    this.rereadKubeconfig();
  }

  async namespaces(): Promise<readonly string[] | undefined> {
    const followed = this.#follower.followed();
    return followed?.namespaces().catch(() => undefined);
  }

  liveCluster(): LiveCluster | undefined {
    const opened = this.#follower.opened();
    if (opened === undefined || this.#target === undefined) return undefined;
    const { connection, discovery, left } = opened;
    return { connection, discovery, chosen: this.#target.chosen, dependencies: this.#dependencies, left };
  }

  collected(): CollectedFiles | undefined {
    return undefined;
  }

  async readDefinition(kind: DefinedKind): Promise<Reading | undefined> {
    const followed = this.#follower.followed();
    return followed?.readDefinition(kind).catch(() => undefined);
  }

  rereadKubeconfig(): void {
    this.#applyKubeconfig().catch(this.#dependencies.failed);
  }

  close(): void {
    this.#isClosed = true;
    this.#follower.end();
  }

  /** Reads the kubeconfig, and connects, stays connected or leaves the cluster, as it says now. */
  async #applyKubeconfig(): Promise<void> {
    const { machine, memory, mayLogIn } = this.#dependencies;
    this.#latestReading += 1;
    const reading = this.#latestReading;
    const choice = await readContextChoice(this.#place, machine);
    if (this.#isClosed || this.#latestReading !== reading) return;
    const state = {
      context: this.#place.context,
      openFingerprint: this.#target?.fingerprint,
      refusedFingerprint: this.#isRetryRequested ? undefined : memory.refused,
      mayLogIn,
    };
    const step = decideOpeningStep(state, choice);
    if (step.type === "kept") {
      this.#announce(step.change);
      return;
    }
    this.#follower.leave();
    this.#target = undefined;
    if (step.type !== "gone") {
      if (this.#isRetryRequested) memory.refused = undefined;
      this.#isRetryRequested = false;
    }
    this.#announce({ ...step.change, ...leftChange });
    if (step.type !== "connect") return;
    this.#target = { chosen: step.chosen, fingerprint: step.fingerprint };
    this.#follower.begin();
  }

  async #open(left: AbortSignal): Promise<OpenedPlace> {
    const { clock, random } = this.#dependencies;
    const log = (line: string): void => this.#dependencies.log(sanitizeLine(line));
    // The follower begins only where there is a target.
    const { chosen } = this.#target as PlaceTarget;
    log(formatContextLine(chosen));
    const firstConnection = await connectTo(chosen, buildConnectionManner(this.#dependencies, left));
    const reconnecting = withReconnect(firstConnection, () => this.#reopen(chosen, left));
    const connection = withTrace(reconnecting, { print: log, now: clock.now });
    const discovery = createDiscovery(connection);
    const tools = createWatchTools({
      connection,
      discovery,
      clock,
      random,
      followsDefinitions: true,
      pace: windowPace,
    });
    const close = (): void => {
      tools.outage.stop();
      connection.close();
    };
    return { connection, discovery, chosen, tools, left, close };
  }

  /**
   * Returns a new connection with the credentials that the kubeconfig holds now, because the user may have logged in to
   * the same cluster meanwhile. Undefined where the kubeconfig leads elsewhere, or has the same credentials as before.
   */
  async #reopen(before: ChosenContext, left: AbortSignal): Promise<ServerConnection | undefined> {
    const { machine, mayLogIn } = this.#dependencies;
    const choice = await readContextChoice(this.#place, machine);
    if (!("chosen" in choice) || left.aborted) return undefined;
    const { chosen } = choice;
    if (!canRenewConnection(before, { openFingerprint: this.#target?.fingerprint, mayLogIn }, chosen)) return undefined;
    const fingerprint = contextFingerprint(chosen);
    const connection = await connectTo(chosen, buildConnectionManner(this.#dependencies, left));
    if (!left.aborted) this.#target = { chosen, fingerprint };
    return connection;
  }

  #follow(
    { tools, discovery, chosen }: OpenedPlace,
    linked: (link: LinkState, isRead: boolean) => void,
  ): FollowedPlaceCluster {
    const reached = {
      tools,
      discovery,
      source: clusterSource(chosen),
      place: this.#place,
      dependencies: this.#dependencies,
      identity: contextIdentity(chosen),
    };
    return new FollowedPlaceCluster(reached, {
      announce: (change) => this.#announce(change),
      linked: (link) => {
        linked(link.state, true);
        if (link.state === "authRequired") this.#announceLostLogin(link);
      },
    });
  }

  #announceFailure(error: unknown): void {
    const phase = phaseOfError(error);
    if (phase === "authRequired") this.#dependencies.memory.refused = this.#target?.fingerprint;
    this.#target = undefined;
    this.#announce({ phase, problem: errorLine(error), link: { state: "idle" }, ...leftChange });
  }

  /** The follower has left the cluster. The place connects again where the user asks, or the kubeconfig changes. */
  #announceLostLogin({ cause }: LinkStatus): void {
    const { memory } = this.#dependencies;
    memory.refused = this.#target?.fingerprint ?? memory.refused;
    this.#target = undefined;
    const problem = cause === undefined ? undefined : sanitizeLine(cause);
    this.#announce({ phase: "authRequired", ...definedFields({ problem }), isAsking: false, ...leftChange });
  }

  #announce(change: StateChange): void {
    if (!this.#isClosed) this.#changed(change);
  }
}

function phaseOfError(error: unknown): "authRequired" | "unreachable" | "unusable" {
  if (!(error instanceof ConnectionError)) return "unusable";
  return error.reason === "credentials" ? "authRequired" : "unreachable";
}

/** Returns the log's line for a context that is opened: its server, and the file that describes it. */
function formatContextLine({ contextName, server, cluster }: ChosenContext): string {
  return `context "${contextName}": ${server} by ${cluster.file}`;
}
