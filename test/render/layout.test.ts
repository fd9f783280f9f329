import { describe, expect, test } from "vitest";
import { displayWidth, padText, splitGraphemes, truncateText } from "../../shared/characters/display-width.ts";
import { harmlessLines, sanitizeLine } from "../../shared/characters/sanitize.ts";
import { wrapHanging, wrapText } from "../../shared/characters/wrap.ts";
import { layOutTable } from "../../shared/render/terminal/table.ts";
import { resolveTextStyle } from "../../shared/render/terminal/text-style.ts";
import { drawTree, type TreeBranch } from "../../shared/render/terminal/tree-lines.ts";
import { glyphsFor } from "../../shared/render/terminal/verdict-marks.ts";
import { pick, randomFrom } from "../random.ts";
import { hostileText } from "./hostile-text.ts";

describe("width counts columns, not characters", () => {
  const rows: [text: string, width: number][] = [
    ["", 0],
    ["plain", 5],
    ["✗ ├─ …", 6],
    ["中文", 4],
    ["ａ한", 4],
    ["e\u0301", 1],
    ["👍🏽", 2],
    ["👨‍👩‍👧‍👦", 2],
    ["🇩🇪", 2],
    ["❤️", 2],
  ];
  test.for(rows)("%s is %i wide", ([text, width]) => {
    expect(displayWidth(text)).toBe(width);
  });

  test("truncating and padding keep whole characters", () => {
    expect(truncateText("中文字", 5)).toBe("中文…");
    expect(truncateText("中文字", 4)).toBe("中…");
    expect(truncateText("ab👨‍👩‍👧‍👦cd", 5)).toBe("ab👨‍👩‍👧‍👦…");
    expect(truncateText("fits", 4)).toBe("fits");
    expect(truncateText("long", 3, "...")).toBe("lon");
    expect(padText("中", 4)).toBe("中  ");
  });
});

describe("wrapping", () => {
  test("breaks at spaces, cuts only what is longer than a line, leaves out empty lines", () => {
    expect(wrapText("one two  three", 7)).toEqual(["one two", "three"]);
    expect(wrapText("a abcdefgh b", 4)).toEqual(["a", "abcd", "efgh", "b"]);
    expect(wrapText("a\n\n b", 9)).toEqual(["a", "b"]);
    expect(wrapText("", 9)).toEqual([""]);
    expect(wrapText("no limit at all", Number.POSITIVE_INFINITY)).toEqual(["no limit at all"]);
    expect(wrapHanging("- ", "one two", 5)).toEqual(["- one", "  two"]);
  });

  const seeds = Array.from({ length: 30 }, (_, seed) => seed);
  test.for(seeds)("fits, loses nothing, cuts no character and is idempotent, seed %i", (seed) => {
    const next = randomFrom(seed);
    for (let repetition = 0; repetition < 60; repetition += 1) {
      const text = harmlessLines(hostileText(next));
      const width = 20 + Math.floor(next() * 80);
      const lines = wrapText(text, width);
      for (const line of lines) expect(displayWidth(line), JSON.stringify({ text, width })).toBeLessThanOrEqual(width);
      expect(joinWithoutSpaces(lines)).toBe(joinWithoutSpaces(text.split("\n")));
      const whole = text
        .split("\n")
        .flatMap((line) => splitGraphemes(line))
        .filter((one) => one !== " ");
      expect(lines.flatMap((line) => splitGraphemes(line)).filter((one) => one !== " ")).toEqual(whole);
      expect(lines.flatMap((line) => wrapText(line, width))).toEqual(lines);
      expect(truncateText(truncateText(text.replaceAll("\n", " "), width), width)).toBe(
        truncateText(text.replaceAll("\n", " "), width),
      );
    }
  });
});

