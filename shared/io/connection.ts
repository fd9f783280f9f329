import { type Answer, readAnswer } from "./answer.ts";
import type { Incoming, Outgoing } from "./channel.ts";
import type { ConnectionSettings } from "./connection-settings.ts";
import type { Credentials } from "./credentials.ts";
import { type Deadline, deadlineOf, unlessAborted } from "./deadline.ts";
import { type Dialled, dial } from "./dial.ts";
import { ConnectionError } from "./errors.ts";
import { BrokenConnection, faultOf, noAnswer, noConnection, type Party, tlsWanted } from "./faults.ts";
import { keepChannel } from "./kept-channel.ts";
import { openChannel } from "./open-channel.ts";
import { type ForwardProxy, isAskedItself, proofFor, titleOf } from "./proxy.ts";
import { isDisagreement, isHangUp, onlyHttp1 } from "./repeat.ts";
import { hostOf, portOf } from "./url-ends.ts";

/** One server, asked over one kept connection with HTTP/2; over up to six where it speaks only HTTP/1.1. */
export interface Connection {
  readonly server: string;
  readonly counters: Counters;
  /**
   * The answer to GET `path`, whatever its status; `path` begins with a slash and counts from the server's own prefix.
   * After a 401 it is asked once more where the credentials have been renewed.
   * @throws ConnectionError where there is none, or the credentials cannot be renewed; the reason of `signal` where that ended it.
   */
  get(path: string, options?: GetOptions): Promise<Answer>;
  /** Resolves when there is a connection for the first time. @throws what {@link get} would. */
  opened(): Promise<unknown>;
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

/** Begins to connect at once, so that what else a start needs is done meanwhile; close it in the end. */
export function connect(settings: ConnectionSettings): Connection {
  const { server, credentials, proxy, userAgent, requestTimeout = 0, bodyLimit = 128 * 2 ** 20 } = settings;
  const url = new URL(server);
  const host = hostOf(url);
  const between = proxy !== undefined && { proxy: titleOf(proxy) };
  const party: Party = { server, host: credentials.tls?.servername ?? host, ...between };
  const counters = { requests: 0, connections: 0 };
  const compress = settings.compress ?? !isThisMachine(host);
  const forwarding = proxy !== undefined && isAskedItself(proxy, url) ? proxy : undefined;
  const prefix = `${forwarding === undefined ? "" : url.origin}${url.pathname.replace(/\/$/, "")}`;
  const end = new AbortController();
  let shown = credentials.tls;
  let { protocols } = settings;
  const kept = keepChannel(() => {
    shown = credentials.tls;
    return openChannel(dialOne, url.host);
  });

  function dialOne(): Promise<Dialled> {
    counters.connections += 1;
    const milliseconds = settings.connectTimeout ?? 10_000;
    const tls = credentials.tls !== undefined && { tls: credentials.tls };
    const offer = protocols !== undefined && { protocols };
    const through = proxy !== undefined && { proxy };
    return dial({ host, port: portOf(url), milliseconds, party, signal: end.signal, ...tls, ...offer, ...through });
  }

  async function proof(signal: AbortSignal | undefined): Promise<Proof> {
    const asking = credentials.headers();
    const own = await (signal === undefined ? asking : unlessAborted(asking, signal));
    return { own, tls: credentials.tls, headers: { ...own, ...(forwarding !== undefined && proofFor(forwarding)) } };
  }

  async function askOnce(path: string, headers: Outgoing["headers"], deadline: Deadline): Promise<Incoming> {
    // A certificate is shown when a connection begins.
    if (credentials.tls !== shown) kept.renew();
    const channel = await unlessAborted(kept.ready(), deadline.signal).catch((error: unknown) => {
      throw deadline.isOver() ? noConnection(requestTimeout, party) : error;
    });
    counters.requests += 1;
    try {
      return await channel.get({ path: prefix + path, headers, limit: bodyLimit }, deadline.signal);
    } catch (error) {
      if (deadline.isOver()) channel.retire();
      throw error;
    }
  }

  async function ask(path: string, accept: string, sent: Proof, deadline: Deadline): Promise<Incoming> {
    const headers = {
      ...settings.headers,
      ...sent.headers,
      accept,
      "user-agent": userAgent,
      ...(compress && { "accept-encoding": "gzip" }),
    };
    try {
      return await askOnce(path, headers, deadline);
    } catch (error) {
      if (!(error instanceof BrokenConnection || isHangUp(error))) throw error;
      if (isDisagreement((error as Error).cause)) {
        // All the questions under way fail at once: the first of them changes over for all.
        const isFirst = protocols !== onlyHttp1;
        protocols = onlyHttp1;
        if (isFirst) kept.renew();
        // Where that is no better, the first fault says more.
        return askOnce(path, headers, deadline).catch((later: unknown) => {
          throw deadline.signal.aborted ? later : error;
        });
      }
      // A kept connection may have ended just before, or a balancer had a dead server first: a GET can be asked again
      // (client-go, rest/with_retry.go).
      return askOnce(path, headers, deadline);
    }
  }

  // Credentials that are renewed may need somebody to log in: that is none of the server's time.
  async function get(path: string, options: GetOptions = {}): Promise<Answer> {
    const sent = await proof(options.signal);
    const answer = await attempt(path, sent, options);
    if (answer.status !== 401) return answer;
    credentials.forget(sent.own);
    const renewed = await proof(options.signal);
    const isSame = renewed.own["authorization"] === sent.own["authorization"] && renewed.tls === sent.tls;
    // kubectl renews too, but leaves it to people to call it again; a GET can be repeated.
    return isSame ? answer : attempt(path, renewed, options);
  }

  async function attempt(path: string, sent: Proof, options: GetOptions): Promise<Answer> {
    const { signal, accept = "application/json" } = options;
    const deadline = deadlineOf(requestTimeout, signal);
    try {
      const incoming = await ask(path, accept, sent, deadline);
      if (incoming.status === 407 && forwarding !== undefined) throw await unknownToProxy(forwarding, party, incoming);
      const answer = await readAnswer(incoming, sent.headers, bodyLimit);
      if (answer.status === 400 && answer.body.startsWith(wantsTls)) throw tlsWanted(party);
      return answer;
    } catch (error) {
      if (deadline.isOver() && !(error instanceof ConnectionError)) throw noAnswer(path, requestTimeout, party);
      throw faultOf(error, party);
    } finally {
      deadline.clear();
    }
  }

  function close(): void {
    kept.close();
    end.abort(new Error("the connection was closed by us"));
  }

  return { server, counters, get, opened: () => kept.ready(), close };
}

/** What one question is sent with: our own headers, and all that prove something, to a proxy too. */
interface Proof {
  readonly own: Readonly<Record<string, string>>;
  readonly tls: Credentials["tls"] | undefined;
  readonly headers: Outgoing["headers"];
}

async function unknownToProxy(
  proxy: ForwardProxy,
  party: Party,
  { status, headers }: Incoming,
): Promise<ConnectionError> {
  const { refusal } = await import("./proxy-faults.ts");
  const offers = String(headers["proxy-authenticate"] ?? "");
  return refusal(proxy, party, { status, words: "Proxy Authentication Required", offers });
}

// What net/http of Go says on a TLS port.
const wantsTls = "Client sent an HTTP request to an HTTPS server";

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d+){3}$/.test(host);
}
