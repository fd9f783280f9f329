import { Agent, type IncomingMessage, type RequestOptions, request } from "node:http";
import type { Socket } from "node:net";
import { type BodyParts, bodyParts, type Channel, type Gather, type Incoming, type Outgoing } from "./channel.ts";
import { unlessAborted } from "./deadline.ts";
import { BrokenConnection } from "./faults.ts";

/** Over one connection a slow answer would hold up all others, and use up their time; kubectl opens as many as it asks. */
const most = 6;

/**
 * Questions over kept HTTP/1.1 connections, one at a time over each: over `first`, whose handshake is done, and over
 * others from `dial` where more is asked at once, or where the server has closed one. A stream has one of its own.
 */
export function overHttp1(first: Socket, authority: string, dial: () => Promise<Socket>): Channel {
  const agent = new Agent({ keepAlive: true });
  const inTurn = turns(most);
  const streaming = new Set<Socket>();
  let next: Socket | undefined = first;
  let underWay = 0;
  let retired = false;
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
  const keepAlive = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => !retired && keepAlive(socket);

  async function get(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> {
    for (;;) {
      signal.throwIfAborted();
      if (closed) throw new BrokenConnection("closed by us");
      const incoming = await ask({ agent }, outgoing, () => bodyParts(outgoing.limit), signal);
      if (incoming !== undefined) return incoming;
    }
  }

  async function stream(outgoing: Outgoing, gather: Gather, signal: AbortSignal): Promise<Incoming | undefined> {
    const socket = await dialled(dial, signal);
    streaming.add(socket);
    try {
      if (closed) throw new BrokenConnection("closed by us");
      return await ask({ createConnection: () => socket }, outgoing, gather, signal);
    } finally {
      streaming.delete(socket);
      socket.destroy();
    }
  }

  async function counted<T>(go: () => Promise<T>): Promise<T> {
    underWay += 1;
    try {
      return await go();
    } finally {
      underWay -= 1;
    }
  }

  const withHost = (outgoing: Outgoing): Outgoing => ({
    ...outgoing,
    headers: { host: authority, ...outgoing.headers },
  });

  return {
    usable: () => !retired && !closed,
    noticesSilence: false,
    get(outgoing, signal) {
      const asking = counted(() => inTurn(() => get(withHost(outgoing), signal)));
      return unlessAborted(asking, signal);
    },
    stream: (outgoing, gather, signal) => counted(() => stream(withHost(outgoing), gather, signal)),
    retire() {
      retired = true;
      next?.destroy();
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    },
    isOver: () => closed || (retired && underWay === 0),
    close() {
      closed = true;
      agent.destroy();
      next?.destroy();
      for (const socket of streaming) socket.destroy();
    },
  };
}

/** Lets `width` go at once, and whoever comes then as soon as one of them is done. */
function turns(width: number): <T>(go: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = width;
  return async (go) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await go();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

async function dialled(dial: () => Promise<Socket>, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const dialling = dial();
  try {
    return await unlessAborted(dialling, signal);
  } catch (cause) {
    dialling.then(
      (socket) => socket.destroy(),
      () => {},
    );
    throw signal.aborted ? signal.reason : new BrokenConnection("no answer", { cause });
  }
}

/** Undefined where the server closed a kept connection, as it may at any time: another one is to be asked. */
function ask(
  over: Pick<RequestOptions, "agent" | "createConnection">,
  { path, headers }: Outgoing,
  gather: Gather,
  signal: AbortSignal,
): Promise<Incoming | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...over, path, headers, signal, method: "GET" });
    let hasAnswer = false;
    outgoing.on("error", (cause) => {
      if (signal.aborted) reject(signal.reason);
      // The socket tells both of its end; the answer, once there is one, tells how far it came.
      else if (hasAnswer) return;
      else if (outgoing.reusedSocket) resolve(undefined);
      else reject(new BrokenConnection("no answer", { cause }));
    });
    outgoing.on("response", (answer: IncomingMessage) => {
      hasAnswer = true;
      const { statusCode: status = 0 } = answer;
      const parts: BodyParts = gather(status);
      answer.on("data", (chunk: Buffer) => {
        if (!parts.add(chunk)) answer.destroy();
      });
      // What broke stands in `complete`.
      answer.on("error", () => {});
      answer.on("close", () => {
        if (signal.aborted) reject(signal.reason);
        else resolve({ status, headers: answer.headers, ...parts.done(answer.complete) });
      });
    });
    outgoing.end();
  });
}
