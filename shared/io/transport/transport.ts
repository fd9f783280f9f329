import { definedFields } from "../../model/defined-fields.ts";
import { BrokenConnection, connectTimeoutError, type ServerIdentity } from "../errors/connection-faults.ts";
import { type DialTarget, dialForHttp1, dialServer } from "../proxy/dial.ts";
import { type RequestDeadline, unlessAborted } from "../socket/deadline.ts";
import { urlHost, urlPort } from "../socket/url-host.ts";
import { connectionClosedText, type IncomingResponse, type OutgoingRequest, type ServerChannel } from "./channel.ts";
import { openHttp2Channel } from "./http2-channel.ts";
import { type ConnectionSettings, type LivenessCheck, usualConnectTimeoutMs } from "./settings.ts";

/** Sends requests to one server over one kept channel. The channel is replaced when it ends. Requests without a response are repeated. */
interface ServerTransport {
  readonly counters: TransportCounters;
  /**
   * Sends a request over a channel. Where `send` returns undefined, the channel has no room, and `send` gets another.
   * @throws what `send` and dialling do. A `deadline` that ends before there is a channel throws a ConnectionError.
   */
  send(outgoing: OutgoingRequest, send: SendRequest, deadline: RequestDeadline): Promise<IncomingResponse>;
  /** {@link ServerChannel.noticesSilence} of the channel that was used last. */
  noticesSilence(): boolean;
  /** Resolves when there is a channel. @throws what dialling does. */
  opened(): Promise<unknown>;
  renew(): void;
  close(): void;
}

/** The requests that were sent so far, repeated ones included, and the connections that were opened. */
export interface TransportCounters {
  readonly requests: number;
  readonly connections: number;
}

/** Sends a request over a channel, by one of its methods. */
export type SendRequest = (
  channel: ServerChannel,
  outgoing: OutgoingRequest,
  deadline: RequestDeadline,
) => Promise<IncomingResponse | undefined>;

/** Begins to connect at once. The caller closes the transport. */
export function openTransport(settings: ConnectionSettings, identity: ServerIdentity): ServerTransport {
  const { server, credentials, proxy, requestTimeout = 0 } = settings;
  const url = new URL(server);
  const counters = { requests: 0, connections: 0 };
  const end = new AbortController();
  let presentedTls = credentials.tls;
  let { protocols } = settings;
  let byNode = false;
  let noticesSilence = true;
  const reusable = keepChannel(() => {
    presentedTls = credentials.tls;
    return openChannel(dialCounted, url.host, settings.health);
  });

  async function dialCounted<C>(dial: (target: DialTarget) => Promise<C>): Promise<C> {
    counters.connections += 1;
    try {
      return await dial({
        host: urlHost(url),
        port: urlPort(url),
        timeoutMs: settings.connectTimeout ?? usualConnectTimeoutMs,
        identity,
        signal: end.signal,
        byNode,
        ...definedFields({ tls: credentials.tls, protocols, proxy }),
      });
    } catch (error) {
      // Bun cannot give up an attempt. While a server is away there are many, so Node makes the later ones.
      byNode = true;
      throw error;
    }
  }

  const sendOnce: ServerTransport["send"] = async (outgoing, send, deadline) => {
    // A client certificate is sent only in the handshake, so a new one needs a new connection.
    if (credentials.tls !== presentedTls) reusable.renew();
    for (;;) {
      const channel = await unlessAborted(reusable.ready(), deadline.signal).catch((error: unknown) => {
        throw deadline.isOver() ? connectTimeoutError(requestTimeout, identity) : error;
      });
      counters.requests += 1;
      ({ noticesSilence } = channel);
      try {
        const incoming = await send(channel, outgoing, deadline);
        if (incoming !== undefined) return incoming;
        counters.requests -= 1;
      } catch (error) {
        if (deadline.isOver()) channel.retire();
        throw error;
      }
    }
  };

  const send: ServerTransport["send"] = async (outgoing, send, deadline) => {
    try {
      return await sendOnce(outgoing, send, deadline);
    } catch (error) {
      if (!(error instanceof BrokenConnection || isClosedByPeer(error))) throw error;
      if (isProtocolFailure((error as Error).cause)) {
        // All requests in progress fail at once. The first of them switches to HTTP/1.1 for all.
        const isFirst = protocols !== http1Only;
        protocols = http1Only;
        if (isFirst) reusable.renew();
        // Where HTTP/1.1 fails too, the first error is reported.
        return sendOnce(outgoing, send, deadline).catch((later: unknown) => {
          throw deadline.signal.aborted ? later : error;
        });
      }
      // A kept connection may have ended just before, or a load balancer may have chosen a dead server. A GET can be
      // repeated (client-go, rest/with_retry.go).
      return sendOnce(outgoing, send, deadline);
    }
  };

  return {
    counters,
    send,
    noticesSilence: () => noticesSilence,
    opened: reusable.ready,
    renew: reusable.renew,
    close() {
      reusable.close();
      end.abort(new Error(connectionClosedText));
    },
  };
}

