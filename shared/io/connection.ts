import { type Answer, readAnswer } from "./answer.ts";
import type { BodyParts, Incoming, Outgoing } from "./channel.ts";
import type { ConnectionSettings } from "./connection-settings.ts";
import { deadlineOf } from "./deadline.ts";
import { ConnectionError } from "./errors.ts";
import { faultOf, noAnswer, onceAnswered, type Party, tlsWanted } from "./faults.ts";
import { lineTaker } from "./lines.ts";
import { askProven } from "./proof.ts";
import { type ForwardProxy, isAskedItself, titleOf } from "./proxy.ts";
import { type Counters, openTransport, type Send } from "./transport.ts";
import { hostOf } from "./url-ends.ts";

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
  /**
   * Hands over the answer to GET `path` line by line, each when it is whole, without its end; resolves when the answer
   * is over. The time-out of requests counts until the answer begins. Many that last leave room for what {@link get}
   * asks: over another connection where the server takes no more at once, over one each with HTTP/1.1.
   * @throws as `get` does while there is no answer; the reason of `signal` where that ended it, and what `line` throws.
   */
  lines(path: string, options: LinesOptions): Promise<LinesEnd>;
  /** Somebody waits to be told who we are, such as by a plugin that runs: the server was not asked yet. */
  readonly isProving?: () => boolean;
  /** Where the server falls silent, what is under way ends soon; absent: so it is. */
  readonly noticesSilence?: () => boolean;
  /** Another connection is dialled for the questions to come; what is under way may end on the old one. */
  renew(): void;
  /** Resolves when there is a connection for the first time. @throws what {@link get} would. */
  opened(): Promise<unknown>;
  /** Ends what is under way; the process can end. */
  close(): void;
}

/** What one question may say beyond its path. */
interface GetOptions {
  readonly signal?: AbortSignal;
  /** Instead of `application/json`. */
  readonly accept?: string;
}

/** What is done with an answer that comes line by line. */
export interface LinesOptions {
  /** The end of it; nothing is handed over after it has fired. */
  readonly signal: AbortSignal;
  /** Instead of `application/json`. */
  readonly accept?: string;
  /** The server said 200; before the first line. */
  readonly begun?: () => void;
  /** One line without its end, which may be LF or CR LF; an empty one too. */
  readonly line: (text: string) => void;
}

/** How an answer that came line by line ended. */
export type LinesEnd =
  /** The server said that this was all, after a whole line. */
  | { readonly is: "over" }
  /** It broke off, perhaps after so many milliseconds without a word; what was not a whole line is dropped. */
  | { readonly is: "cut"; readonly cause: string; readonly silentFor?: number }
  /** It had another status than 200, and is whole as {@link Connection.get} gives it. */
  | { readonly is: "answered"; readonly answer: Answer };

/** Begins to connect at once, so that what else a start needs is done meanwhile; close it in the end. */
export function connect(settings: ConnectionSettings): Connection {
  const { server, credentials, proxy, userAgent, requestTimeout = 0, bodyLimit = 128 * 2 ** 20 } = settings;
  const url = new URL(server);
  const host = hostOf(url);
  const between = proxy !== undefined && { proxy: titleOf(proxy) };
  const party: Party = { server, host: credentials.tls?.servername ?? host, ...between };
  const compress = settings.compress ?? !isThisMachine(host);
  const forwarding = proxy !== undefined && isAskedItself(proxy, url) ? proxy : undefined;
  const prefix = `${forwarding === undefined ? "" : url.origin}${url.pathname.replace(/\/$/, "")}`;
  const transport = openTransport(settings, party);
  // Credentials that are renewed may need somebody to log in: that is none of the server's time.
  let hasAnswered = false;
  const { ask: proven, isProving } = askProven(credentials, forwarding);

  function get(path: string, { signal, accept }: GetOptions = {}): Promise<Answer> {
    const send: Send = (channel, outgoing, deadline) => channel.get(outgoing, deadline.signal);
    const packed = compress && { "accept-encoding": "gzip" };
    return proven(
      (proof) => answerTo({ path, headers: { ...headersOf(proof, accept), ...packed }, signal, send }),
      signal,
    );
  }

  async function lines(path: string, options: LinesOptions): Promise<LinesEnd> {
    const { signal, accept } = options;
    const taker = lineTaker(bodyLimit, options);
    const send: Send = (channel, outgoing, deadline) => {
      const gather = (status: number): BodyParts => {
        if (status === 200) deadline.lift();
        return taker.gather(status);
      };
      return channel.stream(outgoing, gather, deadline.signal);
    };
    const answer = await proven((proof) => answerTo({ path, headers: headersOf(proof, accept), signal, send }), signal);
    taker.rethrow();
    if (answer.status !== 200) return { is: "answered", answer };
    const { flaw, silentFor } = answer;
    if (flaw === undefined) return { is: "over" };
    return { is: "cut", cause: flaw, ...(silentFor !== undefined && { silentFor }) };
  }

  function headersOf(proof: Outgoing["headers"], accept = "application/json"): Outgoing["headers"] {
    return { ...settings.headers, ...proof, accept, "user-agent": userAgent };
  }

  async function answerTo({ path, headers, signal, send }: Question): Promise<Answer> {
    const deadline = deadlineOf(requestTimeout, signal);
    const outgoing = { path: prefix + path, headers, limit: bodyLimit };
    try {
      const incoming = await transport.ask(outgoing, send, deadline);
      if (incoming.status === 407 && forwarding !== undefined) throw await unknownToProxy(forwarding, party, incoming);
      const answer = await readAnswer(incoming, headers, bodyLimit);
      hasAnswered ||= answer.status < 400;
      if (answer.status === 400 && answer.body.startsWith(wantsTls)) throw tlsWanted(party);
      return answer;
    } catch (error) {
      // The reason is whatever the caller says, and may look like a fault of the network.
      if (signal?.aborted && error === signal.reason) throw error;
      if (deadline.isOver() && !(error instanceof ConnectionError)) throw noAnswer(path, requestTimeout, party);
      throw faultOf(error, party, hasAnswered ? onceAnswered : {});
    } finally {
      deadline.clear();
    }
  }

  const { counters, noticesSilence, opened, renew, close } = transport;
  return { server, counters, get, lines, isProving, noticesSilence, renew, opened, close };
}

/** One question with its proof, and how it goes over a channel. */
interface Question {
  readonly path: string;
  readonly headers: Outgoing["headers"];
  readonly signal: AbortSignal | undefined;
  readonly send: Send;
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
