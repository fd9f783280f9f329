import { expect, test } from "vitest";
import type { ServerConnection } from "../../../shared/io/connection/connection.ts";
import { withReconnect } from "../../../shared/io/connection/reconnecting-connection.ts";
import type { ServerResponse } from "../../../shared/io/connection/server-response.ts";
import { ConnectionError } from "../../../shared/io/errors/errors.ts";
import { collectStream, type StreamingServer, startStreamingServer } from "../streaming.ts";

/** A server that answers with `status`, or never, and a connection to it. */
async function startServing(status: number | "never"): Promise<StreamingServer & { asked: () => number }> {
  let asked = 0;
  const streamed = await startStreamingServer("h2", (_, response) => {
    asked += 1;
    if (status === "never") return;
    response.writeHead(status);
    response.end("{}\n");
  });
  return { ...streamed, asked: () => asked };
}

/** A connection that has the same address and is a new one. */
const namedConnection = (connection: ServerConnection, server = "https://api"): ServerConnection => ({
  ...connection,
  server,
});

test("many requests that are refused at once open one other connection, and are sent there", async () => {
  const old = await startServing(401);
  const fresh = await startServing(200);
  let opened = 0;
  const connection = withReconnect(namedConnection(old.connection), async () => {
    opened += 1;
    return namedConnection(fresh.connection);
  });
  const answers = await Promise.all([1, 2, 3].map(() => connection.get("/")));
  expect(answers.map(({ status }: ServerResponse) => status)).toEqual([200, 200, 200]);
  expect((await collectStream(connection).end).is).toBe("over");
  expect([opened, old.asked(), fresh.asked()]).toEqual([1, 3, 4]);
  await expect.poll(() => old.sockets.size).toBe(0);
  connection.close();
  await expect.poll(() => fresh.sockets.size).toBe(0);
  for (const each of [old, fresh]) await each.close();
});

test("a request on a connection that is replaced is sent again on the new one", async () => {
  const hanging = await startServing("never");
  const fresh = await startServing(200);
  let isRefused = true;
  const first: ServerConnection = {
    ...namedConnection(hanging.connection),
    get: async (path, options) =>
      path === "/refused" && isRefused
        ? { status: 401, headers: {}, body: "", conceal: (text) => text }
        : hanging.connection.get(path, options),
  };
  const connection = withReconnect(first, async () => namedConnection(fresh.connection));
  const underWay = connection.get("/");
  await expect.poll(() => hanging.asked()).toBe(1);
  expect((await connection.get("/refused")).status).toBe(200);
  expect((await underWay).status).toBe(200);
  isRefused = false;
  for (const each of [hanging, fresh]) await each.close();
});

test.for(["unreachable", "elsewhere"] as const)("where the other connection is %s the request ends", async (how) => {
  const old = await startServing(401);
  const fresh = await startServing(200);
  const connection = withReconnect(namedConnection(old.connection), async () => {
    if (how === "unreachable") throw new ConnectionError("no", { reason: "unreachable" });
    return namedConnection(fresh.connection, "https://other");
  });
  expect((await connection.get("/")).status).toBe(401);
  expect(fresh.asked()).toBe(0);
  expect(connection.server).toBe(how === "elsewhere" ? "https://other" : "https://api");
  for (const each of [old, fresh]) await each.close();
});

test("one that is opened after the end is closed at once", async () => {
  const old = await startServing(401);
  const fresh = await startServing(200);
  const connection = withReconnect(namedConnection(old.connection), async () => {
    connection.close();
    await fresh.connection.opened();
    return namedConnection(fresh.connection);
  });
  expect((await connection.get("/")).status).toBe(401);
  await expect.poll(() => fresh.sockets.size).toBe(0);
  for (const each of [old, fresh]) await each.close();
});
