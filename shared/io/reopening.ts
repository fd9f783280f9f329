import type { Connection } from "./connection.ts";
import { ConnectionError } from "./errors.ts";

/** How often one question may meet a connection that has just been replaced. */
const most = 3;

/**
 * The same connection for as long as it works. Where no server answers, or it does not know us, `reopen` is asked, by all
 * together once, for another one, which takes its place and, where it is of the same server, is asked the same; undefined:
 * there is none.
 */
export function reopening(first: Connection, reopen: () => Promise<Connection | undefined>): Connection {
  let current = first;
  let isClosed = false;
  let opening: Promise<void> | undefined;

  /** There is another one than `failed`, and what was asked of that can be asked of it. */
  async function renewed(failed: Connection): Promise<boolean> {
    if (failed === current && !isClosed) {
      opening ??= replaced().finally(() => {
        opening = undefined;
      });
      await opening;
    }
    // What goes on from where it was, goes on from nowhere on another server.
    return !isClosed && failed !== current && failed.server === current.server;
  }

  async function replaced(): Promise<void> {
    // What cannot be read now is no reason to give up what there is.
    const next = await reopen().catch(() => undefined);
    if (next === undefined) return;
    const former = isClosed ? next : current;
    if (!isClosed) current = next;
    former.close();
  }

  async function asked<T>(ask: (connection: Connection) => Promise<T>, isRefused: (answer: T) => boolean): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const mine = current;
      try {
        const answer = await ask(mine);
        if (attempt >= most || !isRefused(answer) || !(await renewed(mine))) return answer;
      } catch (error) {
        // What was under way on a connection that was replaced fails because we closed it.
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
      asked(
        (connection) => connection.get(path, options),
        ({ status }) => status === 401,
      ),
    lines: (path, options) =>
      asked(
        (connection) => connection.lines(path, options),
        (end) => end.is === "answered" && end.answer.status === 401,
      ),
    isProving: () => opening !== undefined || current.isProving?.() === true,
    noticesSilence: () => current.noticesSilence?.() ?? true,
    renew: () => current.renew(),
    opened: () => current.opened(),
    close() {
      isClosed = true;
      current.close();
    },
  };
}

function moved({ server }: Connection, cause: unknown): ConnectionError {
  return new ConnectionError(`the kubeconfig leads to ${server} now; what was asked before is asked there again`, {
    reason: "unreachable",
    cause,
  });
}
