import { BrokenConnection } from "../errors/connection-faults.ts";
import { unlessAborted } from "../socket/deadline.ts";
import type { ServerSocket } from "../socket/server-socket.ts";
import type {
  BodyCollector,
  IncomingResponse,
  OpenBody,
  OutgoingHeaders,
  OutgoingRequest,
  ServerChannel,
} from "./channel.ts";
import type { ResponseHead, ResponseReader } from "./http2/response-stream.ts";
import { Http2Session } from "./http2/session.ts";
import type { HeaderField } from "./http2/static-table.ts";
import { createTimedBodyCollector } from "./response-body.ts";
import { closedByUsText, endedWithoutResponseText, SilenceError } from "./response-flaws.ts";
import type { LivenessCheck } from "./settings.ts";

/** When client-go pings and gives up a silent server (kubernetes/apimachinery, pkg/util/net/http.go). */
const usualHealth: LivenessCheck = { quietMs: 30_000, pingMs: 15_000 };

/** Opens a channel that sends all requests over one HTTP/2 session on `socket`, whose handshake is done. */
export function openHttp2Channel(
  socket: ServerSocket,
  authority: string,
  health: LivenessCheck = usualHealth,
): ServerChannel {
  return new Http2Channel(socket, authority, health);
}

class Http2Channel implements ServerChannel {
  readonly noticesSilence = true;
  readonly #authority: string;
  readonly #session: Http2Session;
  readonly #silenceCheck: SilenceCheck;
  /** A stream found no room. Another channel is opened for it, and this one takes no more requests. */
  #isFull = false;

  constructor(socket: ServerSocket, authority: string, health: LivenessCheck) {
    this.#authority = authority;
    this.#session = new Http2Session(socket);
    this.#silenceCheck = new SilenceCheck(socket, this.#session, health);
  }

  usable(): boolean {
    return this.#session.usable();
  }

  get(outgoing: OutgoingRequest, signal: AbortSignal): Promise<IncomingResponse> {
    const fields = listRequestFields(this.#authority, outgoing);
    const openBody: OpenBody = (_status, _headers, end) => createTimedBodyCollector(outgoing, end);
    const exchange = new Exchange({ fields, openBody, isLongLived: false }, signal);
    return this.#silenceCheck.during(signal, () => exchange.send(this.#session));
  }

  stream(outgoing: OutgoingRequest, openBody: OpenBody, signal: AbortSignal): Promise<IncomingResponse | undefined> {
    const fields = listRequestFields(this.#authority, outgoing);
    return this.#silenceCheck.during(signal, async () => {
      // Before the server has sent its limit, streams might fill it and leave no room for requests.
      await unlessAborted(this.#session.settled, signal);
      this.#isFull ||= this.#session.isFull();
      if (this.#isFull) {
        this.#session.drain();
        return undefined;
      }
      return new Exchange({ fields, openBody, isLongLived: true }, signal).send(this.#session);
    });
  }

  retire(): void {
    this.#session.drain();
  }

  isOver(): boolean {
    return this.#session.isOver();
  }

  close(): void {
    this.#session.end(new BrokenConnection(closedByUsText));
  }
}

/**
 * Ends a session whose server is silent although a request is in progress. After some silence it pings. Only received
 * bytes count (golang.org/x/net/http2, Transport.ReadIdleTimeout).
 */
class SilenceCheck {
  readonly #session: Http2Session;
  readonly #health: LivenessCheck;
  #receivedAtMs = performance.now();
  #requestsInProgress = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: ServerSocket, session: Http2Session, health: LivenessCheck) {
    this.#session = session;
    this.#health = health;
    socket.on("data", () => {
      this.#receivedAtMs = performance.now();
    });
  }

  /** Runs a request, and watches the connection for silence meanwhile. */
  async during<Result>(signal: AbortSignal, request: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    this.#requestsInProgress += 1;
    if (this.#requestsInProgress === 1) {
      this.#receivedAtMs = performance.now();
      this.#check();
    }
    try {
      return await request();
    } finally {
      this.#requestsInProgress -= 1;
      if (this.#requestsInProgress === 0) clearTimeout(this.#timer);
    }
  }

  #check(): void {
    clearTimeout(this.#timer);
    if (this.#requestsInProgress === 0) return;
    const quietMs = performance.now() - this.#receivedAtMs;
    const untilPingMs = this.#health.quietMs - quietMs;
    if (untilPingMs > 0) this.#timer = setTimeout(() => this.#check(), untilPingMs);
    else this.#ping();
  }

  #ping(): void {
    const pingedAtMs = performance.now();
    this.#timer = setTimeout(() => {
      if (this.#receivedAtMs > pingedAtMs) this.#check();
      else this.#session.end(new SilenceError(performance.now() - this.#receivedAtMs));
    }, this.#health.pingMs);
    this.#session.ping(() => {
      this.#receivedAtMs = performance.now();
      this.#check();
    });
  }
}

