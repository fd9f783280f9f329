import { conditionVerdict } from "../model/condition-age.ts";
import type { Mark } from "../model/outline.ts";
import type { EvaluatedCondition } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";

/** The mark of a verdict; only the words distinguish unavailable and degraded. */
export function verdictMark(verdict: Verdict): Mark {
  return marks[verdict];
}

const marks: Readonly<Record<Verdict, Mark>> = {
  unavailable: "bad",
  degraded: "bad",
  unknown: "unknown",
  progressing: "busy",
  healthy: "good",
};

/** The worst mark; good where there is none. */
export function worstMark(all: readonly Mark[]): Mark {
  const order: readonly Mark[] = ["bad", "unknown", "busy", "remark"];
  return order.find((mark) => all.includes(mark)) ?? "good";
}

/** The mark of one condition. */
export function conditionMark(condition: EvaluatedCondition): Mark {
  const verdict = conditionVerdict(condition);
  return verdict === "remark" ? "remark" : verdictMark(verdict);
}

/** A mark before a line: its character, the one that `--ascii` draws, and what it means. */
interface MarkRow {
  readonly unicode: string;
  readonly ascii: string;
  readonly meaning: string;
}

/** The name of a mark. */
export type MarkName = "bad" | "busy" | "remark" | "unknown" | "good";

/**
 * The marks in the order of the legend. `explain marks`, the help and the HTML page print this list. A test compares
 * README's copy with it.
 */
export const markLegend: Readonly<Record<MarkName, MarkRow>> = {
  bad: { unicode: "✗", ascii: "x", meaning: "unavailable or degraded" },
  busy: { unicode: "~", ascii: "~", meaning: "progressing" },
  remark: { unicode: "!", ascii: "!", meaning: "warning" },
  unknown: { unicode: "?", ascii: "?", meaning: "unknown" },
  good: { unicode: "✓", ascii: "+", meaning: "healthy" },
};

/** `✗ unavailable or degraded`, `~ progressing` and so on. */
export function legendItems(characters: "unicode" | "ascii"): readonly string[] {
  return Object.values(markLegend).map((mark) => `${mark[characters]} ${mark.meaning}`);
}
