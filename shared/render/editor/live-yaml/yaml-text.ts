import { harmlessLines } from "../../../characters/sanitize.ts";
import { quietJson } from "../../formats/json.ts";
import { escapeCharacter } from "../../formats/yaml.ts";

/** The order of keys: `sorted` as kubectl prints them, `asGiven` as they stand in the value. */
export type KeyOrder = "sorted" | "asGiven";

/** The deepest level, as for a manifest (yaml/read-yaml.ts). Deeper values are one line of JSON, which YAML reads too. */
const maxDepth = 400;

/** Texts that YAML 1.1 and 1.2 read as the same string without quotes, unless they are reserved words. */
const plainTexts: readonly RegExp[] = [
  // A word or a sentence: `HyperConverged x`, `a:b`, `/path#b`.
  /^[\p{L}_/(](?:[^:#]|:(?! |$)|(?<! )#)*$/u,
  // These begin like a number but are none: a version or an address, `1.20.0`
  /^\d+(?:\.\d+){2,}$/,
  // a quantity, `10Gi`
  /^\d+(?:[KMGTP]i?|Ei|[mk])$/,
  // a duration, `1h30m`
  /^(?=\d)(?:\d+h)?(?:\d+m)?(?:\d+s)?$/,
  // a uid.
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
];
const reservedWords = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

const letter = /\p{L}/u;

/**
 * Any JSON or YAML value as readable YAML, in the block style that kubectl writes, ending in a line break. Every parser
 * gets the same strings back. Several lines stand as a block, and acting or hidden characters as escapes.
 */
export function yamlText(value: unknown, order: KeyOrder): string {
  const writer = new YamlWriter(order);
  writer.write(value, { firstIndent: "", indent: "", depth: 0 });
  return `${writer.lines.join("\n")}\n`;
}

/** Where a value is written. */
interface ValuePosition {
  /** What stands before the first line: `  - `, `  key: `. */
  readonly firstIndent: string;
  /** What stands before all further lines. */
  readonly indent: string;
  readonly depth: number;
}

class YamlWriter {
  readonly lines: string[] = [];
  readonly #order: KeyOrder;

  constructor(order: KeyOrder) {
    this.#order = order;
  }

  write(value: unknown, position: ValuePosition): void {
    if (typeof value === "string" && canBeBlock(value)) this.#writeBlock(value, position);
    else if (typeof value !== "object" || value === null) this.#writeLine(formatScalar(value), position);
    else if (isEmpty(value)) this.#writeLine(Array.isArray(value) ? "[]" : "{}", position);
    else if (position.depth >= maxDepth) this.#writeLine(formatFlat(value), position);
    else if (Array.isArray(value)) this.#writeList(value, position);
    else this.#writeMap(value, position);
  }

  #writeLine(text: string, { firstIndent }: ValuePosition): void {
    this.lines.push(`${firstIndent}${text}`);
  }

  #writeList(items: readonly unknown[], position: ValuePosition): void {
    for (const [index, item] of items.entries()) {
      const lineIndent = index === 0 ? position.firstIndent : position.indent;
      const indent = `${position.indent}  `;
      this.write(item, { firstIndent: `${lineIndent}- `, indent, depth: position.depth + 1 });
    }
  }

  #writeMap(map: object, position: ValuePosition): void {
    const fields = Object.entries(map).filter(([, value]) => value !== undefined);
    if (this.#order === "sorted") fields.sort(([a], [b]) => compareKeys(a, b));
    for (const [index, [key, value]] of fields.entries()) {
      const lineIndent = index === 0 ? position.firstIndent : position.indent;
      this.#writeField(`${lineIndent}${formatScalar(key)}:`, value, position);
    }
  }

  /** Writes a field: a map or a list with content stands below its key, any other value beside it. */
  #writeField(key: string, value: unknown, { indent, depth }: ValuePosition): void {
    const innerIndent = `${indent}  `;
    if (!hasContent(value)) {
      this.write(value, { firstIndent: `${key} `, indent: innerIndent, depth: depth + 1 });
      return;
    }
    this.lines.push(key);
    // Lists stand at the depth of their key.
    const valueIndent = Array.isArray(value) ? indent : innerIndent;
    this.write(value, { firstIndent: valueIndent, indent: valueIndent, depth: depth + 1 });
  }

  /** Writes the lines of a text as a block: `key: |-`, then each line. */
  #writeBlock(text: string, position: ValuePosition): void {
    const lineBreaks = /\n*$/.exec(text)?.[0].length ?? 0;
    this.#writeLine(`|${chooseChomping(lineBreaks)}`, position);
    const indent = position.indent === "" ? "  " : position.indent;
    const body = lineBreaks === 0 ? text : text.slice(0, -1);
    for (const line of body.split("\n")) this.lines.push(line === "" ? "" : `${indent}${line}`);
  }
}

