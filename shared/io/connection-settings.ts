import type { Outgoing } from "./channel.ts";
import type { Credentials } from "./credentials.ts";
import type { ForwardProxy } from "./proxy.ts";

/** A connection on which something is under way and that says nothing is asked, then given up. */
export interface Health {
  /** Without a byte until a ping is sent. */
  readonly quietMilliseconds: number;
  /** Until that has to be answered. */
  readonly pingMilliseconds: number;
}

/** How to ask one server. */
export interface ConnectionSettings {
  /** URL with scheme and path prefix, without a slash at the end. */
  readonly server: string;
  readonly credentials: Credentials;
  /** What every question carries besides, such as `impersonationHeaders`. */
  readonly headers?: Outgoing["headers"];
  /** What stands between, as {@link proxyFor} of proxy.ts finds it; absent: nothing. */
  readonly proxy?: ForwardProxy;
  /** What to offer in the handshake; none means HTTP/1.1; absent: HTTP/2 and HTTP/1.1. */
  readonly protocols?: readonly string[];
  /** `kubectl-hco_status/<version> (<platform>/<arch>)`. */
  readonly userAgent: string;
  /** Milliseconds for one question from asking to the last byte; 0 or absent: no limit. */
  readonly requestTimeout?: number;
  /** Milliseconds until the handshake is done, the way through a proxy included; absent: ten seconds. */
  readonly connectTimeout?: number;
  /** How HTTP/2 finds out that the other end is gone; absent: as client-go does, within 45 seconds. */
  readonly health?: Health;
  /** Bytes of one body, unpacked; absent: 128 MiB. */
  readonly bodyLimit?: number;
  /** Ask for packed answers; the API server packs what is larger than 128 KiB. Absent: yes, unless the server is this machine. */
  readonly compress?: boolean;
}
