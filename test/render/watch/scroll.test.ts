import { describe, expect, test } from "vitest";
import { wrapText } from "../../../shared/characters/wrap.ts";
import {
  layOutScroll,
  moveScroll,
  notScrolled,
  type ScrollMove,
  type ScrollRoom,
  type ScrollState,
  scrollMoves,
} from "../../../shared/render/watch/scroll.ts";
import { pick, randomFrom } from "../../random.ts";

const numberLines = (count: number): readonly string[] => Array.from({ length: count }, (_, place) => `line ${place}`);

function room(lines: number, rows: number, columns = 80): ScrollRoom {
  return { lines: numberLines(lines), rows, columns };
}

function scrolledBy(moves: readonly ScrollMove[], where: ScrollRoom): ScrollState {
  return moves.reduce((state, move) => moveScroll(state, move, where), layOutScroll(notScrolled, where));
}

describe("a move scrolls", () => {
  const rows: [rule: string, moves: readonly ScrollMove[], where: ScrollRoom, top: number][] = [
    ["nothing before the first move", [], room(38, 22), 0],
    ["down by a line", ["line-down"], room(38, 22), 1],
    ["up by a line", ["line-down", "line-down", "line-up"], room(38, 22), 1],
    ["no further than the beginning", ["line-up", "page-up"], room(38, 22), 0],
    ["no further than the end", ["page-down", "page-down", "line-down"], room(38, 22), 16],
    ["by a page that leaves one line of the page before", ["page-down"], room(100, 22), 21],
    ["up by the same page", ["page-down", "page-down", "page-up"], room(100, 22), 21],
    ["to the end", ["end"], room(38, 22), 16],
    ["to the beginning", ["end", "start"], room(38, 22), 0],
    ["by a line where a page has only one", ["page-down"], room(38, 1), 1],
    ["to the last line where there is no row at all", ["end"], room(38, 0), 37],
    ["nothing where all lines fit", ["line-down", "page-down", "end"], room(5, 22), 0],
    ["nothing where there are no lines", ["line-down", "end"], room(0, 22), 0],
  ];
  test.for(rows)("%s", ([, moves, where, top]) => {
    expect(scrolledBy(moves, where).top).toBe(top);
  });
});

describe("a new layout of the same width", () => {
  const rows: [rule: string, before: ScrollRoom, moves: readonly ScrollMove[], next: ScrollRoom, top: number][] = [
    ["keeps the line at the top", room(38, 10), ["page-down"], room(60, 10), 9],
    ["shows the end of what has become shorter", room(38, 10), ["end"], room(20, 10), 10],
    ["stays at the end of what grows, for who went there", room(38, 10), ["end"], room(60, 10), 50],
    ["stays where a line above the end is, for who left it", room(38, 10), ["end", "line-up"], room(60, 10), 27],
    ["stays where the user came to the end by pages", room(20, 10), ["page-down", "page-down"], room(60, 10), 10],
    ["shows more above where the window has become higher", room(38, 10), ["end"], room(38, 30), 8],
    ["shows all of what fits now", room(38, 10), ["end"], room(38, 40), 0],
  ];
  test.for(rows)("%s", ([, before, moves, next, top]) => {
    expect(layOutScroll(scrolledBy(moves, before), next).top).toBe(top);
  });
});

describe("another width keeps the place", () => {
  const words = Array.from({ length: 600 }, (_, place) => `w${place}`).join(" ");
  const roomOfWidth = (columns: number): ScrollRoom => ({ lines: wrapText(words, columns), rows: 10, columns });
  const firstWord = (state: ScrollState, where: ScrollRoom): number =>
    Number(where.lines[state.top]?.split(" ")[0]?.slice(1));

  test.for([20, 40, 79, 132, 400])("of the word at the top, to within a line of %i columns", (columns) => {
    const narrow = roomOfWidth(60);
    const state = scrolledBy(["page-down", "line-down"], narrow);
    const word = firstWord(state, narrow);
    const next = roomOfWidth(columns);
    const there = layOutScroll(state, next);
    const last = Number(next.lines[there.top]?.split(" ").at(-1)?.slice(1));
    const isShort = there.top === Math.max(0, next.lines.length - 10);
    expect(isShort || (firstWord(there, next) <= word && word <= last + 1)).toBe(true);
    expect(layOutScroll(there, narrow).top).toBe(state.top);
  });

  test("of the end, for who went there", () => {
    const narrow = roomOfWidth(20);
    expect(layOutScroll(scrolledBy(["end"], roomOfWidth(60)), narrow).top).toBe(narrow.lines.length - 10);
  });

  test("however often the window is resized", () => {
    const start = roomOfWidth(80);
    const state = scrolledBy(["page-down", "page-down"], start);
    const resized = [40, 400, 20, 133, 21].reduce((now, columns) => layOutScroll(now, roomOfWidth(columns)), state);
    expect(layOutScroll(resized, start).top).toBe(state.top);
  });

  test("colours do not count", () => {
    const plain = room(50, 10);
    const coloured = { ...plain, lines: plain.lines.map((line) => `\u001b[31m${line}\u001b[0m`), columns: 60 };
    const state = scrolledBy(["page-down"], plain);
    expect(layOutScroll(state, coloured).top).toBe(state.top);
  });
});

test.for(Array.from({ length: 20 }, (_, seed) => seed))("no moves and sizes leave the lines (seed %i)", (seed) => {
  const next = randomFrom(seed);
  let state = notScrolled;
  for (let step = 0; step < 200; step += 1) {
    const where = room(Math.floor(next() * 90), Math.floor(next() * 40), 1 + Math.floor(next() * 5));
    state = layOutScroll(state, where);
    if (next() < 0.7) state = moveScroll(state, pick(next, scrollMoves), where);
    expect(state.top).toBeGreaterThanOrEqual(0);
    expect(state.top).toBeLessThanOrEqual(Math.max(0, where.lines.length - Math.max(1, where.rows)));
  }
});
