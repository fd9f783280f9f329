import type { JudgedCondition } from "../model/report.ts";
import { conditionVerdict } from "../model/since.ts";
import type { Verdict } from "../model/verdict.ts";
import type { Paint, Palette } from "./palette.ts";

/** What stands before a line to be found by the eye; a word always says the same beside it. */
export type Mark = "bad" | "busy" | "remark" | "unknown" | "good";

/** The same of a row of a tree; `none` where there is nothing to judge. */
export type RowMark = Mark | "none";

/** The characters we draw with, in Unicode or in ASCII. */
export interface Glyphs {
  readonly marks: Readonly<Record<Mark, string>>;
  readonly dot: string;
  readonly ellipsis: string;
  /** Three columns each: a child with siblings below it, the last child, the line down, nothing. */
  readonly tee: string;
  readonly corner: string;
  readonly pipe: string;
  readonly gap: string;
}

const unicode: Glyphs = {
  marks: { bad: "✗", busy: "~", remark: "!", unknown: "?", good: "✓" },
  dot: "·",
  ellipsis: "…",
  tee: "├─ ",
  corner: "└─ ",
  pipe: "│  ",
  gap: "   ",
};

const ascii: Glyphs = {
  marks: { bad: "x", busy: "~", remark: "!", unknown: "?", good: "+" },
  dot: "-",
  ellipsis: "...",
  tee: "|- ",
  corner: "`- ",
  pipe: "|  ",
  gap: "   ",
};

/** The characters for `--ascii`, or the usual ones. */
export function glyphsFor(asciiOnly: boolean): Glyphs {
  return asciiOnly ? ascii : unicode;
}

/** The mark of a verdict: unavailable and degraded are told apart by their word. */
export function markOf(verdict: Verdict): Mark {
  const marks: Record<Verdict, Mark> = {
    unavailable: "bad",
    degraded: "bad",
    unknown: "unknown",
    progressing: "busy",
    healthy: "good",
  };
  return marks[verdict];
}

/** The one to look at first; none at all is good. */
export function worstMark(marks: readonly Mark[]): Mark {
  const order: readonly Mark[] = ["bad", "unknown", "busy", "remark"];
  return order.find((mark) => marks.includes(mark)) ?? "good";
}

/** The mark of one condition. */
export function conditionMark(condition: JudgedCondition): Mark {
  const verdict = conditionVerdict(condition);
  return verdict === "remark" ? "remark" : markOf(verdict);
}

/** The colour that repeats a mark. */
export function paintOf(mark: Mark, palette: Palette): Paint {
  if (mark === "bad") return palette.bad;
  return mark === "good" ? palette.good : palette.warn;
}
