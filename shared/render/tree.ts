import { type Mark, paintOf } from "./marks.ts";
import type { Style } from "./style.ts";
import { displayWidth } from "./width.ts";
import { wrap } from "./wrap.ts";

/** One thing in a tree: what is drawn before its text, the text, and what hangs below it. */
export interface Branch {
  readonly mark: Mark;
  readonly text: string;
  readonly children: readonly Branch[];
}

/**
 * `branches` with pipes before them, each line behind `indent`. The pipes go on beside the further lines of a wrapped
 * text, down to the next sibling or the first child. Beyond half the width deeper levels are no longer indented.
 */
export function tree(branches: readonly Branch[], style: Style, indent = ""): readonly string[] {
  return branches.flatMap((branch, index) => {
    const last = index === branches.length - 1;
    const { tee, corner, pipe, gap, marks } = style.glyphs;
    const deep = displayWidth(indent) + displayWidth(tee) > style.width / 2;
    const above = deep ? indent : `${indent}${last ? corner : tee}`;
    const beside = deep ? indent : `${indent}${last ? gap : pipe}`;
    // The first child hangs under the mark, so its pipe starts there.
    const under = branch.children.length > 0 ? pipe.slice(0, 2) : "  ";
    const sign = marks[branch.mark];
    const [first = "", ...rest] = wrap(style.clean(branch.text), style.width - displayWidth(beside) - 2);
    return [
      `${above}${paintOf(branch.mark, style.palette)(sign)} ${first}`,
      ...rest.map((line) => `${beside}${under}${line}`),
      ...tree(branch.children, style, beside),
    ];
  });
}
