import { BrokenConnection } from "../errors/connection-faults.ts";
import { unlessAborted } from "../socket/deadline.ts";
import type { ServerSocket } from "../socket/server-socket.ts";
import {
  type BodyParts,
  closedByUsText,
  endedWithoutResponseText,
  type IncomingResponse,
  type OpenBody,
  type OutgoingHeaders,
  type OutgoingRequest,
  type ServerChannel,
  SilenceError,
  silenceFlaw,
  timedBodyParts,
} from "./channel.ts";
import type { ResponseHead, ResponseReader } from "./http2/response-stream.ts";
import { Http2Session } from "./http2/session.ts";
import type { HeaderField } from "./http2/static-table.ts";
import type { LivenessCheck } from "./settings.ts";

/** The times of client-go (kubernetes/apimachinery, pkg/util/net/http.go). */
const usualHealth: LivenessCheck = { quietMs: 30_000, pingMs: 15_000 };

/** A channel that sends all requests over one HTTP/2 session on `socket`, whose handshake is done. */
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
    const fields = fieldsOf(this.#authority, outgoing);
    const openBody: OpenBody = (_status, _headers, end) => timedBodyParts(outgoing, end);
    return this.#silenceCheck.during(signal, () =>
      exchange(this.#session, { fields, openBody, isLongLived: false }, signal),
    );
  }

  stream(outgoing: OutgoingRequest, openBody: OpenBody, signal: AbortSignal): Promise<IncomingResponse | undefined> {
    const fields = fieldsOf(this.#authority, outgoing);
    return this.#silenceCheck.during(signal, async () => {
      // Before the server has sent its limit, streams might fill it and leave no room for requests.
      await unlessAborted(this.#session.settled, signal);
      this.#isFull ||= this.#session.isFull();
      if (this.#isFull) {
        this.#session.drain();
        return undefined;
      }
      return exchange(this.#session, { fields, openBody, isLongLived: true }, signal);
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

/** One request, and where the body of its response goes. `isLongLived`: the response may take hours. */
interface StreamRequest {
  readonly fields: Iterable<HeaderField>;
  readonly openBody: OpenBody;
  readonly isLongLived: boolean;
}

/** Sends a request over `session`, and resolves with its response. */
function exchange(
  session: Http2Session,
  { fields, openBody, isLongLived }: StreamRequest,
  signal: AbortSignal,
): Promise<IncomingResponse> {
  return new Promise((resolve, reject) => {
    let begun: { readonly head: ResponseHead; readonly parts: BodyParts } | undefined;
    let giveUp: ((cause: unknown) => void) | undefined;
    const cancel = (): void => giveUp?.(signal.reason);
    signal.addEventListener("abort", cancel, { once: true });
    const reader: ResponseReader = {
      head(head) {
        begun = { head, parts: openBody(head.status, head.headers, (cause) => giveUp?.(cause)) };
      },
      data: (chunk) => begun?.parts.add(chunk) ?? false,
      end(cause) {
        signal.removeEventListener("abort", cancel);
        // Also where the request was given up: it gives the bytes back to the budget, and stops its timer.
        const done = begun && { ...begun.head, ...begun.parts.done(cause === undefined, cause) };
        if (signal.aborted) reject(signal.reason);
        else if (done === undefined) reject(new BrokenConnection(endedWithoutResponseText, { cause }));
        else {
          const silence = cause instanceof SilenceError && silenceFlaw(cause);
          resolve({ ...done, ...silence });
        }
      },
    };
    giveUp = session.request(fields, reader, isLongLived);
  });
}

function* fieldsOf(authority: string, { path, headers }: OutgoingRequest): Iterable<HeaderField> {
  yield [":method", "GET"];
  yield [":scheme", "https"];
  yield [":authority", authority];
  yield [":path", path];
  yield* headerFields(headers);
}

function* headerFields(headers: OutgoingHeaders): Iterable<HeaderField> {
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values].flat()) yield [name, value];
  }
}
