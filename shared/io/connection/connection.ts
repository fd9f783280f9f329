import { definedFields } from "../../model/defined-fields.ts";
import {
  describeConnectionError,
  noResponseError,
  type ServerIdentity,
  sentencesAfterFirstResponse,
  tlsRequiredError,
} from "../errors/connection-faults.ts";
import { ConnectionError } from "../errors/errors.ts";
import type { ForwardProxy } from "../proxy/forward-proxy.ts";
import { startDeadline } from "../socket/deadline.ts";
import { ByteBudget } from "../transport/byte-budget.ts";
import type { BodyCollector, IncomingResponse, OutgoingRequest } from "../transport/channel.ts";
import { type ConnectionSettings, usualSilenceMs } from "../transport/settings.ts";
import { type SendRequest, ServerTransport, type TransportCounters } from "../transport/transport.ts";
import { createAuthenticatedSender } from "./authenticated-request.ts";
import { LineResponse, type LinesOptions } from "./line-reader.ts";
import { createServerClock } from "./server-clock.ts";
import { readResponse, type ServerResponse } from "./server-response.ts";
import { routeTo } from "./server-route.ts";

/** The connection to one server: one kept connection with HTTP/2, or up to six where it speaks only HTTP/1.1. */
export interface ServerConnection {
  readonly server: string;
  readonly counters: TransportCounters;
  /**
   * The response to GET `path`, whatever its status. `path` begins with a slash and follows the server's own prefix.
   * After a 401 the request is sent once more where the credentials have been renewed.
   * @throws ConnectionError where there is no response, or the credentials cannot be renewed.
   * @throws the reason of `signal` where that ended it.
   */
  get(path: string, options?: GetOptions): Promise<ServerResponse>;
  /**
   * Hands over the response to GET `path` line by line, each when it is complete, without its line end. Resolves when
   * the response is over. The request time-out counts until the response begins. Many long responses leave room for
   * requests of {@link get}. HTTP/2 opens another connection where the server takes no more at once. With HTTP/1.1 each
   * long response has a connection of its own.
   * @throws as `get` does while there is no response; the reason of `signal` where that ended it; what `line` throws.
   */
  lines(path: string, options: LinesOptions): Promise<LinesEnd>;
  /** Whether a request still waits for its credentials, for example from an exec plugin. It was not sent yet. */
  readonly isWaitingForCredentials?: () => boolean;
  /** Whether requests in progress end soon after the server falls silent. Absent: yes. */
  readonly noticesSilence?: () => boolean;
  /** As {@link ServerClock.ahead}. Absent: the clocks are not compared. */
  readonly clockAhead?: () => number | undefined;
  /** Opens another connection for further requests. Those in progress may end on the old one. */
  renew(): void;
  /** Resolves when there is a connection for the first time. @throws what {@link get} would. */
  opened(): Promise<unknown>;
  /** Ends the requests in progress, so that the process can exit. */
  close(): void;
}

/** The options of one request. */
interface GetOptions {
  readonly signal?: AbortSignal;
  /** The header Accept. Absent: `application/json`. */
  readonly accept?: string;
  /** The most bytes of the body. A longer one is a flaw of the response. Absent: what any response may have. */
  readonly limit?: number;
}

/** How a response that was read line by line ended. */
export type LinesEnd =
  /** The server ended the response, after a complete line. */
  | { readonly is: "over" }
  /** It broke off, after `silentForMs` milliseconds of silence where that is known. An incomplete line is dropped. */
  | { readonly is: "cut"; readonly cause: string; readonly silentForMs?: number }
  /** Its status was not 200. `response` is as {@link ServerConnection.get} returns it. */
  | { readonly is: "notOk"; readonly response: ServerResponse };

/** The most bytes of one body. A page of 500 large Pods has 10 MB. Reading a body takes four times its bytes. */
const maxBodyBytes = 48 * 2 ** 20;

/**
 * The most bytes of all bodies at once. Reading takes four to five times as much: with 64 MiB a busy machine came to
 * 312 MB, with 56 MiB a quiet one to 288.
 */
const maxHeldBytes = maxBodyBytes;

/** The beginning of the response of Go's net/http to plain HTTP on a TLS port. */
const plainHttpOnTlsPort = "Client sent an HTTP request to an HTTPS server";

