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

function buildRoom(lines: number, rows: number, columns = 80): ScrollRoom {
  return { lines: numberLines(lines), rows, columns };
}

/** The state after the moves, from the first line on. */
function applyMoves(moves: readonly ScrollMove[], scrollRoom: ScrollRoom): ScrollState {
  return moves.reduce((state, move) => moveScroll(state, move, scrollRoom), layOutScroll(notScrolled, scrollRoom));
}

describe("a move changes the line at the top", () => {
  const rows: readonly {
    readonly rule: string;
    readonly moves: readonly ScrollMove[];
    readonly scrollRoom: ScrollRoom;
    readonly top: number;
  }[] = [
    { rule: "the first line is at the top before the first move", moves: [], scrollRoom: buildRoom(38, 22), top: 0 },
    { rule: "line-down scrolls by a line", moves: ["line-down"], scrollRoom: buildRoom(38, 22), top: 1 },
    {
      rule: "line-up scrolls back by a line",
      moves: ["line-down", "line-down", "line-up"],
      scrollRoom: buildRoom(38, 22),
      top: 1,
    },
    {
      rule: "no move scrolls above the first line",
      moves: ["line-up", "page-up"],
      scrollRoom: buildRoom(38, 22),
      top: 0,
    },
    {
      rule: "no move scrolls below the last page",
      moves: ["page-down", "page-down", "line-down"],
      scrollRoom: buildRoom(38, 22),
      top: 16,
    },
    {
      rule: "page-down leaves the last line of the page before",
      moves: ["page-down"],
      scrollRoom: buildRoom(100, 22),
      top: 21,
    },
    {
      rule: "page-up scrolls back by a page",
      moves: ["page-down", "page-down", "page-up"],
      scrollRoom: buildRoom(100, 22),
      top: 21,
    },
    { rule: "end scrolls to the last page", moves: ["end"], scrollRoom: buildRoom(38, 22), top: 16 },
    { rule: "start scrolls to the first line", moves: ["end", "start"], scrollRoom: buildRoom(38, 22), top: 0 },
    {
      rule: "page-down scrolls by a line where a page has one",
      moves: ["page-down"],
      scrollRoom: buildRoom(38, 1),
      top: 1,
    },
    {
      rule: "end scrolls to the last line where no row is there",
      moves: ["end"],
      scrollRoom: buildRoom(38, 0),
      top: 37,
    },
    {
      rule: "no move scrolls where all lines fit",
      moves: ["line-down", "page-down", "end"],
      scrollRoom: buildRoom(5, 22),
      top: 0,
    },
    {
      rule: "no move scrolls where no lines are there",
      moves: ["line-down", "end"],
      scrollRoom: buildRoom(0, 22),
      top: 0,
    },
  ];
  test.for(rows)("$rule", ({ moves, scrollRoom, top }) => {
    expect(applyMoves(moves, scrollRoom).top).toBe(top);
  });
});

describe("a new layout of the same width keeps what the user sees", () => {
  const rows: readonly {
    readonly rule: string;
    readonly before: ScrollRoom;
    readonly moves: readonly ScrollMove[];
    readonly next: ScrollRoom;
    readonly top: number;
  }[] = [
    {
      rule: "the line at the top is kept where lines are added",
      before: buildRoom(38, 10),
      moves: ["page-down"],
      next: buildRoom(60, 10),
      top: 9,
    },
    {
      rule: "the last page is shown where lines are removed",
      before: buildRoom(38, 10),
      moves: ["end"],
      next: buildRoom(20, 10),
      top: 10,
    },
    {
      rule: "the last page is shown where lines are added and the user had moved to the end",
      before: buildRoom(38, 10),
      moves: ["end"],
      next: buildRoom(60, 10),
      top: 50,
    },
    {
      rule: "the line at the top is kept where lines are added and the user had left the end",
      before: buildRoom(38, 10),
      moves: ["end", "line-up"],
      next: buildRoom(60, 10),
      top: 27,
    },
    {
      rule: "the line at the top is kept where lines are added and the user had reached the end by pages",
      before: buildRoom(20, 10),
      moves: ["page-down", "page-down"],
      next: buildRoom(60, 10),
      top: 10,
    },
    {
      rule: "more lines above are shown where the window has become higher",
      before: buildRoom(38, 10),
      moves: ["end"],
      next: buildRoom(38, 30),
      top: 8,
    },
    {
      rule: "all lines are shown where all fit now",
      before: buildRoom(38, 10),
      moves: ["end"],
      next: buildRoom(38, 40),
      top: 0,
    },
  ];
  test.for(rows)("$rule", ({ before, moves, next, top }) => {
    expect(layOutScroll(applyMoves(moves, before), next).top).toBe(top);
  });
});

