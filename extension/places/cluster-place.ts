import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { withReconnect } from "../../shared/io/connection/reconnecting-channel.ts";
import { withTrace } from "../../shared/io/connection/trace-requests.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { contextIdentity, contextPrint } from "../../shared/io/kubeconfig/context-fingerprint.ts";
import { clusterSource } from "../../shared/io/reader/connect-cluster.ts";
import { createDiscovery } from "../../shared/io/reader/lazy-discovery.ts";
import { choiceFor, lineFromError } from "./choose-context.ts";
import { connectPlace } from "./connect-place.ts";
import { onlyRoots } from "./demand.ts";
import { type ClusterFollowing, followClusterPlace } from "./follow-cluster.ts";
import { mayRenew, nextOpeningStep, type OpeningStep } from "./opening-step.ts";
import type { ClusterPlace } from "./place.ts";
import type { LiveCluster, PlaceSource, SourceDependencies, StateChange } from "./place-source.ts";

/**
 * Connects to the cluster of a place and follows what surfaces want to read. `tell` receives all news. What prevents a
 * connection is reported as news, too, not as an error. A refused login is retried only when the user asks for it
 * ({@link PlaceSource.refresh}).
 */
export function openClusterPlace(place: ClusterPlace, around: SourceDependencies, tell: TellNews): PlaceSource {
  const { machine, memory, failed } = around;
  let latestReading = {};
  let isClosed = false;
  let open: ClusterConnection | undefined;
  let wants = onlyRoots;
  let isRetryRequested = false;

  async function begin(): Promise<void> {
    const mine = {};
    latestReading = mine;
    const choice = await choiceFor(place, machine);
    if (isClosed || latestReading !== mine) return;
    const state = { context: place.context, open: open?.print, mayLogIn: around.mayLogIn };
    await take(nextOpeningStep({ ...state, refused: isRetryRequested ? undefined : memory.refused }, choice));
  }

  async function take(step: OpeningStep): Promise<void> {
    const isKept = step.is === "kept";
    if (!isKept) leave();
    if (step.is === "barred" || step.is === "connect") {
      if (isRetryRequested) memory.refused = undefined;
      isRetryRequested = false;
    }
    announce(isKept ? step.news : { ...step.news, ...leftNews });
    if (step.is === "connect") await connect(step);
  }

  async function connect({ chosen, print }: Pick<ConnectionOwner, "chosen" | "print">): Promise<void> {
    const mine = clusterConnection({ place, around, chosen, print, tell: announce, refused });
    open = mine;
    try {
      await mine.connect();
      mine.following?.want(wants);
    } catch (error) {
      if (mine.isLeft) return;
      leave();
      const news = newsOfFailure(error);
      if (news.phase === "authRequired") memory.refused = print;
      announce({ ...news, ...leftNews });
    }
  }

  /** The server rejects the credentials: the place connects again where the user asks, or the kubeconfig changes. */
  function refused(cause: string | undefined): void {
    memory.refused = open?.print ?? memory.refused;
    leave();
    const problem = cause !== undefined && { problem: sanitizeLine(cause) };
    announce({ phase: "authRequired", ...problem, isAsking: false, ...leftNews });
  }

  function leave(): void {
    open?.leave();
    open = undefined;
  }

  function announce(news: StateChange): void {
    if (!isClosed) tell(news);
  }

  begin().catch(failed);
  return {
    setDemand(next) {
      wants = next;
      open?.following?.want(next);
    },
    refresh() {
      around.logins.again();
      isRetryRequested = true;
      if (open?.following === undefined) begin().catch(failed);
      else open.following.refresh();
    },
    liveCluster: () => open?.live,
    namespaces: async () => open?.following?.namespaces().catch(() => undefined),
    readDefinition: async (kind) => open?.following?.readDefinition(kind).catch(() => undefined),
    rereadKubeconfig: () => void begin().catch(failed),
    close() {
      isClosed = true;
      leave();
    },
  };
}