describe("a table", () => {
  const columns = [
    { title: "NAME" },
    { title: "VERSION", breaks: true as const },
    { title: "EMPTY" },
    { title: "WHY" },
  ];
  const toCells = (...texts: string[]) => texts.map((text) => ({ text }));

  test("leaves out empty columns and wraps the last one under itself", () => {
    const { head, rows } = layOutTable(
      columns,
      [toCells("a", "v1", "", "one two three four five six"), toCells("bb", "v1", "", "x")],
      36,
    );
    expect([head, ...rows.flat()]).toEqual([
      "NAME  VERSION  WHY",
      "a     v1       one two three four",
      "               five six",
      "bb    v1       x",
    ]);
  });

  test("breaks a version before it makes the last column narrow, and stacks what has no room at all", () => {
    const row = toCells("a", "v1.63.0 -> v1.64.0", "", "one two three four five six");
    expect(layOutTable(columns, [row], 40).rows).toEqual(
      [["a     v1.63.0 ->  one two three four", "      v1.64.0     five six"]].map((lines) => lines),
    );
    expect(layOutTable(columns, [row], 24)).toEqual({
      head: "NAME",
      rows: [["a v1.63.0 -> v1.64.0", "  one two three four", "  five six"]],
    });
  });

  test.for(Array.from({ length: 30 }, (_, seed) => seed))("fits and loses nothing, seed %i", (seed) => {
    const next = randomFrom(seed);
    const rows = Array.from({ length: 4 }, () =>
      toCells(...Array.from({ length: 4 }, () => sanitizeLine(hostileText(next, 6)))),
    );
    const width = 20 + Math.floor(next() * 100);
    const laid = layOutTable(columns, rows, width);
    for (const line of [laid.head, ...laid.rows.flat()]) {
      expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(line).toBe(line.trimEnd());
    }
    expect(letters(laid.rows.flat())).toEqual(letters(rows.flat().map((cell) => cell.text)));
  });
});

describe("a tree", () => {
  const branch = (text: string, ...children: TreeBranch[]): TreeBranch => ({ mark: "bad", text, children });

  test("pipes go on beside wrapped text, down to the next sibling or the first child", () => {
    const lines = drawTree(
      [branch("one two three four", branch("five six seven eight")), branch("nine ten eleven twelve")],
      resolveTextStyle({ width: 20 }),
    );
    expect(lines).toEqual([
      "├─ ✗ one two three",
      "│  │ four",
      "│  └─ ✗ five six",
      "│       seven eight",
      "└─ ✗ nine ten eleven",
      "     twelve",
    ]);
  });

  test.for(Array.from({ length: 30 }, (_, seed) => seed))("fits and its pipes never break off, seed %i", (seed) => {
    const next = randomFrom(seed);
    const growBranches = (depth: number): TreeBranch[] =>
      Array.from({ length: depth > 4 ? 0 : Math.floor(next() * 4) }, () =>
        branch(sanitizeLine(hostileText(next, 12)).replaceAll(/[│├└─]/g, "x"), ...growBranches(depth + 1)),
      );
    const isAscii = next() < 0.5;
    const style = resolveTextStyle({ width: 20 + pick(next, [0, 10, 20, 60]), ascii: isAscii });
    const lines = drawTree(growBranches(0), style);
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(style.width);
    if (!isAscii && style.width >= 40) expectWhole(lines);
  });

  /** Below every tee and above every corner or tee in its column there is a pipe, a tee or the parent's mark. */
  function expectWhole(lines: readonly string[]): void {
    const { marks } = glyphsFor(false);
    for (const [row, line] of lines.entries()) {
      for (let column = 0; column < line.length; column += 1) {
        if (line[column] === "├" || line[column] === "│")
          expect("├│└", lines.join("\n")).toContain(lines[row + 1]?.[column]);
        if (row > 0 && "├└│".includes(line[column] ?? ""))
          expect(`├│${Object.values(marks).join("")}`, lines.join("\n")).toContain(lines[row - 1]?.[column]);
      }
    }
  }
});

function joinWithoutSpaces(lines: readonly string[]): string {
  return lines.join("").replaceAll(" ", "");
}

/** Which characters there are, however they are arranged. */
function letters(texts: readonly string[]): readonly string[] {
  return texts
    .flatMap((text) => splitGraphemes(text))
    .filter((one) => one !== " " && one !== ",")
    .sort();
}
