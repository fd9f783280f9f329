import type { PastedFaultCode } from "../../model/fault/input.ts";
import { printsPartOfObject } from "./commands.ts";
import { isReadableInPart } from "./complete-object.ts";
import { depthOf, findQuotedTexts, isDocumentMark, isField, isFilled, keyDepthOf, markLiteralLines } from "./lines.ts";
import { isElision, isElisionOrDots } from "./omission-marks.ts";

/*
 * What an author omits from a pasted text must never make an object healthy. A document with an omission is, by the first of
 * these that fits (`classifyOmissions`):
 *   1. not read, with a fault: several objects in one document, Kubernetes' own kinds, roots and components
 *   2. read as it is, if each omission is in the metadata or the spec and the status follows
 *   3. read and marked as cut
 * Of a list that was cut only the whole items are read. Of an object whose head was not copied, the status is read.
 */

/** A document of a pasted text. The lines that cannot be read are empty. */
export interface PastedDocument {
  /** The index of its first line in the text. */
  readonly start: number;
  readonly lines: readonly string[];
  /** The omissions because of which an object is not read. Their lines count from the start of the document. */
  readonly omissions: readonly Omission[];
  /** Whether the object is read although a part is missing. */
  readonly isCut: boolean;
  /** Whether the document is a list of which only the whole items are read. */
  readonly isListCut: boolean;
}

interface Omission {
  readonly line: number;
  readonly code: PastedFaultCode;
}

/**
 * Splits a text into documents and removes what cannot be read of each. Lines in place of omitted text become empty.
 * @param given the lines before commands and errors were removed
 */
export function splitReadableDocuments(lines: readonly string[], given: readonly string[]): readonly PastedDocument[] {
  const marked = markDocumentEnds(lines);
  const starts = [0];
  for (const [index, line] of marked.entries()) if (index > 0 && isDocumentMark(line)) starts.push(index);
  const lastFilled = marked.findLastIndex((line) => isFilled(line) && !isDocumentMark(line));
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? marked.length;
    const document = marked.slice(start, end);
    const isLast = start <= lastFilled && lastFilled < end;
    const completed = isLast ? completeEnd(document) : { lines: document, isCut: false };
    return { start, ...readDocument(completed, given.slice(start, end)) };
  });
}

/** The most lines below `...` that are searched for one that is not blank. */
const maxSearchedLines = 19;

/**
 * Replaces `...` at the margin by `---` if it ends a document. It stands in place of omitted text if what follows continues
 * the document: an indented line, an item that is no object, or `metadata`, `spec`, `status`, `conditions` or `items`.
 * Before the first field it becomes empty.
 */
function markDocumentEnds(lines: readonly string[]): readonly string[] {
  const firstField = lines.findIndex(isField);
  return lines.map((line, index) => {
    if (!/^\.\.\.\s*$/.test(line)) return line;
    if (firstField < 0 || firstField >= index) return "";
    const next = lines.slice(index + 1, index + 1 + maxSearchedLines).find(isFilled) ?? "";
    const continuesDocument =
      /^(?:\s|- (?!(?:apiVersion|kind|metadata):)|(?:metadata|spec|status|conditions|items):)/.test(next);
    return continuesDocument ? line : "---";
  });
}

/** A document whose last field and last quoted text are complete. */
type CompletedDocument = Pick<PastedDocument, "lines" | "isCut">;

function readDocument(document: CompletedDocument, given: readonly string[]): Omit<PastedDocument, "start"> {
  const { lines } = document;
  const firstField = lines.findIndex(isField);
  const omissions = firstField < 0 ? [] : listOmissions(lines, given, firstField);
  const effect =
    omissions.length === 0 ? "none" : classifyOmissions(lines, listInnerLines(lines, omissions, firstField));
  if (effect === "refused") {
    return { lines: lines.map(() => ""), omissions: omissions.slice(0, 1), isCut: false, isListCut: false };
  }
  const kept = [...lines];
  for (const { line } of omissions) if (kept[line] !== "---") kept[line] = "";
  const items = keepWholeYamlItems(kept) ?? keepWholeJsonItems(kept);
  return {
    lines: removeCutHead(items?.lines ?? kept),
    omissions: items?.cuts.map((line) => ({ line, code: "cut-list" })) ?? [],
    isCut: document.isCut || effect === "cut",
    isListCut: items !== undefined,
  };
}

