import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import {
  type ServerProgress,
  type WaitPhase,
  waitingForServerText,
} from "../../shared/render/words/plugin/progress.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { ProgressLine } from "../process/progress-line.ts";

/** The progress line of a command that reads one server, and the functions that report progress to it. */
export interface ShownProgress
  extends Pick<ProgressLine, "isDrawn" | "printMessage" | "withFreeTerminal" | "erase" | "end"> {
  /** The same connection, whose requests are counted. */
  readonly counting: (connection: ServerConnection) => ServerConnection;
  /** The number of objects on a page of a list. */
  readonly listed: (objects: number) => void;
  /** The server cannot be reached. The command goes on trying. */
  readonly failed: (brief: string) => void;
}

/** Shows what a command waits for while it reads the server of `chosen`. */
export function showServerProgress(
  environment: Pick<HostEnvironment, "screen" | "clock" | "printMessage">,
  { server, user }: Pick<ChosenContext, "server" | "user">,
): ShownProgress {
  const line = new ProgressLine(environment);
  const hasProgram = (user?.exec ?? user?.authProvider) !== undefined;
  const counts = { asked: 0, answered: 0, objects: 0 };
  let phase: WaitPhase = hasProgram ? "credentials" : "connecting";
  let cause = "";

  function update(next: WaitPhase = phase): void {
    phase = next;
    const progress: ServerProgress = { server, phase, cause, ...counts };
    line.show((elapsedMs) => waitingForServerText(progress, elapsedMs));
  }

  /** Counts one more request. The returned function takes it back where it has failed. */
  function count(): (isAnswered: boolean) => void {
    let isOpen = true;
    counts.asked += 1;
    return (isAnswered) => {
      if (!isOpen) return;
      isOpen = false;
      if (isAnswered) counts.answered += 1;
      else counts.asked -= 1;
      update(isAnswered ? "reading" : phase);
    };
  }

  update();
  return {
    isDrawn: line.isDrawn,
    printMessage: (text) => line.printMessage(text),
    withFreeTerminal: (work) => line.withFreeTerminal(work),
    erase: () => line.erase(),
    end: () => line.end(),
    counting(connection) {
      if (!line.isDrawn) return connection;
      update("connecting");
      const opened = async (): Promise<void> => {
        await connection.opened();
        update("reading");
      };
      // A failure is reported by the requests.
      opened().catch(() => {});
      return countRequests(connection, opened, count);
    },
    listed(objects) {
      counts.objects += objects;
      update();
    },
    failed(why) {
      cause = why;
      update("unreachable");
    },
  };
}

/** `connection`, which calls `count` for each request, and the result of that when its response begins or fails. */
function countRequests(
  connection: ServerConnection,
  opened: ServerConnection["opened"],
  count: () => (isAnswered: boolean) => void,
): ServerConnection {
  return {
    ...connection,
    opened,
    // Getters, because a connection that is replaced has other values later.
    get server() {
      return connection.server;
    },
    get counters() {
      return connection.counters;
    },
    async get(...request) {
      const ended = count();
      try {
        const response = await connection.get(...request);
        ended(true);
        return response;
      } finally {
        ended(false);
      }
    },
    async lines(path, options) {
      const ended = count();
      const begun = (): void => {
        ended(true);
        options.begun?.();
      };
      try {
        const end = await connection.lines(path, { ...options, begun });
        ended(true);
        return end;
      } finally {
        ended(false);
      }
    },
  };
}
