import type { ScreenSize } from "../../shared/render/terminal/frame.ts";
import type { PaintText } from "../../shared/render/terminal/palette.ts";
import type { GlyphSet } from "../../shared/render/terminal/verdict-marks.ts";
import { layOutWatchScreen, renderWatchScreen, type WatchScreen } from "../../shared/render/watch/screen.ts";
import {
  layOutScroll,
  moveScroll,
  notScrolled,
  type ScrollMove,
  type ScrollRoom,
} from "../../shared/render/watch/scroll.ts";

/** A screen that shows as much of its content as fits, and remembers how far the user has scrolled. */
export interface ScrolledScreen {
  /** A line for each row of the screen. */
  readonly lines: (content: WatchScreen, size: ScreenSize) => readonly string[];
  /** Scrolls what was shown last. The next picture shows it. */
  readonly move: (move: ScrollMove) => void;
}

/** A screen that shows the beginning. `dim` paints the sign that says which lines are shown. */
export function createScrolledScreen(glyphs: GlyphSet, dim: PaintText): ScrolledScreen {
  let scroll = notScrolled;
  let room: ScrollRoom = { lines: [], rows: 0, columns: 0 };
  return {
    lines(content, size) {
      const layout = layOutWatchScreen(content, size);
      room = { lines: layout.lines, rows: layout.rows, columns: size.columns };
      scroll = layOutScroll(scroll, room);
      return renderWatchScreen(layout, scroll.top, glyphs, dim);
    },
    move(move) {
      scroll = moveScroll(scroll, move, room);
    },
  };
}