/** Begins to connect at once, in parallel to the rest of the start. The caller closes the connection. */
export function openServerConnection(settings: ConnectionSettings): ServerConnection {
  const { server, credentials, userAgent, requestTimeout = 0, bodyLimit = maxBodyBytes } = settings;
  const { host, identity, forwarding, prefix } = routeTo(settings);
  // A request time-out ends silence too, and a time-out of 0 means no limit.
  const { maxSilenceMs = settings.requestTimeout === undefined ? usualSilenceMs : 0 } = settings;
  const usesCompression = settings.compress ?? !isThisMachine(host);
  const budget = new ByteBudget(maxHeldBytes);
  const transport = new ServerTransport(settings, identity);
  const serverClock = settings.now && createServerClock(settings.now);
  // A renewal may wait until the user logs in. The request time-out of the server does not include that time.
  let hasResponded = false;
  const { send: sendAuthenticated, isWaitingForCredentials } = createAuthenticatedSender(credentials, forwarding);

  function get(path: string, { signal, accept, limit }: GetOptions = {}): Promise<ServerResponse> {
    const send: SendRequest = async (channel, outgoing, deadline) => {
      const onResponse = serverClock?.sent();
      const incoming = await channel.get(outgoing, deadline.signal);
      onResponse?.(incoming);
      return incoming;
    };
    return sendRequest({ path, accept, limit, isCompressed: usesCompression, send }, signal);
  }

  async function lines(path: string, options: LinesOptions): Promise<LinesEnd> {
    const lineResponse = new LineResponse({ limit: bodyLimit, budget }, options);
    const send: SendRequest = (channel, outgoing, deadline) => {
      const onResponse = serverClock?.sent();
      const openBody = (status: number, headers: IncomingResponse["headers"]): BodyCollector => {
        onResponse?.({ status, headers });
        if (status === 200) deadline.lift();
        return lineResponse.openBody(status);
      };
      return channel.stream(outgoing, openBody, deadline.signal);
    };
    const response = await sendRequest({ path, accept: options.accept, send }, options.signal);
    lineResponse.rethrow();
    if (response.status !== 200) return { is: "notOk", response };
    const { flaw, silentForMs } = response;
    if (flaw === undefined) return { is: "over" };
    return { is: "cut", cause: flaw, ...definedFields({ silentForMs }) };
  }

  /** Sends a request with the credentials, once more where the server refused them and they were renewed. */
  function sendRequest(request: ServerRequest, signal: AbortSignal | undefined): Promise<ServerResponse> {
    const { accept = "application/json", isCompressed = false } = request;
    return sendAuthenticated((credentialHeaders) => {
      const headers = { ...settings.headers, ...credentialHeaders, accept, "user-agent": userAgent };
      return sendWithHeaders(request, isCompressed ? { ...headers, "accept-encoding": "gzip" } : headers, signal);
    }, signal);
  }

  async function sendWithHeaders(
    { path, send, limit = bodyLimit }: ServerRequest,
    headers: OutgoingRequest["headers"],
    signal: AbortSignal | undefined,
  ): Promise<ServerResponse> {
    const deadline = startDeadline(requestTimeout, signal);
    const outgoing = { path: prefix + path, headers, limit, budget, maxSilenceMs };
    try {
      const incoming = await transport.send(outgoing, send, deadline);
      if (incoming.status === 407 && forwarding !== undefined)
        throw await proxyLoginError(forwarding, identity, incoming);
      const response = await readResponse(incoming, headers, { limit, budget });
      hasResponded ||= response.status < 400;
      if (response.status === 400 && response.body.startsWith(plainHttpOnTlsPort)) throw tlsRequiredError(identity);
      return response;
    } catch (error) {
      // The caller chooses the reason of `signal`, which may look like a network error.
      if (signal?.aborted && error === signal.reason) throw error;
      if (deadline.isOver() && !(error instanceof ConnectionError))
        throw noResponseError(path, requestTimeout, identity);
      throw describeConnectionError(error, identity, hasResponded ? sentencesAfterFirstResponse : {});
    } finally {
      deadline.clear();
    }
  }

  function opened(): Promise<unknown> {
    return transport.opened().catch((error: unknown) => {
      throw describeConnectionError(error, identity);
    });
  }

  return {
    server,
    counters: transport.counters,
    get,
    lines,
    isWaitingForCredentials,
    noticesSilence: () => transport.noticesSilence(),
    clockAhead: serverClock?.ahead ?? (() => undefined),
    renew: () => transport.renew(),
    opened,
    close: () => transport.close(),
  };
}

/** One request, and how a channel sends it. */
interface ServerRequest {
  readonly path: string;
  readonly accept: string | undefined;
  readonly limit?: number | undefined;
  /** Whether the server may compress the response. */
  readonly isCompressed?: boolean;
  readonly send: SendRequest;
}

async function proxyLoginError(
  proxy: ForwardProxy,
  identity: ServerIdentity,
  { status, headers }: IncomingResponse,
): Promise<ConnectionError> {
  const { proxyRefusal } = await import("../proxy/proxy-errors.ts");
  const offers = String(headers["proxy-authenticate"] ?? "");
  return proxyRefusal(proxy, identity, { status, words: "Proxy Authentication Required", offers });
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d+){3}$/.test(host);
}
