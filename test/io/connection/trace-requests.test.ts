import { afterAll, beforeAll, expect, test } from "vitest";
import { withTrace } from "../../../shared/io/connection/trace-requests.ts";
import { makeCertificates } from "../certificates.ts";
import { secretToken } from "../chosen.ts";
import { connectToTestServer } from "../connect.ts";
import { startTestServer, type TestServer } from "../server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer("h2", makeCertificates().server, ({ url }) =>
    url.startsWith("/found")
      ? { body: { kind: "Pod" } }
      : url.startsWith("/lines")
        ? { body: "one\ntwo\n" }
        : { status: 403, body: `no, ${secretToken}` },
  );
});
afterAll(() => server.close());

test("each request is traced with its status, its size and its time, and no secret is", async () => {
  const address = `https://127.0.0.1:${server.port}`;
  const lines: string[] = [];
  let clock = 0;
  const connection = withTrace(await connectToTestServer(address), {
    print: (line) => lines.push(line),
    now: () => (clock += 7),
  });
  await connection.get("/found?limit=500");
  await connection.get("/refused");
  await connection.get("/late", { signal: AbortSignal.abort(new Error("given up")) }).catch(() => {});
  connection.close();
  expect(lines).toEqual([
    `GET ${address}/found?limit=500 200 OK, 14 B in 7 ms`,
    expect.stringMatching(/\/refused 403 Forbidden, \d+ B in 7 ms$/),
    `GET ${address}/late failed (given up) in 7 ms`,
    expect.stringMatching(/^[23] requests over 1 connection$/),
  ]);
  expect(lines.join()).not.toContain(secretToken);
});

test("a response that comes line by line is traced when it begins and when it ends, however it does", async () => {
  const address = `https://127.0.0.1:${server.port}`;
  const reported: string[] = [];
  let clock = 0;
  const connection = withTrace(await connectToTestServer(address), {
    print: (line) => reported.push(line),
    now: () => (clock += 7),
  });
  const { signal } = new AbortController();
  const lines: string[] = [];
  const line = (text: string): unknown => lines.push(text);
  await connection.lines("/lines?watch=1", { signal, line, begun: () => lines.push("begun") });
  await connection.lines("/refused", { signal, line });
  await connection.lines("/late", { signal: AbortSignal.abort(new Error("given up")), line }).catch(() => {});
  connection.close();
  expect(lines).toEqual(["begun", "one", "two"]);
  expect(reported.slice(0, -1)).toEqual([
    `GET ${address}/lines?watch=1 200 OK, line by line, in 7 ms`,
    `GET ${address}/lines?watch=1 ended after 2 lines in 14 ms`,
    expect.stringMatching(/\/refused 403 Forbidden, \d+ B in 7 ms$/),
    `GET ${address}/late failed (given up) after 0 lines in 7 ms`,
  ]);
  expect(reported.join()).not.toContain(secretToken);
});
