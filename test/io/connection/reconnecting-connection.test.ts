import { expect, test } from "vitest";
import type { ServerConnection } from "../../../shared/io/connection/connection.ts";
import { withReconnect } from "../../../shared/io/connection/reconnecting-connection.ts";
import type { ServerResponse } from "../../../shared/io/connection/server-response.ts";
import { ConnectionError } from "../../../shared/io/errors/errors.ts";
import { collectStream, type StreamingServer, startStreamingServer } from "../streaming.ts";

type CountingServer = StreamingServer & { readonly countRequests: () => number };

/** A server that responds with `status`, or never, and a connection to it. */
async function startServer(status: number | "never"): Promise<CountingServer> {
  let requests = 0;
  const server = await startStreamingServer("h2", (_, response) => {
    requests += 1;
    if (status === "never") return;
    response.writeHead(status);
    response.end("{}\n");
  });
  return { ...server, countRequests: () => requests };
}

/** The connection under another address, since each test server has a port of its own. */
function setAddress(connection: ServerConnection, server = "https://api"): ServerConnection {
  return { ...connection, server };
}

test("requests that are refused at once open one new connection and are sent again on it", async () => {
  const old = await startServer(401);
  const fresh = await startServer(200);
  let opened = 0;
  const connection = withReconnect(setAddress(old.connection), async () => {
    opened += 1;
    return setAddress(fresh.connection);
  });
  const answers = await Promise.all([1, 2, 3].map(() => connection.get("/")));
  expect(answers.map(({ status }: ServerResponse) => status)).toEqual([200, 200, 200]);
  expect((await collectStream(connection).end).is).toBe("over");
  expect(opened).toBe(1);
  expect(old.countRequests()).toBe(3);
  // The three requests again, and the one for a stream.
  expect(fresh.countRequests()).toBe(4);
  await expect.poll(() => old.sockets.size).toBe(0);
  connection.close();
  await expect.poll(() => fresh.sockets.size).toBe(0);
});

test("a request under way is sent again where the connection is replaced", async () => {
  const hanging = await startServer("never");
  const fresh = await startServer(200);
  let isRefused = true;
  const first: ServerConnection = {
    ...setAddress(hanging.connection),
    get: async (path, options) =>
      path === "/refused" && isRefused
        ? { status: 401, headers: {}, body: "", conceal: (text) => text }
        : hanging.connection.get(path, options),
  };
  const connection = withReconnect(first, async () => setAddress(fresh.connection));
  const underWay = connection.get("/");
  await expect.poll(() => hanging.countRequests()).toBe(1);
  expect((await connection.get("/refused")).status).toBe(200);
  expect((await underWay).status).toBe(200);
  isRefused = false;
});

test.for(["unreachable", "elsewhere"] as const)(
  "a refused request keeps its response where the new connection is %s",
  async (how) => {
    const old = await startServer(401);
    const fresh = await startServer(200);
    const connection = withReconnect(setAddress(old.connection), async () => {
      if (how === "unreachable") throw new ConnectionError("no", { reason: "unreachable" });
      return setAddress(fresh.connection, "https://other");
    });
    expect((await connection.get("/")).status).toBe(401);
    expect(fresh.countRequests()).toBe(0);
    expect(connection.server).toBe(how === "elsewhere" ? "https://other" : "https://api");
  },
);

test("a connection that is opened after the close is closed at once", async () => {
  const old = await startServer(401);
  const fresh = await startServer(200);
  const connection = withReconnect(setAddress(old.connection), async () => {
    connection.close();
    await fresh.connection.opened();
    return setAddress(fresh.connection);
  });
  expect((await connection.get("/")).status).toBe(401);
  await expect.poll(() => fresh.sockets.size).toBe(0);
});
