import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { createWaitingLine } from "../follow/follow-until-ended.ts";
import { readKeyCommands } from "../follow/keys.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type ShownProgress, showServerProgress } from "../read/server-progress.ts";

/** The terminal while the user waits for the first responses. */
export interface FirstReportScreen extends Pick<ShownProgress, "printMessage" | "withFreeTerminal" | "counting"> {
  /** The server cannot be reached; `brief`: without the server and what to do. */
  readonly failed: (cause: string, brief?: string) => void;
  /** Erases what is shown, so that other output can follow. */
  readonly close: () => void;
}

/**
 * Says which server the watch waits for: in the progress line, or, where there is none, in a line for each new cause.
 * Where the watch uses a screen (`isScreen`), keys work from the start.
 */
export function awaitFirstReport(
  environment: HostEnvironment,
  chosen: ChosenContext,
  isScreen: boolean,
  leave: () => void,
): FirstReportScreen {
  const { clock, person } = environment;
  const progress = showServerProgress(environment, chosen);
  let others = 0;
  let isClosed = false;
  const printWaiting = createWaitingLine(environment);
  let letKeysGo: (() => void) | undefined;
  const typed = readKeyCommands(clock, (command) => {
    if (command === "leave") leave();
    if (command === "suspend") {
      releaseKeys();
      progress.erase();
      person.suspend();
    }
  });

  function takeKeys(): void {
    if (isScreen && !isClosed && others === 0) letKeysGo ??= person.onKey(typed);
  }

  function releaseKeys(): void {
    letKeysGo?.();
    letKeysGo = undefined;
  }

  // While the process was stopped, other programs may have changed the terminal's settings.
  const stopListening = person.onContinue(() => {
    releaseKeys();
    takeKeys();
  });
  takeKeys();
  return {
    printMessage: progress.printMessage,
    counting: progress.counting,
    failed(cause, brief = cause) {
      progress.failed(brief);
      if (!progress.isDrawn) printWaiting(cause);
    },
    async withFreeTerminal(work) {
      others += 1;
      releaseKeys();
      try {
        return await progress.withFreeTerminal(work);
      } finally {
        others -= 1;
        takeKeys();
      }
    },
    close() {
      isClosed = true;
      stopListening();
      releaseKeys();
      progress.end();
    },
  };
}
