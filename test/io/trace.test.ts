import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../../shared/io/connection.ts";
import { credentialsOf } from "../../shared/io/credentials.ts";
import { traced } from "../../shared/io/trace.ts";
import { makeCertificates } from "./certificates.ts";
import { chosen, inline, secretToken } from "./chosen.ts";
import { serve, type TestServer } from "./server.ts";

let server: TestServer;
let authority: string;

beforeAll(async () => {
  const certificates = makeCertificates();
  authority = certificates.authority;
  server = await serve("h2", certificates.server, ({ url }) =>
    url.startsWith("/found") ? { body: { kind: "Pod" } } : { status: 403, body: `no, ${secretToken}` },
  );
});
afterAll(() => server.close());

test("each request is told with its status, its size and its time, and no secret is", async () => {
  const address = `https://127.0.0.1:${server.port}`;
  const choice = chosen(address, { certificateAuthority: inline(authority) });
  const lines: string[] = [];
  let clock = 0;
  const plain = connect({ server: address, credentials: await credentialsOf(choice), userAgent: "test" });
  const connection = traced(
    plain,
    (line) => lines.push(line),
    () => (clock += 7),
  );
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
