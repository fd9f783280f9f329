import { harmlessLines } from "../../../characters/sanitize.ts";
import { quietJson } from "../../formats/json.ts";

/** The order of keys: `sorted` as kubectl prints them, `asGiven` as they stand in the value. */
export type KeyOrder = "sorted" | "asGiven";

/**
 * Any JSON or YAML value as readable YAML, in the block style that kubectl writes, ending in a line break. Every parser
 * gets the same strings back. Several lines stand as a block, and acting or hidden characters as escapes.
 */
export function yamlText(value: unknown, order: KeyOrder): string {
  const lines: string[] = [];
  write(value, { lead: "", indent: "", depth: 0 }, order, lines);
  return `${lines.join("\n")}\n`;
}

/** `lead` stands before the first line (`- `, `key: `), `indent` before all others. */
interface Spot {
  readonly lead: string;
  readonly indent: string;
  readonly depth: number;
}

/** The deepest level, as for a manifest (yaml/read-yaml.ts). Deeper values are one line of JSON, which YAML reads too. */
const maxDepth = 400;

function write(value: unknown, spot: Spot, order: KeyOrder, lines: string[]): void {
  if (Array.isArray(value)) writeList(value, spot, order, lines);
  else if (typeof value === "object" && value !== null) writeMap(value, spot, order, lines);
  else if (typeof value === "string" && isBlock(value)) writeBlock(value, spot, lines);
  else lines.push(`${spot.lead}${scalar(value)}`);
}

function writeMap(value: object, spot: Spot, order: KeyOrder, lines: string[]): void {
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  if (entries.length === 0) lines.push(`${spot.lead}{}`);
  else if (spot.depth >= maxDepth) lines.push(`${spot.lead}${flat(value)}`);
  const sorted = order === "sorted" ? entries.toSorted(([a], [b]) => compareKeys(a, b)) : entries;
  for (const [index, [key, entry]] of (spot.depth >= maxDepth ? [] : sorted).entries()) {
    const name = `${index === 0 ? spot.lead : spot.indent}${scalar(key)}:`;
    if (isNested(entry)) {
      lines.push(name);
      // Lists stand at the depth of their key.
      const indent = Array.isArray(entry) ? spot.indent : `${spot.indent}  `;
      write(entry, { lead: indent, indent, depth: spot.depth + 1 }, order, lines);
    } else write(entry, { lead: `${name} `, indent: `${spot.indent}  `, depth: spot.depth + 1 }, order, lines);
  }
}

function writeList(value: readonly unknown[], spot: Spot, order: KeyOrder, lines: string[]): void {
  if (value.length === 0) lines.push(`${spot.lead}[]`);
  else if (spot.depth >= maxDepth) lines.push(`${spot.lead}${flat(value)}`);
  else
    for (const [index, item] of value.entries()) {
      const lead = `${index === 0 ? spot.lead : spot.indent}- `;
      write(item, { lead, indent: `${spot.indent}  `, depth: spot.depth + 1 }, order, lines);
    }
}

/** Writes a block of lines. */
function writeBlock(text: string, { lead, indent }: Spot, lines: string[]): void {
  const ending = /\n*$/.exec(text)?.[0].length ?? 0;
  lines.push(`${lead}|${chompingIndicator(ending)}`);
  const inner = indent === "" ? "  " : indent;
  const body = ending === 0 ? text : text.slice(0, -1);
  lines.push(...body.split("\n").map((line) => (line === "" ? "" : `${inner}${line}`)));
}

/** `|` keeps the last line break of a text, `|-` has none, `|+` keeps all. */
function chompingIndicator(lineBreaks: number): string {
  if (lineBreaks === 0) return "-";
  return lineBreaks === 1 ? "" : "+";
}

function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/**
 * Whether the text can stand as a block: several lines, no acting characters, no white space that reads as indentation.
 */
function isBlock(text: string): boolean {
  return /^[^\s].*\n/.test(text) && !/[ \t]$|\n[ \t]+\n*$/.test(text) && !text.includes("\t") && isQuiet(text);
}

/** A plain word or sentence that YAML 1.1 and 1.2 read as this string. */
const sentence = /^[\p{L}_/(](?:[^:#]|:(?! |$)|(?<! )#)*$/u;
const reservedWords = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
/** A version or an address, a quantity, a duration, a uid: they begin like a number but are not one. */
const measured =
  /^(?:\d+(?:\.\d+){2,}|\d+(?:[KMGTP]i?|Ei|[mk])|(?=\d)(?:\d+h)?(?:\d+m)?(?:\d+s)?|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

function scalar(value: unknown): string {
  if (Number.isNaN(value)) return ".nan";
  if (value === Number.POSITIVE_INFINITY) return ".inf";
  if (value === Number.NEGATIVE_INFINITY) return "-.inf";
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "string") return JSON.stringify(value) ?? "null";
  const isPlain = (sentence.test(value) && !reservedWords.test(value)) || measured.test(value);
  return isPlain && !value.endsWith(" ") && !value.includes("\n") && isQuiet(value)
    ? value
    : quietJson(value, 0, wholeCharacter);
}

function isQuiet(text: string): boolean {
  return harmlessLines(text) === text;
}

/** JSON on one line; for values too deep for the machine, only a note that there is more. */
function flat(value: unknown): string {
  try {
    return quietJson(value, 0, wholeCharacter);
  } catch (error) {
    if (error instanceof RangeError) return '"…"';
    throw error;
  }
}

/** The YAML escape of a whole character: some parsers refuse halves of one. */
function wholeCharacter(found: string): string {
  const digits = (found.codePointAt(0) ?? 0).toString(16);
  return digits.length > 4 ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}

/**
 * Letters after everything else, numbers by their value (go.yaml.in/yaml v2, sorter.go, keyList.Less): `b2` before
 * `b10`. Code points in their order where kubectl compares them that way.
 */
function compareKeys(a: string, b: string): number {
  const left = Array.from(a);
  const right = Array.from(b);
  const length = Math.min(left.length, right.length);
  let index = 0;
  while (index < length && left[index] === right[index]) index++;
  if (index === length) return left.length - right.length;
  const leftCharacter = left[index] ?? "";
  const rightCharacter = right[index] ?? "";
  const isLeftLetter = letter.test(leftCharacter);
  const isRightLetter = letter.test(rightCharacter);
  if (isLeftLetter !== isRightLetter) return isRightLetter ? -1 : 1;
  const codes = (leftCharacter.codePointAt(0) ?? 0) - (rightCharacter.codePointAt(0) ?? 0);
  if (isLeftLetter) return codes;
  const leftDigits = digitsFrom(left, index);
  const rightDigits = digitsFrom(right, index);
  // Zeros in the middle of a number count as the digits before them.
  const isInside = (leftCharacter === "0" || rightCharacter === "0") && /[1-9]0*$/.test(left.slice(0, index).join(""));
  const value = (digits: string): number => Number(`${isInside ? "1" : ""}${digits}`);
  return value(leftDigits) - value(rightDigits) || leftDigits.length - rightDigits.length || codes;
}

const letter = /\p{L}/u;

function digitsFrom(characters: readonly string[], index: number): string {
  return /^\d*/.exec(characters.slice(index).join(""))?.[0] ?? "";
}
