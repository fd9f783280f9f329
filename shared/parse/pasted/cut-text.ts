import type { PastedFaultCode } from "../../model/fault/input.ts";
import { isOwnKind } from "../../model/kind.ts";
import { groupVersion } from "../../model/object.ts";
import { type Fields, toText } from "../json-value.ts";
import { closesQuote, depthOf, isDocumentMark, isFilled, literalLines } from "./lines.ts";

/**
 * Groups and kinds of the families that are evaluated with their components, where what is absent is a fact: the roots,
 * and the components of HyperConverged (tables/components.ts).
 */
const wholeGroups: ReadonlySet<string> = new Set(["hco.kubevirt.io", "app.k8s.io", "greenhouse.sap"]);
const wholeKinds: ReadonlySet<string> = new Set(
  "KubeVirt CDI NetworkAddonsConfig VMImportConfig MTQ AAQ MigController FileRestoreOperator TektonTasks SSP".split(
    " ",
  ),
);

/**
 * Whether an object may be read where a part of it is missing, because missing evidence never makes it healthy. The rules
 * of Kubernetes' own kinds need all of it.
 */
export function mayBeCut(object: Fields): boolean {
  const { group } = groupVersion(toText(object["apiVersion"]));
  return !isOwnKind({ group }) && !wholeGroups.has(group) && !wholeKinds.has(toText(object["kind"]));
}

const word = String.raw`(?:\b|_)(?:omitted|snip|snipped|truncated|elided|skipping)(?:\b|_)`;
/** A line in place of text: dots alone or in brackets, a word for it with dots, dashes or brackets around it, a pager. */
const elision = new RegExp(
  String.raw`^(?:\s*[[(<{]\s*(?:\.{3,}|…)[^\]})>]*[\])}>]\W*|\s+(?:- |# ?)?(?:\.{3,}|…+)|\s+#\s*(?:\.{3}|…).*|\s*\.|…+|\.{4,}|\s*(?:[[(<{]|\.{3,}|…|-{2,}|={2,}|\*)[^:"]*${word}.*|\s*snip\w*\W*|\s*\*{3,}|\s*-{2,}More-{2,}.*)\s*$`,
  "i",
);

/** Whether a line stands in place of text that was omitted. Dots alone at the margin also end a document of YAML. */
export function isElision(line: string): boolean {
  return line.length < 300 && elision.test(line);
}

/** The same in a text that is no YAML, where three dots end nothing. */
export function isDots(line: string): boolean {
  return isElision(line) || /^\s*\.\.\.\s*$/.test(line);
}

/** Whether a line stands for text that an author omitted, and not for the page of a pager, below which text goes on. */
export function isGap(line: string): boolean {
  return isDots(line) && !/^\s*-{2,}More-{2,}/i.test(line);
}

/** Whether dots or a pager end a type or a status in its middle. Neither has dots at its end. */
export function isBrokenWord(line: string): boolean {
  return line.length < 300 && /^\s*(?:Type|Status):\s+\S*(?:\.{3}|…|-{2,}More-{2,}\S*)\s*$/i.test(line);
}

