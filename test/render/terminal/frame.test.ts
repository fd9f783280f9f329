import { describe, expect, test } from "vitest";
import { colorPalette } from "../../../plugin/cli/text-style.ts";
import { displayWidth, splitGraphemes } from "../../../shared/characters/display-width.ts";
import { sanitizeLine } from "../../../shared/characters/sanitize.ts";
import { foldLine } from "../../../shared/render/terminal/cells.ts";
import { renderFrameDiff, type ScreenFrame, type ScreenSize } from "../../../shared/render/terminal/frame.ts";
import { pick, randomFrom } from "../../random.ts";
import { emulatedScreen } from "../emulated-screen.ts";
import { hostileText } from "../hostile-text.ts";

const alternate = "\u001b[?1049h\u001b[?7l";
const paints = [...Object.values(colorPalette), (text: string): string => text];

/** A line of painted pieces, and what is to be seen of it. */
interface Line {
  readonly painted: string;
  readonly text: string;
  /** Of each character. */
  readonly styles: readonly string[];
}

function lineOf(next: () => number): Line {
  const pieces = Array.from({ length: Math.floor(next() * 4) }, () => ({
    text: pick(next, [sanitizeLine(hostileText(next, 12)), "CDI is unavailable, for 14m", "✗ ", "│  └─ ", "   "]),
    paint: pick(next, paints),
  })).filter(({ text }) => text !== "");
  return {
    painted: pieces.map(({ text, paint }) => paint(text)).join(""),
    text: pieces.map(({ text }) => text).join(""),
    styles: pieces.flatMap(({ text, paint }) => {
      const style = paint("x").split("x")[0] ?? "";
      return visible(text).map(() => style);
    }),
  };
}

/** Characters that stand on the screen; those without columns hang on others. */
function visible(text: string): readonly string[] {
  return splitGraphemes(text).filter((each) => displayWidth(each) > 0);
}

function sizeOf(next: () => number): ScreenSize {
  return pick(next, [
    { rows: 24, columns: 80 },
    { rows: 10, columns: 40 },
    { rows: 60, columns: 200 },
    { rows: 1 + Math.floor(next() * 5), columns: 1 + Math.floor(next() * 9) },
    { rows: 1, columns: 1 },
  ]);
}

describe("a line that is folded", () => {
  const rows: [rule: string, line: string, width: number, pieces: readonly string[]][] = [
    ["is whole where it fits", "kubectl get", 20, ["kubectl get"]],
    ["is cut at the last column, and nothing is left out", "kubectl get pods", 6, ["kubect", "l get ", "pods"]],
    ["keeps its colours in each piece", "\u001b[1mabc\u001b[0md", 2, ["\u001b[1mab\u001b[0m", "\u001b[1mc\u001b[0md"]],
    ["never halves a wide character", "a待つ", 2, ["a", "待", "つ"]],
    ["is one empty piece where it is empty", "", 5, [""]],
    ["ends also where a character is wider than the width", "待つ", 1, ["待", "つ"]],
  ];
  test.for(rows)("%s", ([, line, width, pieces]) => {
    expect(foldLine(line, width)).toEqual(pieces);
  });
});

describe("what is written for a picture leaves exactly that picture", () => {
  test.for(Array.from({ length: 40 }, (_, seed) => seed))(
    "after any pictures and sizes before it (seed %i)",
    (seed) => {
      const next = randomFrom(seed);
      let size = sizeOf(next);
      const screen = emulatedScreen(size.rows, size.columns);
      screen.write(alternate);
      let before: ScreenFrame | undefined;
      let lines: readonly Line[] = [];
      for (let step = 0; step < 25; step += 1) {
        if (next() < 0.2) {
          size = sizeOf(next);
          screen.resize(size.rows, size.columns);
        }
        lines = Array.from({ length: Math.floor(next() * (size.rows + 1)) }, (_, row) =>
          next() < 0.6 ? (lines[row] ?? lineOf(next)) : lineOf(next),
        );
        const after: ScreenFrame = { size, lines: lines.map(({ painted }) => painted) };
        screen.write(renderFrameDiff(before, after));
        before = after;
        expectShown(screen, lines, size);
        // Another program used the terminal and left its own text.
        if (next() < 0.05) {
          screen.write(`\u001b[1;1H${"#".repeat(size.columns)}`);
          before = undefined;
        }
      }
    },
  );

  function expectShown(
    screen: ReturnType<typeof emulatedScreen>,
    lines: readonly Line[],
    { columns }: ScreenSize,
  ): void {
    for (const [row, shown] of screen.rows().entries()) {
      const { text, styles } = lines[row] ?? { text: "", styles: [] };
      const whole = visible(text).join("");
      if (displayWidth(whole) <= columns) {
        expect(shown).toBe(whole.trimEnd());
        expect(screen.styles(row)).toEqual(styles.slice(0, visible(shown).length));
        continue;
      }
      expect(displayWidth(shown)).toBeLessThanOrEqual(columns);
      const head = columns > 1 ? shown.replace(/…$/, "") : shown;
      expect(whole.startsWith(head)).toBe(true);
      if (columns > 1) expect(shown).toMatch(/…$/);
    }
  }
});

test("a line as wide as the screen keeps its last character", () => {
  const size: ScreenSize = { rows: 2, columns: 5 };
  const screen = emulatedScreen(size.rows, size.columns);
  screen.write(alternate);
  const frames = [["abcde"], ["abcdf", "x"], ["ab", "xyxyx"], ["abcde", "中文a"]];
  for (const [place, lines] of frames.entries()) {
    const before = frames[place - 1];
    screen.write(renderFrameDiff(before && { size, lines: before }, { size, lines }));
    expect(screen.rows()).toEqual([lines[0], lines[1] ?? ""]);
  }
});

describe("what is written is little", () => {
  const size: ScreenSize = { rows: 24, columns: 80 };
  const lines = Array.from(
    { length: 24 },
    (_, row) => `row ${row}: CDI is unavailable, for 14m, because of a container`,
  );
  const replaceLine = (row: number, line: string): readonly string[] => lines.with(row, line);
  const write = (after: readonly string[]): string => renderFrameDiff({ size, lines }, { size, lines: after });

  test("nothing for the same picture", () => expect(write([...lines])).toBe(""));
  test("the character that differs, and where it stands", () => {
    expect(write(replaceLine(3, lines[3]?.replace("14m", "15m") ?? ""))).toBe("\u001b[4;33H5");
  });
  test("what is left of a line that became shorter is erased", () => {
    expect(write(replaceLine(3, "row 3: CDI"))).toBe("\u001b[4;11H\u001b[K");
  });
  test("behind a mark too", () => {
    const was = ["✗ CDI", "a"];
    const is = ["✗ CDJ", "a"];
    expect(renderFrameDiff({ size, lines: was ?? [] }, { size, lines: is ?? [] })).toBe("\u001b[1;5HJ");
  });
  test("from the first character on whose width terminals disagree", () => {
    expect(renderFrameDiff({ size, lines: ["ab 中 1"] }, { size, lines: ["ab 中 2"] })).toBe("\u001b[1;4H\u001b[K中 2");
  });
  test("several rows are shown at once", () => {
    const after = [...replaceLine(3, "x")].with(5, "y");
    expect(write(after)).toMatch(/^\u001b\[\?2026h.*\u001b\[\?2026l$/);
  });
  test("never the whole screen is cleared, and nothing scrolls", () => {
    const text = renderFrameDiff(undefined, { size, lines });
    expect(text).not.toMatch(/\u001b\[\d?[JST]|\n|\r/);
  });
});
