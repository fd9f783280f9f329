import { displayWidth, padText } from "../characters/display-width.ts";
import type { Outline, OutlineEntry, Text } from "../model/outline.ts";
import { fitText } from "../outline/fit-text.ts";
import { entryLine, plainText, word, words } from "../outline/text.ts";
import { plainPalette } from "../render/terminal/palette.ts";
import { resolveTextStyle, type TextOptions, type TextStyle } from "../render/terminal/text-style.ts";
import { layOutCauses } from "./causes.ts";
import { countEntries, detailsText } from "./details.ts";
import { layOutHealthy } from "./healthy-screen.ts";
import { layOutIndented, layOutLabelled, layOutMarked, markColumns, paintedMark, roomFor } from "./lines.ts";
import { densities, type ScreenDensity } from "./screen-density.ts";

/** The terminal that one unhealthy root with three causes has to fit; one row is left for the prompt. */
const minScreen = { columns: 80, rows: 23 };

/**
 * The lines of the first screen. A terminal wider than 80 columns shows more and never has more lines than one of 80;
 * without a width nothing is wrapped or cut. Commands are never wrapped.
 */
export function paintFirstScreen(outline: Outline, options: TextOptions = {}): readonly string[] {
  const style = resolveTextStyle(options);
  if (outline.isHealthy) return layOutHealthy(outline, style);
  return layOutScreen(outline, chooseDensity(outline, style), style);
}

/**
 * The first density whose lines fit the smallest terminal, else the last. In a wider terminal it is the first one that
 * takes no more lines there than that one takes in the smallest.
 */
function chooseDensity(outline: Outline, coloured: TextStyle): ScreenDensity {
  const style = { ...coloured, palette: plainPalette };
  const linesAt = (density: ScreenDensity, width: number): readonly string[] =>
    layOutScreen(outline, density, { ...style, width });
  const isShort = (density: ScreenDensity): boolean =>
    countRows(linesAt(density, minScreen.columns), minScreen.columns) <= minScreen.rows;
  const shortest = densities.at(-1) as ScreenDensity;
  const narrow = densities.find(isShort) ?? shortest;
  if (style.width <= minScreen.columns || style.width === Number.POSITIVE_INFINITY) return narrow;
  const maxLines = linesAt(narrow, minScreen.columns).length;
  return densities.find((density) => linesAt(density, style.width).length <= maxLines) ?? narrow;
}

/** The rows that lines take in a terminal, which folds those that are too long. */
export function countRows(lines: readonly string[], columns: number): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / columns)), 0);
}

function layOutScreen(outline: Outline, density: ScreenDensity, style: TextStyle): readonly string[] {
  const { head, rows, blocks, tail } = sortEntries(outline, density);
  const findings = tail.filter(({ kind }) => kind === "finding");
  const shown = shownFindings(findings, density);
  const sections = blocks.map((block) => layOutSection(block, density, style));
  const all: readonly (readonly string[])[] = [
    head.flatMap((entry) => layOutHead(entry, density, style)),
    layOutRows(rows, density, style),
    ...(density.areSectionsApart ? sections : [sections.flat()]),
    [
      ...shown.flatMap((entry) => layOutFinding(entry, density, style)),
      ...tail
        .filter(({ kind }) => kind === "summary")
        .flatMap((entry) => [
          ...layOutMarked(entry.mark, entryLine(entry), density.textRows, style),
          ...entry.commands.slice(0, Math.min(1, density.commands)).map(({ command }) => `  $ ${command}`),
        ]),
      ...layOutNext(
        outline,
        findings.filter((entry) => !shown.includes(entry)),
        style,
      ),
    ],
  ];
  return all
    .filter((block) => block.length > 0)
    .flatMap((block, index) => (index > 0 && density.isSpaced ? ["", ...block] : block));
}

/**
 * Several roots, one row each, the first ones with a command of their own below it; the last row counts those without a
 * row.
 */
