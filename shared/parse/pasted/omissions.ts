import type { PastedFaultCode } from "../../model/fault/input.ts";
import { keepsSomeLines } from "./commands.ts";
import { mayBeCut } from "./complete-object.ts";
import { depthOf, isDocumentMark, isField, isFilled, keyDepthOf, literalLines, quotesIn } from "./lines.ts";
import { isDots, isElision } from "./omission-marks.ts";

/** A document of a pasted text, with its lines as they can be read. Those that cannot be are empty. */
export interface PastedDocument {
  /** The place of its first line in the text, from 0. */
  readonly start: number;
  readonly lines: readonly string[];
  /** Where something is missing, so that an object is not read. The lines count from the start of the document. */
  readonly omissions: readonly Omission[];
  /** Whether it is read although a part is missing. */
  readonly isCut: boolean;
  /** Whether it is a list of which only the whole items are read. */
  readonly isListCut: boolean;
}

interface Omission {
  readonly line: number;
  readonly code: PastedFaultCode;
}

/**
 * The documents of a text without what stands in place of omitted text, and without each object that lacks a part that
 * would change how it is evaluated: an item of a list, an object of Kubernetes. In any other object the missing part is
 * only marked: it may hold the condition that is bad. What begins below its head is moved to the margin.
 * @param given the lines with the commands and errors that are removed from `lines`
 */
export function readableDocuments(lines: readonly string[], given: readonly string[]): readonly PastedDocument[] {
  const marked = withDocumentMarks(lines);
  const starts = [0, ...marked.flatMap((line, index) => (index > 0 && isDocumentMark(line) ? [index] : []))];
  const last = marked.findLastIndex((line) => isFilled(line) && !isDocumentMark(line));
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? marked.length;
    const document = marked.slice(start, end);
    const ended = start <= last && last < end ? withEnd(document) : { lines: document, isCut: false };
    return { start, ...readable(ended, given.slice(start, end)) };
  });
}

/**
 * The lines with `---` in place of the three dots that end a document. They end none before what is deeper, an item that is
 * no object, or a field without an apiVersion.
 */
function withDocumentMarks(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(isField);
  return lines.map((line, index) => {
    if (!/^\.\.\.\s*$/.test(line)) return line;
    if (first < 0 || first >= index) return "";
    const next = lines.slice(index + 1, index + 20).find(isFilled) ?? "";
    return /^(?:\s|- (?!(?:apiVersion|kind|metadata):)|(?:metadata|spec|status|conditions|items):)/.test(next)
      ? line
      : "---";
  });
}

/** A document that has an end, which may not be its own. */
type EndedDocument = Pick<PastedDocument, "lines" | "isCut">;

