import type { Socket } from "node:net";
import { bodyParts, type Channel, type Incoming, type Outgoing, type OutgoingHeaders } from "./channel.ts";
import { BrokenConnection } from "./faults.ts";
import type { Head } from "./http2/answer.ts";
import { openSession, type Session } from "./http2/session.ts";
import type { Field } from "./http2/static-table.ts";

// client-go's health check (apimachinery/pkg/util/net/http.go): a connection that says nothing is asked, then given up.
const usualHealth = { quietMilliseconds: 30_000, pingMilliseconds: 15_000 };

/** All questions at once over one HTTP/2 session on `socket`, whose handshake is done. */
export function overHttp2(socket: Socket, authority: string, health: typeof usualHealth = usualHealth): Channel {
  const { quietMilliseconds, pingMilliseconds } = health;
  const session = openSession(socket);
  let underWay = 0;
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

  async function get(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> {
    signal.throwIfAborted();
    underWay += 1;
    socket.setTimeout(quietMilliseconds);
    try {
      return await answerOf(session, authority, outgoing, signal);
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
    retire: session.drain,
    close: () => session.end(new BrokenConnection("closed by us")),
  };
}

function answerOf(session: Session, authority: string, outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const parts = bodyParts(outgoing.limit);
    let head: Head | undefined;
    let giveUp: ((cause: unknown) => void) | undefined;
    const cancel = (): void => giveUp?.(signal.reason);
    signal.addEventListener("abort", cancel, { once: true });
    giveUp = session.ask(fieldsOf(authority, outgoing), {
      head(one) {
        head = one;
      },
      data: parts.add,
      end(cause) {
        signal.removeEventListener("abort", cancel);
        if (signal.aborted) reject(signal.reason);
        else if (head === undefined) reject(new BrokenConnection("no answer", { cause }));
        else resolve({ ...head, ...parts.done(cause === undefined) });
      },
    });
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
