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
import { unlessAborted } from "./deadline.ts";
import { BrokenConnection } from "./faults.ts";
import type { AnswerReader, Head } from "./http2/answer.ts";
import { openSession, type Session } from "./http2/session.ts";
import type { Field } from "./http2/static-table.ts";

// client-go's health check (apimachinery/pkg/util/net/http.go): a connection that says nothing is asked, then given up.
const usualHealth = { quietMilliseconds: 30_000, pingMilliseconds: 15_000 };

/** All questions at once over one HTTP/2 session on `socket`, whose handshake is done. */
export function overHttp2(socket: Socket, authority: string, health: typeof usualHealth = usualHealth): Channel {
  const { quietMilliseconds, pingMilliseconds } = health;
  const session = openSession(socket);
  let underWay = 0;
  let isFull = false;
  let given: NodeJS.Timeout | undefined;
  socket.on("timeout", ping);

  function ping(): void {
    if (underWay === 0 || given !== undefined) return;
    given = setTimeout(() => session.end(new Error("no answer to a ping")), pingMilliseconds);
    session.ping(() => {
      clearTimeout(given);
      given = undefined;
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
    socket.setTimeout(quietMilliseconds);
    try {
      return await go();
    } finally {
      underWay -= 1;
      if (underWay === 0) watchNoMore();
    }
  }

  function watchNoMore(): void {
    socket.setTimeout(0);
    clearTimeout(given);
    given = undefined;
  }

  return {
    usable: session.usable,
    get,
    stream,
    retire: session.drain,
    close: () => session.end(new BrokenConnection("closed by us")),
  };
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
        else resolve({ ...begun.head, ...begun.parts.done(cause === undefined, cause) });
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