function readable({ lines, isCut }: EndedDocument, given: readonly string[]): Omit<PastedDocument, "start"> {
  const first = lines.findIndex(isField);
  const omissions = first < 0 ? [] : omissionsIn(lines, given, first);
  const isHead = /^\s*["']?(?:apiVersion|kind|metadata|spec|status)\b/.test(lines[first] ?? "");
  // What stands above the first field of an object is no part of it.
  const inside = omissions.filter(({ line, code }) => code === "cut-output" || line > first || !isHead);
  const effect = omissions.length === 0 ? "none" : effectOf(lines, new Set(inside.map(({ line }) => line)));
  if (effect === "refused")
    return { lines: lines.map(() => ""), omissions: omissions.slice(0, 1), isCut: false, isListCut: false };
  const kept = [...lines];
  for (const { line } of omissions) if (kept[line] !== "---") kept[line] = "";
  const items = itemsOfYaml(kept) ?? itemsOfJson(kept);
  return {
    lines: withoutCutHead(items?.lines ?? kept),
    omissions: items?.cuts.map((line) => ({ line, code: "cut-list" })) ?? [],
    isCut: isCut || effect === "cut",
    isListCut: items !== undefined,
  };
}

/** What stands in place of omitted text, and where a command failed or passed on only a part. */
function omissionsIn(lines: readonly string[], given: readonly string[], first: number): readonly Omission[] {
  const literal = literalLines(lines);
  return lines.flatMap((text, line): readonly Omission[] => {
    const before = given[line] ?? "";
    if (line === 0 && text === "---" && keepsSomeLines(before)) return [{ line, code: "cut-output" }];
    const isOmitted = isElision(text) || (line > 0 && isDots(text));
    if (isOmitted && literal[line] !== true) return [{ line, code: "omitted-text" }];
    // How kubectl ends after a part of its output.
    const isRemoved = line > first && text === "" && (/^[\s>]*error: /.test(before) || isElision(before));
    return isRemoved ? [{ line, code: "cut-output" }] : [];
  });
}

/** Omitted places beyond which a document is not read. */
const maxOmittedLines = 100;

/**
 * What lines in place of omitted text do to the document of one object in YAML: nothing where they stand in its metadata
 * or its spec and its status follows. It is refused where its evaluation needs all of it, or where it holds several
 * objects.
 * @param omittedLines the lines that stand for omitted text, below the first field
 */
function effectOf(lines: readonly string[], omittedLines: ReadonlySet<number>): "none" | "cut" | "refused" {
  const filled = lines.filter((line, index) => isFilled(line) && line !== "---" && !omittedLines.has(index));
  const isSeveral = filled.some((line) => /^(?:\s*[{[]|\s*items:|- (?:apiVersion|kind|metadata):|")/.test(line));
  const [apiVersion, kind] = ["apiVersion", "kind"].map((name) => {
    const line = filled.find((each) => each.startsWith(`${name}:`)) ?? "";
    return /:\s+["']?([^"'\s]+)/.exec(line)?.[1] ?? "";
  });
  if (omittedLines.size > maxOmittedLines || isSeveral || (apiVersion !== "" && !mayBeCut({ apiVersion, kind })))
    return "refused";
  const margin = minimumOf(filled.filter(isField).map(depthOf));
  const sections = lines.map((line) => (depthOf(line) === margin ? /^\s*(\w+):/.exec(line)?.[1] : undefined));
  // After the last of the metadata and the spec the status may be missing.
  const isHarmless = (line: number): boolean => {
    const section = sections.slice(0, line).findLast((name) => name !== undefined) ?? "";
    return /^(?:apiVersion|kind|metadata|spec)$/.test(section) && sections.includes("status", line);
  };
  return [...omittedLines].every(isHarmless) ? "none" : "cut";
}

/**
 * Ends a text in quotes that never ends: on its line where fields as deep as its own follow, else with the text. Omits
 * the beginning of a field at the end of the text. Without that, no reader of YAML takes the document.
 */
function withEnd(lines: readonly string[]): EndedDocument {
  const last = lines.findLastIndex(isFilled);
  const { open, mark } = quotesIn(lines);
  if (open === undefined && !isBeginning(lines, last)) return { lines, isCut: false };
  const next = lines[(open ?? last) + 1] ?? "";
  if (open !== undefined && depthOf(next) === keyDepthOf(lines[open] ?? "") && /^\s*\w+:(?:\s|$)/.test(next))
    return { lines: lines.with(open, `${lines[open]}${mark}`), isCut: false };
  const ended = lines.with(last, open === undefined ? "" : `${lines[last]}${mark}`);
  const effect = effectOf(ended, new Set([open ?? last]));
  return effect === "refused" ? { lines, isCut: false } : { lines: ended, isCut: effect === "cut" };
}

/** Whether the last line is a word at the depth of a field above it, so that it is no value of that field. */
function isBeginning(lines: readonly string[], last: number): boolean {
  const line = lines[last] ?? "";
  const above = lines.slice(0, Math.max(last, 0)).findLast(isField);
  const isWord = /^\s+[A-Za-z]\w*$/.test(line) && literalLines(lines)[last] === false;
  return isWord && above !== undefined && depthOf(line) <= depthOf(above);
}

/** The lines of a list that was cut, without the items at its ends of which a part is missing, and where it was cut. */
interface WholeItems {
  readonly lines: readonly string[];
  readonly cuts: readonly number[];
}

/**
 * The whole items of a list that was cut, as kubectl and oc write it: its keys are sorted, so that `items` stands before
 * `kind`. What is missing of an item may be the condition that is bad. Undefined where a document is no such list.
 */
function itemsOfYaml(lines: readonly string[]): WholeItems | undefined {
  const items = lines.findIndex((line) => /^items:\s*$/.test(line));
  const kind = lines.findLastIndex((line) => /^kind:\s+\w*List\s*$/.test(line));
  const item = items < 0 ? /^- (?:apiVersion|kind|metadata):/ : /^\s*- (?!\{)/;
  const first = lines.findIndex((line, index) => index > items && item.test(line));
  if (first < 0 || (items >= 0 && kind >= 0)) return undefined;
  const dash = /^\s*- /.exec(lines[first] ?? "")?.[0] ?? "";
  const end = kind < 0 ? lines.findLastIndex((line) => line.startsWith(dash)) : kind;
  if (items >= 0) return { lines: between(lines, 0, end), cuts: [end] };
  const head = lines.findIndex(isFilled);
  const isObject = (kind < 0 && head === first) || lines.slice(0, first).some((line) => /^[^\s-]/.test(line));
  if (isObject) return undefined;
  const cuts: number[] = [];
  if (head < first) cuts.push(head);
  if (kind < 0) cuts.push(end);
  return { lines: between(lines, first, end), cuts };
}

/** The same of indented JSON, where a text never has a line break. Each item becomes a document of its own. */
function itemsOfJson(lines: readonly string[]): WholeItems | undefined {
  const items = lines.findIndex((line) => /^\s+"items": \[\s*$/.test(line));
  const kind = lines.findLastIndex((line) => /^\s+"kind": "List",?\s*$/.test(line));
  if (items < 0 && kind < 0) return undefined;
  const outer = " ".repeat(depthOf(lines[items < 0 ? kind : items] ?? ""));
  if (items >= 0 && lines.some((line, index) => index > items && line.startsWith(`${outer}]`))) return undefined;
  const closes = `${outer}${outer}}`;
  const first = lines.indexOf(`${outer}${outer}{`);
  const last = lines.findLastIndex((line) => line === closes || line === `${closes},`);
  const inside = first < 0 ? [] : between(lines, first, last + 1);
  const whole = inside.map((line) => (line === `${closes},` ? closes : line));
  const start = lines.findIndex(isFilled);
  if (items >= 0) return { lines: whole, cuts: [last + 1] };
  return { lines: whole, cuts: first === start && last > first ? [] : [start] };
}

function minimumOf(numbers: readonly number[]): number {
  return numbers.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
}

/** The lines from one place to another; the others are empty. */
function between(lines: readonly string[], from: number, to: number): readonly string[] {
  return lines.map((line, index) => (index >= from && index < to ? line : ""));
}

/**
 * The spec and the status, or the rest of a status from its conditions on, of an object whose head was not copied, so that
 * its first line stands deeper than `status:`, or the end of a list around it less deep. kubectl sorts the fields: what is
 * missing stands above the status.
 */
function withoutCutHead(document: readonly string[]): readonly string[] {
  const [mark = "", ...below] = document;
  if (isDocumentMark(mark)) return [mark, ...withoutCutHead(below)];
  const first = document.findIndex(isFilled);
  const [start = first, ...others] =
    shallowest(document, /^ *status:\s*$/) ?? shallowest(document, /^ *conditions:\s*$/) ?? [];
  const depth = depthOf(document[start] ?? "");
  const tail = document.findIndex((line, index) => index > start && isFilled(line) && depthOf(line) < depth);
  const depthAbove = depthOf(document[first] ?? "");
  const isInList = depthAbove === depth && /^kind:\s+\w*List\s*$/.test(document[tail] ?? "");
  const hasHead = document.some((line) => depthOf(line) <= depth && /^\s*(?:- )?apiVersion:/.test(line));
  if (!(depthAbove > depth || isInList) || hasHead || others.length > 0) return document;
  const spec = document.indexOf(`${" ".repeat(depth)}spec:`);
  const from = spec >= 0 && spec < start ? spec : start;
  return between(document, from, tail < 0 ? document.length : tail).map((line) => line.slice(depth));
}

/** The places of the lines of a kind that stand least deep; undefined where there are none. */
function shallowest(lines: readonly string[], kind: RegExp): readonly number[] | undefined {
  const lineIndices = lines.flatMap((line, index) => (kind.test(line) ? [index] : []));
  const depth = minimumOf(lineIndices.map((place) => depthOf(lines[place] ?? "")));
  return lineIndices.length === 0 ? undefined : lineIndices.filter((place) => depthOf(lines[place] ?? "") === depth);
}
