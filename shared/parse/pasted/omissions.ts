import type { PastedFaultCode } from "../../model/fault/input.ts";
import { classifyOmissions } from "./classify-omissions.ts";
import { printsPartOfObject } from "./commands.ts";
import { type CompletedDocument, completeEnd } from "./cut-end.ts";
import { removeCutHead } from "./cut-head.ts";
import { keepWholeItems } from "./cut-list.ts";
import { isDocumentMark, isField, isFilled, type Lines, markLiteralLines } from "./lines.ts";
import { isElision, isElisionOrDots } from "./omission-marks.ts";
import { findLastPartialCall } from "./partial-calls.ts";

/** A document of a pasted text. The lines that cannot be read are empty. */
export interface PastedDocument {
  /** The index of its first line in the text. */
  readonly start: number;
  readonly lines: Lines;
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
 * Splits a pasted text into documents, and removes what must not be read of each, so that text which an author omitted never
 * makes an object healthy. A line in place of omitted text (`<snip>`) becomes empty.
 * @param lines the text, in which a command above a document was replaced by `---`, and an error by an empty line
 * @param given the same lines before they were replaced
 */
export function splitReadableDocuments(lines: Lines, given: Lines): readonly PastedDocument[] {
  const marked = markDocumentEnds(lines);
  const starts = [0];
  for (const [index, line] of marked.entries()) if (index > 0 && isDocumentMark(line)) starts.push(index);
  const lastFilled = marked.findLastIndex((line) => isFilled(line) && !isDocumentMark(line));
  /** The index of the first line that is above a document, and no part of the one before it. */
  let firstAbove = 0;
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? marked.length;
    const document = marked.slice(start, end);
    const isLast = start <= lastFilled && lastFilled < end;
    const completed = isLast ? completeEnd(document) : { lines: document, isCut: false };
    const hasContent = document.some(beginsContent);
    const above = hasContent ? given.slice(firstAbove, start) : [];
    if (hasContent) firstAbove = end;
    return { start, ...readDocument(completed, { lines: given.slice(start, end), above }) };
  });
}

/** The lines of a document as they were given. */
interface GivenLines {
  readonly lines: Lines;
  /** The lines between the document before it and this one: sentences, commands, fences. */
  readonly above: Lines;
}

/** Whether a line begins a field, or an object of JSON on one line. */
function beginsContent(line: string): boolean {
  return isField(line) || /^\s*\{\s*"/.test(line);
}

/** The most lines below `...` that are searched for one that is not blank. */
const maxSearchedLines = 19;

/** The first line below `...`, if `...` stands in place of omitted text. */
const continuations: readonly RegExp[] = [
  /^\s/, // an indented line
  /^- (?!(?:apiVersion|kind|metadata):)/, // an item that is no object
  /^(?:metadata|spec|status|conditions|items):/, // a field of the same object
];

/**
 * Decides what `...` at the margin means: in YAML it ends a document, and authors write it in place of omitted text. It
 *   becomes empty     above the first field
 *   stays             if the next line continues the document
 *   becomes `---`     in all other cases
 */
function markDocumentEnds(lines: Lines): Lines {
  const firstField = lines.findIndex(isField);
  return lines.map((line, index) => {
    if (!/^\.\.\.\s*$/.test(line)) return line;
    if (firstField < 0 || firstField >= index) return "";
    const nextLine = lines.slice(index + 1, index + 1 + maxSearchedLines).find(isFilled) ?? "";
    return continuations.some((pattern) => pattern.test(nextLine)) ? line : "---";
  });
}

/**
 * Reads a document by the effect of its omissions:
 *   `refused`    no line of it is read
 *   otherwise    the lines of omissions become empty, of a list only the whole items stay, and of an object whose head was
 *                not copied only the spec and the status
 */
function readDocument(document: CompletedDocument, given: GivenLines): Omit<PastedDocument, "start"> {
  const { lines } = document;
  const omissions = [...findCallAbove(lines, given), ...listOmissions(lines, given.lines)];
  const effect = omissions.length === 0 ? "none" : classifyOmissions(lines, listLinesInObject(lines, omissions));
  if (effect === "refused") {
    return { lines: lines.map(() => ""), omissions: omissions.slice(0, 1), isCut: false, isListCut: false };
  }
  const withoutOmissions = [...lines];
  for (const { line } of omissions) if (lines[line] !== "---") withoutOmissions[line] = "";
  const items = keepWholeItems(withoutOmissions);
  return {
    lines: removeCutHead(items?.lines ?? withoutOmissions),
    omissions: items?.cuts.map((line) => ({ line, code: "cut-list" })) ?? [],
    isCut: document.isCut || effect === "cut",
    isListCut: items !== undefined,
  };
}

/**
 * Finds the call of kubectl that printed only a part of a document. Its line is the first one of the document if the call is
 * above that. Empty if the last call above the content is another one, and if the document has no content.
 */
function findCallAbove(lines: Lines, { lines: given, above }: GivenLines): readonly Omission[] {
  const content = lines.findIndex(beginsContent);
  if (content < 0) return [];
  const call = findLastPartialCall([...above, ...given.slice(0, content)]);
  return call < 0 ? [] : [{ line: Math.max(call - above.length, 0), code: "cut-output" }];
}

/**
 * Lists the lines of a document at which text is missing. Empty for a document without fields.
 *   `cut-output`      the command in place of its first line printed only a part, or kubectl ended with an error
 *   `omitted-text`    the line stands in place of omitted text, and is not text of a block scalar
 */
function listOmissions(lines: Lines, given: Lines): readonly Omission[] {
  const firstField = lines.findIndex(isField);
  if (firstField < 0) return [];
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

/** The first field of a document that has its object from the beginning on. */
const fieldOfObject = /^\s*["']?(?:apiVersion|kind|metadata|spec|status)\b/;

/** The lines at which text of the object is missing. What an author omitted above the object is no part of it. */
function listLinesInObject(lines: Lines, omissions: readonly Omission[]): ReadonlySet<number> {
  const firstField = lines.findIndex(isField);
  const beginsWithObject = fieldOfObject.test(lines[firstField] ?? "");
  const isAboveObject = ({ line, code }: Omission): boolean =>
    beginsWithObject && code === "omitted-text" && line <= firstField;
  return new Set(omissions.filter((omission) => !isAboveObject(omission)).map(({ line }) => line));
}
