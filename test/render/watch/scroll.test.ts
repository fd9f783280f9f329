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
  const rows: readonly {
    readonly rule: string;
    readonly moves: readonly ScrollMove[];
    readonly where: ScrollRoom;
    readonly top: number;
  }[] = [
    { rule: "nothing before the first move", moves: [], where: room(38, 22), top: 0 },
    { rule: "down by a line", moves: ["line-down"], where: room(38, 22), top: 1 },
    { rule: "up by a line", moves: ["line-down", "line-down", "line-up"], where: room(38, 22), top: 1 },
    { rule: "no further than the beginning", moves: ["line-up", "page-up"], where: room(38, 22), top: 0 },
    {
      rule: "no further than the end",
      moves: ["page-down", "page-down", "line-down"],
      where: room(38, 22),
      top: 16,
    },
    {
      rule: "by a page that leaves one line of the page before",
      moves: ["page-down"],
      where: room(100, 22),
      top: 21,
    },
    { rule: "up by the same page", moves: ["page-down", "page-down", "page-up"], where: room(100, 22), top: 21 },
    { rule: "to the end", moves: ["end"], where: room(38, 22), top: 16 },
    { rule: "to the beginning", moves: ["end", "start"], where: room(38, 22), top: 0 },
    { rule: "by a line where a page has only one", moves: ["page-down"], where: room(38, 1), top: 1 },
    { rule: "to the last line where there is no row at all", moves: ["end"], where: room(38, 0), top: 37 },
    {
      rule: "nothing where all lines fit",
      moves: ["line-down", "page-down", "end"],
      where: room(5, 22),
      top: 0,
    },
    { rule: "nothing where there are no lines", moves: ["line-down", "end"], where: room(0, 22), top: 0 },
  ];
  test.for(rows)("$rule", ({ moves, where, top }) => {
    expect(scrolledBy(moves, where).top).toBe(top);
  });
});

describe("a new layout of the same width", () => {
  const rows: readonly {
    readonly rule: string;
    readonly before: ScrollRoom;
    readonly moves: readonly ScrollMove[];
    readonly next: ScrollRoom;
    readonly top: number;
  }[] = [
    {
      rule: "keeps the line at the top",
      before: room(38, 10),
      moves: ["page-down"],
      next: room(60, 10),
      top: 9,
    },
    {
      rule: "shows the end of what has become shorter",
      before: room(38, 10),
      moves: ["end"],
      next: room(20, 10),
      top: 10,
    },
    {
      rule: "stays at the end of what grows, for who went there",
      before: room(38, 10),
      moves: ["end"],
      next: room(60, 10),
      top: 50,
    },
    {
      rule: "stays where a line above the end is, for who left it",
      before: room(38, 10),
      moves: ["end", "line-up"],
      next: room(60, 10),
      top: 27,
    },
    {
      rule: "stays where the user came to the end by pages",
      before: room(20, 10),
      moves: ["page-down", "page-down"],
      next: room(60, 10),
      top: 10,
    },
    {
      rule: "shows more above where the window has become higher",
      before: room(38, 10),
      moves: ["end"],
      next: room(38, 30),
      top: 8,
    },
    { rule: "shows all of what fits now", before: room(38, 10), moves: ["end"], next: room(38, 40), top: 0 },
  ];
  test.for(rows)("$rule", ({ before, moves, next, top }) => {
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
