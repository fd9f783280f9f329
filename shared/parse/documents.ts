import type { Damage } from "../model/snapshot.ts";
import { readJson, type Stretch } from "./json.ts";
import { placesOf } from "./place.ts";
import { type Attempt, readYaml } from "./yaml.ts";

/** One document of a text as plain data, with where its content starts: `file:line:column`. */
interface Parsed {
  readonly value: unknown;
  readonly where: string;
}

/** The documents that could be read, in order, and one damage for each that could not. */
export interface Documents {
  readonly documents: readonly Parsed[];
  readonly damage: readonly Damage[];
}

/**
 * Reads a YAML or JSON text with any number of documents; `where` is what people call the text. Empty documents are left
 * out, broken ones are one damage each, at `where:line:column` from 1. Never throws.
 */
export function documentsOf(text: string, where: string): Documents {
  const source = withoutMark(text);
  if (source.includes("\0")) return { documents: [], damage: [{ where, cause: binaryCause }] };
  const place = placesOf(source);
  const documents: Parsed[] = [];
  const damage: Damage[] = [];
  for (const segment of segmentsOf(source)) {
    for (const { start, attempt } of readSegment(source, segment)) {
      if (attempt.fault !== undefined) {
        damage.push({ where: `${where}:${place(start + attempt.fault.offset)}`, cause: attempt.fault.cause });
      } else if (attempt.value !== null) {
        documents.push({ value: attempt.value, where: `${where}:${place(contentStart(source, start))}` });
      }
    }
  }
  return { documents, damage };
}

/** `text` without the byte order mark at its start. */
export function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** What is said of a text that holds a zero. */
export const binaryCause = "binary data, not YAML or JSON";

export interface Segment {
  readonly start: number;
  readonly end: number;
}

/** Cuts at the document markers. YAML forbids them at the start of a line inside any scalar (c-forbidden), so this is exact. */
export function segmentsOf(text: string): readonly Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  for (const marker of text.matchAll(/(?<![^\r\n])\uFEFF?(---|\.\.\.)(?![^ \t\r\n])[^\r\n]*/g)) {
    const isEnd = marker[1] === "...";
    // Directives and comments before `---` belong to the document behind it.
    if (!isEnd && skipPreamble(text, start) >= marker.index) continue;
    segments.push({ start, end: marker.index });
    start = isEnd ? marker.index + marker[0].length : marker.index;
  }
  return [...segments, { start, end: text.length }];
}

/** What stands between two markers: nothing, one YAML document, or values of JSON one after the other. */
export function readSegment(
  text: string,
  { start, end }: Segment,
  yaml: (text: string) => Attempt = readYaml,
): readonly Stretch[] {
  const content = contentStart(text, start);
  if (content >= end) return [];
  if (!/[{[]/.test(text.charAt(content))) return [{ start, attempt: yaml(text.slice(start, end)) }];
  return readJson(text.slice(content, end), yaml).map((stretch) => ({ ...stretch, start: content + stretch.start }));
}

function contentStart(text: string, start: number): number {
  const afterPreamble = skipPreamble(text, start);
  const hasMarker = /^---(?![^ \t\r\n])/.test(text.slice(afterPreamble, afterPreamble + 4));
  return hasMarker ? skipPreamble(text, afterPreamble + 3) : afterPreamble;
}

/** The first offset at or after `start` that is no white space, comment or directive. */
function skipPreamble(text: string, start: number): number {
  const skipped = /[ \t\r\n\uFEFF]+|[#%][^\r\n]*/y;
  let index = start;
  for (;;) {
    skipped.lastIndex = index;
    if (!skipped.test(text)) return index;
    index = skipped.lastIndex;
  }
}
