import { displayWidth } from "../../characters/display-width.ts";
import { wrapText } from "../../characters/wrap.ts";
import type { Mark } from "../../model/outline.ts";
import type { TextStyle } from "./text-style.ts";
import { markPaint } from "./verdict-marks.ts";

/** One node of a tree: what is drawn before its text, the text, and the nodes below it. */
export interface TreeBranch {
  readonly mark: Mark;
  readonly text: string;
  readonly children: readonly TreeBranch[];
}

/**
 * `branches` with pipes before them, each line behind `indent`. The pipes continue beside the further lines of a
 * wrapped text, down to the next sibling or the first child. Beyond half the width deeper levels are no longer
 * indented.
 */
export function drawTree(branches: readonly TreeBranch[], style: TextStyle, indent = ""): readonly string[] {
  return branches.flatMap((branch, index) => {
    const isLast = index === branches.length - 1;
    const { tee, corner, pipe, gap, marks } = style.glyphs;
    const branchPipe = isLast ? corner : tee;
    const besidePipe = isLast ? gap : pipe;
    const isDeep = displayWidth(indent) + displayWidth(tee) > style.width / 2;
    const above = isDeep ? indent : `${indent}${branchPipe}`;
    const beside = isDeep ? indent : `${indent}${besidePipe}`;
    // The first child hangs under the mark, so its pipe starts there.
    const under = branch.children.length > 0 ? pipe.slice(0, 2) : "  ";
    const sign = marks[branch.mark];
    const [first = "", ...rest] = wrapText(style.clean(branch.text), style.width - displayWidth(beside) - 2);
    return [
      `${above}${markPaint(branch.mark, style.palette)(sign)} ${first}`,
      ...rest.map((line) => `${beside}${under}${line}`),
      ...drawTree(branch.children, style, beside),
    ];
  });
}