describe("a new width keeps the text at the top", () => {
  const words = Array.from({ length: 600 }, (_, place) => `w${place}`).join(" ");
  const buildRoomOfWidth = (columns: number): ScrollRoom => ({ lines: wrapText(words, columns), rows: 10, columns });
  const readFirstWord = (state: ScrollState, scrollRoom: ScrollRoom): number =>
    Number(scrollRoom.lines[state.top]?.split(" ")[0]?.slice(1));

  test.for([20, 40, 79, 132, 400])("the word at the top stays within the line at the top at %i columns", (columns) => {
    const narrow = buildRoomOfWidth(60);
    const state = applyMoves(["page-down", "line-down"], narrow);
    const word = readFirstWord(state, narrow);
    const next = buildRoomOfWidth(columns);
    const resized = layOutScroll(state, next);
    const lastWord = Number(next.lines[resized.top]?.split(" ").at(-1)?.slice(1));
    const isLastPage = resized.top === Math.max(0, next.lines.length - 10);
    const isWordAtTop = readFirstWord(resized, next) <= word && word <= lastWord + 1;
    expect(isLastPage || isWordAtTop).toBe(true);
    expect(layOutScroll(resized, narrow).top).toBe(state.top);
  });

  test("the end stays in view for a user who moved there", () => {
    const narrow = buildRoomOfWidth(20);
    expect(layOutScroll(applyMoves(["end"], buildRoomOfWidth(60)), narrow).top).toBe(narrow.lines.length - 10);
  });

  test("the line at the top is the same after the window was resized five times and back", () => {
    const start = buildRoomOfWidth(80);
    const state = applyMoves(["page-down", "page-down"], start);
    const resized = [40, 400, 20, 133, 21].reduce(
      (now, columns) => layOutScroll(now, buildRoomOfWidth(columns)),
      state,
    );
    expect(layOutScroll(resized, start).top).toBe(state.top);
  });

  test("colours do not change the line at the top", () => {
    const withoutColour = buildRoom(50, 10);
    const colouredLines = withoutColour.lines.map((line) => `\u001b[31m${line}\u001b[0m`);
    const state = applyMoves(["page-down"], withoutColour);
    expect(layOutScroll(state, { ...withoutColour, lines: colouredLines, columns: 60 }).top).toBe(state.top);
  });
});

test.for(Array.from({ length: 20 }, (_, seed) => seed))(
  "no move or size scrolls beyond the lines (seed %i)",
  (seed) => {
    const next = randomFrom(seed);
    let state = notScrolled;
    for (let step = 0; step < 200; step += 1) {
      const scrollRoom = buildRoom(Math.floor(next() * 90), Math.floor(next() * 40), 1 + Math.floor(next() * 5));
      state = layOutScroll(state, scrollRoom);
      if (next() < 0.7) state = moveScroll(state, pick(next, scrollMoves), scrollRoom);
      expect(state.top).toBeGreaterThanOrEqual(0);
      expect(state.top).toBeLessThanOrEqual(Math.max(0, scrollRoom.lines.length - Math.max(1, scrollRoom.rows)));
    }
  },
);
