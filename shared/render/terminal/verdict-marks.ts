import { type MarkName, markLegend } from "../../aggregate/core/words/marks.ts";
import { conditionVerdict } from "../../model/condition-age.ts";
import type { JudgedCondition } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { ColorPalette, PaintText } from "./palette.ts";

/** The mark before a line, for the eye; a word beside it always says the same. */
export type VerdictMark = MarkName;

/** The mark of a row of a tree; `none` where the row has no state. */
export type RowMark = VerdictMark | "none";

/** The characters we draw with, in Unicode or in ASCII. */
export interface GlyphSet {
  readonly marks: Readonly<Record<VerdictMark, string>>;
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

/** The mark of a verdict; only the words distinguish unavailable and degraded. */
export function verdictMark(verdict: Verdict): VerdictMark {
  const marks: Record<Verdict, VerdictMark> = {
    unavailable: "bad",
    degraded: "bad",
    unknown: "unknown",
    progressing: "busy",
    healthy: "good",
  };
  return marks[verdict];
}

/** The worst mark; good where there is none. */
export function worstMark(marks: readonly VerdictMark[]): VerdictMark {
  const order: readonly VerdictMark[] = ["bad", "unknown", "busy", "remark"];
  return order.find((mark) => marks.includes(mark)) ?? "good";
}

/** The mark of one condition. */
export function conditionMark(condition: JudgedCondition): VerdictMark {
  const verdict = conditionVerdict(condition);
  return verdict === "remark" ? "remark" : verdictMark(verdict);
}

/** The colour that repeats a mark. */
export function markPaint(mark: VerdictMark, palette: ColorPalette): PaintText {
  if (mark === "bad") return palette.bad;
  return mark === "good" ? palette.good : palette.warn;
}
