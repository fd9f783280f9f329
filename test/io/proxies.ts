import { once } from "node:events";
import { createServer as createPlain, type IncomingMessage, request } from "node:http";
import { createServer as createSecure } from "node:https";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { Pair } from "./certificates.ts";
import { listen } from "./listen.ts";

/** A request that a proxy received, and the credentials with it. */
export interface Asked {
  /** `CONNECT host:port`, or `GET` and the whole URL. */
  readonly line: string;
  /** Proxy-Authorization; of SOCKS `user:password`. */
  readonly proof: string | undefined;
}

/** A real proxy on the loopback, with a book of what it was asked; whatever host it is asked for is this machine. */
export interface TestProxy {
  readonly port: number;
  readonly asked: readonly Asked[];
  /** Connections to it that are open now. */
  open(): number;
  close(): Promise<void>;
}

/** What a proxy answers instead of what it was asked for. */
export interface Refusal {
  readonly status: number;
  readonly words?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP proxy, with TLS where it has a certificate. */
export async function startHttpProxy(pair?: Pair, refuse?: (asked: Asked) => Refusal | undefined): Promise<TestProxy> {
  const asked: Asked[] = [];

  function noteRequest({ method, url, headers }: IncomingMessage): Refusal | undefined {
    const one = { line: `${method} ${url}`, proof: headers["proxy-authorization"] };
    asked.push(one);
    return refuse?.(one);
  }

  const server = pair === undefined ? createPlain() : createSecure(pair);
  server.on("connect", (question: IncomingMessage, socket: Socket) => {
    const refusal = noteRequest(question);
    if (refusal === undefined) {
      joinTo(question.url ?? "", socket, () => socket.write("HTTP/1.1 200 Connection established\r\n\r\n"));
      return;
    }
    const headers = Object.entries(refusal.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${refusal.status} ${refusal.words ?? ""}\r\n${headers.join("")}\r\n<html>no</html>`);
  });
  server.on("request", (question, answer) => {
    const refusal = noteRequest(question);
    if (refusal !== undefined) {
      answer.writeHead(refusal.status, refusal.words ?? "", refusal.headers).end();
      return;
    }
    const { port, pathname, search, host } = new URL(question.url ?? "");
    const { "proxy-authorization": _, ...headers } = question.headers;
    request({ port, path: pathname + search, headers: { ...headers, host } }, (answered) => {
      answer.writeHead(answered.statusCode ?? 0, answered.headers);
      answered.pipe(answer);
    }).end();
  });
  return listenAsProxy(server, asked);
}

/** A SOCKS5 proxy; with `person` it wants that user and password, with `reply` it answers so instead of leading on. */
export function startSocksProxy(person?: string, reply = 0): Promise<TestProxy> {
  const asked: Asked[] = [];
  const server = createServer(async (socket) => {
    socket.on("error", () => {});
    const [, methods = 0] = await bytes(socket, 2);
    const offered = await bytes(socket, methods);
    const method = person === undefined ? 0 : offered.includes(2) ? 2 : 0xff;
    socket.write(Buffer.of(5, method));
    if (method === 0xff) return socket.end();
    let proof: string | undefined;
    if (method === 2) {
      const [, length = 0] = await bytes(socket, 2);
      const name = await bytes(socket, length);
      proof = `${name}:${await bytes(socket, (await bytes(socket, 1))[0] ?? 0)}`;
      socket.write(Buffer.of(1, proof === person ? 0 : 1));
      if (proof !== person) return socket.end();
    }
    const [, , , type] = await bytes(socket, 4);
    const host =
      type === 3 ? `${await bytes(socket, (await bytes(socket, 1))[0] ?? 0)}` : (await bytes(socket, 4)).join(".");
    const to = `${host}:${(await bytes(socket, 2)).readUInt16BE()}`;
    asked.push({ line: `CONNECT ${to}`, proof });
    const answer = Buffer.of(5, reply, 0, 1, 0, 0, 0, 0, 0, 0);
    if (reply !== 0) return socket.end(answer);
    return joinTo(to, socket, () => socket.write(answer));
  });
  return listenAsProxy(server, asked);
}

/** A server that does with every connection what `meet` does. */
export function startOddProxy(meet: (socket: Socket) => unknown): Promise<TestProxy> {
  return listenAsProxy(createServer(meet), []);
}

async function bytes(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const read: Buffer | null = count === 0 ? Buffer.alloc(0) : socket.read(count);
    if (read !== null) return read;
    if (socket.readableEnded || socket.destroyed) return Buffer.alloc(count);
    await Promise.race([once(socket, "readable"), once(socket, "close")]);
  }
}

function joinTo(authority: string, socket: Socket, then: () => void): void {
  const target = connect(Number(authority.replace(/.*:/, "")), "127.0.0.1", () => {
    then();
    target.pipe(socket).pipe(target);
  });
  target.on("error", () => socket.destroy());
  socket.on("error", () => target.destroy());
  socket.on("close", () => target.destroy());
}

async function listenAsProxy(server: Server, asked: readonly Asked[]): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await listen(server);
  return {
    port,
    asked,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
