import { ConnectionError } from "../errors/errors.ts";
import type { ServerConnection } from "./connection.ts";

/** The most attempts of one request, because the connection may be replaced during each of them. */
const maxAttempts = 3;

/**
 * A connection that replaces itself where no server responds, or it rejects the credentials. `reopen` opens another
 * one, once for all requests that failed. Where the new connection leads to the same server, the requests are repeated
 * over it. Where `reopen` returns undefined, the old connection stays.
 */
export function withReconnect(
  first: ServerConnection,
  reopen: () => Promise<ServerConnection | undefined>,
): ServerConnection {
  let current = first;
  let isClosed = false;
  let opening: Promise<void> | undefined;

  /** Whether `failed` was replaced by a connection to the same server, so that its request can be repeated. */
  async function couldReconnect(failed: ServerConnection): Promise<boolean> {
    if (failed === current && !isClosed) {
      opening ??= replaceConnection().finally(() => {
        opening = undefined;
      });
      await opening;
    }
    // A resource version or a continue token means nothing to another server.
    return !isClosed && failed !== current && failed.server === current.server;
  }

  async function replaceConnection(): Promise<void> {
    // An error of `reopen` is no reason to give up the current connection.
    const next = await reopen().catch(() => undefined);
    if (next === undefined) return;
    const former = isClosed ? next : current;
    if (!isClosed) current = next;
    former.close();
  }

  async function requestWithReconnect<T>(
    send: (connection: ServerConnection) => Promise<T>,
    isRefused: (response: T) => boolean,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const used = current;
      try {
        const response = await send(used);
        if (attempt >= maxAttempts || !isRefused(response) || !(await couldReconnect(used))) return response;
      } catch (error) {
        // A request in progress on a replaced connection fails, because `replaced` closed the connection.
        const isReplaced = used !== current && !isClosed;
        const isLost = error instanceof ConnectionError || isReplaced;
        if (attempt < maxAttempts && isLost && (await couldReconnect(used))) continue;
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
      requestWithReconnect(
        (connection) => connection.get(path, options),
        ({ status }) => status === 401,
      ),
    lines: (path, options) =>
      requestWithReconnect(
        (connection) => connection.lines(path, options),
        (end) => end.is === "notOk" && end.response.status === 401,
      ),
    isWaitingForCredentials: () => opening !== undefined || current.isWaitingForCredentials?.() === true,
    noticesSilence: () => current.noticesSilence?.() ?? true,
    clockAhead: () => current.clockAhead?.(),
    renew: () => current.renew(),
    opened: () =>
      requestWithReconnect(
        (connection) => connection.opened(),
        () => false,
      ),
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
