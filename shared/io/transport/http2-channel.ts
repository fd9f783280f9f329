import { BrokenConnection } from "../errors/connection-faults.ts";
import { unlessAborted } from "../socket/deadline.ts";
import type { ServerSocket } from "../socket/server-socket.ts";
import {
  type BodyParts,
  closedByUsText,
  flawOf,
  type IncomingResponse,
  noAnswerText,
  type OpenBody,
  type OutgoingHeaders,
  type OutgoingRequest,
  type ServerChannel,
  Silence,
  timedBodyParts,
} from "./channel.ts";
import type { ResponseHead, ResponseReader } from "./http2/response-stream.ts";
import { type Http2Session, openSession } from "./http2/session.ts";
import type { HeaderField } from "./http2/static-table.ts";
import type { LivenessCheck } from "./settings.ts";

// The times of client-go (apimachinery/pkg/util/net/http.go).
const usualHealth: LivenessCheck = { quietMilliseconds: 30_000, pingMilliseconds: 15_000 };

/** A channel that sends all requests over one HTTP/2 session on `socket`, whose handshake is done. */
export function overHttp2(socket: ServerSocket, authority: string, health: LivenessCheck = usualHealth): ServerChannel {
  const { quietMilliseconds, pingMilliseconds } = health;
  const session = openSession(socket);
  let heardAt = performance.now();
  let underWay = 0;
  let isFull = false;
  let looking: NodeJS.Timeout | undefined;
  socket.on("data", () => {
    heardAt = performance.now();
  });

  /** Pings after silence. Only received bytes count (golang.org/x/net/http2, Transport.ReadIdleTimeout). */
  function look(): void {
    clearTimeout(looking);
    if (underWay === 0) return;
    const left = heardAt + quietMilliseconds - performance.now();
    if (left > 0) looking = setTimeout(look, left);
    else ping();
  }

  function ping(): void {
    const pingedAt = performance.now();
    looking = setTimeout(() => {
      if (heardAt > pingedAt) look();
      else session.end(new Silence(performance.now() - heardAt));
    }, pingMilliseconds);
    session.ping(() => {
      heardAt = performance.now();
      look();
    });
  }

  function get(outgoing: OutgoingRequest, signal: AbortSignal): Promise<IncomingResponse> {
    const partsOf: OpenBody = (_status, _headers, end) => timedBodyParts(outgoing, end);
    const question = { fields: fieldsOf(authority, outgoing), openBody: partsOf, lasts: false };
    return watched(signal, () => answerOf(session, question, signal));
  }

  const stream: ServerChannel["stream"] = (outgoing, openBody, signal) => {
    const question = { fields: fieldsOf(authority, outgoing), openBody, lasts: true };
    return watched(signal, async () => {
      // Before the server has sent its limit, streams might fill it and leave no room for requests.
      await unlessAborted(session.settled, signal);
      if (isFull || session.isFull()) {
        isFull = true;
        session.drain();
        return undefined;
      }
      return answerOf(session, question, signal);
    });
  };

  /** Runs a request, and watches the connection for silence meanwhile. */
  async function watched<T>(signal: AbortSignal, go: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    underWay += 1;
    if (underWay === 1) {
      heardAt = performance.now();
      look();
    }
    try {
      return await go();
    } finally {
      underWay -= 1;
      if (underWay === 0) clearTimeout(looking);
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

/** One request, and where the body of its response goes. */
interface Question {
  readonly fields: Iterable<HeaderField>;
  readonly openBody: OpenBody;
  readonly lasts: boolean;
}

function answerOf(
  session: Http2Session,
  { fields, openBody, lasts }: Question,
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
        else if (done === undefined) reject(new BrokenConnection(noAnswerText, { cause }));
        else {
          const silence = cause instanceof Silence && flawOf(cause);
          resolve({ ...done, ...silence });
        }
      },
    };
    giveUp = session.ask(fields, reader, lasts);
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
