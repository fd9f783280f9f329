import type { PlacedFault } from "../../model/fault/input.ts";
import { createInputBudget, type InputBudget } from "../input-budget.ts";
import { lineColumnFinder } from "../json-path.ts";
import { type JsonReading, readJson, type ValueSpan } from "../yaml/read-json.ts";
import { countDenseYamlValues, readYaml, type YamlAttempt } from "../yaml/read-yaml.ts";

/** One document of a text as plain data, with the start of its content: `file:line:column`. */
interface Parsed {
  readonly value: unknown;
  readonly where: string;
}

/** How the documents of a text are read. */
interface DocumentReading {
  /**
   * Whether JSON with one key twice is refused, which takes three times as long as reading it. A program does not write
   * it. Absent: it is.
   */
  readonly areKeysChecked?: boolean;
  /** What all inputs of the command may still become. Absent: this text is the only one. */
  readonly budget?: InputBudget;
}

/** The documents that could be read, in order, and one fault for each that could not. */
export interface SplitDocuments {
  readonly documents: readonly Parsed[];
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
  { areKeysChecked = true, budget = createInputBudget() }: DocumentReading = {},
): SplitDocuments {
  const source = removeByteOrderMark(text);
  if (source.includes("\0")) return { documents: [], faults: [{ where, fault: { code: "binary" } }] };
  const lineColumnOf = lineColumnFinder(source);
  const documents: Parsed[] = [];
  const faults: PlacedFault[] = [];
  const countDocument = (): void => budget.take("documents", where);
  const countValues = (values: number): void => budget.take("values", where, values);
  function yaml(document: string): YamlAttempt {
    countValues(countDenseYamlValues(document));
    return readYaml(document);
  }
  function count(values: number): void {
    countDocument();
    countValues(values);
  }
  for (const segment of splitSegments(source, countDocument)) {
    for (const { start, attempt } of readSegment(source, segment, { yaml, areKeysChecked, count })) {
      if (attempt.fault !== undefined) {
        faults.push({ where: `${where}:${lineColumnOf(start + attempt.fault.offset)}`, fault: attempt.fault.cause });
      } else if (attempt.value !== null) {
        documents.push({ value: attempt.value, where: `${where}:${lineColumnOf(contentStart(source, start))}` });
      }
    }
  }
  return { documents, faults };
}

/** `text` without the byte order mark at its start. */
export function removeByteOrderMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

export interface DocumentSegment {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a text at its document markers. YAML forbids them at the start of a line inside any scalar (c-forbidden), so
 * this is exact.
 * @param count is called for each document marker, before its document is kept. It may throw.
 */
export function splitSegments(text: string, count: () => void = () => {}): readonly DocumentSegment[] {
  const segments: DocumentSegment[] = [];
  let start = 0;
  for (const marker of text.matchAll(/(?<![^\r\n])\uFEFF?(---|\.\.\.)(?![^ \t\r\n])[^\r\n]*/g)) {
    count();
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
  const content = contentStart(text, start);
  if (content >= end) return [];
  const { yaml = readYaml } = reading;
  if (!/[{[]/.test(text.charAt(content))) return [{ start, attempt: yaml(text.slice(start, end)) }];
  return readJson(text.slice(content, end), reading).map((stretch) => ({
    ...stretch,
    start: content + stretch.start,
  }));
}

function contentStart(text: string, start: number): number {
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
