import { displayWidth, padText } from "../characters/display-width.ts";
import type { TextStyle } from "../terminal/text-style.ts";
import { wayWithText } from "../words/first-screen/culprit.ts";
import type { ScreenDensity } from "./density.ts";
import type { CulpritEntry } from "./first-screen.ts";
import { layOutIndented, layOutMarked, markColumns } from "./lay-out-marked.ts";

/** The columns of the culprits' names; longer ones push their own line only. */
const mostNameColumns = 22;

/** All culprits, each with its cause below or beside it and its commands. Commands are never wrapped or cut. */
export function layOutCulprits(
  entries: readonly CulpritEntry[],
  density: ScreenDensity,
  style: TextStyle,
): readonly string[] {
  const widths = entries.filter(({ state }) => state !== "").map(({ name }) => displayWidth(name));
  const column = Math.min(mostNameColumns, Math.max(0, ...widths));
  return entries.flatMap((entry) => [
    ...(entry.state === "" && entry.ways.length === 0
      ? layOutMarked({ mark: entry.mark, text: `${entry.name}: ${entry.text}` }, density.causeRows, style)
      : layOutPart(entry, column, density, style)),
    ...(entry.event === "" || !density.hasEvents ? [] : layOutIndented(entry.event, density.lineRows, style)),
    ...entry.commands.slice(0, density.commands).map((command) => `  $ ${command}`),
  ]);
}

/** The name and state of a part, and its cause beside them where it fits. */
function layOutPart(entry: CulpritEntry, column: number, density: ScreenDensity, style: TextStyle): readonly string[] {
  const { mark, name, state, note } = entry;
  const head = [padText(name, column), state, note === "" ? "" : `(${note})`].filter((word) => word !== "").join("  ");
  const causes = causeRows(entry, density, style);
  const beside = `${head.trimEnd()}  ${causes.join("").trim()}`;
  if (causes.length === 1 && displayWidth(beside) <= style.width - markColumns)
    return layOutMarked({ mark, text: beside }, 1, style);
  return [...layOutMarked({ mark, text: head.trimEnd() }, density.headRows, style), ...causes];
}

/** The way down and the cause: in one row where both fit, else in rows of their own. */
function causeRows({ ways, text }: CulpritEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  const room = style.width - markColumns;
  const fitting = (texts: readonly string[]): string | undefined => texts.find((each) => displayWidth(each) <= room);
  const [whole = "", ...shorter] = ways;
  if (whole === "" || text === "") return rowsOrNone(fitting(ways) ?? (text || ways.at(-1) || ""), density, style);
  const joined = [whole, ...shorter].map((way) => wayWithText(way, text));
  if (!density.hasWays) return layOutIndented(fitting(joined) ?? joined.at(-1) ?? "", density.causeRows, style);
  const first = fitting(joined.slice(0, 1));
  if (first !== undefined) return layOutIndented(first, 1, style);
  return [
    ...layOutIndented(fitting(ways) ?? ways.at(-1) ?? "", density.lineRows, style),
    ...layOutIndented(text, density.causeRows, style),
  ];
}

function rowsOrNone(text: string, { causeRows: rows }: ScreenDensity, style: TextStyle): readonly string[] {
  return text === "" ? [] : layOutIndented(text, rows, style);
}
