import type { KubeObject } from "../../../model/object.ts";
import type { Query } from "../../../model/snapshot.ts";
import { parseJson } from "../../../parse/json-value.ts";
import { readQueryResult, resultCause } from "../../connection/query-result.ts";
import type { ServerResponse } from "../../connection/server-response.ts";
import { ConnectionError } from "../../errors/errors.ts";
import { requestTimeoutError, startDeadConnectionCheck } from "../dead-connections.ts";
import { isAhead, type StreamEnd, type StreamedEvent, watchStream } from "../watch-stream.ts";
import type { WatchTools } from "../watch-tools.ts";
import { KeptList } from "./kept-list.ts";
import type { ListWatchRequest } from "./list-watch.ts";
import { ListWeight } from "./list-weight.ts";
import { toListQuery } from "./reflector-state.ts";
import type { ReflectorStep } from "./reflector-step.ts";
import type { RequestContext } from "./request-context.ts";

type WatchRequest = Extract<ListWatchRequest, { readonly is: "watch" }>;

interface WatchContext extends RequestContext {
  readonly request: WatchRequest;
}

/** Milliseconds until the server must have begun to respond, and between two objects of a list that it streams. */
const maxWaitForDataMs = 60_000;

/**
 * Milliseconds after which the server counts as having sent all changes since the place. Nothing in a watch marks the
 * end of those. This applies after the ordinary end of a watch and after a mere cut. After silence or an outage all
 * objects are read.
 */
const catchingUpMs = 100;

/**
 * Takes in changes until the server ends the watch or something breaks.
 * @throws ConnectionError; the reason of the signal.
 */
export async function watchOnce(context: WatchContext): Promise<ReflectorStep> {
  const { query, tools, signal, request, take } = context;
  const end = await tools.outage.attempt(async (isUp) => {
    take({ is: "sent" });
    const stream = await new OneWatch(context, isUp).run();
    if (stream.is !== "notOk") return stream;
    if (stream.response.status === 401) throw loginLostError(tools.connection.server, stream.response);
    isUp();
    return stream;
  }, signal);
  if (end.is === "error") return { is: "busy", cause: end.cause };
  if (end.is !== "notOk") return end;
  const { status } = end.response;
  if (request.sendsInitialEvents && (status === 400 || status === 422)) return noteUnstreamedLists(tools);
  return stepOfRefusal(end.response, toListQuery(query));
}

/** Why a watch is given up by which the server does not stream a list. */
const notStreamed = "notStreamed";

/**
 * One request for a watch. Where it sends initial events (KEP-3157), all objects come first. They are collected beside
 * the state, so that what is shown changes only when all of them have arrived.
 */
class OneWatch {
  readonly #context: WatchContext;
  /** The server responds. */
  readonly #isUp: () => void;
  readonly #listQuery: Query;
  readonly #initialObjects = new KeptList();
  readonly #initialWeight: ListWeight;
  /** All objects have arrived, or were read before. */
  #isComplete: boolean;
  readonly #givingUp = new AbortController();
  #cancelTimer = (): void => {};

  constructor(context: WatchContext, isUp: () => void) {
    const { query, tools, request } = context;
    this.#context = context;
    this.#isUp = isUp;
    this.#listQuery = toListQuery(query);
    this.#initialWeight = new ListWeight(this.#listQuery, tools.connection.server, tools.budget);
    this.#isComplete = !request.sendsInitialEvents;
  }

