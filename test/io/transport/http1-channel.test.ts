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
interface Opened {
  readonly channel: ServerChannel;
  /** Connections that are open now, and that were ever opened. */
  open(): number;
  opened(): number;
}

async function openChannel(answer: RequestListener): Promise<Opened> {
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

const forever = new AbortController().signal;

function ask({ channel }: Opened, path = "/", signal = forever): Promise<IncomingResponse> {
  return channel.get({ path, headers: {}, limit: 1000 }, signal);
}

describe("six requests go at once, and the others as soon as one of them is answered", () => {
  test("twenty slow ones", async () => {
    let now = 0;
    let most = 0;
    const six = Promise.withResolvers<void>();
    const one = await openChannel(async (_, answer) => {
      now += 1;
      most = Math.max(most, now);
      if (now === 6) six.resolve();
      await six.promise;
      // A request that came too early would be here by then.
      for (let count = 0; count < 100; count += 1) await turn();
      now -= 1;
      answer.end("here");
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(one)));
    expect(answers.map(({ body }) => `${body}`)).toEqual(Array.from({ length: 20 }, () => "here"));
    expect(most).toBe(6);
    expect(one.opened()).toBe(6);
  });

  test("twenty after all connections have ended", async () => {
    const one = await openChannel((_, answer) => answer.setHeader("connection", "close").end("here"));
    await ask(one);
    await Promise.all(Array.from({ length: 20 }, () => ask(one)));
    expect(one.opened()).toBe(21);
    await expect.poll(() => one.open()).toBe(0);
  });

  test("a caller that gives up while waiting blocks none, and nothing is requested for it", async () => {
    const heard: string[] = [];
    const given = Promise.withResolvers<void>();
    const one = await openChannel(async ({ url }, answer) => {
      heard.push(url ?? "");
      await given.promise;
      answer.end("here");
    });
    const before = Array.from({ length: 6 }, () => ask(one));
    const givingUp = new AbortController();
    const waiting = Array.from({ length: 6 }, () => ask(one, "/given-up", givingUp.signal));
    const after = ask(one, "/after");
    givingUp.abort(new Error("enough"));
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "rejected"));
    given.resolve();
    await Promise.all([...before, after]);
    expect(heard.filter((url) => url !== "/")).toEqual(["/after"]);
  });

  test("closing rejects the requests that wait", async () => {
    let heard = 0;
    const one = await openChannel(() => {
      heard += 1;
    });
    const waiting = Array.from({ length: 9 }, () => ask(one).catch((error: unknown) => error));
    await expect.poll(() => heard).toBe(6);
    one.channel.close();
    for (const error of await Promise.all(waiting)) expect(error).toBeInstanceOf(BrokenConnection);
  });
});

test("a server that responds once over each connection, and does not announce it, gets the next request over another", async () => {
  const answered = new Set<Socket>();
  const one = await openChannel(({ socket }, answer) => {
    if (answered.has(socket)) socket.destroy();
    else answer.end("here");
    answered.add(socket);
  });
  for (let wave = 0; wave < 30; wave += 1) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(one)));
    expect(answers.map(({ body }) => `${body}`)).toEqual(["here", "here", "here", "here"]);
  }
});

test("a server that closes without a response is retried a limited number of times", async () => {
  let count = 0;
  const one = await openChannel((question, answer) => {
    count += 1;
    if (count === 1) answer.end("here");
    else question.socket.destroy();
  });
  await ask(one);
  await expect(ask(one)).rejects.toBeInstanceOf(BrokenConnection);
  expect(count).toBe(3);
});

describe("a retired one takes no more, and lets its connections go", () => {
  test("the idle ones at once, the others with their answers", async () => {
    const heard = Promise.withResolvers<void>();
    const retired = Promise.withResolvers<void>();
    const three = Promise.withResolvers<void>();
    let now = 0;
    const one = await openChannel(async ({ url }, answer) => {
      now += 1;
      if (now === 3) three.resolve();
      await three.promise;
      if (url === "/slow") {
        heard.resolve();
        await retired.promise;
      }
      answer.end("here");
    });
    await Promise.all([ask(one), ask(one), ask(one)]);
    const slow = ask(one, "/slow");
    await heard.promise;
    expect(one.open()).toBe(3);
    one.channel.retire();
    expect(one.channel.usable()).toBe(false);
    await expect.poll(() => one.open()).toBe(1);
    retired.resolve();
    expect(`${(await slow).body}`).toBe("here");
    await expect.poll(() => one.open()).toBe(0);
  });

  test("a connection without a request closes at once", async () => {
    const one = await openChannel(() => {});
    await expect.poll(() => one.open()).toBe(1);
    one.channel.retire();
    await expect.poll(() => one.open()).toBe(0);
  });
});
