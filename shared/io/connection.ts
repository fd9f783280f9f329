import type { TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { type Channel, type Incoming, type Outgoing, tooLarge } from "./channel.ts";
import type { Credentials } from "./credentials.ts";
import { type Deadline, deadlineOf, unlessAborted } from "./deadline.ts";
import { type Dialled, dial } from "./dial.ts";
import { BrokenConnection, faultOf, noAnswer, type Party, tlsWanted } from "./faults.ts";
import { keepChannel } from "./kept-channel.ts";

/** One server, asked over one kept connection: HTTP/2 where it can, else HTTP/1.1. */
export interface Connection {
  readonly server: string;
  readonly counters: Counters;
  /**
   * The answer to GET `path`, whatever its status; `path` begins with a slash and counts from the server's own prefix.
   * @throws ConnectionError where there is none; the reason of `signal` where that ended it.
   */
  get(path: string, options?: GetOptions): Promise<Answer>;
  /** Ends what is under way; the process can end. */
  close(): void;
}

/** What was needed so far: questions as sent, repeated ones too, and connections as opened. */
interface Counters {
  readonly requests: number;
  readonly connections: number;
}

/** What one question may say beyond its path. */
interface GetOptions {
  readonly signal?: AbortSignal;
  /** Instead of `application/json`. */
  readonly accept?: string;
}

/** What the server said; the header names are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Incoming["headers"];
  readonly body: string;
  /** Why `body` is not the whole of it. */
  readonly flaw?: string;
}

/** How to ask one server. */
export interface ConnectionSettings {
  /** URL with scheme and path prefix, without a slash at the end. */
  readonly server: string;
  readonly credentials: Credentials;
  /** `kubectl-hco_status/<version> (<platform>/<arch>)`. */
  readonly userAgent: string;
  /** Milliseconds for one question from asking to the last byte; 0 or absent: no limit. */
  readonly requestTimeout?: number;
  /** Milliseconds until the handshake is done; absent: ten seconds. */
  readonly connectTimeout?: number;
  /** Bytes of one body, unpacked; absent: 256 MiB. */
  readonly bodyLimit?: number;
  /** Ask for packed answers; the API server packs what is larger than 128 KiB. Absent: yes, unless the server is this machine. */
  readonly compress?: boolean;
}

/** Begins to connect at once, so that what else a start needs is done meanwhile; close it in the end. */
export function connect(settings: ConnectionSettings): Connection {
  const { server, credentials, userAgent, requestTimeout = 0, bodyLimit = 256 * 2 ** 20 } = settings;
  const url = new URL(server);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const party: Party = { server, host: credentials.tls?.servername ?? host };
  const counters = { requests: 0, connections: 0 };
  const compress = settings.compress ?? !isThisMachine(host);
  const prefix = url.pathname.replace(/\/$/, "");
  const end = new AbortController();
  const kept = keepChannel(() => openChannel(dialOne, url.host));

  function dialOne(): Promise<Dialled> {
    counters.connections += 1;
    const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
    const milliseconds = settings.connectTimeout ?? 10_000;
    const tls = credentials.tls !== undefined && { tls: credentials.tls };
    return dial({ host, port, milliseconds, party, signal: end.signal, ...tls });
  }

  async function askOnce(path: string, headers: Outgoing["headers"], deadline: Deadline): Promise<Incoming> {
    const channel = await unlessAborted(kept.ready(), deadline.signal);
    counters.requests += 1;
    try {
      return await channel.get({ path: prefix + path, headers, limit: bodyLimit }, deadline.signal);
    } catch (error) {
      if (deadline.isOver()) channel.retire();
      throw error;
    }
  }

  async function ask(path: string, accept: string, deadline: Deadline): Promise<Incoming> {
    const headers = {
      ...(await credentials.headers()),
      accept,
      "user-agent": userAgent,
      ...(compress && { "accept-encoding": "gzip" }),
    };
    try {
      return await askOnce(path, headers, deadline);
    } catch (error) {
      // A kept connection may have ended just before: a GET can be asked again.
      if (error instanceof BrokenConnection) return askOnce(path, headers, deadline);
      throw error;
    }
  }

  async function get(path: string, { signal, accept = "application/json" }: GetOptions = {}): Promise<Answer> {
    const deadline = deadlineOf(requestTimeout, signal);
    try {
      const incoming = await ask(path, accept, deadline);
      if (incoming.status === 401) credentials.forget();
      const answer = withoutSecret(await answerOf(incoming, bodyLimit), await credentials.headers());
      if (answer.status === 400 && answer.body.startsWith(wantsTls)) throw tlsWanted(party);
      return answer;
    } catch (error) {
      if (deadline.isOver()) throw noAnswer(path, requestTimeout, party);
      throw faultOf(error, party);
    } finally {
      deadline.clear();
    }
  }

  function close(): void {
    kept.close();
    end.abort(new Error("the connection was closed by us"));
  }

  return { server, counters, get, close };
}

/** Proxies echo what they were sent; a refusal ends up in reports, so our own proof must not stand in it. */
function withoutSecret(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  const secret = headers["authorization"]?.replace(/^\S+ /, "");
  if (answer.status === 200 && answer.body.startsWith("{")) return answer;
  return secret === undefined || secret === "" ? answer : { ...answer, body: answer.body.replaceAll(secret, "…") };
}

async function openChannel(dialOne: () => Promise<Dialled>, authority: string): Promise<Channel> {
  const dialling = dialOne();
  // Loading the protocol costs as much as a hand-shake; it is done while the first packets are on their way.
  const loading = import("./http2-channel.ts");
  const { socket, protocol } = await dialling;
  if (protocol === "h2") return (await loading).overHttp2(socket as TLSSocket, authority);
  const { overHttp1 } = await import("./http1-channel.ts");
  return overHttp1(socket, authority, async () => (await dialOne()).socket);
}

async function answerOf({ status, headers, body, flaw }: Incoming, limit: number): Promise<Answer> {
  if (flaw !== undefined) return { status, headers, body: "", flaw };
  if (headers["content-encoding"] !== "gzip") return { status, headers, body: body.toString() };
  try {
    // Few answers are packed, and a server on this machine packs none.
    const { gunzip } = await import("node:zlib");
    return { status, headers, body: (await promisify(gunzip)(body, { maxOutputLength: limit })).toString() };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const unpacked = code === "ERR_BUFFER_TOO_LARGE" ? tooLarge(limit) : `the answer cannot be unpacked (${code})`;
    return { status, headers, body: "", flaw: unpacked };
  }
}

// What net/http of Go says on a TLS port.
const wantsTls = "Client sent an HTTP request to an HTTPS server";

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d+){3}$/.test(host);
}
