import type { Query } from "../../../model/snapshot.ts";
import type { ServerResponse } from "../../connection/answer.ts";
import { readQueryReply } from "../../connection/error-reply.ts";
import { ConnectionError } from "../../errors/errors.ts";
import type { ListPosition } from "../../reader/reader.ts";
import { noResponseError, withDeadConnectionCheck } from "../dead-line-check.ts";
import { type StreamEnd, watchStream } from "../watch-stream.ts";
import type { WatchTools } from "../watch-tools.ts";
import { asList } from "./get-as-list.ts";
import { keptList } from "./object-store.ts";
import type { ReflectorState } from "./reflector-state.ts";
import type { ReflectorStep } from "./reflector-step.ts";
import { isAhead, parseJsonLine } from "./watch-event.ts";

/** What one request for changes continues from, and what it does with them. */
interface Watching {
  readonly query: Query;
  readonly place: ListPosition;
  /** All objects are requested first. What is shown changes only when all of them have arrived. */
  readonly anew: boolean;
  readonly reflectorState: ReflectorState;
  readonly signal: AbortSignal;
  /** The server has begun to send changes. */
  readonly begun: () => void;
  /** The next request can continue from `resourceVersion`. */
  readonly reached: (resourceVersion: string) => void;
}

/** Milliseconds until the server must have begun to respond, and between two objects of a list that it streams. */
const longest = 60_000;
/**
 * Milliseconds after which the server counts as having sent all changes since the place. Nothing in a watch marks the
 * end of those. This applies after the ordinary end of a watch and after a mere cut. After silence or an outage all
 * objects are read.
 */
const catchingUp = 100;

/**
 * Takes in changes until the server ends the watch or something breaks. @throws ConnectionError; the reason of the
 * signal.
 */
export async function watchOnce(watching: Watching, tools: WatchTools): Promise<ReflectorStep> {
  const end = await tools.outage.attempt(async (up) => {
    const stream = await streamed(watching, tools, up);
    if (stream.is !== "answered") return stream;
    if (stream.answer.status === 401) throw unknownNow(tools.connection.server, stream.answer);
    up();
    return stream;
  }, watching.signal);
  if (end.is === "error") return { is: "busy", cause: end.cause };
  if (end.is !== "answered") return end;
  return watching.anew && isRefusal(end.answer) ? noLists(tools) : stepOf(end.answer, asList(watching.query));
}

async function streamed(
  { query, place, anew, reflectorState, signal, begun, reached }: Watching,
  tools: WatchTools,
  up: () => void,
): Promise<Exclude<StreamEnd, { readonly is: "over" }> | ReflectorStep> {
  const { clock, connection } = tools;
  const beginning = keptList();
  const giving = new AbortController();
  let isWhole = !anew;
  let forget = withDeadConnectionCheck(tools, reflectorState, longest, () =>
    giving.abort(noResponseError(connection.server, longest)),
  );
  const next = (milliseconds: number, call: () => void): void => {
    forget();
    forget = clock.after(milliseconds, call);
  };
  const giveUpList = (): void => giving.abort(notStreamed);

  function event(event: Parameters<Parameters<typeof watchStream>[2]["event"]>[0]): void {
    const { is, resourceVersion } = event;
    if (isWhole) {
      if (is !== "bookmark") reflectorState.changed(is, event.object);
      else reflectorState.live();
    } else if (is !== "bookmark") {
      beginning[is](event.object);
      next(longest, giveUpList);
      return;
    } else if (event.isWhole) {
      isWhole = true;
      forget();
      reflectorState.listed(beginning.objects());
    } else {
      // The server ignored the request for all objects, and sends bookmarks as usual.
      giveUpList();
      return;
    }
    if (resourceVersion !== "") reached(resourceVersion);
  }

  try {
    const stream = {
      ...{ connection, clock, random: tools.random, signal: AbortSignal.any([signal, giving.signal]), event },
      begun() {
        up();
        begun();
        // The server first sends what happened since the place.
        if (isWhole) next(catchingUp, reflectorState.live);
        else next(longest, giveUpList);
      },
    };
    const end = await watchStream(asList(query), place, stream, anew);
    return !isWhole && end.is === "over" ? noLists(tools) : end;
  } catch (error) {
    if (signal.aborted || !giving.signal.aborted) throw error;
    if (giving.signal.reason === notStreamed) return noLists(tools);
    throw giving.signal.reason;
  } finally {
    forget();
  }
}

const notStreamed = "notStreamed";

/** Notes that the server streams no lists (KEP-3157), and makes the next request a plain list. */
function noLists({ abilities }: WatchTools): ReflectorStep {
  abilities.streamsLists = false;
  return { is: "expired" };
}

function isRefusal({ status }: ServerResponse): boolean {
  return status === 400 || status === 422;
}

function stepOf(response: ServerResponse, asked: Query): ReflectorStep {
  const reply = readQueryReply(response, asked);
  switch (reply.is) {
    case "expired":
      return { is: "expired" };
    // A list shows what the server has in its place, or that it has nothing.
    case "unserved":
    case "absent":
      return { is: "moved" };
    case "forbidden":
      return { is: "unwatchable" };
    case "busy":
      return isAhead(parseJsonLine(response.body)) ? { is: "expired" } : reply;
    default:
      return { is: "busy", cause: "cause" in reply ? reply.cause : "the server did not start the watch" };
  }
}

function unknownNow(server: string, response: ServerResponse): ConnectionError {
  const reply = readQueryReply(response, { verb: "list" });
  const message = "cause" in reply ? reply.cause : "";
  return new ConnectionError(`${server} no longer accepts the credentials of this context (401: ${message})`, {
    reason: "credentials",
    advice: "log in again",
    brief: `the server no longer accepts the credentials (401: ${message})`,
  });
}
