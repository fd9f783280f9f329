import { createServer as createPlain, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createSecure } from "node:https";
import { connect, createServer, type Server, type Socket } from "node:net";
import { type Book, buildEntry } from "./book.ts";
import { type Listening, listen, tlsOptions } from "./servers.ts";

/** The proxies of a scene; whatever name they are asked for, they lead to this machine. */
export const proxyNames = ["proxy", "tlsproxy", "socks"] as const;
export type ProxyName = (typeof proxyNames)[number];

/** Starts one of them. */
export function startProxy(name: ProxyName, folder: string, book: Book): Promise<Listening> {
  return listen(name === "socks" ? socksProxy(name, book) : httpProxy(name, folder, book));
}

/** The user whom every proxy turns away. */
const unwelcome = "stranger";

function isUnauthorized(authorization = ""): boolean {
  return Buffer.from(authorization.replace("Basic ", ""), "base64").toString().startsWith(unwelcome);
}

function httpProxy(name: ProxyName, folder: string, book: Book): Server {
  const server =
    name === "tlsproxy"
      ? createSecure({ ...tlsOptions(folder, "main"), ALPNProtocols: ["http/1.1"] }, forwardRequest)
      : createPlain(forwardRequest);
  server.on("connect", (asked: IncomingMessage, socket: Socket) => {
    const entry = buildEntry(name, asked, asked.url ?? "", "CONNECT");
    book.write(entry);
    if (isUnauthorized(entry.proxyAuthorization)) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    tunnel(socket, portOf(asked.url));
  });
  return server;

  /** A request to a plain server is not tunnelled but passed on. */
  function forwardRequest(asked: IncomingMessage, answer: ServerResponse): void {
    const url = new URL(asked.url ?? "", "http://nowhere.test");
    book.write(buildEntry(name, asked, url.host, "passes on"));
    // What is meant for the proxy goes no further (RFC 9110, 11.7.2).
    const { "proxy-authorization": _, ...headers } = asked.headers;
    const path = url.pathname + url.search;
    const onwards = request({ port: url.port, path, headers: { ...headers, host: url.host } });
    onwards.on("response", (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers);
      back.pipe(answer);
    });
    onwards.on("error", () => answer.writeHead(502).end());
    onwards.end();
  }
}

/** RFC 1928 and 1929: CONNECT, by name or address, with or without name and password. */
function socksProxy(name: ProxyName, book: Book): Server {
  return createServer((socket) => {
    const take = byteReader(socket);
    void converse(socket, take).catch(() => socket.destroy());
  });

  async function converse(socket: Socket, take: (bytes: number) => Promise<Buffer>): Promise<void> {
    const [, count = 0] = await take(2);
    const offered = await take(count);
    const withPassword = offered.includes(2);
    socket.write(Buffer.from([5, withPassword ? 2 : 0]));
    const who = withPassword ? await passwordOf(take) : undefined;
    if (who !== undefined) socket.write(Buffer.from([1, who.startsWith(unwelcome) ? 1 : 0]));
    const [, , , kind] = await take(4);
    const host = await readHost(kind ?? 0, take);
    const port = (await take(2)).readUInt16BE();
    book.write({
      ...buildEntry(name, { rawHeaders: [], socket }, `${host}:${port}`, "SOCKS"),
      ...(who !== undefined && { proxyAuthorization: who }),
    });
    socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    tunnel(socket, port);
  }
}

async function passwordOf(take: (bytes: number) => Promise<Buffer>): Promise<string> {
  const [, length = 0] = await take(2);
  const user = await take(length);
  const [more = 0] = await take(1);
  return `${user}:${await take(more)}`;
}

async function readHost(kind: number, take: (bytes: number) => Promise<Buffer>): Promise<string> {
  if (kind === 3) return (await take((await take(1))[0] ?? 0)).toString();
  const bytes = await take(kind === 1 ? 4 : 16);
  return kind === 1
    ? bytes.join(".")
    : `[${new URL(`http://[${bytes.toString("hex").replace(/(.{4})(?!$)/g, "$1:")}]`).hostname.slice(1, -1)}]`;
}

/** Exactly so many bytes, one call after the other. */
function byteReader(socket: Socket): (bytes: number) => Promise<Buffer> {
  return async (bytes) => {
    if (bytes === 0) return Buffer.alloc(0);
    for (;;) {
      const chunk: Buffer | null = socket.read(bytes);
      if (chunk !== null) return chunk;
      await new Promise<void>((resolve, reject) => {
        socket.once("readable", resolve);
        socket.once("close", () => reject(new Error("it hung up")));
      });
    }
  };
}

function tunnel(socket: Socket, port: number): void {
  const onwards = connect(port, "127.0.0.1");
  onwards.on("error", () => socket.destroy());
  socket.on("error", () => onwards.destroy());
  socket.on("close", () => onwards.destroy());
  onwards.on("close", () => socket.destroy());
  socket.pipe(onwards);
  onwards.pipe(socket);
}

function portOf(target = ""): number {
  return Number(/:(\d+)$/.exec(target)?.[1] ?? 0);
}
