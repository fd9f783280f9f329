import { definedFields } from "../../model/defined-fields.ts";
import type { PlacedFault } from "../../model/fault/input.ts";
import { createInputBudget, type InputBudget } from "../input-budget.ts";
import { lineColumnFinder } from "../json-path.ts";
import { createCopier } from "../json-value.ts";
import { type JsonReading, minLongCharacters, readJson, type ValueSpan } from "../yaml/read-json.ts";
import { type ReduceItem, reduceValue } from "../yaml/read-json-list.ts";
import { countDenseYamlValues, readYaml, type YamlAttempt } from "../yaml/read-yaml.ts";

/** One document of a text as plain data. */
interface ParsedDocument {
  readonly value: unknown;
  /** The start of its content: `file:line:column`. */
  readonly where: string;
}

interface DocumentOptions {
  /**
   * Whether JSON with one key twice is refused. The check takes three times as long as the reading, and no program writes
   * such JSON. The default is true.
   */
  readonly areKeysChecked?: boolean;
  /** The budget of all inputs of the command. Absent: this text is the only input. */
  readonly budget?: InputBudget;
  /** Returns what is kept of a document of a long text, and of an item of a list of JSON in it. Absent: all of it. */
  readonly reduceItem?: ReduceItem;
}

/** The documents that could be read, in order, and one fault for each that could not. */
export interface SplitDocuments {
  readonly documents: readonly ParsedDocument[];
  readonly faults: readonly PlacedFault[];
}

/**
 * Reads a YAML or JSON text with any number of documents: `a: 1\n---\nb: 2` -> two. `where` is the name of the text for the
 * user. Empty documents are omitted. Broken ones are one fault each, at `where:line:column` from 1.
 *
 * All is taken from the budget before it is kept:
 *
 * 1. for each marker between documents (`---`, `...`), one document
 * 2. for the text of a YAML document, its dense values (`countDenseValues`), before it is parsed
 * 3. for each JSON value of a sequence, one document and its dense values, before the first is parsed
 *
 * @throws InputLimitError where the budget has less left
 */
export function readDocuments(
  text: string,
  where: string,
  { areKeysChecked = true, budget = createInputBudget(), reduceItem }: DocumentOptions = {},
): SplitDocuments {
  const source = removeByteOrderMark(text);
  if (source.includes("\0")) return { documents: [], faults: [{ where, fault: { code: "binary" } }] };
  const reduceLong = source.length < minLongCharacters ? undefined : reduceItem;
  const takeDocument = (): void => budget.take("documents", where);
  const reading: JsonReading = {
    areKeysChecked,
    parseYaml(document) {
      budget.take("values", where, countDenseYamlValues(document));
      const attempt = readYaml(document);
      return reduceLong === undefined ? attempt : reduceAttempt(attempt, document.length, reduceLong);
    },
    beforeJsonValue(values) {
      takeDocument();
      budget.take("values", where, values);
    },
    ...definedFields({ reduceItem: reduceLong }),
  };
  const documents: ParsedDocument[] = [];
  const faults: PlacedFault[] = [];
  const lineColumnOf = lineColumnFinder(source);
  for (const segment of splitSegments(source, takeDocument)) {
    for (const { start, attempt } of readSegment(source, segment, reading)) {
      if (attempt.fault !== undefined) {
        faults.push({ where: `${where}:${lineColumnOf(start + attempt.fault.offset)}`, fault: attempt.fault.cause });
      } else if (attempt.value !== null) {
        // The position is that of the content. Markers and comments before it are skipped.
        documents.push({ value: attempt.value, where: `${where}:${lineColumnOf(skipToContent(source, start))}` });
      }
    }
  }
  return { documents, faults };
}

/**
 * What is kept of a document of so many characters. It is copied by {@link createCopier}, because a text cut out of the source
 * would keep the whole source in memory.
 */
function reduceAttempt(attempt: YamlAttempt, length: number, reduceItem: ReduceItem): YamlAttempt {
  if (attempt.fault !== undefined) return attempt;
  const copy = createCopier(length);
  return { value: copy(reduceValue(attempt.value, reduceItem)) };
}

/** The text without the byte order mark at its start. */
export function removeByteOrderMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** The part of a text between two document markers, as offsets in the text. A marker `---` is in the part that it starts. */
export interface DocumentSegment {
  readonly start: number;
  readonly end: number;
}

/** A document marker: `---` or `...` alone at the start of a line, after which a comment may follow. */
const markerPattern = /(?<![^\r\n])\uFEFF?(---|\.\.\.)(?![^ \t\r\n])[^\r\n]*/g;

/**
 * Cuts a text at its document markers. YAML forbids them at the start of a line inside any scalar (YAML 1.2.2, c-forbidden),
 * so that each marker found is one.
 *
 * - `...` ends a segment and belongs to none.
 * - `---` starts a segment, and ends the one before it if that has content. Comments and directives alone (`# a`, `%YAML 1.2`)
 *   belong to the document after them.
 *
 * @param beforeMarker is called for each document marker, before its document is kept. It may throw.
 */
export function splitSegments(text: string, beforeMarker: () => void = () => {}): readonly DocumentSegment[] {
  const segments: DocumentSegment[] = [];
  let start = 0;
  for (const match of text.matchAll(markerPattern)) {
    beforeMarker();
    const [line, marker] = match;
    const end = match.index;
    if (marker === "...") {
      segments.push({ start, end });
      start = end + line.length;
    } else if (skipPreamble(text, start) < end) {
      segments.push({ start, end });
      start = end;
    }
  }
  return [...segments, { start, end: text.length }];
}

/**
 * Reads a segment: nothing, one YAML document, or JSON values in sequence. The `start` of each result is an offset in
 * `text`, and the offset of its fault counts from there.
 */
export function readSegment(
  text: string,
  { start, end }: DocumentSegment,
  reading: JsonReading = {},
): readonly ValueSpan[] {
  const contentStart = skipToContent(text, start);
  if (contentStart >= end) return [];
  const isJson = /[{[]/.test(text.charAt(contentStart));
  if (isJson) {
    const spans = readJson(text.slice(contentStart, end), reading);
    return spans.map((span) => ({ start: contentStart + span.start, attempt: span.attempt }));
  }
  const { parseYaml = readYaml } = reading;
  return [{ start, attempt: parseYaml(text.slice(start, end)) }];
}

/** The offset of the content of a document: after its preamble, its marker, and the preamble after that. */
function skipToContent(text: string, start: number): number {
  const afterPreamble = skipPreamble(text, start);
  const hasMarker = /^---(?![^ \t\r\n])/.test(text.slice(afterPreamble, afterPreamble + 4));
  return hasMarker ? skipPreamble(text, afterPreamble + 3) : afterPreamble;
}

/** The first offset from `start` on that is no white space, comment or directive. */
function skipPreamble(text: string, start: number): number {
  const skipped = /[ \t\r\n\uFEFF]+|[#%][^\r\n]*/y;
  let index = start;
  for (;;) {
    skipped.lastIndex = index;
    if (!skipped.test(text)) return index;
    index = skipped.lastIndex;
  }
}
