import type { Socket } from "node:net";
import type { ServerIdentity } from "../errors/connection-faults.ts";
import type { RequestDeadline } from "../socket/deadline.ts";
import type { SocketEndpoint } from "../socket/socket.ts";
import type { ForwardProxy } from "./forward-proxy.ts";

/** One connection through a proxy to a server, and its time limit. */
export interface ProxyPassage {
  readonly proxy: ForwardProxy;
  readonly server: SocketEndpoint;
  readonly identity: ServerIdentity;
  readonly timeoutMs: number;
  readonly deadline: RequestDeadline;
}

/** Extends a connection with a proxy to the server behind it. @throws ConnectionError where the proxy refuses. */
export type OpenTunnel = (socket: Socket, passage: ProxyPassage) => Promise<void>;
