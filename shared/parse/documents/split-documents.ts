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

/** How the documents of a text are read. */
interface DocumentReading {
  /**
   * Whether JSON with one key twice is refused. The check takes three times as long as the reading, and no program writes
   * such JSON. The default is true.
   */
  readonly areKeysChecked?: boolean;
  /** The budget of all inputs of the command. Absent: this text is the only input. */
  readonly budget?: InputBudget;
  /** What is kept of a document of a long text, and of an item of a list of JSON in it. Absent: all of it. */
  readonly reduceItem?: ReduceItem;
}

/** The documents that could be read, in order, and one fault for each that could not. */
export interface SplitDocuments {
  readonly documents: readonly ParsedDocument[];
  readonly faults: readonly PlacedFault[];
}

/**
 * Reads a YAML or JSON text with any number of documents. `where` is the name of the text for the user. Empty documents
 * are omitted. Broken ones are one fault each, at `where:line:column` from 1.
 * @throws InputLimitError where the text has more documents, fields and items than `budget` has left.
 */
export function readDocuments(
  text: string,
  where: string,
  { areKeysChecked = true, budget = createInputBudget(), reduceItem }: DocumentReading = {},
): SplitDocuments {
  const source = removeByteOrderMark(text);
  if (source.includes("\0")) return { documents: [], faults: [{ where, fault: { code: "binary" } }] };
  const lineColumnOf = lineColumnFinder(source);
  const documents: ParsedDocument[] = [];
  const faults: PlacedFault[] = [];
  const takeDocument = (): void => budget.take("documents", where);
  const takeValues = (values: number): void => budget.take("values", where, values);
  const reduceOfLong = source.length < minLongCharacters ? undefined : reduceItem;
  const reading: JsonReading = {
    areKeysChecked,
    yaml: (document): YamlAttempt => {
      takeValues(countDenseYamlValues(document));
      return reduceAttempt(readYaml(document), document.length, reduceOfLong);
    },
    count: (values) => {
      takeDocument();
      takeValues(values);
    },
    ...definedFields({ reduceItem: reduceOfLong }),
  };
  for (const segment of splitSegments(source, takeDocument)) {
    for (const { start, attempt } of readSegment(source, segment, reading)) {
      if (attempt.fault !== undefined) {
        faults.push({ where: `${where}:${lineColumnOf(start + attempt.fault.offset)}`, fault: attempt.fault.cause });
      } else if (attempt.value !== null) {
        documents.push({ value: attempt.value, where: `${where}:${lineColumnOf(skipToContent(source, start))}` });
      }
    }
  }
  return { documents, faults };
}

/** What is kept of a document of so many characters, without the memory of the whole text. */
function reduceAttempt(attempt: YamlAttempt, length: number, reduceItem: ReduceItem | undefined): YamlAttempt {
  if (reduceItem === undefined || attempt.fault !== undefined) return attempt;
  const copy = createCopier(length);
  return { value: copy(reduceValue(attempt.value, reduceItem)) };
}

/** The text without the byte order mark at its start. */
export function removeByteOrderMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** The part of a text between two document markers, as offsets. */
export interface DocumentSegment {
  readonly start: number;
  readonly end: number;
}

/** A document marker: `---` or `...` alone at the start of a line, after which a comment may follow. */
const markerPattern = /(?<![^\r\n])\uFEFF?(---|\.\.\.)(?![^ \t\r\n])[^\r\n]*/g;

/**
 * Cuts a text at its document markers. YAML forbids them at the start of a line inside any scalar (YAML 1.2.2, c-forbidden),
 * so that each marker found is one.
 * @param countMarker is called for each document marker, before its document is kept. It may throw.
 */
export function splitSegments(text: string, countMarker: () => void = () => {}): readonly DocumentSegment[] {
  const segments: DocumentSegment[] = [];
  let start = 0;
  for (const marker of text.matchAll(markerPattern)) {
    countMarker();
    const isEnd = marker[1] === "...";
    // Directives and comments before `---` belong to the document after it.
    if (!isEnd && skipPreamble(text, start) >= marker.index) continue;
    segments.push({ start, end: marker.index });
    start = isEnd ? marker.index + marker[0].length : marker.index;
  }
  return [...segments, { start, end: text.length }];
}

/** Reads the text between two markers: nothing, one YAML document, or JSON values in sequence. */
export function readSegment(
  text: string,
  { start, end }: DocumentSegment,
  reading: JsonReading = {},
): readonly ValueSpan[] {
  const contentStart = skipToContent(text, start);
  if (contentStart >= end) return [];
  const { yaml = readYaml } = reading;
  const isJson = /[{[]/.test(text.charAt(contentStart));
  if (!isJson) return [{ start, attempt: yaml(text.slice(start, end)) }];
  return readJson(text.slice(contentStart, end), reading).map((span) => ({
    ...span,
    start: contentStart + span.start,
  }));
}

/** The offset at which the content of a document begins, after its marker and the preambles before and after that. */
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
