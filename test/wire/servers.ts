import { createServer as createPlain } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { createServer as createSecure } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { answerOf, unauthorized } from "./api.ts";
import { type Book, buildEntry } from "./book.ts";
import { materialOf } from "./materials.ts";

/** Something that listens on every address of this machine. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * The servers of a scene: `main` and `other` speak HTTP/2 and HTTP/1.1 under every address of this machine, `old` only
 * HTTP/1.1, `named` has a certificate for one name only, `foreign` one of an authority that no row trusts by itself, and
 * `plain` speaks no TLS.
 */
export const serverNames = ["main", "other", "old", "named", "foreign", "plain"] as const;
export type ServerName = (typeof serverNames)[number];

/** A path that leads to the server on another port. */
const redirect = /^\/to\/(\d+)(\/.*)$/;

/** Starts one of them; each answers 401 to a request with something that calls itself expired. */
export function startServer(name: ServerName, folder: string, book: Book): Promise<Listening> {
  const answer = (request: Http2ServerRequest, response: Http2ServerResponse): void => {
    const [path = ""] = request.url.split("?");
    const prefix = /^(.*?)\/apis?(?:\/|$)/.exec(path)?.[1] ?? path;
    book.write(buildEntry(name, request, request.headers.host ?? request.authority, prefix));
    const [, port, onwards] = redirect.exec(path) ?? [];
    if (port !== undefined) {
      response.writeHead(302, { location: `https://127.0.0.1:${port}${onwards}` });
      response.end();
      return;
    }
    const isExpired = (request.headers.authorization ?? "").includes("expired");
    const { status, body } = isExpired ? unauthorized : answerOf(path);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
  return listen(create(name, folder, answer as (...both: never[]) => void));
}

/** Lets a server listen. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  const front = "setSecureContext" in server ? listenInFrontOf(server) : server;
  front.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A client that refuses a certificate hangs up in the middle of the handshake.
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve, reject) => {
    front.once("error", reject);
    front.listen(0, resolve);
  });
  return {
    port: (front.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}

/** Answers a client without TLS on a port with TLS, as net/http of Go does. Node's servers say nothing. */
function listenInFrontOf(server: Server): Server {
  return createServer((socket) => {
    socket.once("data", (first: Buffer) => {
      socket.pause();
      if (first[0] !== handshake) {
        socket.end("HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n");
        return;
      }
      socket.unshift(first);
      server.emit("connection", socket);
    });
  });
}

/** The first byte of TLS (RFC 8446, 5.1: ContentType). */
const handshake = 22;

/** The options of a TLS server that requests a client certificate of our authority and accepts clients without one. */
export function tlsOptions(folder: string, pair: string): object {
  return {
    cert: materialOf(folder, `${pair}.crt`),
    key: materialOf(folder, `${pair}.key`),
    ca: materialOf(folder, "ca.crt"),
    requestCert: true,
    rejectUnauthorized: false,
  };
}

function create(name: ServerName, folder: string, answer: (...both: never[]) => void): Server {
  const listener = answer as () => void;
  if (name === "plain") return createPlain(listener);
  if (name === "old") return createSecure({ ...tlsOptions(folder, "main"), ALPNProtocols: ["http/1.1"] }, listener);
  const pair = name === "other" ? "main" : name;
  return createSecureServer({ ...tlsOptions(folder, pair), allowHTTP1: true }, listener);
}
