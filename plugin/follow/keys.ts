import type { WatchClock } from "../../shared/io/watch/clock.ts";

/** What the user of a watch can ask for by a key. */
export type KeyCommand = "leave" | "refresh" | "suspend";

const wishes: Readonly<Record<string, KeyCommand>> = {
  q: "leave",
  Q: "leave",
  // Ctrl-C, Ctrl-D, Ctrl-Z: while keys are read, the terminal sends no signals for them.
  "\u0003": "leave",
  "\u0004": "leave",
  "\u001a": "suspend",
  r: "refresh",
  R: "refresh",
};

const escapeKey = "\u001b";
/** ECMA-48, CSI and SS3; an Alt key sends ESC and its character. */
const whole = /^\u001b(\[[0-?]*[ -/]*[@-~]|O[ -~]|[^[O])/;
/** Milliseconds within which the rest of a key's sequence arrives. ESC alone is a key too. */
const patience = 50;

/** Takes what a terminal sends, piece by piece, and calls `call` for each wish. Other keys are ignored. */
export function readKeyCommands(clock: WatchClock, call: (wish: KeyCommand) => void): (sent: string) => void {
  let left = "";
  let forget: (() => void) | undefined;

  function take(): void {
    while (left !== "") {
      if (left.startsWith(escapeKey)) {
        const sequence = whole.exec(left)?.[0];
        if (sequence === undefined) return;
        left = left.slice(sequence.length);
        continue;
      }
      const wish = wishes[left.charAt(0)];
      left = left.slice(1);
      if (wish !== undefined) call(wish);
    }
  }

  return (sent) => {
    forget?.();
    left += sent;
    take();
    if (left === "") return;
    forget = clock.after(patience, () => {
      const isKey = left === escapeKey;
      left = "";
      if (isKey) call("leave");
    });
  };
}