function layOutRows(
  rows: readonly OutlineEntry[],
  { rowCommands }: ScreenDensity,
  style: TextStyle,
): readonly string[] {
  const shown = rows.slice(0, maxRows);
  const names = columnOf(shown.map(({ subject }) => plainText(subject)));
  const states = columnOf(shown.map(({ text }) => plainText(text)));
  const withCommands = shown.filter(({ commands }) => commands.length > 0).slice(0, rowCommands);
  const lines = shown.flatMap((row) => {
    const { mark, subject, text, entries } = row;
    const head = `${padText(plainText(subject), names)}  ${padText(plainText(text), states)}`;
    const room = style.width - markColumns - displayWidth(head) - 2;
    const why = entries[0]?.text ?? [];
    const beside =
      room < minReasonColumns || why.length === 0
        ? []
        : fitText(why, { ...roomFor(1, style, 0), width: room, rows: 1 });
    const isBeside = beside.length === 1;
    const isOwn = withCommands.includes(row);
    // What does not fit in one row stands below it, with the causes of the worst root, or in the full report.
    return [
      ...layOutMarked(mark, words(`${head}  ${isBeside ? beside[0] : ""}`.trimEnd()), 2, style),
      ...(isOwn && !isBeside && why.length > 0 ? layOutIndented(why, 1, style) : []),
      ...(isOwn ? row.commands.map(({ command }) => `  $ ${command}`) : []),
    ];
  });
  const omitted = rows.length - shown.length;
  return omitted === 0 ? lines : [...lines, `  and ${omitted} more`];
}

function columnOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(displayWidth));
}

/** The most roots with a row. */
const maxRows = 20;

/** The fewest columns in which the cause of a root stands beside it. */
const minReasonColumns = 16;

/** The entries of an outline by their place on the screen. */
interface ScreenEntries {
  readonly head: OutlineEntry[];
  readonly rows: OutlineEntry[];
  readonly blocks: OutlineEntry[];
  readonly tail: OutlineEntry[];
}

function sortEntries({ entries }: Outline, density: ScreenDensity): ScreenEntries {
  const sorted: ScreenEntries = { head: [], rows: [], blocks: [], tail: [] };
  const isList = entries.some(
    ({ kind, entries: below }) => kind === "root" && below.some((entry) => entry.kind === "root"),
  );
  for (const entry of entries) {
    if (entry.kind === "root" && (entry.weight === "full" || entry.weight === "detail"))
      sorted.tail.push(...entry.entries.filter(({ kind }) => kind === "finding"));
    else if (!isShown(entry, density)) continue;
    else if (entry.kind === "lead") sorted.head.push(entry);
    else if (entry.kind === "root") sortRoot(entry, isList, sorted, density);
    else sorted.tail.push(entry);
  }
  return sorted;
}

/** A root and what stands below it. Of several roots the list has the headline of each. */
function sortRoot(root: OutlineEntry, isList: boolean, sorted: ScreenEntries, density: ScreenDensity): void {
  const isListItself = root.entries.some(({ kind }) => kind === "root");
  if (!isList || isListItself) sorted.head.push(root);
  for (const entry of root.entries.filter((each) => isShown(each, density))) {
    if (entry.kind === "root") sorted.rows.push(entry);
    else if (entry.kind === "section") sorted.blocks.push(entry);
    else if (entry.kind === "field" || entry.kind === "evidence") sorted.head.push(entry);
    else sorted.tail.push(entry);
  }
}

function isShown({ weight, kind }: OutlineEntry, { hasDetail }: ScreenDensity): boolean {
  // The findings that are not shown are counted.
  if (kind === "finding") return true;
  return weight === "always" || weight === "usual" || (weight === "detail" && hasDetail);
}

function layOutHead(entry: OutlineEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  const { kind, mark, subject, text } = entry;
  const fieldRows = entry.weight === "always" ? density.leadRows : density.textRows;
  if (kind === "field") return layOutLabelled(plainText(subject), withPieces(entry), fieldRows, style);
  if (kind === "evidence") return layOutMarked(mark, text, density.quoteRows, style);
  return layOutMarked(mark, entryLine(entry), 3, style, kind === "root" ? style.palette.bold : undefined);
}

/** The text of a labelled line with its further pieces, of which those for detail may be omitted. */
function withPieces({ text, entries }: OutlineEntry): Text {
  const pieces = entries.map(({ text: piece, weight }): Text[number] => {
    const words = `, ${plainText(piece)}`;
    return weight === "detail" ? { is: "aside", text: words } : { is: "name", text: words };
  });
  return [...text, ...pieces];
}

