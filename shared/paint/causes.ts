import { displayWidth } from "../characters/display-width.ts";
import type { OutlineEntry, Text } from "../model/outline.ts";
import { entryLine, isSentence, plainText, word, words } from "../outline/text.ts";
import type { TextStyle } from "../render/terminal/text-style.ts";
import { layOutIndented, layOutMarked, markColumns, textColumns } from "./lines.ts";
import type { ScreenDensity } from "./screen-density.ts";

/** The columns of the names of causes; longer ones push their own line only. */
const maxNameColumns = 22;

/** The causes of a root, each with its evidence below or beside it and its commands; those without room are named. */
export function layOutCauses(
  causes: readonly OutlineEntry[],
  density: ScreenDensity,
  style: TextStyle,
): readonly string[] {
  const shown = causes.slice(0, density.causes);
  const widths = shown
    .filter((cause) => cause.text.length > 0 && !isSentence(cause))
    .map(({ subject }) => textColumns(subject, style));
  const column = Math.min(maxNameColumns, Math.max(0, ...widths));
  return [
    ...shown.flatMap((cause) => layOutCause(cause, column, density, style)),
    ...layOutOthers(causes.slice(density.causes), style),
  ];
}

/** `✗ and 2 more: AAQ, MigController`. A fault that is named here is not hidden. */
function layOutOthers(others: readonly OutlineEntry[], style: TextStyle): readonly string[] {
  if (others.length === 0) return [];
  const names = others.map(({ subject }) => plainText(subject));
  return layOutIndented([word(`and ${others.length} more: `), { is: "list", names }], 1, style);
}

function layOutCause(cause: OutlineEntry, column: number, density: ScreenDensity, style: TextStyle): readonly string[] {
  const below = cause.entries.filter(({ kind }) => kind === "cause");
  return [
    ...layOutHead(cause, column, density, style),
    ...eventRows(cause, density, style),
    ...logRows(cause, density, style),
    ...commandRows(cause, { ...density, commands: cause.mark === "busy" ? density.busyCommands : density.commands }),
    ...below
      .slice(0, density.causes - 1)
      .flatMap((entry) => [
        ...explanationRows(entry, density, style),
        ...logRows(entry, density, style),
        ...commandRows(entry, { ...density, commands: Math.min(1, density.commands) }),
      ]),
    ...layOutMore(below.length - (density.causes - 1), style),
  ];
}

/** Further causes of the same component. */
function layOutMore(count: number, style: TextStyle): readonly string[] {
  return count <= 0 ? [] : layOutIndented(words(`and ${count} more`), 1, style);
}

/** The name and state of a part, and its evidence beside them where it fits. */
function layOutHead(cause: OutlineEntry, column: number, density: ScreenDensity, style: TextStyle): readonly string[] {
  const { mark, subject, text } = cause;
  const way = textOfEntry(cause, "way");
  const evidence = textOfEntry(cause, "evidence");
  if (isSentence(cause)) return layOutMarked(mark, entryLine(cause), density.quoteRows, style);
  if (text.length === 0 && way.length === 0)
    return layOutMarked(mark, [...subject, ...words(": "), ...evidence], density.quoteRows, style);
  const padding = " ".repeat(Math.max(0, column - textColumns(subject, style)));
  const head: Text = text.length === 0 ? subject : [...subject, word(`${padding}  `), ...text];
  const explained = explanationRows(cause, density, style);
  const [first = ""] = explained;
  const beside = `${plainText(head).trimEnd()}  ${first.trim()}`;
  if (explained.length === 1 && displayWidth(beside) <= style.width - markColumns)
    return layOutMarked(mark, words(beside), 1, style);
  return [...layOutMarked(mark, head, density.textRows + 1, style), ...explained];
}

/** The way down and the evidence: in one row where both fit, else in rows of their own. */
function explanationRows(cause: OutlineEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  const way = textOfEntry(cause, "way");
  const evidence = textOfEntry(cause, "evidence");
  if (way.length === 0) return evidence.length === 0 ? [] : layOutIndented(evidence, density.quoteRows, style);
  if (evidence.length === 0) return layOutIndented(way, 1, style);
  const joined: Text = [...way, word(": "), ...evidence];
  const isShort = textColumns(joined, style) <= style.width - markColumns;
  if (isShort || !density.hasWays) return layOutIndented(joined, density.quoteRows, style);
  return [...layOutIndented(way, 1, style), ...layOutIndented(evidence, density.quoteRows, style)];
}

function eventRows(cause: OutlineEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  const event = cause.entries.find(({ kind }) => kind === "event");
  if (event === undefined || (event.weight === "detail" && !density.hasDetail)) return [];
  return layOutIndented(entryLine(event), 2, style);
}

/** `  | panic: boom`: the lines of the log that explain, of which the one that explains most always stands. */
function logRows({ entries }: OutlineEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  const isShown = ({ weight }: OutlineEntry): boolean =>
    weight === "always" || (weight === "usual" && density.hasLogContext);
  return entries
    .filter((entry) => entry.kind === "log" && isShown(entry))
    .flatMap(({ text, weight }) =>
      layOutIndented(text, weight === "always" ? Math.min(2, density.quoteRows) : 1, style, "  | "),
    );
}

/** Commands to copy are never wrapped or cut. */
function commandRows({ commands }: OutlineEntry, density: ScreenDensity): readonly string[] {
  return commands.slice(0, density.commands).map(({ command }) => `  $ ${command}`);
}

function textOfEntry({ entries }: OutlineEntry, kind: OutlineEntry["kind"]): Text {
  return entries.find((entry) => entry.kind === kind)?.text ?? [];
}
