import { displayWidth, padText } from "../characters/display-width.ts";
import { fitRows } from "../characters/fit-rows.ts";
import { wrapText } from "../characters/wrap.ts";
import type { TextStyle } from "../terminal/text-style.ts";
import { detailsLabel } from "../words/first-screen/labels.ts";
import type { ScreenDensity } from "./density.ts";
import type { FirstScreen, ScreenField } from "./first-screen.ts";
import { layOutConditions } from "./lay-out-conditions.ts";
import { layOutCulprits } from "./lay-out-culprit.ts";
import { layOutFitting, layOutFittingIndented, layOutMarked, layOutRemark } from "./lay-out-marked.ts";
import { layOutRoots } from "./lay-out-roots.ts";

/** The lines of a first screen. Each fits the width but for commands, which stand whole on one line. */
export function layOutScreen(screen: FirstScreen, density: ScreenDensity, style: TextStyle): readonly string[] {
  const { culprits, conditions } = screen;
  const blocks = [
    headBlock(screen, density, style),
    layOutRoots(screen, style),
    [
      ...(culprits.entries.length === 0 ? [] : titleRows(culprits.titles, density, style)),
      ...layOutCulprits(culprits.entries, density, style),
      ...(culprits.more.length === 0 ? [] : layOutFittingIndented(culprits.more, density.lineRows, style)),
    ],
    [
      ...(conditions.entries.length === 0 ? [] : titleRows([conditions.title], density, style)),
      ...layOutConditions(conditions.entries, density, style),
    ],
    tailBlock(screen, density, style),
  ];
  return blocks
    .filter((block) => block.length > 0)
    .flatMap((block, index) => (index > 0 && density.isSpaced ? ["", ...block] : block));
}

function headBlock(screen: FirstScreen, density: ScreenDensity, style: TextStyle): readonly string[] {
  return [
    ...screen.lead.flatMap((line) => layOutMarked(line, density.fieldRows, style)),
    ...layOutMarked(screen.headline, density.headRows, style, style.palette.bold),
    ...screen.fields
      .filter(({ key }) => key !== "meaning" || density.hasMeaning)
      .flatMap((field) => fieldRows(field, density.fieldRows, style)),
    ...screen.culprits.why.flatMap((line) => layOutMarked(line, density.causeRows, style)),
  ];
}

/** Remarks, what is healthy, what is blocked, what was not read, and the command that prints the rest. */
function tailBlock(screen: FirstScreen, density: ScreenDensity, style: TextStyle): readonly string[] {
  const remarks = screen.remarks.slice(0, density.remarks);
  const left = screen.left + screen.remarks.length - remarks.length;
  const lines = [screen.healthy, screen.blocked, screen.reading].filter((line) => line !== undefined);
  return [
    ...remarks.flatMap((line) => layOutRemark(line, density.remarkRows, style)),
    ...lines.flatMap((line) => layOutFitting(line, density.lineRows, style)),
    ...(screen.next === undefined ? [] : [screen.next]),
    `${detailsLabel(left, screen.upgradeLeft)} ${screen.details}`,
  ];
}

function titleRows(titles: readonly string[], { headRows }: ScreenDensity, style: TextStyle): readonly string[] {
  const room = { width: style.width, rows: headRows, ellipsis: style.glyphs.ellipsis };
  const cleaned = titles.map(style.clean);
  const fitting = cleaned.find((text) => displayWidth(text) <= style.width) ?? cleaned.at(-1) ?? "";
  return fitRows(fitting, room).map(style.palette.bold);
}

/** The columns of the labels below the headline. */
const labelColumns = 9;

function fieldRows({ key, label, texts }: ScreenField, rows: number, style: TextStyle): readonly string[] {
  const head = `  ${padText(label, labelColumns)} `;
  const room = { width: style.width - displayWidth(head), rows, ellipsis: style.glyphs.ellipsis };
  const cleaned = texts.map(style.clean);
  const isFitting = (text: string): boolean =>
    displayWidth(text) <= room.width * rows && wrapText(text, room.width).length <= rows;
  const fitting = rows > 1 && key !== "impact" ? cleaned[0] : cleaned.find(isFitting);
  return fitRows(fitting ?? cleaned.at(-1) ?? "", room).map((row, index) =>
    index === 0
      ? `  ${style.palette.bold(label)}${head.slice(2 + label.length)}${row}`
      : `${" ".repeat(head.length)}${row}`,
  );
}
