import { displayWidth, maxDisplayWidth, padText } from "../characters/display-width.ts";
import type { Outline, OutlineEntry, Text } from "../model/outline.ts";
import { fitText } from "../outline/fit-text.ts";
import { entryLine, plainText, words } from "../outline/text.ts";
import { plainPalette } from "../render/terminal/palette.ts";
import { resolveTextStyle, type TextOptions, type TextStyle } from "../render/terminal/text-style.ts";
import { layOutCauses } from "./causes.ts";
import { layOutConditions } from "./condition-grid.ts";
import { countEntries, detailsText } from "./details.ts";
import { layOutHealthy } from "./healthy-screen.ts";
import {
  joinBlocks,
  layOutCommands,
  layOutIndented,
  layOutLabelled,
  layOutMarked,
  markColumns,
  roomFor,
} from "./lines.ts";
import { densities, lowestDensity, type ScreenDensity } from "./screen-density.ts";

/** The smallest terminal. One unhealthy root with three causes has to fit in it; a row is left for the prompt. */
const minScreen = { columns: 80, rows: 23 };

/** The most roots of a list that have a row. */
const maxRootRows = 20;

/** The fewest columns in which the cause of a root stands beside it. */
const minReasonColumns = 16;

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
 * Returns the density of the screen:
 * 1. In a terminal of 80 columns or fewer, or without a width: the first density with which the lines fit the smallest
 *    terminal, else the lowest.
 * 2. In a wider terminal: the first density that takes no more lines there than the one of rule 1 takes in 80 columns.
 */
function chooseDensity(outline: Outline, style: TextStyle): ScreenDensity {
  // Sequences of colours would count as columns.
  const plainStyle = { ...style, palette: plainPalette };
  const layOutAt = (density: ScreenDensity, width: number): readonly string[] =>
    layOutScreen(outline, density, { ...plainStyle, width });
  const fitsMinScreen = (density: ScreenDensity): boolean =>
    countRows(layOutAt(density, minScreen.columns), minScreen.columns) <= minScreen.rows;
  const narrowDensity = densities.find(fitsMinScreen) ?? lowestDensity;
  if (style.width <= minScreen.columns || style.width === Number.POSITIVE_INFINITY) return narrowDensity;
  const maxLines = layOutAt(narrowDensity, minScreen.columns).length;
  return densities.find((density) => layOutAt(density, style.width).length <= maxLines) ?? narrowDensity;
}

/** The rows that lines take in a terminal, which folds those that are too long. */
export function countRows(lines: readonly string[], columns: number): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / columns)), 0);
}

/** The headline with its fields, the rows of several roots, the sections of causes and conditions, and the last lines. */
function layOutScreen(outline: Outline, density: ScreenDensity, style: TextStyle): readonly string[] {
  const placed = placeEntries(outline, density);
  const entriesAt = (place: ScreenPlace): readonly OutlineEntry[] =>
    placed.filter((each) => each.place === place).map(({ entry }) => entry);
  const sections = entriesAt("sections").map((section) => layOutSection(section, density, style));
  const blocks = [
    entriesAt("head").flatMap((entry) => layOutHead(entry, density, style)),
    layOutRootRows(entriesAt("rootRows"), density, style),
    ...(density.areSectionsApart ? sections : [sections.flat()]),
    layOutTail(outline, entriesAt("tail"), density, style),
  ];
  return density.isSpaced ? joinBlocks(blocks) : blocks.flat();
}

/** Where an entry stands on the screen, from top to bottom. */
type ScreenPlace = "head" | "rootRows" | "sections" | "tail";

interface PlacedEntry {
  readonly entry: OutlineEntry;
  readonly place: ScreenPlace;
}

/** The entries that the screen shows or counts, each with its place. */
function placeEntries({ entries }: Outline, density: ScreenDensity): readonly PlacedEntry[] {
  const hasRootList = entries.some(isRootList);
  return entries.flatMap((entry): readonly PlacedEntry[] => {
    if (entry.kind === "root") return placeRoot(entry, hasRootList, density);
    if (!isShown(entry, density)) return [];
    return [{ entry, place: entry.kind === "lead" ? "head" : "tail" }];
  });
}

/** Whether an entry is the list of several roots. */
function isRootList({ kind, entries }: OutlineEntry): boolean {
  return kind === "root" && entries.some((entry) => entry.kind === "root");
}

/** A root and what stands below it. */
function placeRoot(root: OutlineEntry, hasRootList: boolean, density: ScreenDensity): readonly PlacedEntry[] {
  if (root.weight === "full" || root.weight === "detail") {
    // Only longer reports show this root. The screen shows or counts its findings.
    const findings = root.entries.filter(({ kind }) => kind === "finding");
    return findings.map((entry) => ({ entry, place: "tail" }));
  }
  const shown = root.entries.filter((entry) => isShown(entry, density));
  const placed = shown.map((entry) => ({ entry, place: placeBelowRoot(entry) }));
  // A root of a list has its headline as a row of the list.
  return hasRootList && !isRootList(root) ? placed : [{ entry: root, place: "head" }, ...placed];
}

function placeBelowRoot({ kind }: OutlineEntry): ScreenPlace {
  switch (kind) {
    case "root":
      return "rootRows";
    case "section":
      return "sections";
    case "field":
    case "evidence":
      return "head";
    default:
      return "tail";
  }
}

