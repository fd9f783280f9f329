import { drawn, type Frame, type Size } from "../shared/render/frame.ts";
import { type Wish, wishesOf } from "./watch-keys.ts";
import type { World } from "./world.ts";

/** A terminal's whole screen, borrowed: what stood there comes back when it is given back. */
export interface Canvas {
  readonly size: () => Size;
  /** Shows a line for each row, and writes only what differs from what stands there. */
  readonly show: (lines: readonly string[]) => void;
  /** Gives the terminal back while `work` goes on: it may ask somebody, or say something. */
  readonly aside: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => void;
}

/** What happens to a screen. */
export interface CanvasEvents {
  /** It must be drawn: it has another size, or is empty. */
  readonly blank: () => void;
  readonly wished: (wish: Exclude<Wish, "suspend">) => void;
}

// xterm, "Xterm Control Sequences": the alternate screen (1049), no cursor (25), no wrapping at the last column (7).
const borrow = "\u001b[?1049h\u001b[?25l\u001b[?7l";
const giveBack = "\u001b[?2026l\u001b[0m\u001b[?7h\u001b[?25h\u001b[?1049l";
/** Of a terminal that does not say. */
const usual: Size = { rows: 24, columns: 80 };
/** Milliseconds: after being stopped the process goes on here. */
const breath = 50;

/** Borrows the screen at once; whatever becomes of the process, it is given back. */
export function canvasOn(world: World, { blank, wished }: CanvasEvents, ellipsis: string): Canvas {
  const { person, screen, clock } = world;
  let size = sizeOf(screen);
  let frame: Frame | undefined;
  let letKeysGo: (() => void) | undefined;
  const typed = wishesOf(clock, (wish) => (wish === "suspend" ? suspend() : wished(wish)));

  function enter(): void {
    if (letKeysGo !== undefined) return;
    world.print(borrow);
    letKeysGo = person.onKey(typed);
    frame = undefined;
  }

  function leave(): void {
    if (letKeysGo === undefined) return;
    letKeysGo();
    letKeysGo = undefined;
    world.print(giveBack);
  }

  function suspend(): void {
    leave();
    person.suspend();
    clock.after(breath, back);
  }

  function back(): void {
    if (isClosed || others > 0) return;
    enter();
    blank();
  }

  let isClosed = false;
  let others = 0;
  const listening = [
    person.onEnd(leave),
    person.onResize((changed) => {
      size = sizeOf(changed);
      blank();
    }),
    // Whoever stopped it may have set the terminal otherwise.
    person.onContinue(() => {
      leave();
      back();
    }),
  ];
  enter();
  return {
    size: () => size,
    show(lines) {
      if (letKeysGo === undefined) return;
      const next = { size, lines };
      const text = drawn(frame, next, ellipsis);
      frame = next;
      if (text !== "") world.print(text);
    },
    async aside(work) {
      others += 1;
      leave();
      try {
        return await work();
      } finally {
        others -= 1;
        back();
      }
    },
    close() {
      isClosed = true;
      for (const forget of listening) forget();
      leave();
    },
  };
}

function sizeOf({ rows, columns }: Partial<Size>): Size {
  return { rows: rows || usual.rows, columns: columns || usual.columns };
}