/** Part of the news that ends a connection: the CRDs that it followed are not followed any more. */
const leftNews: StateChange = { definitions: undefined };

function newsOfFailure(error: unknown): StateChange {
  return { phase: phaseOf(error), problem: lineFromError(error), link: { state: "idle" } };
}

function phaseOf(error: unknown): "authRequired" | "unreachable" | "unusable" {
  if (!(error instanceof Error) || error.name !== "ConnectionError") return "unusable";
  return "reason" in error && error.reason === "credentials" ? "authRequired" : "unreachable";
}

type TellNews = (news: StateChange) => void;

/** One connection of a place to a cluster, from its first attempt on. */
interface ClusterConnection {
  /** The {@link contextPrint} of the context that it uses now. */
  readonly print: string;
  /** What is followed over the connection. Undefined before it is established and after it was left. */
  readonly following: ClusterFollowing | undefined;
  /** The cluster behind the connection; undefined likewise. */
  readonly live: LiveCluster | undefined;
  /** Whether the connection was left. Failures after that do not count. */
  readonly isLeft: boolean;
  /** @throws ConnectionError where the server, or the login, refuses. */
  connect(): Promise<void>;
  /** Ends the connection, with the programs that log in for it. */
  leave(): void;
}

/** The target of a connection, and the callbacks for its news. */
interface ConnectionOwner {
  readonly place: ClusterPlace;
  readonly around: SourceDependencies;
  readonly chosen: ChosenContext;
  readonly print: string;
  readonly tell: (news: StateChange) => void;
  /** Called when the server no longer accepts the user's credentials. */
  readonly refused: (cause: string | undefined) => void;
}

function clusterConnection({ place, around, chosen, print, tell, refused }: ConnectionOwner): ClusterConnection {
  const over = new AbortController();
  const { signal } = over;
  let printNow = print;
  let chosenNow = chosen;
  let held: (Pick<LiveCluster, "connection" | "discovery"> & { readonly following: ClusterFollowing }) | undefined;

  /**
   * Returns a new connection with the credentials that the kubeconfig holds now. The user may have logged in to the
   * same cluster meanwhile.
   */
  async function reopened(): Promise<ServerConnection | undefined> {
    const choice = await choiceFor(place, around.machine);
    if (!("chosen" in choice) || signal.aborted) return undefined;
    if (!mayRenew(chosen, { open: printNow, mayLogIn: around.mayLogIn }, choice.chosen)) return undefined;
    const next = contextPrint(choice.chosen);
    const connection = await connectPlace(choice.chosen, around, signal);
    if (signal.aborted) return connection;
    printNow = next;
    chosenNow = choice.chosen;
    return connection;
  }

  return {
    get print() {
      return printNow;
    },
    get following() {
      return held?.following;
    },
    get live() {
      return (
        held && { connection: held.connection, discovery: held.discovery, chosen: chosenNow, around, left: signal }
      );
    },
    get isLeft() {
      return signal.aborted;
    },
    async connect() {
      const { contextName, server, cluster } = chosen;
      around.log(contextLine(sanitizeLine(contextName), sanitizeLine(server), sanitizeLine(cluster.file)));
      const opened = await connectPlace(chosen, around, signal);
      if (signal.aborted) {
        opened.close();
        return;
      }
      const connection = withTrace(
        withReconnect(opened, reopened),
        (line) => around.log(sanitizeLine(line)),
        around.clock.now,
      );
      const discovery = createDiscovery(connection);
      const reached = {
        connection,
        discovery,
        source: clusterSource(chosen),
        place,
        around,
      };
      const following = followClusterPlace({ ...reached, identity: contextIdentity(chosen) }, tell, refused);
      held = { connection, discovery, following };
    },
    leave() {
      held?.following.stop();
      held?.connection.close();
      held = undefined;
      over.abort();
    },
  };
}

/** The line for a context that is opened: its server, and the file that describes it. */
function contextLine(context: string, server: string, file: string): string {
  return `context "${context}": ${server} by ${file}`;
}
