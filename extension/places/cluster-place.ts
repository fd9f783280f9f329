import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { withReconnect } from "../../shared/io/connection/reconnecting-connection.ts";
import { withTrace } from "../../shared/io/connection/trace-requests.ts";
import { ConnectionError } from "../../shared/io/errors/errors.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { contextFingerprint, contextIdentity } from "../../shared/io/kubeconfig/context-fingerprint.ts";
import { clusterSource, connectTo } from "../../shared/io/reader/connect-cluster.ts";
import { createDiscovery } from "../../shared/io/reader/lazy-discovery.ts";
import { createFollower } from "../../shared/io/watch/follower.ts";
import { connectionPolicies } from "../../shared/io/watch/follower-transitions.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { ReportPace } from "../../shared/io/watch/observation-transitions.ts";
import { createWatchTools, type WatchTools } from "../../shared/io/watch/watch-tools.ts";
import { errorLine, readContextChoice } from "./choose-context.ts";
import { buildConnectionManner } from "./connection-manner.ts";
import { onlyRoots } from "./demand.ts";
import { type ClusterFollowing, followClusterPlace } from "./follow-cluster.ts";
import { canRenewConnection, decideOpeningStep } from "./opening-step.ts";
import type { ClusterPlace } from "./place.ts";
import type { LiveCluster, PlaceSource, SourceDependencies, StateChange } from "./place-source.ts";

/** The context that a place connects to, and the {@link contextFingerprint} of what the connection uses now. */
interface PlaceTarget {
  readonly chosen: ChosenContext;
  readonly print: string;
}

/** A cluster with an open connection. `left` fires when the place leaves it. */
interface OpenedPlace extends Pick<LiveCluster, "connection" | "discovery" | "left"> {
  readonly chosen: ChosenContext;
  readonly tools: WatchTools;
  readonly close: () => void;
}

/**
 * Connects to the cluster of a place and follows what surfaces want to read. `tell` receives all news. What prevents a
 * connection is reported as news, too, not as an error. A refused login is retried only when the user asks for it
 * ({@link PlaceSource.refresh}).
 */
export function openClusterPlace(
  place: ClusterPlace,
  around: SourceDependencies,
  tell: (news: StateChange) => void,
): PlaceSource {
  const { machine, memory, failed, clock, random, log } = around;
  let latestReading = {};
  let isClosed = false;
  let wants = onlyRoots;
  let isRetryRequested = false;
  let target: PlaceTarget | undefined;

  const follower = createFollower<OpenedPlace, ClusterFollowing>({
    policy: connectionPolicies.editor,
    clock,
    random,
    open,
    async follow({ tools, discovery, chosen }, linked) {
      const source = clusterSource(chosen);
      const reached = { tools, discovery, source, place, around, identity: contextIdentity(chosen) };
      return followClusterPlace(reached, announce, (link) => {
        linked(link.state, true);
        // The follower has left the cluster. The place connects where the user asks, or the kubeconfig changes.
        if (link.state === "authRequired") takeLostLogin(link);
      });
    },
    connected: (following) => following.want(wants),
    failed(error) {
      const phase = phaseOfError(error);
      if (phase === "authRequired") memory.refused = target?.print;
      target = undefined;
      announce({ phase, problem: errorLine(error), link: { state: "idle" }, ...leftNews });
    },
  });

  async function begin(): Promise<void> {
    const mine = {};
    latestReading = mine;
    const choice = await readContextChoice(place, machine);
    if (isClosed || latestReading !== mine) return;
    const refused = isRetryRequested ? undefined : memory.refused;
    const state = { context: place.context, open: target?.print, mayLogIn: around.mayLogIn, refused };
    const step = decideOpeningStep(state, choice);
    if (step.is === "kept") {
      announce(step.news);
      return;
    }
    follower.leave();
    target = undefined;
    if (step.is !== "gone") {
      if (isRetryRequested) memory.refused = undefined;
      isRetryRequested = false;
    }
    announce({ ...step.news, ...leftNews });
    if (step.is !== "connect") return;
    target = { chosen: step.chosen, print: step.print };
    follower.begin();
  }

  async function open(left: AbortSignal): Promise<OpenedPlace> {
    // The follower begins only where there is a target.
    const { chosen } = target as PlaceTarget;
    log(contextLine(sanitizeLine(chosen.contextName), sanitizeLine(chosen.server), sanitizeLine(chosen.cluster.file)));
    const first = await connectTo(chosen, buildConnectionManner(around, left));
    const reconnecting = withReconnect(first, () => reopen(chosen, left));
    const connection = withTrace(reconnecting, (line) => log(sanitizeLine(line)), clock.now);
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
   * Returns a new connection with the credentials that the kubeconfig holds now. The user may have logged in to the
   * same cluster meanwhile.
   */
  async function reopen(before: ChosenContext, left: AbortSignal): Promise<ServerConnection | undefined> {
    const choice = await readContextChoice(place, machine);
    if (!("chosen" in choice) || left.aborted) return undefined;
    const { chosen } = choice;
    if (!canRenewConnection(before, { open: target?.print, mayLogIn: around.mayLogIn }, chosen)) return undefined;
    const print = contextFingerprint(chosen);
    const connection = await connectTo(chosen, buildConnectionManner(around, left));
    if (!left.aborted) target = { chosen, print };
    return connection;
  }

  function takeLostLogin({ cause }: LinkStatus): void {
    memory.refused = target?.print ?? memory.refused;
    target = undefined;
    const problem = cause !== undefined && { problem: sanitizeLine(cause) };
    announce({ phase: "authRequired", ...problem, isAsking: false, ...leftNews });
  }

  function announce(news: StateChange): void {
    if (!isClosed) tell(news);
  }

  begin().catch(failed);
  return {
    setDemand(next) {
      wants = next;
      follower.followed()?.want(next);
    },
    refresh() {
      around.logins.allowRetry();
      if (follower.followed() !== undefined) {
        follower.refresh();
        return;
      }
      isRetryRequested = true;
      begin().catch(failed);
    },
    liveCluster() {
      const opened = follower.opened();
      if (opened === undefined || target === undefined) return undefined;
      const { connection, discovery, left } = opened;
      return { connection, discovery, chosen: target.chosen, around, left };
    },
    collected: () => undefined,
    namespaces: async () =>
      follower
        .followed()
        ?.namespaces()
        .catch(() => undefined),
    readDefinition: async (kind) =>
      follower
        .followed()
        ?.readDefinition(kind)
        .catch(() => undefined),
    rereadKubeconfig: () => void begin().catch(failed),
    close() {
      isClosed = true;
      follower.end();
    },
  };
}

/** An evaluation costs some megabytes of garbage, so two a second are enough for what changes all the time. */
const windowPace: ReportPace = { averageMs: 500, burst: 20 };

/** Part of the news that ends a connection: the CRDs that it followed are not followed any more. */
const leftNews: StateChange = { definitions: undefined };

function phaseOfError(error: unknown): "authRequired" | "unreachable" | "unusable" {
  if (!(error instanceof ConnectionError)) return "unusable";
  return error.reason === "credentials" ? "authRequired" : "unreachable";
}

/** The line for a context that is opened: its server, and the file that describes it. */
function contextLine(context: string, server: string, file: string): string {
  return `context "${context}": ${server} by ${file}`;
}
