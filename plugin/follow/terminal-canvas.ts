import { renderFrameDiff, type ScreenFrame, type ScreenSize } from "../../shared/render/terminal/frame.ts";
import type { ScrollMove } from "../../shared/render/watch/scroll.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { isScrollMove, type KeyCommand, KeyReader } from "./keys.ts";

/** What happens to a screen. */
export interface CanvasEvents {
  /** Called when the screen must be drawn, because its size has changed or it is empty. */
  readonly blank: () => void;
  readonly commanded: (command: "leave" | "refresh") => void;
  readonly scrolled: (move: ScrollMove) => void;
}

// xterm, "Xterm Control Sequences": the alternate screen (1049), no cursor (25), no wrapping at the last column (7).
const borrowScreen = "\u001b[?1049h\u001b[?25l\u001b[?7l";
const giveScreenBack = "\u001b[?2026l\u001b[0m\u001b[?7h\u001b[?25h\u001b[?1049l";

/** The size of a terminal that does not report one. */
const defaultSize: ScreenSize = { rows: 24, columns: 80 };

/** Milliseconds until the screen is borrowed again, after the process was suspended. */
const borrowDelayMs = 50;

/**
 * The whole screen of a terminal and its keys, which are borrowed by the constructor. They are given back, with the old
 * content of the screen:
 * - while another part of the plugin uses the terminal;
 * - while the process is suspended;
 * - at the end, however the process ends.
 */
export class TerminalCanvas {
  readonly #environment: HostEnvironment;
  readonly #events: CanvasEvents;
  readonly #ellipsis: string;
  readonly #keys: KeyReader;
  readonly #stopListening: readonly (() => void)[];
  #size: ScreenSize;
  /** What the screen shows. Undefined if it is empty. */
  #frame: ScreenFrame | undefined;
  /** Gives the keys back. Undefined while screen and keys are not borrowed. */
  #releaseKeys: (() => void) | undefined;
  #terminalUsers = 0;
  #isClosed = false;

  constructor(environment: HostEnvironment, events: CanvasEvents, ellipsis: string) {
    const { person, clock } = environment;
    this.#environment = environment;
    this.#events = events;
    this.#ellipsis = ellipsis;
    this.#size = completeSize(environment.screen);
    this.#keys = new KeyReader(clock, (command) => this.#obeyKey(command));
    this.#stopListening = [
      person.onEnd(() => this.#giveBack()),
      person.onResize((changed) => {
        this.#size = completeSize(changed);
        events.blank();
      }),
      // While the process was stopped, other programs may have changed the settings of the terminal.
      person.onContinue(() => {
        this.#giveBack();
        this.#borrowAgain();
      }),
    ];
    this.#borrow();
  }

  size(): ScreenSize {
    return this.#size;
  }

  /** Shows a line for each row. Writes only what differs from what the screen shows. */
  show(lines: readonly string[]): void {
    if (this.#releaseKeys === undefined) return;
    const frame = { size: this.#size, lines };
    const text = renderFrameDiff(this.#frame, frame, this.#ellipsis);
    this.#frame = frame;
    if (text !== "") this.#environment.print(text);
  }

  /** Leaves the terminal to `work`, which may ask the user or print output. */
  async withFreeTerminal<T>(work: () => Promise<T>): Promise<T> {
    this.#terminalUsers += 1;
    this.#giveBack();
    try {
      return await work();
    } finally {
      this.#terminalUsers -= 1;
      this.#borrowAgain();
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stopListening) stop();
    this.#giveBack();
  }

  #obeyKey(command: KeyCommand): void {
    if (command === "suspend") this.#suspend();
    else if (isScrollMove(command)) this.#events.scrolled(command);
    else this.#events.commanded(command);
  }

  #suspend(): void {
    const { person, clock } = this.#environment;
    this.#giveBack();
    person.suspend();
    clock.after(borrowDelayMs, () => this.#borrowAgain());
  }

  #borrowAgain(): void {
    if (this.#isClosed || this.#terminalUsers > 0) return;
    this.#borrow();
    this.#events.blank();
  }

  #borrow(): void {
    if (this.#releaseKeys !== undefined) return;
    this.#environment.print(borrowScreen);
    this.#releaseKeys = this.#environment.person.onKey((key) => this.#keys.take(key));
    this.#frame = undefined;
  }

  #giveBack(): void {
    if (this.#releaseKeys === undefined) return;
    this.#releaseKeys();
    this.#releaseKeys = undefined;
    this.#environment.print(giveScreenBack);
  }
}

function completeSize({ rows, columns }: Partial<ScreenSize>): ScreenSize {
  return { rows: rows || defaultSize.rows, columns: columns || defaultSize.columns };
}
