import { harmless } from "../shared/render/safe.ts";
import { connectingWords } from "../shared/render/words-watch.ts";
import { wishesOf } from "./watch-keys.ts";
import type { World } from "./world.ts";

/** A terminal at which somebody waits for the first answer. */
export interface Beginning {
  /** Gives the terminal back while `work` goes on: it may ask somebody. */
  readonly aside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Before somebody else writes; what it said is erased. */
  readonly close: () => void;
}

/** Milliseconds after which somebody wants to know what goes on. */
const patience = 1000;
/** The start of the line, and nothing in it any more. */
const erase = "\r\u001b[K";

/**
 * Says whom it waits for, where that takes long and a terminal shows it, and hears keys from the start where they will be
 * heard later (`isScreen`).
 */
export function beginningAt(
  world: World,
  server: string,
  { isScreen, dots }: { readonly isScreen: boolean; readonly dots: string },
  leave: () => void,
): Beginning {
  const { screen, clock, person } = world;
  const isQuiet = screen.environment["TERM"] === "dumb" || !(isScreen || screen.isErrorTerminal === true);
  const say = screen.isErrorTerminal === true ? world.tell : world.print;
  let others = 0;
  let isSaid = false;
  let isClosed = false;
  let letKeysGo: (() => void) | undefined;
  let forget: (() => void) | undefined;
  const typed = wishesOf(clock, (wish) => {
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
    // As wide as the terminal at most: a second row would not be erased.
    const words = connectingWords(harmless(server), dots).slice(0, (screen.columns || 80) - 1);
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
