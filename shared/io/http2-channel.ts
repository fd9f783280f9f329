import type { Socket } from "node:net";
import {
  type BodyParts,
  bodyParts,
  type Channel,
  type Gather,
  type Incoming,
  type Outgoing,
  type OutgoingHeaders,
} from "./channel.ts";
import type { Health } from "./connection-settings.ts";
import { unlessAborted } from "./deadline.ts";
import { BrokenConnection } from "./faults.ts";
import type { AnswerReader, Head } from "./http2/answer.ts";
import { openSession, type Session } from "./http2/session.ts";
import type { Field } from "./http2/static-table.ts";

// client-go's (apimachinery/pkg/util/net/http.go).
const usualHealth: Health = { quietMilliseconds: 30_000, pingMilliseconds: 15_000 };

/** All questions at once over one HTTP/2 session on `socket`, whose handshake is done. */
export function overHttp2(socket: Socket, authority: string, health: Health = usualHealth): Channel {
  const { quietMilliseconds, pingMilliseconds } = health;
  const session = openSession(socket);
  let heardAt = performance.now();
  let underWay = 0;
  let isFull = false;
  let looking: NodeJS.Timeout | undefined;
  socket.on("data", () => {
    heardAt = performance.now();
  });

  /** What we say ourselves is no sign of life (golang.org/x/net/http2, Transport.ReadIdleTimeout). */
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

  function get(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> {
    const question = { fields: fieldsOf(authority, outgoing), gather: () => bodyParts(outgoing.limit), lasts: false };
    return watched(signal, () => answerOf(session, question, signal));
  }

  function stream(outgoing: Outgoing, gather: Gather, signal: AbortSignal): Promise<Incoming | undefined> {
    const question = { fields: fieldsOf(authority, outgoing), gather, lasts: true };
    return watched(signal, async () => {
      // Until the server has said how many it takes, streams might fill it and leave no room for questions.
      await unlessAborted(session.settled, signal);
      if (isFull || session.isFull()) {
        isFull = true;
        session.drain();
        return undefined;
      }
      return answerOf(session, question, signal);
    });
  }

  /** What is under way is watched: silence is no proof that the other end is still there. */
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
    close: () => session.end(new BrokenConnection("closed by us")),
  };
}

/** Not even a ping was answered. */
class Silence extends Error {
  readonly code = "ETIMEDOUT";
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super("the server fell silent");
    this.milliseconds = milliseconds;
  }
}

/** One question and what becomes of its answer. */
interface Question {
  readonly fields: Iterable<Field>;
  readonly gather: Gather;
  readonly lasts: boolean;
}

function answerOf(session: Session, { fields, gather, lasts }: Question, signal: AbortSignal): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    let begun: { readonly head: Head; readonly parts: BodyParts } | undefined;
    let giveUp: ((cause: unknown) => void) | undefined;
    const cancel = (): void => giveUp?.(signal.reason);
    signal.addEventListener("abort", cancel, { once: true });
    const reader: AnswerReader = {
      head(head) {
        begun = { head, parts: gather(head.status) };
      },
      data: (chunk) => begun?.parts.add(chunk) ?? false,
      end(cause) {
        signal.removeEventListener("abort", cancel);
        if (signal.aborted) reject(signal.reason);
        else if (begun === undefined) reject(new BrokenConnection("no answer", { cause }));
        else {
          const done = begun.parts.done(cause === undefined, cause);
          const silence = cause instanceof Silence && { flaw: cause.message, silentFor: cause.milliseconds };
          resolve({ ...begun.head, ...done, ...silence });
        }
      },
    };
    giveUp = session.ask(fields, reader, lasts);
  });
}

function* fieldsOf(authority: string, { path, headers }: Outgoing): Iterable<Field> {
  yield [":method", "GET"];
  yield [":scheme", "https"];
  yield [":authority", authority];
  yield [":path", path];
  yield* linesOf(headers);
}

function* linesOf(headers: OutgoingHeaders): Iterable<Field> {
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values].flat()) yield [name, value];
  }
}