/** A request, and what collects the body of its response. */
interface StreamRequest {
  readonly fields: Iterable<HeaderField>;
  readonly openBody: OpenBody;
  /** Whether the response may take hours. */
  readonly isLongLived: boolean;
}

/** One request over a session, and its response while it arrives. */
class Exchange implements ResponseReader {
  readonly #request: StreamRequest;
  readonly #signal: AbortSignal;
  readonly #result = Promise.withResolvers<IncomingResponse>();
  /** Absent until the head of the response has arrived. */
  #response: { readonly head: ResponseHead; readonly body: BodyCollector } | undefined;
  #cancelRequest = (_cause: unknown): void => {};
  readonly #takeAbort = (): void => this.#cancelRequest(this.#signal.reason);

  /** @param signal Cancels the request. */
  constructor(request: StreamRequest, signal: AbortSignal) {
    this.#request = request;
    this.#signal = signal;
  }

  /** Sends the request, and resolves with its response. @throws as {@link ServerChannel.get} does. */
  send(session: Http2Session): Promise<IncomingResponse> {
    const { fields, isLongLived } = this.#request;
    this.#signal.addEventListener("abort", this.#takeAbort, { once: true });
    this.#cancelRequest = session.request(fields, this, isLongLived);
    return this.#result.promise;
  }

  head(head: ResponseHead): void {
    const body = this.#request.openBody(head.status, head.headers, (cause) => this.#cancelRequest(cause));
    this.#response = { head, body };
  }

  data(chunk: Buffer): boolean {
    return this.#response?.body.add(chunk) ?? false;
  }

  end(cause?: unknown): void {
    this.#signal.removeEventListener("abort", this.#takeAbort);
    const response = this.#finishResponse(cause);
    if (this.#signal.aborted) this.#result.reject(this.#signal.reason);
    else if (response === undefined) this.#result.reject(new BrokenConnection(endedWithoutResponseText, { cause }));
    else this.#result.resolve(response);
  }

  /** Finishes the body also where nothing needs it, because it gives its bytes back to the budget and stops its timer. */
  #finishResponse(cause: unknown): IncomingResponse | undefined {
    if (this.#response === undefined) return undefined;
    const { head, body } = this.#response;
    const response = { ...head, ...body.finish({ isComplete: cause === undefined, cause }) };
    return cause instanceof SilenceError ? { ...response, ...cause.flaw() } : response;
  }
}

/** The fields of a GET request: `:path` and the like, then the headers. */
function* listRequestFields(authority: string, { path, headers }: OutgoingRequest): Iterable<HeaderField> {
  yield [":method", "GET"];
  yield [":scheme", "https"];
  yield [":authority", authority];
  yield [":path", path];
  yield* listHeaderFields(headers);
}

function* listHeaderFields(headers: OutgoingHeaders): Iterable<HeaderField> {
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values].flat()) yield [name, value];
  }
}