/** `|` keeps the last line break of a text, `|-` has none, `|+` keeps all. */
function chooseChomping(lineBreaks: number): string {
  if (lineBreaks === 0) return "-";
  return lineBreaks === 1 ? "" : "+";
}

/** Whether a list has no items, or a map no defined fields. */
function isEmpty(value: object): boolean {
  return Array.isArray(value) ? value.length === 0 : Object.values(value).every((field) => field === undefined);
}

/** Whether a value is a map or a list that is not empty. */
function hasContent(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/**
 * Whether the text can stand as a block: it has several lines, no acting characters, and no white space that would be read
 * as indentation or dropped at the end.
 */
function canBeBlock(text: string): boolean {
  const beginsWithLine = /^[^\s].*\n/.test(text);
  const endsInSpaces = /[ \t]$|\n[ \t]+\n*$/.test(text);
  return beginsWithLine && !endsInSpaces && !text.includes("\t") && isHarmless(text);
}

function formatScalar(value: unknown): string {
  if (Number.isNaN(value)) return ".nan";
  if (value === Number.POSITIVE_INFINITY) return ".inf";
  if (value === Number.NEGATIVE_INFINITY) return "-.inf";
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "string") return JSON.stringify(value) ?? "null";
  return isPlain(value) ? value : quietJson(value, 0, escapeCharacter);
}

/** Whether a text needs no quotes. */
function isPlain(text: string): boolean {
  if (text.endsWith(" ") || text.includes("\n") || reservedWords.test(text)) return false;
  return plainTexts.some((pattern) => pattern.test(text)) && isHarmless(text);
}

function isHarmless(text: string): boolean {
  return harmlessLines(text) === text;
}

/** JSON on one line; for values too deep for the machine, only a note that there is more. */
function formatFlat(value: unknown): string {
  try {
    return quietJson(value, 0, escapeCharacter);
  } catch (error) {
    if (error instanceof RangeError) return '"…"';
    throw error;
  }
}

/**
 * Compares two keys as kubectl sorts them (go.yaml.in/yaml v2, sorter.go, keyList.Less), by their first difference:
 * 1. Letters come after everything else, and are compared by code point.
 * 2. Digits are compared by the value of their number: `b2` before `b10`. Zeros inside a number count as the digits
 *    before them.
 * 3. All other characters are compared by code point.
 */
function compareKeys(a: string, b: string): number {
  const left = Array.from(a);
  const right = Array.from(b);
  const index = left.findIndex((character, position) => character !== right[position]);
  const leftCharacter = left[index];
  const rightCharacter = right[index];
  // One key is the beginning of the other.
  if (leftCharacter === undefined || rightCharacter === undefined) return left.length - right.length;
  const isLeftLetter = letter.test(leftCharacter);
  const isRightLetter = letter.test(rightCharacter);
  if (isLeftLetter !== isRightLetter) return isRightLetter ? -1 : 1;
  const codeOrder = (leftCharacter.codePointAt(0) ?? 0) - (rightCharacter.codePointAt(0) ?? 0);
  if (isLeftLetter) return codeOrder;
  const leftDigits = digitsFrom(left, index);
  const rightDigits = digitsFrom(right, index);
  const hasZero = leftCharacter === "0" || rightCharacter === "0";
  const isInsideNumber = hasZero && /[1-9]0*$/.test(left.slice(0, index).join(""));
  const digitBefore = isInsideNumber ? "1" : "";
  const numberOrder = Number(`${digitBefore}${leftDigits}`) - Number(`${digitBefore}${rightDigits}`);
  return numberOrder || leftDigits.length - rightDigits.length || codeOrder;
}

function digitsFrom(characters: readonly string[], index: number): string {
  return /^\d*/.exec(characters.slice(index).join(""))?.[0] ?? "";
}