/** Opens a channel over a new connection, in the protocol that the server chose. `authority`: its host and port. */
async function openChannel(
  dialOne: <C>(dial: (target: DialTarget) => Promise<C>) => Promise<C>,
  authority: string,
  health?: LivenessCheck,
): Promise<ServerChannel> {
  const dialled = await dialOne(dialServer);
  if (dialled.protocol === "h2") return openHttp2Channel(dialled.socket, authority, health);
  const { openHttp1Channel: overHttp1 } = await import("./http1-channel.ts");
  return overHttp1(dialled.socket, authority, () => dialOne(dialForHttp1));
}

/** Whether the server or a load balancer closed the connection without a response: nothing was done yet. */
function isClosedByPeer(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** The protocols to offer after a failure of HTTP/2. */
const http1Only: readonly string[] = ["http/1.1"];

/** Whether HTTP/2 failed because one side does not understand or accept it (RFC 9113, section 7): try HTTP/1.1. */
function isProtocolFailure(cause: unknown): boolean {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return /^ERR_HTTP2_(PROTOCOL|COMPRESSION|FRAME_SIZE|FLOW_CONTROL|INTERNAL|INADEQUATE_SECURITY|HTTP_1_1)/.test(code);
}

/** One open channel, replaced when it ends. */
interface KeptChannel {
  /** The channel, as soon as it is open. @throws what opening threw, to every caller that waited for it. */
  ready(): Promise<ServerChannel>;
  /** Opens another channel for further requests. Those in progress end on the old one. */
  renew(): void;
  close(): void;
}

/** Keeps one channel from `open`. Opening begins at once, before the first call of `ready`. */
function keepChannel(open: () => Promise<ServerChannel>): KeptChannel {
  let closed = false;
  // Retired channels finish their requests in progress, until `close`.
  const others = new Set<ServerChannel>();
  let kept: Promise<ServerChannel> | undefined = begin();

  function begin(): Promise<ServerChannel> {
    const opening = open();
    // The failure may come before any caller waits. `ready` reports it.
    opening.catch(() => {});
    return opening;
  }

  function retire(channel: ServerChannel): void {
    channel.retire();
    for (const other of others) if (other.isOver()) others.delete(other);
    if (closed) channel.close();
    else others.add(channel);
  }

  async function ready(): Promise<ServerChannel> {
    if (closed) throw new Error(connectionClosedText);
    kept ??= begin();
    const awaited = kept;
    try {
      const channel = await awaited;
      if (channel.usable()) return channel;
      retire(channel);
    } catch (error) {
      if (kept === awaited) kept = undefined;
      throw error;
    }
    if (kept === awaited) kept = undefined;
    return ready();
  }

  function renew(): void {
    if (closed) return;
    kept?.then(retire, () => {});
    kept = begin();
  }

  return {
    ready,
    renew,
    close() {
      closed = true;
      for (const channel of others) channel.close();
      kept?.then(
        (channel) => channel.close(),
        () => {},
      );
    },
  };
}
