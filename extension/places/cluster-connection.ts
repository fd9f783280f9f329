import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { withReconnect } from "../../shared/io/connection/reconnecting-channel.ts";
import { withTrace } from "../../shared/io/connection/trace-requests.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { contextIdentity, contextPrint } from "../../shared/io/kubeconfig/context-fingerprint.ts";
import { clusterSource } from "../../shared/io/reader/connect-cluster.ts";
import { createDiscovery } from "../../shared/io/reader/lazy-discovery.ts";
import { choiceFor } from "./choose-context.ts";
import { connectPlace } from "./connect-place.ts";
import { type ClusterFollowing, followClusterPlace } from "./follow-cluster.ts";
import { mayRenew } from "./opening-step.ts";
import type { ClusterPlace } from "./place.ts";
import type { LiveCluster, SourceDependencies, StateChange } from "./place-source.ts";

/** One connection of a place to a cluster, from its first attempt on. */
export interface ClusterConnection {
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
export interface ConnectionOwner {
  readonly place: ClusterPlace;
  readonly around: SourceDependencies;
  readonly chosen: ChosenContext;
  readonly print: string;
  readonly tell: (news: StateChange) => void;
  /** Called when the server no longer accepts the user's credentials. */
  readonly refused: (cause: string | undefined) => void;
}

export function clusterConnection({ place, around, chosen, print, tell, refused }: ConnectionOwner): ClusterConnection {
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
