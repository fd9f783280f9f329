import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { BrokenConnection } from "../../../shared/io/errors/connection-faults.ts";
import type { IncomingResponse, ServerChannel } from "../../../shared/io/transport/channel.ts";
import { openHttp1Channel } from "../../../shared/io/transport/http1-channel.ts";
import { closeAfterEach } from "../closed-after-each.ts";
import { listen } from "../listen.ts";

const closing = closeAfterEach();
interface OpenedChannel {
  readonly channel: ServerChannel;
  /** Connections that are open now, and that were ever opened. */
  open(): number;
  opened(): number;
}

async function openChannel(answer: RequestListener): Promise<OpenedChannel> {
  const server = createServer(answer);
  const sockets = new Set<Socket>();
  let count = 0;
  server.on("connection", (socket: Socket) => {
    count += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await listen(server);
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const dial = async (): Promise<Socket> => {
    const socket = connect({ port, host: "127.0.0.1" }).on("error", () => {});
    await once(socket, "connect");
    return socket;
  };
  const channel = openHttp1Channel(await dial(), `127.0.0.1:${port}`, dial);
  closing.push(() => channel.close());
  return { channel, open: () => sockets.size, opened: () => count };
}

const neverAborted = new AbortController().signal;

function sendRequest({ channel }: OpenedChannel, path = "/", signal = neverAborted): Promise<IncomingResponse> {
  return channel.get({ path, headers: {}, limit: 1000 }, signal);
}

describe("at most six requests are sent at once", () => {
  test("twenty slow requests are sent over six connections", async () => {
    let now = 0;
    let most = 0;
    const six = Promise.withResolvers<void>();
    const opened = await openChannel(async (_, answer) => {
      now += 1;
      most = Math.max(most, now);
      if (now === 6) six.resolve();
      await six.promise;
      // A request that came too early would be here by then.
      for (let count = 0; count < 100; count += 1) await turn();
      now -= 1;
      answer.end("here");
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendRequest(opened)));
    expect(answers.map(({ body }) => `${body}`)).toEqual(Array.from({ length: 20 }, () => "here"));
    expect(most).toBe(6);
    expect(opened.opened()).toBe(6);
  });

  test("twenty requests after the end of all connections open new ones", async () => {
    const opened = await openChannel((_, answer) => answer.setHeader("connection", "close").end("here"));
    await sendRequest(opened);
    await Promise.all(Array.from({ length: 20 }, () => sendRequest(opened)));
    expect(opened.opened()).toBe(21);
    await expect.poll(() => opened.open()).toBe(0);
  });

  test("a request that is aborted while it waits is not sent and blocks no other", async () => {
    const heard: string[] = [];
    const given = Promise.withResolvers<void>();
    const opened = await openChannel(async ({ url }, answer) => {
      heard.push(url ?? "");
      await given.promise;
      answer.end("here");
    });
    const before = Array.from({ length: 6 }, () => sendRequest(opened));
    const givingUp = new AbortController();
    const waiting = Array.from({ length: 6 }, () => sendRequest(opened, "/given-up", givingUp.signal));
    const after = sendRequest(opened, "/after");
    givingUp.abort(new Error("enough"));
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "rejected"));
    given.resolve();
    await Promise.all([...before, after]);
    expect(heard.filter((url) => url !== "/")).toEqual(["/after"]);
  });

  test("a close rejects the requests that wait", async () => {
    let heard = 0;
    const opened = await openChannel(() => {
      heard += 1;
    });
    const waiting = Array.from({ length: 9 }, () => sendRequest(opened).catch((error: unknown) => error));
    await expect.poll(() => heard).toBe(6);
    opened.channel.close();
    for (const error of await Promise.all(waiting)) expect(error).toBeInstanceOf(BrokenConnection);
  });
});

test("a server that responds once over each connection gets the next request over a new one", async () => {
  const answered = new Set<Socket>();
  const opened = await openChannel(({ socket }, answer) => {
    if (answered.has(socket)) socket.destroy();
    else answer.end("here");
    answered.add(socket);
  });
  for (let wave = 0; wave < 30; wave += 1) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => sendRequest(opened)));
    expect(answers.map(({ body }) => `${body}`)).toEqual(["here", "here", "here", "here"]);
  }
});

test("a request that a server closes without a response is sent three times at most", async () => {
  let count = 0;
  const opened = await openChannel((question, answer) => {
    count += 1;
    if (count === 1) answer.end("here");
    else question.socket.destroy();
  });
  await sendRequest(opened);
  await expect(sendRequest(opened)).rejects.toBeInstanceOf(BrokenConnection);
  expect(count).toBe(3);
});

describe("a retired channel sends no further request and closes its connections", () => {
  test("a retired channel closes idle connections at once and the others after their responses", async () => {
    const heard = Promise.withResolvers<void>();
    const retired = Promise.withResolvers<void>();
    const three = Promise.withResolvers<void>();
    let now = 0;
    const opened = await openChannel(async ({ url }, answer) => {
      now += 1;
      if (now === 3) three.resolve();
      await three.promise;
      if (url === "/slow") {
        heard.resolve();
        await retired.promise;
      }
      answer.end("here");
    });
    await Promise.all([sendRequest(opened), sendRequest(opened), sendRequest(opened)]);
    const slow = sendRequest(opened, "/slow");
    await heard.promise;
    expect(opened.open()).toBe(3);
    opened.channel.retire();
    expect(opened.channel.usable()).toBe(false);
    await expect.poll(() => opened.open()).toBe(1);
    retired.resolve();
    expect(`${(await slow).body}`).toBe("here");
    await expect.poll(() => opened.open()).toBe(0);
  });

  test("a retired channel without a request closes its connection at once", async () => {
    const opened = await openChannel(() => {});
    await expect.poll(() => opened.open()).toBe(1);
    opened.channel.retire();
    await expect.poll(() => opened.open()).toBe(0);
  });
});
