import { connect, createServer, type Socket } from "node:net";
import { listen } from "../io/listen.ts";
import type { Cluster } from "./server.ts";

/**
 * A proxy between a client and an API server, which can break connections as a load balancer does. It forwards TCP, so
 * that TLS and the credentials pass through unchanged.
 *
 * | method                    | open connections                       | new connections       |
 * | ------------------------- | -------------------------------------- | --------------------- |
 * | `closeConnections`        | closed at once                         | unchanged             |
 * | `closeConnectionsAfter`   | closed after some bytes of the server  | unchanged             |
 * | `dropPackets`             | stay open, but transfer nothing        | unchanged             |
 * | `rejectNewConnections`    | unchanged                              | closed at once        |
 * | `acceptNewConnections`    | unchanged                              | forwarded (default)   |
 */
export interface TcpProxy {
  /** The port on 127.0.0.1 to connect to. */
  readonly port: number;
  /** Returns how many connections clients have opened since the start, with those that were rejected or closed. */
  countAllConnections(): number;
  /** Returns how many connections are forwarded now. */
  countOpenConnections(): number;
  closeConnections(): void;
  /** Forwards `byteCount` more bytes from the server on each open connection, and then closes the connection. */
  closeConnectionsAfter(byteCount: number): void;
  dropPackets(): void;
  rejectNewConnections(): void;
  acceptNewConnections(): void;
  /** Closes all connections and stops listening. */
  stop(): Promise<void>;
}

/** A connection of a client, and the connection to the server that belongs to it. */
interface ForwardedConnection {
  readonly client: Socket;
  readonly server: Socket;
  dropsPackets: boolean;
  /** How many more bytes of the server the client gets before the connection is closed. */
  serverBytesLeft: number;
}

/** Starts a proxy to the API server of a cluster. */
export async function startTcpProxy({ url }: Pick<Cluster, "url">): Promise<TcpProxy> {
  const serverPort = Number(new URL(url).port);
  const openConnections = new Set<ForwardedConnection>();
  let connectionCount = 0;
  let acceptsConnections = true;

  const listener = createServer((client) => {
    connectionCount += 1;
    client.on("error", ignoreSocketError);
    if (acceptsConnections) forwardConnection(client);
    else client.destroy();
  });

  function forwardConnection(client: Socket): void {
    const server = connect(serverPort, "127.0.0.1");
    const connection: ForwardedConnection = {
      client,
      server,
      dropsPackets: false,
      serverBytesLeft: Number.POSITIVE_INFINITY,
    };
    openConnections.add(connection);

    client.on("data", (chunk: Buffer) => {
      if (!connection.dropsPackets) server.write(chunk);
    });
    client.on("close", () => closeConnection(connection));

    server.on("error", ignoreSocketError);
    server.on("data", (chunk: Buffer) => forwardToClient(connection, chunk));
    server.on("close", () => closeConnection(connection));
  }

  function forwardToClient(connection: ForwardedConnection, chunk: Buffer): void {
    if (connection.dropsPackets) return;
    connection.client.write(chunk.subarray(0, connection.serverBytesLeft));
    connection.serverBytesLeft -= chunk.length;
    if (connection.serverBytesLeft <= 0) closeConnection(connection);
  }

  function closeConnection(connection: ForwardedConnection): void {
    // A close is a packet too: where packets are dropped, the client must not notice that the server closed.
    const isCloseDropped = connection.dropsPackets && !connection.client.destroyed;
    if (isCloseDropped) return;
    openConnections.delete(connection);
    connection.client.destroySoon();
    connection.server.destroy();
  }

  const port = await listen(listener);
  return {
    port,
    countAllConnections: () => connectionCount,
    countOpenConnections: () => openConnections.size,
    closeConnections() {
      for (const connection of openConnections) closeConnection(connection);
    },
    closeConnectionsAfter(byteCount) {
      for (const connection of openConnections) connection.serverBytesLeft = byteCount;
    },
    dropPackets() {
      for (const connection of openConnections) connection.dropsPackets = true;
    },
    rejectNewConnections() {
      acceptsConnections = false;
    },
    acceptNewConnections() {
      acceptsConnections = true;
    },
    async stop() {
      const stopped = new Promise<void>((resolve) => listener.close(() => resolve()));
      for (const { client, server } of openConnections) {
        client.destroy();
        server.destroy();
      }
      await stopped;
    },
  };
}

/** A socket without a listener for errors would end the process. The event "close", which follows, is handled. */
function ignoreSocketError(): void {}