  /** Takes in the events until the watch ends. Resolves to how it ended. */
  async run(): Promise<Exclude<StreamEnd, { readonly is: "over" }> | ReflectorStep> {
    const { tools, state, signal, request } = this.#context;
    if (request.sendsInitialEvents) state.listing();
    this.#cancelTimer = startDeadConnectionCheck(tools, state, maxWaitForDataMs, () =>
      this.#givingUp.abort(requestTimeoutError(tools.connection.server, maxWaitForDataMs)),
    );
    try {
      const stream = {
        connection: tools.connection,
        clock: tools.clock,
        random: tools.random,
        signal: AbortSignal.any([signal, this.#givingUp.signal]),
        sendsInitialEvents: request.sendsInitialEvents,
        begun: () => this.#takeBeginning(),
        event: (event: StreamedEvent, line: string) => this.#takeEvent(event, line),
      };
      const end = await watchStream(this.#listQuery, request.place, stream);
      return !this.#isComplete && end.is === "over" ? noteUnstreamedLists(tools) : end;
    } catch (error) {
      const givenUp = this.#givingUp.signal;
      if (signal.aborted || !givenUp.aborted) throw error;
      if (givenUp.reason === notStreamed) return noteUnstreamedLists(tools);
      throw givenUp.reason;
    } finally {
      if (!this.#isComplete) this.#initialWeight.release();
      this.#cancelTimer();
    }
  }

  /** The server has begun to send changes. */
  #takeBeginning(): void {
    this.#isUp();
    this.#context.take({ is: "begun" });
    // The server first sends what happened since the place.
    if (this.#isComplete) this.#setTimer(catchingUpMs, () => this.#context.state.live());
    else this.#awaitInitialEvent();
  }

  #takeEvent(event: StreamedEvent, line: string): void {
    if (this.#isComplete) {
      this.#takeChange(event, line);
    } else if (event.is !== "bookmark") {
      this.#takeInitialObject(event.is, event.object, line);
      this.#awaitInitialEvent();
      return;
    } else if (event.isWhole) {
      this.#isComplete = true;
      this.#cancelTimer();
      this.#context.state.listed(this.#initialObjects.objects(), { share: this.#initialWeight.share() });
    } else {
      // The server ignored the request for all objects, and sends bookmarks as usual.
      this.#givingUp.abort(notStreamed);
      return;
    }
    // The next request can continue from here.
    const { resourceVersion } = event;
    if (resourceVersion !== "") this.#context.take({ is: "reached", resourceVersion });
  }

  #takeChange(event: StreamedEvent, line: string): void {
    const { state } = this.#context;
    if (event.is === "put") state.put(event.object, line);
    else if (event.is === "remove") state.remove(event.object);
    else state.live();
  }

  #takeInitialObject(change: "put" | "remove", object: KubeObject, line: string): void {
    const before = this.#initialObjects.find(object);
    if (change === "put") {
      const weighed = this.#initialWeight.put(object, before, line, this.#initialObjects.size());
      this.#initialObjects.put(weighed);
    } else if (before !== undefined) {
      this.#initialObjects.remove(object);
      this.#initialWeight.remove(before);
    }
  }

  /** Gives up a list whose next object does not come. */
  #awaitInitialEvent(): void {
    this.#setTimer(maxWaitForDataMs, () => this.#givingUp.abort(notStreamed));
  }

  #setTimer(delayMs: number, call: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#context.tools.clock.after(delayMs, call);
  }
}

/** Notes that the server streams no lists (KEP-3157), and makes the next request a plain list. */
function noteUnstreamedLists({ abilities }: WatchTools): ReflectorStep {
  abilities.streamsLists = false;
  return { is: "expired" };
}

function stepOfRefusal(response: ServerResponse, listQuery: Query): ReflectorStep {
  const result = readQueryResult(response, listQuery);
  switch (result.is) {
    case "expired":
      return { is: "expired" };
    // A list shows what the server has in its place, or that it has nothing.
    case "unserved":
    case "absent":
      return { is: "moved" };
    case "forbidden":
      return { is: "unwatchable" };
    case "busy":
      return isAhead(parseJson(response.body)) ? { is: "expired" } : result;
    default:
      return { is: "busy", cause: "cause" in result ? result.cause : "the server did not start the watch" };
  }
}

function loginLostError(server: string, response: ServerResponse): ConnectionError {
  const message = resultCause(readQueryResult(response, { verb: "list" }));
  return new ConnectionError(`${server} no longer accepts the credentials of this context (401: ${message})`, {
    reason: "credentials",
    advice: "log in again",
    brief: `the server no longer accepts the credentials (401: ${message})`,
  });
}