function isShown({ weight, kind }: OutlineEntry, { hasDetail }: ScreenDensity): boolean {
  // The findings that have no line are counted.
  if (kind === "finding") return true;
  return weight === "always" || weight === "usual" || (weight === "detail" && hasDetail);
}

function layOutHead(entry: OutlineEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  const { kind, mark, subject, text } = entry;
  switch (kind) {
    case "field": {
      const maxRows = entry.weight === "always" ? density.leadRows : density.textRows;
      return layOutLabelled(plainText(subject), withFurtherPieces(entry), maxRows, style);
    }
    case "evidence":
      return layOutMarked(mark, text, density.quoteRows, style);
    case "root":
      return layOutMarked(mark, entryLine(entry), maxHeadlineRows, style, style.palette.bold);
    default:
      return layOutMarked(mark, entryLine(entry), maxHeadlineRows, style);
  }
}

/** The text of a field with its further pieces. Pieces of the weight `detail` may be omitted. */
function withFurtherPieces({ text, entries }: OutlineEntry): Text {
  const pieces = entries.map((entry): Text[number] => {
    const role = entry.weight === "detail" ? "aside" : "name";
    return { is: role, text: `, ${plainText(entry.text)}` };
  });
  return [...text, ...pieces];
}

/**
 * Several roots, a row each, the first ones with their commands below; the last row counts those without a row:
 * `  and 4 more`.
 */
function layOutRootRows(
  roots: readonly OutlineEntry[],
  { rowCommands }: ScreenDensity,
  style: TextStyle,
): readonly string[] {
  const shown = roots.slice(0, maxRootRows);
  const nameColumns = maxDisplayWidth(shown.map(({ subject }) => plainText(subject)));
  const stateColumns = maxDisplayWidth(shown.map(({ text }) => plainText(text)));
  const rootsWithCommands = shown.filter(({ commands }) => commands.length > 0).slice(0, rowCommands);
  const lines = shown.flatMap((root) => {
    const name = padText(plainText(root.subject), nameColumns);
    const state = padText(plainText(root.text), stateColumns);
    return layOutRootRow(root, `${name}  ${state}`, { hasCommands: rootsWithCommands.includes(root) }, style);
  });
  const omittedCount = roots.length - shown.length;
  return omittedCount === 0 ? lines : [...lines, `  and ${omittedCount} more`];
}

/**
 * The row of one root: name and state, and the cause beside them where it fits. A cause that does not fit stands below the
 * row if the commands do; else the causes of the worst root or the full report have it.
 */
function layOutRootRow(
  root: OutlineEntry,
  nameAndState: string,
  { hasCommands }: { readonly hasCommands: boolean },
  style: TextStyle,
): readonly string[] {
  const cause = root.entries[0]?.text ?? [];
  const width = style.width - markColumns - displayWidth(nameAndState) - 2;
  const hasRoom = cause.length > 0 && width >= minReasonColumns;
  const causeRows = hasRoom ? fitText(cause, { ...roomFor(1, style, 0), width, rows: 1 }) : [];
  const isCauseBeside = causeRows.length === 1;
  const line = isCauseBeside ? `${nameAndState}  ${causeRows[0]}` : nameAndState;
  const lines = [...layOutMarked(root.mark, words(line.trimEnd()), 2, style)];
  if (!hasCommands) return lines;
  if (!isCauseBeside && cause.length > 0) lines.push(...layOutIndented(cause, 1, style));
  lines.push(...layOutCommands(root));
  return lines;
}

/** A heading, `CAUSES of 2 components`, with the causes or the conditions below it. */
function layOutSection(section: OutlineEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  const { entries } = section;
  const heading = layOutIndented(headingText(section), 1, style, "").map(style.palette.bold);
  const hasConditions = entries.some(({ kind }) => kind === "condition");
  if (!hasConditions) return [...heading, ...layOutCauses(entries, density, style)];
  const shown = entries.filter((entry) => isShown(entry, density));
  return [...heading, ...layOutConditions(shown, density, style)];
}

/** Subject and text with a space between them. The space belongs to the text, so that both are omitted together. */
function headingText({ subject, text: [first, ...others] }: OutlineEntry): Text {
  if (first === undefined) return subject;
  return [...subject, "text" in first ? { ...first, text: ` ${first.text}` } : first, ...others];
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

/** All errors, then the warnings and the information for which there is room. */
function listShownFindings(findings: readonly OutlineEntry[], { warnings }: ScreenDensity): readonly OutlineEntry[] {
  const usual = findings.filter(({ weight }) => weight !== "full");
  const ofLevel = (wanted: OutlineEntry["level"]): readonly OutlineEntry[] =>
    usual.filter(({ level }) => level === wanted);
  const lessSerious = [...ofLevel("warning"), ...ofLevel("info")];
  return [...ofLevel("error"), ...lessSerious.slice(0, warnings)];
}

function layOutFinding(entry: OutlineEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  if (entry.level !== "error") {
    // The room for commands is that of causes. The full report has the commands of warnings.
    return layOutMarked(entry.mark, entry.text, density.textRows, style);
  }
  return [
    ...layOutMarked(entry.mark, entry.text, density.quoteRows, style),
    ...layOutCommands(entry, density.commands),
  ];
}

function layOutSummary(entry: OutlineEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  const lines = layOutMarked(entry.mark, entryLine(entry), density.textRows, style);
  return [...lines, ...layOutCommands(entry, Math.min(1, density.commands))];
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
