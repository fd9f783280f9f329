import type { ServerResponse } from "node:http";
import { constants } from "node:http2";
import { describe, expect, test } from "vitest";
import { LineResponse } from "../../../shared/io/connection/line-reader.ts";
import { ConnectionError } from "../../../shared/io/errors/errors.ts";
import type { ServerCredentials } from "../../../shared/io/socket/server-credentials.ts";
import { randomIntegersFrom } from "../../random.ts";
import { driveTimers } from "../driven-timers.ts";
import { collectStream, pause, type StreamAnswer, startStreamingServer } from "../streaming.ts";

const protocols = ["h2", "http/1.1", "plain"] as const;

const text = "one\r\n\nzwölf Käse\n日本語 and 🙂🙃\nlone \r return\n🙂\n";
const whole = ["one", "", "zwölf Käse", "日本語 and 🙂🙃", "lone \r return", "🙂"];

function linesOf(
  chunks: readonly Buffer[],
  limit = 1000,
): { readonly lines: string[]; readonly flaw: string | undefined } {
  const lines: string[] = [];
  const { signal } = new AbortController();
  const collector = new LineResponse({ limit }, { signal, line: (line) => lines.push(line) }).openBody(200);
  const isWanted = chunks.every((chunk) => collector.add(chunk));
  return { lines, flaw: collector.finish({ isComplete: isWanted }).flaw };
}

describe("lines are the same however the bytes are cut", () => {
  const bytes = Buffer.from(text);

  test("at every single byte", () => {
    for (let at = 0; at <= bytes.length; at += 1) {
      const cut = linesOf([bytes.subarray(0, at), bytes.subarray(at)]);
      expect(cut, `at ${at}`).toEqual({ lines: whole, flaw: undefined });
    }
  });

  test("into bytes, and at random into some and none", () => {
    expect(linesOf([...bytes].map((byte) => Buffer.of(byte))).lines).toEqual(whole);
    const random = randomIntegersFrom(7);
    for (let repetition = 0; repetition < 500; repetition += 1) {
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length; ) {
        const next = Math.min(bytes.length, at + random(9));
        chunks.push(bytes.subarray(at, next));
        at = next;
      }
      expect(linesOf(chunks), chunks.map(({ length }) => length).join()).toEqual({ lines: whole, flaw: undefined });
    }
  });

  test("a line up to the limit is one, and a longer one ends it", () => {
    const line = "x".repeat(10);
    const five = (all: string): Buffer[] => all.match(/.{1,5}/gs)?.map((part) => Buffer.from(part)) ?? [];
    expect(linesOf(five(`${line}\n${line}\n`), 10)).toEqual({ lines: [line, line], flaw: undefined });
    const flaw = "one line of the response is larger than 10 bytes";
    expect(linesOf(five(`${line}\n${line}x\n${line}\n`), 10)).toEqual({ lines: [line], flaw });
    expect(linesOf([Buffer.from(`${line}\n${line}x`)], 10)).toEqual({ lines: [line], flaw });
  });

  // Node delivers the HTTP/1.1 chunks of one read to the end, even after the response is destroyed.
  test("a longer line is not put together from its two ends, and no line follows it", () => {
    const lines: string[] = [];
    const { signal } = new AbortController();
    const collector = new LineResponse({ limit: 10 }, { signal, line: (line) => lines.push(line) }).openBody(200);
    const wanted = ['{"a":', "x".repeat(20), "1}\n{}\n"].map((chunk) => collector.add(Buffer.from(chunk)));
    expect([lines, wanted]).toEqual([[], [true, false, false]]);
    expect(collector.finish({ isComplete: false }).flaw).toBe("one line of the response is larger than 10 bytes");
  });
});