function layOutSection(section: OutlineEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  const { subject, text, entries } = section;
  const title: Text = [...subject, ...text.map((span, index) => (index === 0 ? spaceBefore(span) : span))];
  const heading = layOutIndented(title, 1, style, "").map(style.palette.bold);
  const hasConditions = entries.some(({ kind }) => kind === "condition");
  return [
    ...heading,
    ...(hasConditions
      ? layOutConditions(
          entries.filter((entry) => isShown(entry, density)),
          density,
          style,
        )
      : layOutCauses(entries, density, style)),
  ];
}

function spaceBefore(span: Text[number]): Text[number] {
  return "text" in span ? { ...span, text: ` ${span.text}` } : span;
}

/** Errors, all of them, then warnings as far as there is room. */
function shownFindings(findings: readonly OutlineEntry[], { warnings }: ScreenDensity): readonly OutlineEntry[] {
  const usual = findings.filter(({ weight }) => weight !== "full");
  const errors = usual.filter(({ level }) => level === "error");
  const others = ["warning", "info"].flatMap((each) => usual.filter(({ level }) => level === each));
  return [...errors, ...others.slice(0, warnings)];
}

function layOutFinding(entry: OutlineEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  const isError = entry.level === "error";
  const rows = isError ? density.quoteRows : density.textRows;
  // The commands of causes come before those of warnings, which have theirs in the full outline.
  const commands = isError ? density.commands : 0;
  return [
    ...layOutMarked(entry.mark, entry.text, rows, style),
    ...entry.commands.slice(0, commands).map(({ command }) => `  $ ${command}`),
  ];
}

/** The command to run next, and the one that prints the rest, which is counted before it. */
function layOutNext({ entries }: Outline, omitted: readonly OutlineEntry[], style: TextStyle): readonly string[] {
  return entries
    .filter(({ kind }) => kind === "next")
    .flatMap(({ id, subject, commands }) =>
      commands.map(({ command }) => {
        const label = id === "details" ? detailsText(countEntries(omitted), style) : `${plainText(subject)}:`;
        return `${label} ${command}`;
      }),
    );
}

/** Spaces between two columns. */
const gap = 3;

/**
 * Conditions in as many columns as fit, and without a width in two, row by row. Where there are more rows than the
 * density allows, the last one names the others.
 */
function layOutConditions(
  entries: readonly OutlineEntry[],
  { conditionRows: maxRows, textRows }: ScreenDensity,
  style: TextStyle,
): readonly string[] {
  const cells = entries.map((entry) => ({
    mark: entry.mark ?? "unknown",
    text: style.clean(plainText(entryLine(entry))),
  }));
  const room = style.width - markColumns;
  if (cells.some(({ text }) => displayWidth(text) > room)) {
    const shown = entries.length <= maxRows ? entries : entries.slice(0, maxRows - 1);
    return [
      ...shown.flatMap((entry) => layOutMarked(entry.mark, entryLine(entry), textRows, style)),
      ...nameOthers(entries.slice(shown.length), style),
    ];
  }
  const texts = cells.map(({ text }) => text);
  const counts = style.width === Number.POSITIVE_INFINITY ? [2] : [cells.length, 4, 3, 2];
  const columns = counts.find((count) => tableWidth(texts, count) <= style.width) ?? 1;
  const widths = columnWidths(texts, columns);
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    cells
      .slice(row * columns, (row + 1) * columns)
      .map(({ mark, text }, column) => {
        const padding = (widths[column] ?? 0) + gap - markColumns - displayWidth(text);
        return `${paintedMark(mark, style)} ${text}${" ".repeat(Math.max(0, padding))}`;
      })
      .join("")
      .trimEnd(),
  );
  if (rows.length <= maxRows) return rows;
  return [...rows.slice(0, maxRows - 1), ...nameOthers(entries.slice((maxRows - 1) * columns), style)];
}

/** `and Degraded=True, Upgradeable=False`: a condition without a row of its own is named. */
function nameOthers(others: readonly OutlineEntry[], style: TextStyle): readonly string[] {
  if (others.length === 0) return [];
  const names = others.map(({ subject }) => plainText(subject));
  return layOutIndented([word("and "), { is: "list", names }], 1, style);
}

function columnWidths(texts: readonly string[], columns: number): readonly number[] {
  return Array.from({ length: columns }, (_, column) =>
    Math.max(
      0,
      ...texts.filter((_text, index) => index % columns === column).map((text) => displayWidth(text) + markColumns),
    ),
  );
}

function tableWidth(texts: readonly string[], columns: number): number {
  return columnWidths(texts, columns).reduce((sum, width) => sum + width, gap * (columns - 1));
}
