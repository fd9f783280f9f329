import { ConnectionError } from "../errors/errors.ts";
import type { ServerConnection } from "./connection.ts";

/** The most attempts of one request, because each may meet a connection that is replaced meanwhile. */
const most = 3;

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
  async function renewed(failed: ServerConnection): Promise<boolean> {
    if (failed === current && !isClosed) {
      opening ??= replaced().finally(() => {
        opening = undefined;
      });
      await opening;
    }
    // A resource version or a continue token means nothing to another server.
    return !isClosed && failed !== current && failed.server === current.server;
  }

  async function replaced(): Promise<void> {
    // An error of `reopen` is no reason to give up the current connection.
    const next = await reopen().catch(() => undefined);
    if (next === undefined) return;
    const former = isClosed ? next : current;
    if (!isClosed) current = next;
    former.close();
  }

  async function requestWithReconnect<T>(
    ask: (connection: ServerConnection) => Promise<T>,
    isRefused: (response: T) => boolean,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const mine = current;
      try {
        const response = await ask(mine);
        if (attempt >= most || !isRefused(response) || !(await renewed(mine))) return response;
      } catch (error) {
        // A request in progress on a replaced connection fails, because `replaced` closed the connection.
        const isReplaced = mine !== current && !isClosed;
        const isLost = error instanceof ConnectionError || isReplaced;
        if (attempt < most && isLost && (await renewed(mine))) continue;
        throw isReplaced && !(error instanceof ConnectionError) ? moved(current, error) : error;
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
        (end) => end.is === "answered" && end.response.status === 401,
      ),
    isProving: () => opening !== undefined || current.isProving?.() === true,
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

function moved({ server }: ServerConnection, cause: unknown): ConnectionError {
  return new ConnectionError(`the kubeconfig now selects ${server}; repeating all requests there`, {
    reason: "unreachable",
    cause,
  });
}
