import type { Mark } from "../../model/outline.ts";
import type { GateAnswer } from "../../model/upgrade-gate.ts";
import { markLegend } from "../../outline/marks.ts";
import type { ColorPalette, PaintText } from "./palette.ts";

/** The mark of a row of a tree; `none` where the row has no state. */
export type RowMark = Mark | "none";

/** The characters we draw with, in Unicode or in ASCII. */
export interface GlyphSet {
  readonly marks: Readonly<Record<Mark, string>>;
  readonly dot: string;
  readonly ellipsis: string;
  /** Where more lines are. */
  readonly up: string;
  readonly down: string;
  /** Three columns each: a child with siblings below it, the last child, the line down, nothing. */
  readonly tee: string;
  readonly corner: string;
  readonly pipe: string;
  readonly gap: string;
}

const unicode: GlyphSet = {
  marks: marksIn("unicode"),
  dot: "·",
  ellipsis: "…",
  up: "↑",
  down: "↓",
  tee: "├─ ",
  corner: "└─ ",
  pipe: "│  ",
  gap: "   ",
};

const ascii: GlyphSet = {
  marks: marksIn("ascii"),
  dot: "-",
  ellipsis: "...",
  up: "up",
  down: "down",
  tee: "|- ",
  corner: "`- ",
  pipe: "|  ",
  gap: "   ",
};

function marksIn(set: "unicode" | "ascii"): GlyphSet["marks"] {
  const { bad, busy, remark, unknown, good } = markLegend;
  return { bad: bad[set], busy: busy[set], remark: remark[set], unknown: unknown[set], good: good[set] };
}

/** The characters for `--ascii`, or the usual ones. */
export function glyphsFor(asciiOnly: boolean): GlyphSet {
  return asciiOnly ? ascii : unicode;
}

/** The marks for surfaces that always have Unicode: the editor. */
export const unicodeMarks: GlyphSet["marks"] = unicode.marks;

/** The colour that repeats a mark. */
export function markPaint(mark: Mark, palette: ColorPalette): PaintText {
  if (mark === "bad") return palette.bad;
  return mark === "good" ? palette.good : palette.warn;
}

/** The mark whose colour each answer of the gate has. */
export const answerMarks: Readonly<Record<GateAnswer, Mark>> = {
  ALLOW: "good",
  BLOCK: "bad",
  UNKNOWN: "unknown",
};
