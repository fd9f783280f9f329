import { Agent, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { bodyParts, type Channel, type Incoming, type Outgoing } from "./channel.ts";
import { BrokenConnection } from "./faults.ts";

/**
 * One question after the other over one kept HTTP/1.1 connection: `first`, whose handshake is done, and another one from
 * `dial` whenever the server has closed the one before.
 */
export function overHttp1(first: Socket, authority: string, dial: () => Promise<Socket>): Channel {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let next: Socket | undefined = first;
  let closed = false;
  agent.createConnection = (_options, ready) => {
    const socket = next;
    next = undefined;
    if (socket !== undefined && !socket.destroyed) return socket;
    dial().then(
      (dialled) => ready?.(null, dialled),
      (error: Error) => ready?.(error, undefined as never),
    );
    return undefined;
  };
  return {
    usable: () => !closed,
    get: (outgoing, signal) => ask(agent, { ...outgoing, headers: { host: authority, ...outgoing.headers } }, signal),
    // A question that ran out of time has taken its socket with it.
    retire() {},
    close() {
      closed = true;
      agent.destroy();
      next?.destroy();
    },
  };
}

function ask(agent: Agent, { path, headers, limit }: Outgoing, signal: AbortSignal): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, path, headers, signal, method: "GET" });
    outgoing.on("error", (cause) => {
      reject(signal.aborted ? signal.reason : new BrokenConnection("no answer", { cause }));
    });
    outgoing.on("response", (answer: IncomingMessage) => {
      const parts = bodyParts(limit);
      answer.on("data", (chunk: Buffer) => {
        if (!parts.add(chunk)) answer.destroy();
      });
      // What broke stands in `complete`.
      answer.on("error", () => {});
      answer.on("close", () => {
        if (signal.aborted) reject(signal.reason);
        else resolve({ status: answer.statusCode ?? 0, headers: answer.headers, ...parts.done(answer.complete) });
      });
    });
    outgoing.end();
  });
}