describe.for(protocols)("over %s", (protocol) => {
  test("lines come one by one, while the answer lasts, and it is over when the server says so", async () => {
    let say: ((part: string) => void) | undefined;
    let finish: (() => void) | undefined;
    const { connection } = await startStreamingServer(
      protocol,
      ({ headers }, response) => {
        expect(headers).not.toHaveProperty("accept-encoding");
        expect(headers.accept).toBe("application/json;stream=watch");
        say = (part) => response.write(part);
        finish = () => response.end();
        response.writeHead(200);
        if (protocol !== "h2") (response as unknown as ServerResponse).flushHeaders();
      },
      { compress: true },
    );
    const one = collectStream(connection, "/", { accept: "application/json;stream=watch" });
    await expect.poll(() => one.begun()).toBe(1);
    expect(one.lines).toEqual([]);
    say?.("first\nsec");
    await expect.poll(() => one.lines).toEqual(["first"]);
    say?.("ond\n");
    await expect.poll(() => one.lines).toEqual(["first", "second"]);
    finish?.();
    expect(await one.end).toEqual({ is: "over" });
    expect(one.begun()).toBe(1);
  });

  test("half a line at the end is dropped, and reported", async () => {
    const { connection } = await startStreamingServer(protocol, (_, response) => {
      response.end("first\nhalf");
    });
    const one = collectStream(connection);
    expect(await one.end).toEqual({ is: "cut", cause: "the response ended in the middle of a line, after 10 bytes" });
    expect(one.lines).toEqual(["first"]);
  });

  test("a response whose connection breaks is cut, and the next request uses another connection", async () => {
    const { connection, sockets } = await startStreamingServer(protocol, ({ url }, response) => {
      if (url !== "/") response.end("here");
      else response.write("first\nhalf");
    });
    const one = collectStream(connection);
    await expect.poll(() => one.lines).toEqual(["first"]);
    for (const socket of sockets) socket.destroy();
    expect(await one.end).toMatchObject({
      is: "cut",
      cause: expect.stringMatching(/^the response was cut off after 10 bytes/),
    });
    expect(one.lines).toEqual(["first"]);
    expect((await connection.get("/next")).body).toBe("here");
  });

  test("nothing is handed over after the signal, whenever it fires", async () => {
    const reason = new Error("enough");
    const { connection } = await startStreamingServer(protocol, ({ url }, response) => {
      if (url === "/mute") return;
      response.write("1\n2\n3\n4\n");
      if (url === "/short") response.end();
    });
    const stopping = new AbortController();
    const lines: string[] = [];
    const inTheMiddle = connection.lines("/", {
      signal: stopping.signal,
      line(line) {
        lines.push(line);
        if (line === "2") stopping.abort(reason);
      },
    });
    await expect(inTheMiddle).rejects.toBe(reason);
    expect(lines).toEqual(["1", "2"]);

    const before = collectStream(connection, "/mute");
    await pause(30);
    before.stop(reason);
    await expect(before.end).rejects.toBe(reason);
    const atOnce = collectStream(connection, "/", { signal: AbortSignal.abort(reason) });
    await expect(atOnce.end).rejects.toBe(reason);
    const withoutUser = collectStream(connection);
    await expect.poll(() => withoutUser.lines.length).toBe(4);
    withoutUser.stop(undefined);
    await expect(withoutUser.end).rejects.toMatchObject({ name: "AbortError" });

    const after = collectStream(connection, "/short");
    expect(await after.end).toEqual({ is: "over" });
    after.stop(reason);
    expect(after.lines).toEqual(["1", "2", "3", "4"]);
    expect(before.lines.length + atOnce.lines.length).toBe(0);
  });

  test("an error of the consumer of a line ends the response and is thrown", async () => {
    const { connection } = await startStreamingServer(protocol, ({ url }, response) => {
      if (url === "/") response.write("1\n2\n");
      else response.end("here");
    });
    const fault = new Error("no JSON");
    const lines: string[] = [];
    const taken = connection.lines("/", {
      signal: new AbortController().signal,
      line(line) {
        lines.push(line);
        throw fault;
      },
    });
    await expect(taken).rejects.toBe(fault);
    expect(lines).toEqual(["1"]);
    expect((await connection.get("/next")).body).toBe("here");
  });

  test("a refusal is read whole, as of any request", async () => {
    const body = JSON.stringify({ kind: "Status", message: "x".repeat(100_000) });
    const { connection } = await startStreamingServer(protocol, (_, response) => {
      response.writeHead(403, { "content-type": "application/json" });
      response.end(body);
    });
    const one = collectStream(connection);
    const end = await one.end;
    expect(end).toMatchObject({ is: "notOk", response: { status: 403, body } });
    expect([one.lines, one.begun()]).toEqual([[], 0]);
  });

  test("the time-out of requests counts until the answer begins, and not after", async () => {
    const timers = driveTimers();
    const late = Promise.withResolvers<void>();
    const heard: string[] = [];
    const { connection } = await startStreamingServer(
      protocol,
      async ({ url }, response) => {
        heard.push(url ?? "");
        if (url === "/mute") return;
        response.write("first\n");
        await late.promise;
        response.end("last\n");
      },
      { requestTimeout: 300 },
    );
    const one = collectStream(connection);
    await timers.until(() => one.lines.length === 1);
    timers.pass(600);
    late.resolve();
    expect(await one.end).toEqual({ is: "over" });
    expect(one.lines).toEqual(["first", "last"]);
    const mute = collectStream(connection, "/mute").end.catch((error: unknown) => error);
    await timers.until(() => heard.includes("/mute"));
    timers.pass(600);
    const fault = await mute;
    expect(fault).toBeInstanceOf(ConnectionError);
    expect(fault).toMatchObject({ reason: "timeout", message: expect.stringMatching(/GET \/mute within 0\.3 s/) });
  });

  test("a request whose connection broke before the response began is sent once more, and not without end", async () => {
    let count = 0;
    const { connection } = await startStreamingServer(protocol, ({ url, socket }, response) => {
      count += 1;
      if (url === "/never" || count === 1) socket.destroy();
      else response.end("here\n");
    });
    const one = collectStream(connection);
    expect(await one.end).toEqual({ is: "over" });
    expect(one.lines).toEqual(["here"]);
    expect(connection.counters.requests).toBe(2);
    await expect(collectStream(connection, "/never").end).rejects.toBeInstanceOf(ConnectionError);
    expect(count).toBe(4);
  });

  test("a hundred thousand lines come in their order, and none of them is kept", async () => {
    const filling = "ä".repeat(500);
    const { connection } = await startStreamingServer(protocol, async (_, response) => {
      for (let number = 0; number < 100_000; number += 1) {
        if (!response.write(`${number} ${filling}\n`)) await new Promise((resolve) => response.once("drain", resolve));
      }
      response.end();
    });
    let next = 0;
    let isInOrder = true;
    let most = 0;
    const base = process.memoryUsage().rss;
    const end = await connection.lines("/", {
      signal: new AbortController().signal,
      line(line) {
        isInOrder &&= line === `${next} ${filling}`;
        next += 1;
        if (next % 1000 === 0) most = Math.max(most, process.memoryUsage().rss - base);
      },
    });
    expect([end, next, isInOrder]).toEqual([{ is: "over" }, 100_000, true]);
    // The answer has 100 MB, twice that in the memory of both ends; garbage is what this leaves room for.
    expect(most).toBeLessThan(120 * 2 ** 20);
  });
});

