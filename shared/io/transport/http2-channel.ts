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
import { type Http2Session, openSession } from "./http2/session.ts";
import type { HeaderField } from "./http2/static-table.ts";
import type { LivenessCheck } from "./settings.ts";

// The times of client-go (apimachinery/pkg/util/net/http.go).
const usualHealth: LivenessCheck = { quietMs: 30_000, pingMs: 15_000 };

/** A channel that sends all requests over one HTTP/2 session on `socket`, whose handshake is done. */
export function openHttp2Channel(
  socket: ServerSocket,
  authority: string,
  health: LivenessCheck = usualHealth,
): ServerChannel {
  const { quietMs, pingMs } = health;
  const session = openSession(socket);
  let receivedAtMs = performance.now();
  let inProgress = 0;
  let isFull = false;
  let livenessTimer: NodeJS.Timeout | undefined;
  socket.on("data", () => {
    receivedAtMs = performance.now();
  });

  /** Pings after silence. Only received bytes count (golang.org/x/net/http2, Transport.ReadIdleTimeout). */
  function checkLiveness(): void {
    clearTimeout(livenessTimer);
    if (inProgress === 0) return;
    const left = receivedAtMs + quietMs - performance.now();
    if (left > 0) livenessTimer = setTimeout(checkLiveness, left);
    else ping();
  }

  function ping(): void {
    const pingedAtMs = performance.now();
    livenessTimer = setTimeout(() => {
      if (receivedAtMs > pingedAtMs) checkLiveness();
      else session.end(new SilenceError(performance.now() - receivedAtMs));
    }, pingMs);
    session.ping(() => {
      receivedAtMs = performance.now();
      checkLiveness();
    });
  }

  function get(outgoing: OutgoingRequest, signal: AbortSignal): Promise<IncomingResponse> {
    const partsOf: OpenBody = (_status, _headers, end) => timedBodyParts(outgoing, end);
    const request = { fields: fieldsOf(authority, outgoing), openBody: partsOf, isLongLived: false };
    return watched(signal, () => exchange(session, request, signal));
  }

  const stream: ServerChannel["stream"] = (outgoing, openBody, signal) => {
    const request = { fields: fieldsOf(authority, outgoing), openBody, isLongLived: true };
    return watched(signal, async () => {
      // Before the server has sent its limit, streams might fill it and leave no room for requests.
      await unlessAborted(session.settled, signal);
      if (isFull || session.isFull()) {
        isFull = true;
        session.drain();
        return undefined;
      }
      return exchange(session, request, signal);
    });
  };

  /** Runs a request, and watches the connection for silence meanwhile. */
  async function watched<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    inProgress += 1;
    if (inProgress === 1) {
      receivedAtMs = performance.now();
      checkLiveness();
    }
    try {
      return await work();
    } finally {
      inProgress -= 1;
      if (inProgress === 0) clearTimeout(livenessTimer);
    }
  }

  return {
    usable: session.usable,
    noticesSilence: true,
    get,
    stream,
    retire: session.drain,
    isOver: session.isOver,
    close: () => session.end(new BrokenConnection(closedByUsText)),
  };
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
