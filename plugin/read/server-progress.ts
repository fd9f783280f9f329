import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { type WaitPhase, waitingForServerText } from "../../shared/render/words/plugin/progress.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { ProgressLine } from "../process/progress-line.ts";

/** The progress line of a command that reads one server, and the functions that report progress to it. */
export interface ShownProgress
  extends Pick<ProgressLine, "isDrawn" | "printMessage" | "withFreeTerminal" | "erase" | "end"> {
  /** Returns the same connection, whose requests are counted. */
  readonly counting: (connection: ServerConnection) => ServerConnection;
  /** Takes the number of objects on a page of a list. */
  readonly listed: (objects: number) => void;
  /** The server cannot be reached, for the cause `brief`. The command goes on trying. */
  readonly failed: (brief: string) => void;
}

/**
 * Shows what a command waits for while it reads the server of `chosen`:
 * `waiting for https://h:6443: 3 of 12 requests answered, 500 objects so far, 4s`.
 */
export function showServerProgress(
  environment: Pick<HostEnvironment, "screen" | "clock" | "printMessage">,
  { server, user }: Pick<ChosenContext, "server" | "user">,
): ShownProgress {
  const line = new ProgressLine(environment);
  const counts = { asked: 0, answered: 0, objects: 0 };
  const runsCredentialPlugin = (user?.exec ?? user?.authProvider) !== undefined;
  let phase: WaitPhase = runsCredentialPlugin ? "credentials" : "connecting";
  let cause = "";

  function update(): void {
    const progress = { server, phase, cause, ...counts };
    line.show((elapsedMs) => waitingForServerText(progress, elapsedMs));
  }

  function enter(next: WaitPhase): void {
    phase = next;
    update();
  }

  function countResponse(): void {
    counts.answered += 1;
    enter("reading");
  }

  /** A request that failed is not shown as one without a response. */
  function dropRequest(): void {
    counts.asked -= 1;
    update();
  }

  function counting(connection: ServerConnection): ServerConnection {
    if (!line.isDrawn) return connection;
    enter("connecting");
    const opened = async (): Promise<void> => {
      await connection.opened();
      enter("reading");
    };
    // A failure is reported by the requests.
    opened().catch(() => {});
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
        counts.asked += 1;
        try {
          const response = await connection.get(...request);
          countResponse();
          return response;
        } catch (error) {
          dropRequest();
          throw error;
        }
      },
      async lines(path, options) {
        counts.asked += 1;
        let isCounted = false;
        const countOnce = (): void => {
          if (!isCounted) countResponse();
          isCounted = true;
        };
        const begun = (): void => {
          countOnce();
          options.begun?.();
        };
        try {
          const end = await connection.lines(path, { ...options, begun });
          countOnce();
          return end;
        } catch (error) {
          if (!isCounted) dropRequest();
          throw error;
        }
      },
    };
  }

  update();
  return {
    isDrawn: line.isDrawn,
    printMessage: (text) => line.printMessage(text),
    withFreeTerminal: (work) => line.withFreeTerminal(work),
    erase: () => line.erase(),
    end: () => line.end(),
    counting,
    listed(objects) {
      counts.objects += objects;
      update();
    },
    failed(brief) {
      cause = brief;
      enter("unreachable");
    },
  };
}