/** The lines of the omissions, without those above the first field of a whole object, which are no part of the object. */
function listInnerLines(
  lines: readonly string[],
  omissions: readonly Omission[],
  firstField: number,
): ReadonlySet<number> {
  const hasHead = /^\s*["']?(?:apiVersion|kind|metadata|spec|status)\b/.test(lines[firstField] ?? "");
  const inner = omissions.filter(({ line, code }) => code === "cut-output" || line > firstField || !hasHead);
  return new Set(inner.map(({ line }) => line));
}

/**
 * Lists the lines of a document at which text is missing:
 *   `cut-output`      the command above the document printed only a part, or kubectl ended with an error
 *   `omitted-text`    the line stands in place of omitted text, and is not text of a block scalar
 */
function listOmissions(lines: readonly string[], given: readonly string[], firstField: number): readonly Omission[] {
  const isLiteral = markLiteralLines(lines);
  const omissions: Omission[] = [];
  for (const [line, text] of lines.entries()) {
    const givenText = given[line] ?? "";
    const isCommand = line === 0 && text === "---";
    const isOmitted = line === 0 ? isElision(text) : isElisionOrDots(text);
    const wasRemoved = line > firstField && text === "";
    if (isCommand && printsPartOfObject(givenText)) {
      omissions.push({ line, code: "cut-output" });
    } else if (isOmitted && isLiteral[line] !== true) {
      omissions.push({ line, code: "omitted-text" });
    } else if (wasRemoved && (/^[\s>]*error: /.test(givenText) || isElision(givenText))) {
      omissions.push({ line, code: "cut-output" });
    }
  }
  return omissions;
}

/** The most omissions with which a document is read. */
const maxOmissions = 100;

/**
 * Says what omissions in a document of YAML do to its object:
 *   `refused`    there are too many, the document has several objects, or its kind needs all of an object
 *   `none`       each is in the metadata or the spec, and the status follows
 *   `cut`        in all other cases: evidence may be missing
 * @param omittedLines the indices of the lines at which text is missing
 */
function classifyOmissions(lines: readonly string[], omittedLines: ReadonlySet<number>): "none" | "cut" | "refused" {
  const filled = lines.filter((line, index) => isFilled(line) && line !== "---" && !omittedLines.has(index));
  const hasSeveralObjects = filled.some((line) =>
    /^(?:\s*[{[]|\s*items:|- (?:apiVersion|kind|metadata):|")/.test(line),
  );
  if (omittedLines.size > maxOmissions || hasSeveralObjects) return "refused";
  const apiVersion = readTopField(filled, "apiVersion");
  if (apiVersion !== "" && !isReadableInPart({ apiVersion, kind: readTopField(filled, "kind") })) return "refused";
  const fieldDepth = findLeast(filled.filter(isField).map(depthOf));
  const sections = lines.map((line) => (depthOf(line) === fieldDepth ? /^\s*(\w+):/.exec(line)?.[1] : undefined));
  // The metadata and the spec may be the last that was copied. Then the status is missing.
  const isHarmless = (line: number): boolean => {
    const section = sections.slice(0, line).findLast((name) => name !== undefined) ?? "";
    return /^(?:apiVersion|kind|metadata|spec)$/.test(section) && sections.includes("status", line);
  };
  return [...omittedLines].every(isHarmless) ? "none" : "cut";
}

/** The value of a field at the margin, without quotes: `kind: "W"` -> `W`. Empty if there is none. */
function readTopField(lines: readonly string[], name: string): string {
  const field = lines.find((line) => line.startsWith(`${name}:`)) ?? "";
  return /:\s+["']?([^"'\s]+)/.exec(field)?.[1] ?? "";
}

/**
 * Completes the end of a text, so that a parser of YAML reads it:
 *   1. A quoted text that is followed by a field as deep as its own gets its missing quote on its first line.
 *   2. Any other quoted text without its closing quote gets the quote at the end, and the object may be cut.
 *   3. A word that begins a field is removed, and the object may be cut.
 * Returns the lines unchanged if the object is refused as {@link classifyOmissions} says.
 */
function completeEnd(lines: readonly string[]): CompletedDocument {
  const last = lines.findLastIndex(isFilled);
  const { unclosed } = findQuotedTexts(lines);
  if (unclosed === undefined) {
    return isUnfinishedField(lines, last) ? classifyCutEnd(lines, lines.with(last, ""), last) : { lines, isCut: false };
  }
  const { start, quote } = unclosed;
  const next = lines[start + 1] ?? "";
  const isFieldBeside = depthOf(next) === keyDepthOf(lines[start] ?? "") && /^\s*\w+:(?:\s|$)/.test(next);
  if (isFieldBeside) return { lines: lines.with(start, `${lines[start]}${quote}`), isCut: false };
  return classifyCutEnd(lines, lines.with(last, `${lines[last]}${quote}`), start);
}

/** The completed lines, and whether the text that is missing from `cutLine` on leaves the object cut. */
function classifyCutEnd(lines: readonly string[], completed: readonly string[], cutLine: number): CompletedDocument {
  const effect = classifyOmissions(completed, new Set([cutLine]));
  return effect === "refused" ? { lines, isCut: false } : { lines: completed, isCut: effect === "cut" };
}

/** Whether the last line is a word no deeper than the field above it. Then it begins a field and is no value of that one. */
function isUnfinishedField(lines: readonly string[], last: number): boolean {
  const line = lines[last] ?? "";
  const fieldAbove = lines.slice(0, Math.max(last, 0)).findLast(isField);
  const isWord = /^\s+[A-Za-z]\w*$/.test(line) && markLiteralLines(lines)[last] === false;
  return isWord && fieldAbove !== undefined && depthOf(line) <= depthOf(fieldAbove);
}

/** The whole items of a list that was cut. Other lines are empty. */
interface WholeItems {
  readonly lines: readonly string[];
  /** The lines at which the list was cut. */
  readonly cuts: readonly number[];
}

/**
 * Keeps the whole items of a YAML list that was cut, as kubectl and oc print it: with its keys sorted, so that `items` is
 * before `kind`. An item at a cut is omitted, because its unhealthy condition may be missing. Undefined if the document is
 * no list or a whole one.
 *
 *     items:                   the end is missing: all but the last item
 *     - apiVersion: v1
 *
 *       name: a                the start is missing: the items from the first whole one on
 *     - apiVersion: v1
 *     kind: List
 */
function keepWholeYamlItems(lines: readonly string[]): WholeItems | undefined {
  const itemsLabel = lines.findIndex((line) => /^items:\s*$/.test(line));
  const listKind = lines.findLastIndex((line) => /^kind:\s+\w*List\s*$/.test(line));
  const hasStart = itemsLabel >= 0;
  const hasEnd = listKind >= 0;
  if (hasStart && hasEnd) return undefined;
  const itemStart = hasStart ? /^\s*- (?!\{)/ : /^- (?:apiVersion|kind|metadata):/;
  const firstItem = lines.findIndex((line, index) => index > itemsLabel && itemStart.test(line));
  if (firstItem < 0) return undefined;
  const dash = /^\s*- /.exec(lines[firstItem] ?? "")?.[0] ?? "";
  const lastItem = lines.findLastIndex((line) => line.startsWith(dash));
  if (hasStart) return { lines: keepLines(lines, 0, lastItem), cuts: [lastItem] };

  const firstFilled = lines.findIndex(isFilled);
  const isWholeList = !hasEnd && firstFilled === firstItem;
  const isObject = lines.slice(0, firstItem).some((line) => /^[^\s-]/.test(line));
  if (isWholeList || isObject) return undefined;
  const end = hasEnd ? listKind : lastItem;
  const cuts: number[] = [];
  if (firstFilled < firstItem) cuts.push(firstFilled);
  if (!hasEnd) cuts.push(end);
  return { lines: keepLines(lines, firstItem, end), cuts };
}

/**
 * Keeps the whole items of an indented JSON list that was cut. Each item becomes a document. In JSON a text has no line
 * break, so that brackets at the indentation of an item are its own. Undefined if the document is no list or a whole one.
 */
function keepWholeJsonItems(lines: readonly string[]): WholeItems | undefined {
  const itemsLabel = lines.findIndex((line) => /^\s+"items": \[\s*$/.test(line));
  const listKind = lines.findLastIndex((line) => /^\s+"kind": "List",?\s*$/.test(line));
  const hasStart = itemsLabel >= 0;
  if (!hasStart && listKind < 0) return undefined;
  const indentation = " ".repeat(depthOf(lines[hasStart ? itemsLabel : listKind] ?? ""));
  if (hasStart && lines.some((line, index) => index > itemsLabel && line.startsWith(`${indentation}]`)))
    return undefined;
  const itemEnd = `${indentation}${indentation}}`;
  const first = lines.indexOf(`${indentation}${indentation}{`);
  const last = lines.findLastIndex((line) => line === itemEnd || line === `${itemEnd},`);
  const items = first < 0 ? [] : keepLines(lines, first, last + 1);
  const documents = items.map((line) => (line === `${itemEnd},` ? itemEnd : line));
  if (hasStart) return { lines: documents, cuts: [last + 1] };
  const firstFilled = lines.findIndex(isFilled);
  return { lines: documents, cuts: first === firstFilled && last > first ? [] : [firstFilled] };
}

/** The least of some numbers; infinite if there is none. */
function findLeast(numbers: readonly number[]): number {
  return numbers.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY);
}

/** The lines from `start` to before `end`; the others become empty. */
function keepLines(lines: readonly string[], start: number, end: number): readonly string[] {
  return lines.map((line, index) => (index >= start && index < end ? line : ""));
}

/**
 * Moves the spec and the status of an object whose head was not copied to the margin, and clears the other lines. If the
 * label of the status is missing too, moves the conditions and what follows. kubectl sorts the fields, so what is missing is
 * above the status. Returns the document unless its first line is deeper than the label, or as deep and in a list that ends
 * below.
 *
 *         name: a              (empty)
 *       status:                status:
 *         phase: Failed          phase: Failed
 */
function removeCutHead(document: readonly string[]): readonly string[] {
  const [firstLine = "", ...following] = document;
  if (isDocumentMark(firstLine)) return [firstLine, ...removeCutHead(following)];
  const firstFilled = document.findIndex(isFilled);
  const labels =
    findShallowestLines(document, /^ *status:\s*$/) ?? findShallowestLines(document, /^ *conditions:\s*$/) ?? [];
  const label = labels[0] ?? firstFilled;
  const depth = depthOf(document[label] ?? "");
  const depthOfFirst = depthOf(document[firstFilled] ?? "");
  const listEnd = document.findIndex((line, index) => index > label && isFilled(line) && depthOf(line) < depth);
  const isInList = depthOfFirst === depth && /^kind:\s+\w*List\s*$/.test(document[listEnd] ?? "");
  const hasHead = document.some((line) => depthOf(line) <= depth && /^\s*(?:- )?apiVersion:/.test(line));
  if (hasHead || labels.length > 1 || !(depthOfFirst > depth || isInList)) return document;
  const spec = document.indexOf(`${" ".repeat(depth)}spec:`);
  const start = spec >= 0 && spec < label ? spec : label;
  const kept = keepLines(document, start, listEnd < 0 ? document.length : listEnd);
  return kept.map((line) => line.slice(depth));
}

/** The indices of the matching lines that are least deep. Undefined if no line matches. */
function findShallowestLines(lines: readonly string[], pattern: RegExp): readonly number[] | undefined {
  const matching = lines.flatMap((line, index) => (pattern.test(line) ? [index] : []));
  if (matching.length === 0) return undefined;
  const depthAt = (index: number): number => depthOf(lines[index] ?? "");
  const least = findLeast(matching.map(depthAt));
  return matching.filter((index) => depthAt(index) === least);
}