test.for(protocols)(
  "a connection over %s that is reset in the middle cuts the response, which is not requested again",
  async (protocol) => {
    let count = 0;
    const { connection, sockets } = await startStreamingServer(protocol, (_, response) => {
      count += 1;
      response.write("first\nhalf");
    });
    const one = collectStream(connection);
    await expect.poll(() => one.lines).toEqual(["first"]);
    for (const socket of sockets) socket.resetAndDestroy();
    expect(await one.end).toMatchObject({ is: "cut" });
    expect([one.lines, one.begun(), count]).toEqual([["first"], 1, 1]);
  },
);

test("an answer that the server resets is cut, and its connection goes on", async () => {
  let reset = (): void => {};
  const { connection } = await startStreamingServer("h2", ({ url, stream }, response) => {
    if (url !== "/") {
      response.end("here");
      return;
    }
    reset = () => stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    response.write("first\nhalf");
  });
  const one = collectStream(connection);
  await expect.poll(() => one.lines).toEqual(["first"]);
  reset();
  expect(await one.end).toEqual({ is: "cut", cause: "the response was cut off after 10 bytes: reset by the server" });
  expect((await connection.get("/next")).body).toBe("here");
  expect(connection.counters).toEqual({ requests: 2, connections: 1 });
});

describe("credentials count for answers that come line by line as for others", () => {
  function renewTokens(tokens: readonly string[]): {
    readonly credentials: (own: ServerCredentials) => ServerCredentials;
    readonly forgotten: string[];
  } {
    const forgotten: string[] = [];
    let at = 0;
    const credentials = (own: ServerCredentials): ServerCredentials => ({
      ...(own.tls !== undefined && { tls: own.tls }),
      headers: async () => ({ authorization: `Bearer ${tokens[at]}` }),
      forget({ authorization = "" }) {
        forgotten.push(authorization);
        at = Math.min(at + 1, tokens.length - 1);
      },
    });
    return { credentials, forgotten };
  }

  test.for(protocols.slice(0, 2))(
    "over %s a refused token is renewed, and the request sent once more",
    async (protocol) => {
      const { credentials, forgotten } = renewTokens(["old", "new"]);
      const { connection } = await startStreamingServer(
        protocol,
        ({ headers }, response) => {
          const isNew = headers.authorization === "Bearer new";
          if (isNew) response.end("first\n");
          else {
            response.writeHead(401);
            response.end("Unauthorized");
          }
        },
        { renewing: credentials },
      );
      const one = collectStream(connection);
      expect(await one.end).toEqual({ is: "over" });
      expect([one.lines, one.begun(), forgotten]).toEqual([["first"], 1, ["Bearer old"]]);
    },
  );

  test("where nothing can be renewed the 401 comes back", async () => {
    const { credentials, forgotten } = renewTokens(["old"]);
    const { connection } = await startStreamingServer(
      "h2",
      (_, response) => {
        response.writeHead(401);
        response.end("Unauthorized");
      },
      { renewing: credentials },
    );
    const one = collectStream(connection);
    expect(await one.end).toMatchObject({ is: "notOk", response: { status: 401, body: "Unauthorized" } });
    expect([connection.counters.requests, forgotten]).toEqual([1, ["Bearer old"]]);
  });
});

