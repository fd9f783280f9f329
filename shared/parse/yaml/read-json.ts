import { closeBrace, closeBracket, comma, openBrace, openBracket, quotationMark } from "../character-codes.ts";
import { countDenseValues } from "../input-budget.ts";
import { deepestNesting, endOfString, skipJsonWhitespace } from "../measure-json.ts";
import { parseListByItems, type ReduceItem, reduceValue } from "./read-json-list.ts";
import type { YamlAttempt } from "./read-yaml.ts";
import { readYaml } from "./read-yaml.ts";

/** A stretch of a text, by offsets, and the result of reading it. */
export interface ValueSpan {
  readonly start: number;
  readonly attempt: YamlAttempt;
}

/** How a text that starts like JSON is read. */
export interface JsonReading {
  /** Parses what is no JSON. */
  readonly parseYaml?: (text: string) => YamlAttempt;
  /** Whether JSON with one key twice is read as YAML, which refuses it. Absent: it is. */
  readonly areKeysChecked?: boolean;
  /** Gets the {@link countDenseValues} of each value in the sequence, before one is parsed. It may throw. */
  readonly beforeJsonValue?: (values: number) => void;
  /**
   * What is kept of each object, and of each item of a list. It gets each once, in the order of the text. Absent: all
   * of it is kept.
   */
  readonly reduceItem?: ReduceItem;
}

/**
 * Reads a text that starts like JSON: one value, or several in sequence like `kubectl get -w -o json` and NDJSON:
 * `{"a": 1} {"b": 2}` -> one value at offset 0, another at offset 9. Text
 * that JSON does not allow is read as YAML, which also reports where it breaks.
 */
export function readJson(
  text: string,
  { parseYaml = readYaml, areKeysChecked = true, beforeJsonValue = () => {}, reduceItem }: JsonReading = {},
): readonly ValueSpan[] {
  const isChecked = areKeysChecked && text.length < minLongCharacters;
  const parsePiece = (piece: Piece): ParsedValue | undefined =>
    piece.isDeep ? undefined : parseValue(text.slice(piece.start, piece.end), isChecked, reduceItem);
  const balanced = balancedPieces(text, beforeJsonValue);
  const values = balanced.map(parsePiece);
  if (values.every((value) => value !== undefined)) {
    return values.map(({ value }, index) => ({ start: balanced[index]?.start ?? 0, attempt: { value } }));
  }
  const whole = parseYaml(text);
  if (whole.fault === undefined) return [{ start: 0, attempt: whole }];
  // Lines of NDJSON are read one by one, so that a broken line does not include the lines after it.
  const pieces = isLineByLine(text) ? linePieces(text) : balanced;
  if (pieces.length < 2) return [{ start: 0, attempt: whole }];
  // reduceItem may count the items that it gets, so no piece is parsed a second time.
  const valuesByStretch = new Map(balanced.map((piece, index) => [stretchKey(piece), values[index]]));
  return pieces.map((piece) => {
    const key = stretchKey(piece);
    const value = valuesByStretch.has(key) ? valuesByStretch.get(key) : parsePiece(piece);
    return { start: piece.start, attempt: value ?? parseYaml(text.slice(piece.start, piece.end)) };
  });
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly isDeep: boolean;
}

/** `10-25` */
function stretchKey({ start, end }: Piece): string {
  return `${start}-${end}`;
}

/** A value that was parsed, which may be null. */
interface ParsedValue {
  readonly value: unknown;
}

/** Undefined where the text is no JSON, or where `isChecked` and an object has one key twice. */
function parseValue(source: string, isChecked: boolean, reduceItem: ReduceItem | undefined): ParsedValue | undefined {
  try {
    const value = reduceItem === undefined ? JSON.parse(source) : parseReduced(source, reduceItem);
    return isChecked && hasRepeatedKey(source) ? undefined : { value };
  } catch {
    return undefined;
  }
}

/**
 * A list of which each item is reduced, or another value that is reduced itself. @throws SyntaxError where it is no
 * JSON.
 */
function parseReduced(source: string, reduceItem: ReduceItem): unknown {
  return parseListByItems(source, reduceItem) ?? reduceValue(JSON.parse(source), reduceItem);
}

/** The length from which a text is long. Only programs write such a text, and none of them repeats a key. */
export const minLongCharacters = 1_000_000;

/**
 * Whether an object of valid JSON has one key twice. JSON.parse keeps only the last, and YAML refuses it (YAML 1.2.2,
 * 3.2.1.3).
 */
function hasRepeatedKey(source: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, text, colon] of source.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[[\]{}]/g)) {
    if (text === undefined) {
      if ("[{".includes(token)) open.push(new Set());
      else open.pop();
    } else if (colon !== undefined) {
      const key = text.includes("\\") ? (JSON.parse(text) as string) : text.slice(1, -1);
      if (open.at(-1)?.has(key) === true) return true;
      open.at(-1)?.add(key);
    }
  }
  return false;
}

/** Cuts after every brace or bracket that closes the outermost one. Text after the last one is a piece too. */
function balancedPieces(text: string, count: (values: number) => void = () => {}): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = skipJsonWhitespace(text, 0);
  let depth = 0;
  let isDeep = false;
  let values = 0;
  for (let index = start; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === quotationMark) {
      index = endOfString(text, index);
    } else if (unit === comma) {
      values++;
    } else if (unit === openBrace || unit === openBracket) {
      depth++;
      values++;
      isDeep ||= depth >= deepestNesting;
    } else if (unit === closeBrace || unit === closeBracket) {
      depth--;
      if (depth > 0) continue;
      count(countDenseValues(values, index + 1 - start));
      pieces.push({ start, end: index + 1, isDeep });
      values = 0;
      start = skipJsonWhitespace(text, index + 1);
      index = start - 1;
      depth = 0;
      isDeep = false;
    }
  }
  if (values > 0) count(countDenseValues(values, text.length - start));
  return start < text.length ? [...pieces, { start, end: text.length, isDeep }] : pieces;
}

function isLineByLine(text: string): boolean {
  return text.startsWith("{") && !/[\r\n](?![{\r\n]|$)/.test(text);
}

function linePieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const line of text.matchAll(/[^\r\n]+/g)) {
    const end = line.index + line[0].length;
    pieces.push({ start: line.index, end, isDeep: balancedPieces(line[0]).some((piece) => piece.isDeep) });
  }
  return pieces;
}
