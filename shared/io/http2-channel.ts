import { type ClientHttp2Stream, connect, constants, type IncomingHttpHeaders } from "node:http2";
import type { TLSSocket } from "node:tls";
import { bodyParts, type Channel, type Incoming, type Outgoing } from "./channel.ts";
import { BrokenConnection } from "./faults.ts";

// What golang.org/x/net/http2 offers per stream; Node's 64 KiB would cost a round trip per 64 KiB of a list.
const windowBytes = 4 * 2 ** 20;
// client-go's health check (apimachinery/pkg/util/net/http.go): a connection that says nothing is asked, then given up.
const usualHealth = { quietMilliseconds: 30_000, pingMilliseconds: 15_000 };

/** All questions at once over one HTTP/2 session on `socket`, whose handshake is done. */
export function overHttp2(socket: TLSSocket, authority: string, health: typeof usualHealth = usualHealth): Channel {
  const { quietMilliseconds, pingMilliseconds } = health;
  const session = connect(`https://${authority}`, {
    createConnection: () => socket,
    settings: { enablePush: false, initialWindowSize: windowBytes },
    // Node refuses further streams above 10 MB; what one body may take is limited where it is gathered.
    maxSessionMemory: 1000,
  });
  session.on("connect", () => {
    if (!session.destroyed) session.setLocalWindowSize(4 * windowBytes);
  });
  // Every stream reports its own end; without a listener the process would end.
  session.on("error", () => {});
  session.on("timeout", ping);
  let underWay = 0;

  function ping(): void {
    if (underWay === 0 || session.destroyed) return;
    const given = setTimeout(() => session.destroy(new Error("no answer to a ping")), pingMilliseconds);
    session.ping(() => {
      clearTimeout(given);
      if (underWay > 0) session.setTimeout(quietMilliseconds);
    });
  }

  function begin({ path, headers }: Outgoing): ClientHttp2Stream {
    try {
      return session.request({ ":method": "GET", ":path": path, ...headers });
    } catch (cause) {
      throw new BrokenConnection("the session is closed", { cause });
    }
  }

  async function get(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> {
    const stream = begin(outgoing);
    underWay += 1;
    session.setTimeout(quietMilliseconds);
    try {
      return await answerOf(stream, outgoing.limit, signal);
    } finally {
      underWay -= 1;
      if (underWay === 0) session.setTimeout(0);
    }
  }

  return {
    usable: () => !session.closed && !session.destroyed,
    get,
    retire: () => session.close(),
    close: () => session.destroy(),
  };
}

function answerOf(stream: ClientHttp2Stream, limit: number, signal: AbortSignal): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const parts = bodyParts(limit);
    let head: IncomingHttpHeaders | undefined;
    let cause: unknown;
    let ended = false;
    const cancel = (): void => stream.close(constants.NGHTTP2_CANCEL);
    signal.addEventListener("abort", cancel, { once: true });
    stream.on("response", (headers) => {
      head = headers;
    });
    stream.on("data", (chunk: Buffer) => {
      if (!parts.add(chunk)) cancel();
    });
    stream.on("end", () => {
      ended = true;
    });
    stream.on("error", (error) => {
      cause = error;
    });
    stream.on("close", () => {
      signal.removeEventListener("abort", cancel);
      if (signal.aborted) reject(signal.reason);
      else if (head === undefined) reject(new BrokenConnection("no answer", { cause }));
      // A broken session ends its streams as if they were whole, but not with code 0.
      else resolve(incomingOf(head, parts.done(ended && stream.rstCode === constants.NGHTTP2_NO_ERROR)));
    });
  });
}

function incomingOf(head: IncomingHttpHeaders, body: Pick<Incoming, "body" | "flaw">): Incoming {
  return { status: Number(head[":status"]), headers: head, ...body };
}