describe("open watches leave room for requests", () => {
  const answerEndlessly: StreamAnswer = ({ url }, response) => {
    if (url.startsWith("/watch")) response.write(`${url}\n`);
    else response.end("here");
  };

  // Three quarters of what the server takes at once may last.
  const rows: [allowed: number, streams: number, connections: number][] = [
    [100, 75, 1],
    [100, 120, 2],
    [250, 120, 1],
    [10, 7, 1],
    [10, 120, 18],
    [2, 5, 5],
    [1, 3, 4],
  ];
  test.for(rows)("where a server takes %i at once, %i that last", async ([allowed, count, connections]) => {
    const { connection } = await startStreamingServer("h2", answerEndlessly, { streams: allowed });
    const all = Array.from({ length: count }, (_, place) => collectStream(connection, `/watch/${place}`));
    await expect.poll(() => all.filter(({ lines }) => lines.length === 1).length).toBe(count);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, place) => connection.get(`/${place}`)));
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => "here"));
    // Before it has said that it takes one, a new connection is asked all at once, and refuses the others.
    const requests = allowed === 1 ? expect.any(Number) : count + 30;
    expect(connection.counters).toEqual({ requests, connections });
    for (const one of all) one.stop(new Error("enough"));
    await Promise.allSettled(all.map(({ end }) => end));
  });

  test("a connection that was full ends with the last of them", async () => {
    const { connection, sockets } = await startStreamingServer("h2", answerEndlessly, { streams: 4 });
    const all = Array.from({ length: 4 }, (_, place) => collectStream(connection, `/watch/${place}`));
    await expect.poll(() => all.every(({ lines }) => lines.length === 1)).toBe(true);
    expect(sockets.size).toBe(2);
    for (const one of all) one.stop(new Error("enough"));
    await expect.poll(() => sockets.size).toBe(1);
    expect((await connection.get("/")).body).toBe("here");
    expect(connection.counters.connections).toBe(2);
  });

  test.for(["http/1.1", "plain"] as const)("over %s each has a connection of its own", async (protocol) => {
    const { connection, sockets } = await startStreamingServer(protocol, answerEndlessly);
    const all = Array.from({ length: 7 }, (_, place) => collectStream(connection, `/watch/${place}`));
    await expect.poll(() => all.every(({ lines }) => lines.length === 1)).toBe(true);
    expect((await connection.get("/")).body).toBe("here");
    expect(connection.counters).toEqual({ requests: 8, connections: 8 });
    for (const one of all) one.stop(new Error("enough"));
    await expect.poll(() => sockets.size).toBe(1);
  });
});

describe("a renewed connection", () => {
  test.for(protocols)("over %s lets what is under way end, and the rest goes over another", async (protocol) => {
    let finish: (() => void) | undefined;
    const asked: unknown[] = [];
    const { connection } = await startStreamingServer(protocol, ({ url, socket }, response) => {
      asked.push(socket.remotePort);
      if (url === "/watch") {
        response.write("first\n");
        finish = () => response.end("last\n");
      } else response.end("here");
    });
    const one = collectStream(connection, "/watch");
    await expect.poll(() => one.lines).toEqual(["first"]);
    await connection.get("/before");
    connection.renew();
    expect((await connection.get("/after")).body).toBe("here");
    expect(asked[2]).not.toBe(asked[1]);
    finish?.();
    expect(await one.end).toEqual({ is: "over" });
    expect(one.lines).toEqual(["first", "last"]);
  });

  test.for(protocols)("over %s ends what lasts on the old one, too, when it is closed", async (protocol) => {
    const { connection, sockets } = await startStreamingServer(protocol, ({ url }, response) => {
      if (url === "/watch") response.write("first\n");
      else response.end("here");
    });
    const one = collectStream(connection, "/watch");
    await expect.poll(() => one.lines).toEqual(["first"]);
    connection.renew();
    await connection.get("/after");
    connection.close();
    expect(await one.end).toMatchObject({ is: "cut" });
    await expect.poll(() => sockets.size).toBe(0);
    await expect(collectStream(connection).end).rejects.toThrow("closed by the client");
  });

  test("closing ends what lasts, and nothing is dialled after it", async () => {
    const { connection } = await startStreamingServer("h2", (_, response) => {
      response.write("first\n");
    });
    const one = collectStream(connection);
    await expect.poll(() => one.lines).toEqual(["first"]);
    connection.close();
    connection.renew();
    expect(await one.end).toMatchObject({ is: "cut" });
    expect(connection.counters.connections).toBe(1);
  });
});
