import type { ForwardProxy } from "../proxy/forward-proxy.ts";
import type { ServerCredentials } from "../socket/server-credentials.ts";
import type { OutgoingRequest } from "./channel.ts";

/** When a silent connection with a request in progress is pinged, and when it is given up. */
export interface LivenessCheck {
  /** Time without a received byte until a ping is sent. */
  readonly quietMs: number;
  /** Time within which the server must answer the ping. */
  readonly pingMs: number;
}

/** How to connect to one server and send requests to it. */
export interface ConnectionSettings {
  /** URL with scheme and path prefix, without a slash at the end. */
  readonly server: string;
  readonly credentials: ServerCredentials;
  /** Further headers of every request, such as `impersonationHeaders`. */
  readonly headers?: OutgoingRequest["headers"];
  /** The proxy on the way, as {@link proxyFor} finds it. Absent: none. */
  readonly proxy?: ForwardProxy;
  /** The protocols to offer in the handshake. An empty list means HTTP/1.1. Absent: HTTP/2 and HTTP/1.1. */
  readonly protocols?: readonly string[];
  /** `kubectl-hco_status/<version> (<platform>/<arch>)`. */
  readonly userAgent: string;
  /** Milliseconds for one request, until the last byte of the response. 0 or absent: no limit. */
  readonly requestTimeout?: number;
  /**
   * Milliseconds for which the server may send nothing in the middle of a response, where there is no request time-out.
   * 0: no limit. Absent: {@link usualSilenceMs}, or no limit where the request time-out is 0. A watch may be silent.
   */
  readonly maxSilenceMs?: number;
  /** Milliseconds until the handshake is done, the way through a proxy included. Absent: {@link usualConnectTimeoutMs}. */
  readonly connectTimeout?: number;
  /** When HTTP/2 gives up a silent server. Absent: as client-go does, within 45 seconds. */
  readonly health?: LivenessCheck;
  /** Milliseconds since 1970 by this machine's clock, to compare with the server's. Absent: they are not compared. */
  readonly now?: () => number;
  /** The most bytes of one body, unpacked. Absent: 48 MiB. */
  readonly bodyLimit?: number;
  /**
   * Requests compressed responses. The API server compresses what is larger than 128 KiB. Absent: yes, unless the
   * server is this machine.
   */
  readonly compress?: boolean;
}

/** Milliseconds of silence in the middle of a response, where the settings do not say. kubectl has no limit. */
export const usualSilenceMs = 60_000;

/** Milliseconds to connect, where the settings do not say. */
export const usualConnectTimeoutMs = 10_000;
