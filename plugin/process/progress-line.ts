import { truncateText } from "../../shared/characters/display-width.ts";
import { asciiOnly, sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { HostEnvironment } from "./host-environment.ts";
import { canRedrawErrors, errorColumns, needsAscii } from "./terminal-capabilities.ts";

/** Makes the text of a progress line from the milliseconds since the work began. */
type ProgressText = (elapsedMs: number) => string;

type ProgressEnvironment = Pick<HostEnvironment, "screen" | "clock" | "printMessage">;

/** Milliseconds before the line is drawn. Shorter work shows none. */
const drawnAfterMs = 1_000;
/** The fewest milliseconds between two drawings, and the most, because the text contains seconds. */
const minPauseMs = 200;
const maxPauseMs = 1_000;
/** ECMA-48, EL: returns to the first column and erases to the end of the line. */
const eraseLine = "\r\u001b[K";

/**
 * The line on standard error that says what a command waits for, or how far it is. It is drawn only on a terminal that can
 * redraw a line, and not while other output holds that line: while others use the terminal, after a message without its line
 * break, and after the end.
 */
export class ProgressLine {
  /** Whether there is a terminal to draw on. */
  readonly isDrawn: boolean;
  readonly #screen: ProgressEnvironment["screen"];
  readonly #clock: ProgressEnvironment["clock"];
  readonly #print: ProgressEnvironment["printMessage"];
  readonly #startedAtMs: number;
  #earliestDrawingMs: number;
  #makeText: ProgressText | undefined;
  #drawnText = "";
  #terminalUsers = 0;
  #hasOpenMessage = false;
  #isEnded = false;
  #cancelDrawing = (): void => {};

  constructor({ screen, clock, printMessage }: ProgressEnvironment) {
    this.isDrawn = canRedrawErrors(screen);
    this.#screen = screen;
    this.#clock = clock;
    this.#print = printMessage;
    this.#startedAtMs = clock.now();
    this.#earliestDrawingMs = this.#startedAtMs + drawnAfterMs;
  }

  /** Sets the text. It is made again at each drawing, because it may contain the elapsed time. */
  show(makeText: ProgressText): void {
    this.#makeText = makeText;
    this.#drawSoon();
  }

  /** Erases the line, so that lasting output can be printed. The next drawing brings it back. */
  erase(): void {
    if (this.#drawnText !== "") this.#print(eraseLine);
    this.#drawnText = "";
  }

  /** Prints lasting text on standard error, above the line. */
  printMessage(text: string): void {
    this.erase();
    this.#print(text);
    if (text !== "") this.#hasOpenMessage = !text.endsWith("\n");
    this.#drawSoon();
  }

  /** Leaves the terminal to `work`, which may ask the user. */
  async withFreeTerminal<T>(work: () => Promise<T>): Promise<T> {
    this.erase();
    this.#terminalUsers += 1;
    try {
      return await work();
    } finally {
      this.#terminalUsers -= 1;
      this.#hasOpenMessage = false;
      this.#drawSoon();
    }
  }

  /** Erases the line for good. */
  end(): void {
    this.#isEnded = true;
    this.#cancelDrawing();
    this.erase();
  }

  #canDraw(): boolean {
    return this.isDrawn && !this.#isEnded && !this.#hasOpenMessage && this.#terminalUsers === 0;
  }

  /**
   * Draws now, or when the pause is over. A pause of more than {@link drawnAfterMs} means that the clock was set back. Then the
   * line is drawn at once.
   */
  #drawSoon(): void {
    if (this.#makeText === undefined || !this.#canDraw()) return;
    const waitMs = this.#earliestDrawingMs - this.#clock.now();
    this.#cancelDrawing();
    if (waitMs <= 0 || waitMs > drawnAfterMs) this.#draw();
    else this.#cancelDrawing = this.#clock.after(waitMs, () => this.#draw());
  }

  /** Draws the line, and again after the longest pause. */
  #draw(): void {
    this.#cancelDrawing();
    if (this.#makeText === undefined || !this.#canDraw()) return;
    const now = this.#clock.now();
    this.#earliestDrawingMs = now + minPauseMs;
    this.#cancelDrawing = this.#clock.after(maxPauseMs, () => this.#draw());
    const text = sanitizeLine(this.#makeText(Math.max(0, now - this.#startedAtMs)));
    const drawableText = needsAscii(this.#screen, true) ? asciiOnly(text) : text;
    // A line that fills the last column would wrap, and could not be erased.
    const line = truncateText(drawableText, errorColumns(this.#screen) - 1, "...");
    if (line === this.#drawnText) return;
    this.#print(`\r${line}\u001b[K`);
    this.#drawnText = line;
  }
}
