import { definedFields } from "../../model/defined-fields.ts";
import { BrokenConnection, connectTimeoutError, type ServerIdentity } from "../errors/connection-faults.ts";
import { type DialTarget, dialForHttp1, dialServer } from "../proxy/dial.ts";
import { type RequestDeadline, unlessAborted } from "../socket/deadline.ts";
import { urlHost, urlPort } from "../socket/url-host.ts";
import type { IncomingResponse, OutgoingRequest, ServerChannel } from "./channel.ts";
import { openHttp2Channel } from "./http2-channel.ts";
import { KeptChannel } from "./kept-channel.ts";
import { connectionClosedText } from "./response-flaws.ts";
import { type ConnectionSettings, usualConnectTimeoutMs } from "./settings.ts";

/** The requests that were sent so far, repeated ones included, and the connections that were opened. */
export interface TransportCounters {
  readonly requests: number;
  readonly connections: number;
}

/** Sends a request over a channel, by one of its methods. Returns undefined where the channel has no room for it. */
export type SendRequest = (
  channel: ServerChannel,
  outgoing: OutgoingRequest,
  deadline: RequestDeadline,
) => Promise<IncomingResponse | undefined>;

/** The protocols to offer after a failure of HTTP/2. */
const http1Only: readonly string[] = ["http/1.1"];

/**
 * Sends requests to one server over one kept channel, which it begins to open at once. A request without a response is
 * repeated once. The caller closes the transport.
 */
export class ServerTransport {
  /** Always the same object, whose numbers grow. */
  readonly counters: TransportCounters;
  readonly #settings: ConnectionSettings;
  readonly #identity: ServerIdentity;
  readonly #url: URL;
  readonly #channel: KeptChannel;
  readonly #closing = new AbortController();
  readonly #counts = { requests: 0, connections: 0 };
  /** The TLS settings of the newest connection. */
  #presentedTls: ConnectionSettings["credentials"]["tls"];
  /** The protocols to offer. Undefined: the usual ones. */
  #protocols: readonly string[] | undefined;
  #dialsByNode = false;
  #noticesSilence = true;

  constructor(settings: ConnectionSettings, identity: ServerIdentity) {
    this.#settings = settings;
    this.#identity = identity;
    this.#url = new URL(settings.server);
    this.#protocols = settings.protocols;
    this.counters = this.#counts;
    this.#channel = new KeptChannel(() => this.#openChannel());
  }

  /** {@link ServerChannel.noticesSilence} of the channel that was used last. */
  noticesSilence(): boolean {
    return this.#noticesSilence;
  }

  /** Resolves when there is a channel. @throws what dialling does. */
  async opened(): Promise<void> {
    await this.#channel.ready();
  }

  /** Opens another connection for further requests. Those in progress end on the old one. */
  renew(): void {
    this.#channel.renew();
  }

  close(): void {
    this.#channel.close();
    this.#closing.abort(new Error(connectionClosedText));
  }

  /**
   * Sends a request over a channel, and repeats it where the connection broke before a response.
   * @throws what `sendOver` and dialling do. A `deadline` that ends before there is a channel throws a ConnectionError.
   */
  async send(outgoing: OutgoingRequest, sendOver: SendRequest, deadline: RequestDeadline): Promise<IncomingResponse> {
    try {
      return await this.#sendOnce(outgoing, sendOver, deadline);
    } catch (error) {
      const isRepeated = error instanceof BrokenConnection || isClosedByPeer(error);
      if (!isRepeated) throw error;
      // A kept connection may have ended just before, or a load balancer may have chosen a dead server. A GET can be
      // repeated (client-go, rest/with_retry.go).
      if (!isProtocolFailure((error as Error).cause)) return this.#sendOnce(outgoing, sendOver, deadline);
      this.#switchToHttp1();
      // Where HTTP/1.1 fails too, the first error is reported.
      return this.#sendOnce(outgoing, sendOver, deadline).catch((http1Error: unknown) => {
        throw deadline.signal.aborted ? http1Error : error;
      });
    }
  }

  async #sendOnce(
    outgoing: OutgoingRequest,
    sendOver: SendRequest,
    deadline: RequestDeadline,
  ): Promise<IncomingResponse> {
    // A client certificate is sent only in the handshake, so a new one needs a new connection.
    if (this.#settings.credentials.tls !== this.#presentedTls) this.#channel.renew();
    for (;;) {
      const channel = await this.#awaitChannel(deadline);
      this.#noticesSilence = channel.noticesSilence;
      this.#counts.requests += 1;
      try {
        const incoming = await sendOver(channel, outgoing, deadline);
        if (incoming !== undefined) return incoming;
        // The channel has no room and retires. Nothing was sent.
        this.#counts.requests -= 1;
      } catch (error) {
        if (deadline.isOver()) channel.retire();
        throw error;
      }
    }
  }

  async #awaitChannel(deadline: RequestDeadline): Promise<ServerChannel> {
    try {
      return await unlessAborted(this.#channel.ready(), deadline.signal);
    } catch (error) {
      const { requestTimeout = 0 } = this.#settings;
      throw deadline.isOver() ? connectTimeoutError(requestTimeout, this.#identity) : error;
    }
  }

  /** All requests in progress fail at once. The first of them opens a connection by HTTP/1.1 for all. */
  #switchToHttp1(): void {
    if (this.#protocols === http1Only) return;
    this.#protocols = http1Only;
    this.#channel.renew();
  }

  /** Opens a channel over a new connection, in the protocol that the server chose. */
  async #openChannel(): Promise<ServerChannel> {
    this.#presentedTls = this.#settings.credentials.tls;
    const { host } = this.#url;
    const dialled = await this.#dial(dialServer);
    if (dialled.protocol === "h2") return openHttp2Channel(dialled.socket, host, this.#settings.health);
    const { openHttp1Channel } = await import("./http1-channel.ts");
    return openHttp1Channel(dialled.socket, host, () => this.#dial(dialForHttp1));
  }

  async #dial<Connected>(dial: (target: DialTarget) => Promise<Connected>): Promise<Connected> {
    const { connectTimeout = usualConnectTimeoutMs, credentials, proxy } = this.#settings;
    this.#counts.connections += 1;
    try {
      return await dial({
        host: urlHost(this.#url),
        port: urlPort(this.#url),
        timeoutMs: connectTimeout,
        identity: this.#identity,
        signal: this.#closing.signal,
        byNode: this.#dialsByNode,
        ...definedFields({ tls: credentials.tls, protocols: this.#protocols, proxy }),
      });
    } catch (error) {
      // Bun cannot give up an attempt. While a server is away there are many, so Node makes the later ones.
      this.#dialsByNode = true;
      throw error;
    }
  }
}

/** Whether the server or a load balancer closed the connection without a response: nothing was done yet. */
function isClosedByPeer(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ECONNRESET" || code === "EPIPE";
}

/** Whether HTTP/2 failed because one side does not understand or accept it (RFC 9113, section 7): try HTTP/1.1. */
function isProtocolFailure(error: unknown): boolean {
  const code = codeOf(error) ?? "";
  return /^ERR_HTTP2_(PROTOCOL|COMPRESSION|FRAME_SIZE|FLOW_CONTROL|INTERNAL|INADEQUATE_SECURITY|HTTP_1_1)/.test(code);
}

/** The code of an error: `ECONNRESET`. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