/** A pipe that may keep only some lines of an object. */
const pipe =
  /\|\s*(?:\S*\/)?(?:head|tail|[ef]?grep|rg|sed|awk|Select-Object|Select-String|findstr|more)\b(?!\s+-v\s+["']?(?:managedFields|uid|resourceVersion|creationTimestamp|selfLink|last-applied|\^?\s*f:))|\|\s*(?:yq|jq)\b.*(?:\bdel\(|conditions\[)|^\s*(?:\S*\s*[$#>%❯➜]\s*)?(?:head|tail|sed|grep)\s+-/;

/** Whether a command passes on only some lines of an object. */
export function keepsSomeLines(command: string): boolean {
  return pipe.test(command);
}

/** A line at which a part of a text is missing, from 0. */
interface Cut {
  readonly line: number;
  readonly code: PastedFaultCode;
}

/** The lines of a document of which a part is missing, from 0, without the last. */
interface CutDocument {
  readonly start: number;
  readonly end: number;
}

/** The lines of a text that can be read as they are. Those of other objects are empty. */
interface WholeText {
  readonly lines: readonly string[];
  /** Where something is missing, so that an object is not read. */
  readonly cuts: readonly Cut[];
  /** The documents that are read although a part is missing. */
  readonly marks: readonly CutDocument[];
  readonly isListCut: boolean;
}

/**
 * A text without what stands in place of omitted text, and without each object that lacks a part that would change how it
 * is evaluated: an item of a list, an object of Kubernetes. In any other object the missing part is only marked: it may
 * hold the condition that is bad. What begins below its head is moved to the margin.
 * @param given the lines with the commands and errors that are removed from `lines`
 */
export function withoutCuts(lines: readonly string[], given: readonly string[]): WholeText {
  const ended = withEnd(lines);
  const whole = wholeDocuments(ended.lines, given);
  const items = wholeItems(whole.lines);
  return {
    lines: inDocuments(items.lines, withoutCutHead),
    cuts: [...whole.cuts, ...items.cuts],
    marks: [...whole.marks, ...ended.marks],
    isListCut: items.lines.some((line, index) => line !== whole.lines[index]),
  };
}

/** The lines after a change of each document, which gets the place of its first line, the `---` of all but the first. */
function inDocuments(
  lines: readonly string[],
  change: (document: readonly string[], start: number) => readonly string[],
): readonly string[] {
  const marks = lines.flatMap((line, index) => (index > 0 && isDocumentMark(line) ? [index] : []));
  return [0, ...marks].flatMap((start, place) => change(lines.slice(start, marks[place]), start));
}

/** The longest document whose end is sought. The search is quadratic, and only programs write longer ones. */
const mostLines = 5_000;

const quoted = /^(\s*(?:- )*)[\w./-]+:\s+(["'])(.*)$/;

/**
 * Ends a text in quotes that never ends: on its line where fields as deep as its own follow, else with the text. Omits
 * the beginning of a field at the end of the text. Without that, no reader of YAML takes the document.
 */
function withEnd(lines: readonly string[]): Pick<WholeText, "lines" | "marks"> {
  const end = lines.findLastIndex((line) => isFilled(line) && !isDocumentMark(line)) + 1;
  const start = Math.max(0, lines.slice(0, end).findLastIndex(isDocumentMark));
  const part = lines.slice(start, end);
  const { changed, cut } = part.length > mostLines ? {} : endOf(part);
  if (changed === undefined) return { lines, marks: [] };
  const effect = cut === undefined ? "none" : effectOfCut(changed, [cut]);
  if (effect === "refused") return { lines, marks: [] };
  const all = [...lines.slice(0, start), ...changed, ...lines.slice(end)];
  return { lines: all, marks: effect === "none" ? [] : [{ start, end }] };
}

/** The lines of a document with an end, and the line from which on something is missing; nothing where it has an end. */
function endOf(lines: readonly string[]): { readonly changed?: readonly string[]; readonly cut?: number } {
  const literal = literalLines(lines);
  const last = lines.length - 1;
  const open = lines.findIndex((line, index) => literal[index] === false && isOpen(line, lines, index));
  if (open < 0)
    return literal[last] === false && isBeginning(lines) ? { changed: lines.with(last, ""), cut: last } : {};
  const [, indentation = "", quote = ""] = quoted.exec(lines[open] ?? "") ?? [];
  const next = lines[open + 1] ?? "";
  const goesOn = depthOf(next) === indentation.length && /^\s*\w+:(?:\s|$)/.test(next);
  return goesOn
    ? { changed: lines.with(open, `${lines[open]}${quote}`) }
    : { changed: lines.with(last, `${lines[last]}${quote}`), cut: open };
}

/** Whether a text in quotes begins on a line and ends neither there nor below. */
function isOpen(line: string, lines: readonly string[], index: number): boolean {
  const [, , quote, rest = ""] = quoted.exec(line) ?? [];
  if (quote === undefined || closesQuote(rest, quote)) return false;
  return !lines.slice(index + 1).some((text) => closesQuote(text, quote));
}

/** Whether the last line is a word at the depth of a field above it, so that it is no value of that field. */
function isBeginning(lines: readonly string[]): boolean {
  const line = lines.at(-1) ?? "";
  if (lines.length < 2 || !/^\s+[A-Za-z]\w*$/.test(line)) return false;
  const above = lines.findLast((each) => /^\s*(?:- )*[\w./-]+:(?:\s|$)/.test(each));
  return above !== undefined && depthOf(line) <= depthOf(above);
}

const field = /^\s*(?:- )*["']?[\w./-]+["']?:(?:\s|$)/;

function wholeDocuments(lines: readonly string[], given: readonly string[]): Omit<WholeText, "isListCut"> {
  const literal = literalLines(lines);
  const kept = [...lines];
  const cuts: Cut[] = [];
  const marks: CutDocument[] = [];
  const top = lines.findIndex((line) => field.test(line));
  const starts = lines.flatMap((_, index) => (index > 0 && isStart(lines, index, top) ? [index] : []));
  for (const [place, start] of [0, ...starts].entries()) {
    const end = starts[place] ?? lines.length;
    const document = lines.slice(start, end);
    const offset = document.findIndex((line) => field.test(line));
    if (offset < 0) continue;
    const first = start + offset;
    const found = document.flatMap((text, index): readonly Cut[] => {
      const line = start + index;
      const before = given[line] ?? "";
      if (index === 0 && text === "---" && keepsSomeLines(before)) return [{ line, code: "cut-output" }];
      const isOmitted = isElision(text) || (index > 0 && /^\.\.\.\s*$/.test(text));
      if (isOmitted && literal[line] !== true) return [{ line, code: "omitted-text" }];
      // How kubectl ends after a part of its output.
      const isRemoved = line > first && text === "" && (/^[\s>]*error: /.test(before) || isElision(before));
      return isRemoved ? [{ line, code: "cut-output" }] : [];
    });
    const [cut] = found;
    if (cut === undefined) continue;
    const isTop = /^\s*["']?(?:apiVersion|kind|metadata|spec|status)\b/.test(lines[first] ?? "");
    const inner = found.filter(({ line, code }) => code === "cut-output" || line > first || !isTop);
    const effect = effectOfCut(
      document,
      inner.map(({ line }) => line - start),
    );
    if (effect === "refused") {
      cuts.push(cut);
      kept.fill("", start, end);
      continue;
    }
    for (const { line } of found) kept[line] = line === start && lines[line] === "---" ? "---" : "";
    if (effect === "cut") marks.push({ start, end });
  }
  return { lines: kept, cuts, marks };
}

/** Whether a document begins. Three dots end one, but not before what is deeper, or a field without an apiVersion. */
function isStart(lines: readonly string[], index: number, top: number): boolean {
  const line = lines[index] ?? "";
  if (isElision(line)) return false;
  if (!/^\.\.\.\s*$/.test(line)) return isDocumentMark(line);
  const next = lines.slice(index + 1, index + 20).find(isFilled) ?? "";
  const goesOn = /^(?:\s|(?:metadata|spec|status|conditions|items):)/.test(next);
  return top < 0 || top >= index || !goesOn;
}

/** Omitted places beyond which a document is not read. */
const mostPlaces = 100;

/**
 * What lines in place of omitted text do to the document of one object in YAML: nothing where they stand in its metadata
 * or its spec and its status follows. It is refused where its evaluation needs all of it, or where it holds several
 * objects.
 * @param places the lines that stand for omitted text, below the first field
 */
function effectOfCut(lines: readonly string[], places: readonly number[]): "none" | "cut" | "refused" {
  if (places.length > mostPlaces) return "refused";
  const filled = lines.filter((line, index) => isFilled(line) && line !== "---" && !places.includes(index));
  if (filled.some((line) => /^(?:\s*[{[]|\s*items:|- (?:apiVersion|kind|metadata):|")/.test(line))) return "refused";
  const value = (name: string): string => {
    const line = filled.find((each) => each.startsWith(`${name}:`)) ?? "";
    return /^\w+:\s+["']?([^"'\s]+)/.exec(line)?.[1] ?? "";
  };
  const apiVersion = value("apiVersion");
  if (apiVersion !== "" && !mayBeCut({ apiVersion, kind: value("kind") })) return "refused";
  const base = Math.min(...filled.filter((line) => /^\s*(?:- )?[\w./-]+:(?:\s|$)/.test(line)).map(depthOf));
  return places.every((place) => isHarmless(lines, place, base)) ? "none" : "cut";
}

/** Whether what was omitted belongs to the metadata or the spec. After the last of them the status may be missing. */
function isHarmless(lines: readonly string[], place: number, base: number): boolean {
  const section = lines.slice(0, place).findLast((line) => depthOf(line) === base && /^\s*\w+:/.test(line)) ?? "";
  const isOutside = /^\s*(?:apiVersion|kind|metadata|spec):/.test(section);
  return isOutside && lines.slice(place).some((line) => depthOf(line) === base && /^\s*status:/.test(line));
}

/**
 * Omits the items at the ends of a list that was cut, as kubectl and oc write it: its keys are sorted, so that `items`
 * stands before `kind`. What is missing of an item may be the condition that is bad.
 */
function wholeItems(lines: readonly string[]): Pick<WholeText, "lines" | "cuts"> {
  const cuts: Cut[] = [];
  const kept = inDocuments(lines, (document, start) => {
    const whole = wholeInYaml(document) ?? wholeInJson(document);
    for (const line of whole?.cuts ?? []) cuts.push({ line: start + line, code: "cut-list" });
    return whole?.lines ?? document;
  });
  return { lines: kept, cuts };
}

/** The lines of one document, of which a list keeps only its whole items, and where it was cut. */
interface WholeItems {
  readonly lines: readonly string[];
  readonly cuts: readonly number[];
}

function wholeInYaml(lines: readonly string[]): WholeItems | undefined {
  const items = lines.findIndex((line) => /^items:\s*$/.test(line));
  const kind = lines.findLastIndex((line) => /^kind:\s+\w*List\s*$/.test(line));
  if (items >= 0 && kind < 0) {
    const item = lines.find((line, index) => index > items && /^\s*- /.test(line)) ?? "- ";
    const last = lines.findLastIndex((line) => line.startsWith(item.slice(0, item.indexOf("-") + 2)));
    if (last <= items || /^\s*- \{/.test(lines[last] ?? "")) return undefined;
    return { lines: between(lines, 0, last), cuts: [last] };
  }
  const first = lines.findIndex((line) => /^- (?:apiVersion|kind|metadata):/.test(line));
  const head = lines.slice(0, first).filter(isFilled);
  if (items >= 0 || first < 0 || (kind < 0 && head.length === 0) || head.some((line) => /^[^\s-]/.test(line)))
    return undefined;
  const end = kind < 0 ? lines.findLastIndex((line) => line.startsWith("- ")) : kind;
  const cuts = [...(head.length > 0 ? [lines.findIndex(isFilled)] : []), ...(kind < 0 ? [end] : [])];
  return { lines: between(lines, first, end), cuts };
}

/** The same of indented JSON, where a text never has a line break. Each item becomes a document of its own. */
function wholeInJson(lines: readonly string[]): WholeItems | undefined {
  const items = lines.findIndex((line) => /^\s+"items": \[\s*$/.test(line));
  const kind = lines.findLastIndex((line) => /^\s+"kind": "List",?\s*$/.test(line));
  if (items < 0 && kind < 0) return undefined;
  const outer = " ".repeat(depthOf(lines[items < 0 ? kind : items] ?? ""));
  if (items >= 0 && lines.some((line, index) => index > items && line.startsWith(`${outer}]`))) return undefined;
  const opens = `${outer}${outer}{`;
  const closes = `${outer}${outer}}`;
  const [first = lines.length] = lines.flatMap((line, index) => (line === opens ? [index] : []));
  const last = lines.findLastIndex((line) => line === closes || line === `${closes},`);
  const whole = between(lines, first, last + 1).map((line) => (line === `${closes},` ? closes : line));
  const start = lines.findIndex(isFilled);
  if (items >= 0) return { lines: whole, cuts: [last + 1] };
  return { lines: whole, cuts: first === start && last > first ? [] : [start] };
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
  const places = (heading: RegExp): readonly number[] =>
    document.flatMap((line, index) => (heading.test(line) ? [index] : []));
  const statuses = places(/^ *status:\s*$/);
  const headings = statuses.length > 0 ? statuses : places(/^ *conditions:\s*$/);
  const depthAt = (index: number): number => depthOf(document[index] ?? "");
  const first = document.findIndex(isFilled);
  const depth = headings.length === 0 ? depthAt(first) : Math.min(...headings.map(depthAt));
  const [status = first, ...others] = headings.filter((index) => depthAt(index) === depth);
  const tail = document.findIndex((line, index) => index > status && isFilled(line) && depthOf(line) < depth);
  const isCut = depthAt(first) > depth || /^kind:\s+\w*List\s*$/.test(document[tail] ?? "");
  const hasHead = document.some((line) => depthOf(line) <= depth && /^\s*(?:- )?apiVersion:/.test(line));
  if (!isCut || hasHead || others.length > 0 || depthAt(first) < depth) return document;
  const spec = document.findIndex((line) => /^ *spec:\s*$/.test(line) && depthOf(line) === depth);
  const start = spec >= 0 && spec < status ? spec : status;
  return between(document, start, tail < 0 ? document.length : tail).map((line) => line.slice(depth));
}
