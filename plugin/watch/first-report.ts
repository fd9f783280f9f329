import { sanitizeLine } from "../../shared/render/characters/sanitize.ts";
import { connectingWords } from "../../shared/render/words/commands/watch.ts";
import { readKeyCommands } from "../follow/keys.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/** The terminal while the user waits for the first responses. */
export interface FirstReportScreen {
  /** Leaves the terminal to `work` meanwhile, which may ask the user. */
  readonly aside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Erases the message, so that other output can follow. */
  readonly close: () => void;
}

/** Milliseconds before the message is shown. */
const patience = 1000;
/** Returns to the start of the line and erases it. */
const erase = "\r\u001b[K";

/**
 * Shows which server the plugin waits for, where that takes long and a terminal shows it. Where the watch uses a screen
 * (`isScreen`), keys work from the start.
 */
export function beginningAt(
  world: HostEnvironment,
  server: string,
  { isScreen, dots }: { readonly isScreen: boolean; readonly dots: string },
  leave: () => void,
): FirstReportScreen {
  const { screen, clock, person } = world;
  const isQuiet = screen.environment["TERM"] === "dumb" || !(isScreen || screen.isErrorTerminal === true);
  const say = screen.isErrorTerminal === true ? world.tell : world.print;
  let others = 0;
  let isSaid = false;
  let isClosed = false;
  let letKeysGo: (() => void) | undefined;
  let forget: (() => void) | undefined;
  const typed = readKeyCommands(clock, (wish) => {
    if (wish === "leave") leave();
    if (wish === "suspend") {
      pause();
      person.suspend();
    }
  });

  function goOn(): void {
    if (isClosed || others > 0) return;
    if (isScreen) letKeysGo ??= person.onKey(typed);
    if (!isQuiet) forget ??= clock.after(patience, speak);
  }

  function speak(): void {
    // At most as wide as the terminal, because a second row would not be erased.
    const words = connectingWords(sanitizeLine(server), dots).slice(0, (screen.columns || 80) - 1);
    isSaid = true;
    say(words);
  }

  function pause(): void {
    letKeysGo?.();
    letKeysGo = undefined;
    forget?.();
    forget = undefined;
    if (isSaid) say(erase);
    isSaid = false;
  }

  const stopListening = person.onContinue(() => {
    pause();
    goOn();
  });
  goOn();
  return {
    async aside(work) {
      others += 1;
      pause();
      try {
        return await work();
      } finally {
        others -= 1;
        goOn();
      }
    },
    close() {
      isClosed = true;
      stopListening();
      pause();
    },
  };
}
