import { createServer, type Server, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeFrame, encodeUint32s, frameTypes } from "../../shared/io/transport/http2/frames.ts";
import { type Certificates, makeCertificates } from "./certificates.ts";
import { connectToTestServer } from "./connect.ts";
import { listen } from "./listen.ts";

let certificates: Certificates;
const servers: Server[] = [];
beforeAll(() => {
  certificates = makeCertificates();
});
afterAll(() => {
  for (const server of servers) server.close();
});

/** A server that sends `hello` over HTTP/2, and responds properly over HTTP/1.1. */
async function startServer(hello: Buffer): Promise<{ readonly address: string; readonly protocols: string[] }> {
  const protocols: string[] = [];
  const server = createServer({ ...certificates.server, ALPNProtocols: ["h2", "http/1.1"] }, (socket: TLSSocket) => {
    protocols.push(String(socket.alpnProtocol));
    socket.on("error", () => {});
    if (socket.alpnProtocol === "h2") socket.write(hello);
    else socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nwell"));
  });
  servers.push(server);
  return { address: `https://127.0.0.1:${await listen(server)}`, protocols };
}

describe("a server whose HTTP/2 is not understood gets its requests over HTTP/1.1", () => {
  const settings = encodeFrame(frameTypes.settings, 0);
  const rows: readonly { readonly rule: string; readonly hello: Buffer }[] = [
    {
      rule: "a server that sends text of another protocol is asked over HTTP/1.1",
      hello: Buffer.from("220 mail.example ESMTP\r\n".repeat(20)),
    },
    {
      rule: "a server that requires HTTP/1.1 is asked over HTTP/1.1",
      hello: Buffer.concat([settings, encodeFrame(frameTypes.goAway, 0, encodeUint32s(0, 13))]),
    },
    {
      rule: "a server that compresses its headers as was not agreed is asked over HTTP/1.1",
      hello: Buffer.concat([settings, encodeFrame(frameTypes.headers, 1, Buffer.from([0xbe]), 4)]),
    },
  ];
  test.for(rows)("$rule", async ({ hello }) => {
    const { address, protocols } = await startServer(hello);
    const connection = await connectToTestServer(address);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, place) => connection.get(`/${place}`)));
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(["well"]));
    expect([...new Set(protocols)]).toEqual(["h2", "http/1.1"]);
    const lines: string[] = [];
    const { signal } = new AbortController();
    // The body has no end of a line.
    const end = await connection.lines("/lines", { signal, line: (line) => lines.push(line) });
    expect([end, lines]).toEqual([{ is: "cut", cause: expect.stringContaining("in the middle of a line") }, []]);
    // One that failed, at most six at once, and one for the lines.
    expect(connection.counters.connections).toBeLessThanOrEqual(8);
    connection.close();
  });

  test.for(rows)("$rule, also where the first request is one for lines", async ({ hello }) => {
    const { address, protocols } = await startServer(hello);
    const connection = await connectToTestServer(address);
    const { signal } = new AbortController();
    const ends = await Promise.all(Array.from({ length: 8 }, () => connection.lines("/", { signal, line() {} })));
    expect(new Set(ends.map((end) => end.is))).toEqual(new Set(["cut"]));
    expect([...new Set(protocols)]).toEqual(["h2", "http/1.1"]);
    connection.close();
  });
});
