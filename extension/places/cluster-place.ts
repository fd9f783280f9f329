import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { choiceFor, lineFromError } from "./choose-context.ts";
import { type ClusterConnection, type ConnectionOwner, clusterConnection } from "./cluster-connection.ts";
import { nextOpeningStep, type OpeningStep } from "./opening-step.ts";
import type { ClusterPlace } from "./place.ts";
import type { Demand, PlaceSource, SourceDependencies, StateChange } from "./place-source.ts";

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
  let wants: Demand = { related: false, named: [], objects: [] };
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
