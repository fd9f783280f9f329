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
 * Branches with pipes before them, each line behind `indent`:
 *
 *     ├─ ✗ CDI unavailable
 *     │  └─ ✗ Deployment cdi-deployment 0/1 ready
 *     └─ ✓ SSP healthy
 *
 * The further lines of a wrapped text stand beside the pipe to the next sibling and to the first child. Beyond half the
 * width deeper levels are no longer indented.
 */
export function drawTree(branches: readonly TreeBranch[], style: TextStyle, indent = ""): readonly string[] {
  return branches.flatMap((branch, index) => {
    const { tee, corner, pipe, gap, marks } = style.glyphs;
    const isLast = index === branches.length - 1;
    const isTooDeep = displayWidth(indent) + displayWidth(tee) > style.width / 2;
    const branchLine = isLast ? corner : tee;
    const lineBeside = isLast ? gap : pipe;
    const firstIndent = isTooDeep ? indent : `${indent}${branchLine}`;
    const furtherIndent = isTooDeep ? indent : `${indent}${lineBeside}`;
    // The pipe to the first child begins under the mark.
    const textIndent = branch.children.length > 0 ? pipe.slice(0, 2) : "  ";
    const mark = markPaint(branch.mark, style.palette)(marks[branch.mark]);
    const textWidth = style.width - displayWidth(furtherIndent) - 2;
    const [firstLine = "", ...furtherLines] = wrapText(style.clean(branch.text), textWidth);
    return [
      `${firstIndent}${mark} ${firstLine}`,
      ...furtherLines.map((line) => `${furtherIndent}${textIndent}${line}`),
      ...drawTree(branch.children, style, furtherIndent),
    ];
  });
}
