import { ConnectionError } from "../errors/errors.ts";
import type { ServerConnection } from "./connection.ts";

/** A request that may be sent again over another connection. */
interface RepeatableRequest<T> {
  readonly send: (connection: ServerConnection) => Promise<T>;
  /** Whether the server rejected the credentials. */
  readonly isRefused: (response: T) => boolean;
}

/** The most attempts of one request, because the connection may be replaced during each of them. */
const maxAttempts = 3;

/**
 * A connection that replaces itself if a request fails without a response, or if the server rejects the credentials (401):
 *   1. `reopen` opens another connection, once for all requests that failed.
 *   2. If it returns one, the former connection is closed. If it returns undefined or fails, the former one stays.
 *   3. If the new connection leads to the same server, the requests are repeated over it, in {@link maxAttempts} attempts. A
 *      resource version or a continue token means nothing to another server.
 * Returns an object of closures and no class, because callers copy a connection to wrap its functions.
 */
export function withReconnect(
  first: ServerConnection,
  reopen: () => Promise<ServerConnection | undefined>,
): ServerConnection {
  let current = first;
  let isClosed = false;
  let opening: Promise<void> | undefined;

  /** Replaces `failed`, unless that has happened. Returns whether its request can be repeated over another connection. */
  async function replaceFailed(failed: ServerConnection): Promise<boolean> {
    if (failed === current && !isClosed) {
      opening ??= replaceConnection().finally(() => {
        opening = undefined;
      });
      await opening;
    }
    return !isClosed && failed !== current && failed.server === current.server;
  }

  async function replaceConnection(): Promise<void> {
    // An error of `reopen` is no reason to give up the current connection.
    const next = await reopen().catch(() => undefined);
    if (next === undefined) return;
    if (isClosed) {
      next.close();
      return;
    }
    const former = current;
    current = next;
    former.close();
  }

  async function requestWithReconnect<T>({ send, isRefused }: RepeatableRequest<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const used = current;
      try {
        const response = await send(used);
        if (attempt >= maxAttempts || !isRefused(response) || !(await replaceFailed(used))) return response;
      } catch (error) {
        // A request in progress on a replaced connection fails, because that connection was closed.
        const isReplaced = used !== current && !isClosed;
        const isLost = error instanceof ConnectionError || isReplaced;
        if (attempt < maxAttempts && isLost && (await replaceFailed(used))) continue;
        throw isReplaced && !(error instanceof ConnectionError) ? serverChangedError(current, error) : error;
      }
    }
  }

  return {
    get server() {
      return current.server;
    },
    get counters() {
      return current.counters;
    },
    get: (path, options) =>
      requestWithReconnect({
        send: (connection) => connection.get(path, options),
        isRefused: ({ status }) => status === 401,
      }),
    lines: (path, options) =>
      requestWithReconnect({
        send: (connection) => connection.lines(path, options),
        isRefused: (end) => end.is === "notOk" && end.response.status === 401,
      }),
    isWaitingForCredentials: () => opening !== undefined || current.isWaitingForCredentials?.() === true,
    noticesSilence: () => current.noticesSilence?.() ?? true,
    clockAhead: () => current.clockAhead?.(),
    renew: () => current.renew(),
    opened: () => requestWithReconnect({ send: (connection) => connection.opened(), isRefused: () => false }),
    close() {
      isClosed = true;
      current.close();
    },
  };
}

function serverChangedError({ server }: ServerConnection, cause: unknown): ConnectionError {
  return new ConnectionError(`the kubeconfig now selects ${server}; repeating all requests there`, {
    reason: "unreachable",
    cause,
  });
}
