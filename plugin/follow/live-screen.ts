import { harmlessLines, sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { ScreenSize } from "../../shared/render/terminal/frame.ts";
import type { TextStyle } from "../../shared/render/terminal/text-style.ts";
import { layOutWatchScreen, renderWatchScreen, type WatchScreen } from "../../shared/render/watch/screen.ts";
import {
  layOutScroll,
  moveScroll,
  notScrolled,
  type ScrollMove,
  type ScrollRoom,
} from "../../shared/render/watch/scroll.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { paceDrawing, type ScreenPacing } from "./screen-pacing.ts";
import { type CanvasEvents, TerminalCanvas } from "./terminal-canvas.ts";

/** How a screen is drawn, and what its keys do. */
interface ScreenSetting extends Pick<CanvasEvents, "commanded"> {
  readonly environment: HostEnvironment;
  readonly style: Pick<TextStyle, "glyphs" | "palette">;
  /** The fewest milliseconds between two pictures. */
  readonly pictureIntervalMs: number;
  /** Shows the next picture with {@link LiveScreen.show}. `atMs` is the time on the clock. */
  readonly draw: (atMs: number) => void;
}

/** The most lines of messages that are kept for the end. */
const maxMessageLines = 20;

/**
 * A screen that is redrawn in place, from the first call of `pacing.now` on. It shows as much of its content as fits, and
 * the user scrolls it. Messages of other parts of the plugin would disturb the picture, so they are kept for the end.
 */
export class LiveScreen {
  readonly pacing: ScreenPacing;
  readonly #environment: HostEnvironment;
  readonly #style: ScreenSetting["style"];
  readonly #canvas: TerminalCanvas;
  #scroll = notScrolled;
  /** What was shown last, which a key scrolls. */
  #scrollRoom: ScrollRoom = { lines: [], rows: 0, columns: 0 };
  #messages: readonly string[] = [];

  constructor({ environment, style, pictureIntervalMs, draw, commanded }: ScreenSetting) {
    this.#environment = environment;
    this.#style = style;
    this.pacing = paceDrawing(environment.clock, pictureIntervalMs, draw);
    const events: CanvasEvents = {
      blank: this.pacing.now,
      commanded,
      scrolled: (move) => this.#moveScroll(move),
    };
    this.#canvas = new TerminalCanvas(environment, events, style.glyphs.ellipsis);
  }

  size(): ScreenSize {
    return this.#canvas.size();
  }

  /** Shows the content as far as it is scrolled. Returns a line for each row. */
  show(content: WatchScreen): readonly string[] {
    const size = this.#canvas.size();
    const layout = layOutWatchScreen(content, size);
    this.#scrollRoom = { lines: layout.lines, rows: layout.rows, columns: size.columns };
    this.#scroll = layOutScroll(this.#scroll, this.#scrollRoom);
    const { glyphs, palette } = this.#style;
    const lines = renderWatchScreen(layout, this.#scroll.top, glyphs, palette.dim);
    this.#canvas.show(lines);
    return lines;
  }

  withFreeTerminal<T>(work: () => Promise<T>): Promise<T> {
    return this.#canvas.withFreeTerminal(work);
  }

  /**
   * Keeps the lines of a message, without blank ones.
   * @param name the cluster that the message is about
   */
  addMessage(text: string, name?: string): void {
    const lines = harmlessLines(text)
      .split("\n")
      .filter((line) => line.trim() !== "");
    const head = name === undefined ? "" : `${sanitizeLine(name)}: `;
    this.#messages = [...this.#messages, ...lines.map((line) => head + line)].slice(-maxMessageLines);
  }

  /** The last line of the messages. Empty if there are none. */
  lastMessage(): readonly string[] {
    return this.#messages.slice(-1);
  }

  /** Ends the screen, and prints what stays: the lines that `listLastLines` returns, and the messages. */
  close(listLastLines: () => readonly string[]): void {
    const { print, printMessage } = this.#environment;
    this.pacing.stop();
    // The screen is given back first, even if the rest fails.
    this.#canvas.close();
    print(`${listLastLines().join("\n")}\n`);
    if (this.#messages.length > 0) printMessage(`${this.#messages.join("\n")}\n`);
  }

  #moveScroll(move: ScrollMove): void {
    this.#scroll = moveScroll(this.#scroll, move, this.#scrollRoom);
    this.pacing.soon();
  }
}
