import { displayWidth, padText } from "../characters/display-width.ts";
import { fitRows } from "../characters/fit-rows.ts";
import type { RootRow } from "../page/root-rows.ts";
import type { TextStyle } from "../terminal/text-style.ts";
import { rootRowName } from "../words/first-screen/labels.ts";
import type { FirstScreen } from "./first-screen.ts";
import { layOutIndented, layOutMarked, markColumns } from "./lay-out-marked.ts";

/** The fewest columns in which the cause of a root is shown beside it. */
const leastRoom = 16;

/** Several roots, one row each; a cause is cut where it does not fit. */
export function layOutRoots({ rows, moreRows }: FirstScreen, style: TextStyle): readonly string[] {
  const names = columnOf(rows, rootRowName);
  const states = columnOf(rows, stateText);
  const lines = rows.flatMap((row) => {
    const head = `${padText(rootRowName(row), names)}  ${padText(stateText(row), states)}`;
    const room = style.width - markColumns - displayWidth(head) - 2;
    const isBeside = row.why !== "" && room >= leastRoom;
    const why = isBeside
      ? fitRows(style.clean(row.why), { width: room, rows: 1, ellipsis: style.glyphs.ellipsis })
      : [];
    return layOutMarked({ mark: row.mark, text: `${head}  ${why.join(" ")}`.trimEnd() }, 2, style);
  });
  return [...lines, ...(moreRows === "" ? [] : layOutIndented(moreRows, 2, style))];
}

function stateText({ verdict, since }: RootRow): string {
  return [verdict, since].filter((word) => word !== "").join(" ");
}

function columnOf(rows: readonly RootRow[], text: (row: RootRow) => string): number {
  return Math.max(0, ...rows.map((row) => displayWidth(text(row))));
}
