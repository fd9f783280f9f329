import type { ReportNode } from "../../../model/report.ts";
import { joinFilled } from "../../../outline/words/names.ts";
import type { RowMark } from "../../terminal/verdict-marks.ts";

/** One row as a screen reader speaks it, its pieces one after the other. */
export function readAloud(pieces: readonly string[]): string {
  return joinFilled(", ", pieces.map(withoutSigns));
}

/** The text with the signs of our own words written out; the cluster's text is otherwise unchanged. */
function withoutSigns(text: string): string {
  return text
    .replace(/(\d+)\/(\d+) ready/g, "$1 of $2 ready")
    .replace(/^-> /, "to ")
    .replaceAll(" -> ", " to ")
    .replaceAll(" · ", ", ")
    .replaceAll("…", "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The kind of a row: `component`, `container`. */
export const roleWords: Readonly<Record<ReportNode["role"], string>> = {
  root: "root",
  component: "component",
  part: "part",
  workload: "workload",
  replicaset: "replica set",
  pod: "pod",
  container: "container",
  related: "related object",
};

/** The meaning of a row's icon. */
export const markWords: Readonly<Record<RowMark, string>> = {
  bad: "bad",
  busy: "in progress",
  remark: "warning",
  unknown: "unknown",
  good: "good",
  none: "",
};
