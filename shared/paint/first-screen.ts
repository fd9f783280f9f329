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

/** The most roots with a row. */
const maxRows = 20;

/** The fewest columns in which the cause of a root stands beside it. */
const minReasonColumns = 16;

/** Spaces between two columns. */
const columnGap = 3;

/** The most rows of a headline. */
const maxHeadlineRows = 3;

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

/** Headline and fields, rows of several roots, sections of causes and conditions, and what stands below these. */
function layOutScreen(outline: Outline, density: ScreenDensity, style: TextStyle): readonly string[] {
  const { head, rows, blocks, tail } = sortEntries(outline, density);
  const sections = blocks.map((block) => layOutSection(block, density, style));
  const screenBlocks: readonly (readonly string[])[] = [
    head.flatMap((entry) => layOutHead(entry, density, style)),
    layOutRows(rows, density, style),
    ...(density.areSectionsApart ? sections : [sections.flat()]),
    layOutTail(outline, tail, density, style),
  ];
  const filled = screenBlocks.filter((block) => block.length > 0);
  return filled.flatMap((block, index) => (index > 0 && density.isSpaced ? ["", ...block] : block));
}

/** Findings, summaries, and the next commands, which count the findings that have no room. */
function layOutTail(
  outline: Outline,
  tail: readonly OutlineEntry[],
  density: ScreenDensity,
  style: TextStyle,
): readonly string[] {
  const findings = tail.filter(({ kind }) => kind === "finding");
  const shown = listShownFindings(findings, density);
  const omitted = findings.filter((entry) => !shown.includes(entry));
  const summaries = tail.filter(({ kind }) => kind === "summary");
  return [
    ...shown.flatMap((entry) => layOutFinding(entry, density, style)),
    ...summaries.flatMap((entry) => layOutSummary(entry, density, style)),
    ...layOutNext(outline, omitted, style),
  ];
}

function layOutSummary(entry: OutlineEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  const lines = layOutMarked(entry.mark, entryLine(entry), density.textRows, style);
  const [first] = entry.commands;
  return first === undefined || density.commands === 0 ? lines : [...lines, `  $ ${first.command}`];
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
  const nameColumns = widestOf(shown.map(({ subject }) => plainText(subject)));
  const stateColumns = widestOf(shown.map(({ text }) => plainText(text)));
  const rowsWithCommands = shown.filter(({ commands }) => commands.length > 0).slice(0, rowCommands);
  const lines = shown.flatMap((row) => {
    const name = padText(plainText(row.subject), nameColumns);
    const state = padText(plainText(row.text), stateColumns);
    return layOutRow(row, `${name}  ${state}`, rowsWithCommands.includes(row), style);
  });
  const omitted = rows.length - shown.length;
  return omitted === 0 ? lines : [...lines, `  and ${omitted} more`];
}

/**
 * The row of one root: `head`, its cause beside it where that fits, and on request its commands below it. A cause that does
 * not fit stands below the row where its commands do, else with the causes of the worst root, or in the full report.
 */
function layOutRow(row: OutlineEntry, head: string, hasCommands: boolean, style: TextStyle): readonly string[] {
  const cause = row.entries[0]?.text ?? [];
  const room = style.width - markColumns - displayWidth(head) - 2;
  const hasRoom = cause.length > 0 && room >= minReasonColumns;
  const fitted = hasRoom ? fitText(cause, { ...roomFor(1, style, 0), width: room, rows: 1 }) : [];
  const isBeside = fitted.length === 1;
  const line = `${head}  ${isBeside ? fitted[0] : ""}`.trimEnd();
  const lines = [...layOutMarked(row.mark, words(line), 2, style)];
  if (!hasCommands) return lines;
  if (!isBeside && cause.length > 0) lines.push(...layOutIndented(cause, 1, style));
  lines.push(...row.commands.map(({ command }) => `  $ ${command}`));
  return lines;
}

function widestOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(displayWidth));
}

/** The entries of an outline by their place on the screen. */
interface ScreenEntries {
  readonly head: OutlineEntry[];
  readonly rows: OutlineEntry[];
  readonly blocks: OutlineEntry[];
  readonly tail: OutlineEntry[];
}

/** The entries that the screen shows, by their place. */
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
  for (const entry of root.entries.filter((below) => isShown(below, density))) {
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
  return layOutMarked(mark, entryLine(entry), maxHeadlineRows, style, kind === "root" ? style.palette.bold : undefined);
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
  if (!hasConditions) return [...heading, ...layOutCauses(entries, density, style)];
  const shown = entries.filter((entry) => isShown(entry, density));
  return [...heading, ...layOutConditions(shown, density, style)];
}

function spaceBefore(span: Text[number]): Text[number] {
  return "text" in span ? { ...span, text: ` ${span.text}` } : span;
}

/** Errors, all of them, then warnings as far as there is room. */
function listShownFindings(findings: readonly OutlineEntry[], { warnings }: ScreenDensity): readonly OutlineEntry[] {
  const usual = findings.filter(({ weight }) => weight !== "full");
  const errors = usual.filter(({ level }) => level === "error");
  const others = ["warning", "info"].flatMap((wanted) => usual.filter(({ level }) => level === wanted));
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

/** The command to run next, and the one that prints everything, with the number of omitted findings before it. */
function layOutNext({ entries }: Outline, omitted: readonly OutlineEntry[], style: TextStyle): readonly string[] {
  const lines: string[] = [];
  for (const { kind, id, subject, commands } of entries) {
    if (kind !== "next") continue;
    const label = id === "details" ? detailsText(countEntries(omitted), style) : `${plainText(subject)}:`;
    lines.push(...commands.map(({ command }) => `${label} ${command}`));
  }
  return lines;
}

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
    const lines = shown.flatMap((entry) => layOutMarked(entry.mark, entryLine(entry), textRows, style));
    return [...lines, ...nameOthers(entries.slice(shown.length), style)];
  }
  const texts = cells.map(({ text }) => text);
  const counts = style.width === Number.POSITIVE_INFINITY ? [2] : [cells.length, 4, 3, 2];
  const columns = counts.find((count) => tableWidth(texts, count) <= style.width) ?? 1;
  const widths = columnWidths(texts, columns);
  const rows: string[] = [];
  for (let start = 0; start < cells.length; start += columns) {
    const cellsOfRow = cells.slice(start, start + columns).map(({ mark, text }, column) => {
      const padding = (widths[column] ?? 0) + columnGap - markColumns - displayWidth(text);
      return `${paintedMark(mark, style)} ${text}${" ".repeat(Math.max(0, padding))}`;
    });
    rows.push(cellsOfRow.join("").trimEnd());
  }
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
  return columnWidths(texts, columns).reduce((sum, width) => sum + width, columnGap * (columns - 1));
}
