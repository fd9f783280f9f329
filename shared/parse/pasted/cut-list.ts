import { depthOf, isFilled, keepLines, type Lines } from "./lines.ts";

/** The whole items of a list that was cut. Other lines are empty. */
interface WholeItems {
  readonly lines: Lines;
  /** The lines at which the list was cut. */
  readonly cuts: readonly number[];
}

/**
 * Keeps the whole items of a List whose start or end was not copied. An item at a cut is omitted, because its unhealthy
 * condition may be missing. Undefined if the document is no list or a whole one. kubectl and oc sort the keys, so that
 * `items` is the start of a list and `kind` its end:
 *
 *     items:                 (empty)
 *     - apiVersion: v1       - apiVersion: v1
 *       kind: A                kind: A
 *     - apiVersion: v1       (empty)
 *       ki                   (empty)
 */
export function keepWholeItems(lines: Lines): WholeItems | undefined {
  return keepWholeYamlItems(lines) ?? keepWholeJsonItems(lines);
}

function keepWholeYamlItems(lines: Lines): WholeItems | undefined {
  const itemsLine = lines.findIndex((line) => /^items:\s*$/.test(line));
  const kindLine = lines.findLastIndex((line) => /^kind:\s+\w*List\s*$/.test(line));
  if (itemsLine < 0) return keepItemsWithoutStart(lines, kindLine);
  return kindLine < 0 ? keepItemsWithoutEnd(lines, itemsLine) : undefined;
}

/** Keeps all items below `items:` but the last one. */
function keepItemsWithoutEnd(lines: Lines, itemsLine: number): WholeItems | undefined {
  const firstItem = lines.findIndex((line, index) => index > itemsLine && /^\s*- (?!\{)/.test(line));
  if (firstItem < 0) return undefined;
  const lastItem = findLastItem(lines, firstItem);
  return { lines: keepLines(lines, 0, lastItem), cuts: [lastItem] };
}

/** Keeps the items from the first whole one down to the kind of the list. If the kind is missing too, omits the last item. */
function keepItemsWithoutStart(lines: Lines, kindLine: number): WholeItems | undefined {
  const firstItem = lines.findIndex((line) => /^- (?:apiVersion|kind|metadata):/.test(line));
  if (firstItem < 0) return undefined;
  const firstFilled = lines.findIndex(isFilled);
  const hasEnd = kindLine >= 0;
  const isWholeArray = !hasEnd && firstFilled === firstItem;
  const isInField = lines.slice(0, firstItem).some((line) => /^[^\s-]/.test(line));
  if (isWholeArray || isInField) return undefined;
  const end = hasEnd ? kindLine : findLastItem(lines, firstItem);
  const cuts: number[] = [];
  if (firstFilled < firstItem) cuts.push(firstFilled);
  if (!hasEnd) cuts.push(end);
  return { lines: keepLines(lines, firstItem, end), cuts };
}

/** The last line with a dash as deep as that of the first item. */
function findLastItem(lines: Lines, firstItem: number): number {
  const dash = /^\s*- /.exec(lines[firstItem] ?? "")?.[0] ?? "";
  return lines.findLastIndex((line) => line.startsWith(dash));
}

/**
 * Keeps the whole items of an indented JSON list. Each item becomes a document of its own. A JSON text has no line break, so
 * that a bracket alone at the indentation of an item begins or ends an item.
 */
function keepWholeJsonItems(lines: Lines): WholeItems | undefined {
  const itemsLine = lines.findIndex((line) => /^\s+"items": \[\s*$/.test(line));
  const kindLine = lines.findLastIndex((line) => /^\s+"kind": "List",?\s*$/.test(line));
  const hasStart = itemsLine >= 0;
  if (!hasStart && kindLine < 0) return undefined;
  const fieldIndentation = " ".repeat(depthOf(lines[hasStart ? itemsLine : kindLine] ?? ""));
  const itemIndentation = fieldIndentation.repeat(2);
  const isWhole = hasStart && lines.some((line, index) => index > itemsLine && line.startsWith(`${fieldIndentation}]`));
  if (isWhole) return undefined;

  const itemEnd = `${itemIndentation}}`;
  const firstItem = lines.indexOf(`${itemIndentation}{`);
  const lastItemEnd = lines.findLastIndex((line) => line === itemEnd || line === `${itemEnd},`);
  const items = firstItem < 0 ? keepLines(lines, 0, 0) : keepLines(lines, firstItem, lastItemEnd + 1);
  const documents = items.map((line) => (line === `${itemEnd},` ? itemEnd : line));
  if (hasStart) return { lines: documents, cuts: [lastItemEnd + 1] };
  const firstFilled = lines.findIndex(isFilled);
  const beginsWithItem = firstItem === firstFilled && lastItemEnd > firstItem;
  return { lines: documents, cuts: beginsWithItem ? [] : [firstFilled] };
}
