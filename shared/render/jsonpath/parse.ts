import { maxTemplateLength } from "./budget.ts";
import type { ListNode, TemplateNode } from "./node.ts";
import { goCharacterName } from "./quote.ts";
import { TemplateError } from "./template-error.ts";
import { decodeUtf8 } from "./utf8.ts";

/**
 * Text and actions of a template, in order: each action is a list. The grammar is what client-go,
 * util/jsonpath/parser.go accepts, with its oddities. Names may hold nearly anything, and a space separates without
 * meaning. `@` and `$` mean nothing at all, so `{$.a}` in a range counts from the element.
 * @throws TemplateError in the words of parser.go, or for a template longer than any that a person would write
 */
export function parseTemplate(input: string): readonly TemplateNode[] {
  if (input.length > maxTemplateLength)
    throw new TemplateError(`a template has at most ${maxTemplateLength} characters`);
  const scan: TemplateScanner = { input, at: 0 };
  const nodes: TemplateNode[] = [];
  while (scan.at < input.length) {
    const open = input.indexOf("{", scan.at);
    const text = input.slice(scan.at, open < 0 ? input.length : open);
    if (text !== "") nodes.push({ type: "text", text });
    if (open < 0) break;
    scan.at = open + 1;
    nodes.push({ type: "list", nodes: parseAction(scan) });
  }
  return nodes;
}

/** The steps between the braces; `scan` stands behind the opening brace, and afterwards behind the closing one. */
function parseAction(scan: TemplateScanner): readonly TemplateNode[] {
  const nodes: TemplateNode[] = [];
  const isNext = (sign: string): boolean => scan.input.startsWith(sign, scan.at);
  for (;;) {
    if (isNext("}")) {
      scan.at += 1;
      return nodes;
    }
    // One by one: a key may be a path of more steps than a call takes arguments.
    for (const node of parseNext(scan, isNext, nodes.at(-1))) nodes.push(node);
  }
}

function parseNext(
  scan: TemplateScanner,
  isNext: (sign: string) => boolean,
  before: TemplateNode | undefined,
): readonly TemplateNode[] {
  if (isNext("[?(")) return [parseFilter(scan, parseTemplate)];
  return isNext("..") ? parseRecursive(scan, before) : parseStep(scan);
}

/**
 * The filter `[?(…)]`. It ends at the first `)` that is not between quotes. Only the first two quotes count (parser.go,
 * parseFilter), so a filter in a filter is not understood.
 */
function parseFilter(scan: TemplateScanner, parse: Parse): TemplateNode {
  scan.at += "[?(".length;
  const start = scan.at;
  let quote: string | undefined;
  let isClosed = false;
  for (;;) {
    const character = takeCharacter(scan);
    if (character === undefined || character === "\n") throw new TemplateError("unterminated filter");
    if (character === ")" && (quote === undefined || isClosed)) break;
    if (character !== '"' && character !== "'") continue;
    if (quote === undefined) quote = character;
    else if (character === quote && scan.input[scan.at - 2] !== "\\") isClosed = true;
  }
  if (takeCharacter(scan) !== "]") throw new TemplateError("unclosed array expect ]");
  const text = scan.input.slice(start, scan.at - ")]".length);
  const found = /^([^!<>=]+)([!<>=]+)(.+?)$/s.exec(text);
  if (found === null) {
    return {
      type: "filter",
      left: parseInnerAction(parse, text),
      right: { type: "list", nodes: [] },
      operator: "exists",
    };
  }
  const [, left = "", operator = "", right = ""] = found;
  return { type: "filter", left: parseInnerAction(parse, left), right: parseInnerAction(parse, right), operator };
}

function parseStep(scan: TemplateScanner): readonly TemplateNode[] {
  const start = scan.at;
  const character = takeCharacter(scan);
  if (character === undefined || character === "\r" || character === "\n") throw new TemplateError("unclosed action");
  if (" @$".includes(character)) return [];
  if (character === "[") return parseArray(scan, parseTemplate);
  if (character === '"' || character === "'") return [parseQuote(scan, character)];
  if (character === ".") return [parseField(scan)];
  scan.at = start;
  if (character === "+" || character === "-" || isDigit(character)) return [parseNumber(scan)];
  if (isAlphaNumeric(character)) return [parseIdentifier(scan)];
  throw new TemplateError(`unrecognized character in action: ${goCharacterName(character)}`);
}

/** `[…]` up to the first `]`, whatever quotes there are: an index, a slice, a key, or several of them. */
function parseArray(scan: TemplateScanner, parse: Parse): readonly TemplateNode[] {
  const close = /[\]\n]/g;
  close.lastIndex = scan.at;
  const end = close.exec(scan.input);
  if (end?.[0] !== "]") throw new TemplateError("unterminated array");
  const inner = scan.input.slice(scan.at, end.index);
  scan.at = end.index + 1;
  const parts = inner.split(",");
  if (parts.length > 1) {
    return [
      { type: "union", lists: parts.map((part) => parseInnerAction(parse, `[${part.replace(/^ +| +$/g, "")}]`)) },
    ];
  }
  // The key is parsed as a path again, so a dot in it separates unless a backslash precedes it.
  const key = /^'([^']*)'$/.exec(inner)?.[1];
  if (key !== undefined) return parseInnerAction(parse, `.${key}`).nodes;
  return [parseSlice(inner === "*" ? ":" : inner)];
}

/** `text` as the first action of a template of its own. */
function parseInnerAction(parse: Parse, text: string): ListNode {
  const [first] = parse(`{${text}}`);
  return first?.type === "list" ? first : { type: "list", nodes: [] };
}

function parseSlice(text: string): TemplateNode {
  const found = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text);
  if (found === null) throw new TemplateError(`invalid array index ${text}`);
  const start = numberIn(found[1] ?? "");
  const end = numberIn((found[2] ?? "").slice(1));
  const step = numberIn((found[3] ?? "").slice(1));
  const isIndex = found[2] === undefined;
  return { type: "array", start, end: isIndex ? (start ?? 0) + 1 : end, step, isIndex };
}

function numberIn(text: string): number | undefined {
  if (text === "") return undefined;
  const value = parseGoInteger(text);
  if (value === undefined) throw new TemplateError(`array index ${text} is not a number`);
  return Number(value);
}

type Parse = (input: string) => readonly TemplateNode[];

function parseIdentifier(scan: TemplateScanner): TemplateNode {
  const name = takeWhile(scan, (character) => !isTerminator(character));
  return name === "true" || name === "false" ? { type: "bool", value: name === "true" } : { type: "identifier", name };
}

function parseRecursive(scan: TemplateScanner, before: TemplateNode | undefined): readonly TemplateNode[] {
  if (before?.type === "recursive") throw new TemplateError("invalid multiple recursive descent");
  scan.at += "..".length;
  return isAlphaNumeric(peekCharacter(scan)) ? [{ type: "recursive" }, parseField(scan)] : [{ type: "recursive" }];
}

function parseNumber(scan: TemplateScanner): TemplateNode {
  const sign = /[+-]/.test(peekCharacter(scan) ?? "") ? takeCharacter(scan) : "";
  const text = `${sign}${takeWhile(scan, (character) => character === "." || isDigit(character))}`;
  const node = numberNode(text);
  if (node === undefined) throw new TemplateError(`cannot parse number ${text}`);
  return node;
}

function parseQuote(scan: TemplateScanner, quote: string): TemplateNode {
  const start = scan.at - 1;
  for (;;) {
    const character = takeCharacter(scan);
    if (character === undefined || character === "\n") throw new TemplateError("unterminated quoted string");
    if (character === quote && scan.input[scan.at - 2] !== "\\") break;
  }
  const literal = scan.input.slice(start, scan.at);
  try {
    return { type: "text", text: unquoteGoString(literal) };
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause;
    throw new TemplateError(`unquote string ${literal} error ${cause.message}`, { cause });
  }
}

/**
 * The text between the quotes of `literal`, its escapes undone: Go's string escapes, for single quotes too (client-go,
 * util/jsonpath/parser.go, UnquoteExtend). The other quote must not be escaped. Bytes of `\xff` and `\377` that spell
 * no UTF-8 become U+FFFD, where kubectl writes them out.
 * @throws TemplateError for an escape Go does not know
 */
function unquoteGoString(literal: string): string {
  const quote = literal.charAt(0);
  const inner = literal.slice(1, -1);
  if (!inner.includes("\\") && !inner.includes(quote)) return inner;
  // The bytes of consecutive \x or octal escapes may together form one character of several bytes.
  let text = "";
  let bytes: number[] = [];
  for (const { 0: piece } of inner.matchAll(escapesAndCharacters)) {
    const byte = byteOf(piece);
    if (byte !== undefined) {
      bytes.push(byte);
      continue;
    }
    text += decodeUtf8(bytes) + (piece.startsWith("\\") ? unescapedText(piece, quote) : unescapedPiece(piece, quote));
    bytes = [];
  }
  return text + decodeUtf8(bytes);
}

function unescapedPiece(piece: string, quote: string): string {
  if (piece === quote) throw new TemplateError(unknownEscape);
  return piece;
}

function unescapedText(piece: string, quote: string): string {
  if (/^\\(?:u.{4}|U.{8})$/u.test(piece)) {
    const code = Number.parseInt(piece.slice(2), 16);
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) throw new TemplateError(unknownEscape);
    return String.fromCodePoint(code);
  }
  const character = piece === `\\${quote}` ? quote : simpleEscapes.get(piece);
  if (character === undefined) throw new TemplateError(unknownEscape);
  return character;
}

/** The error for an escape that Go does not know (strconv.ErrSyntax). */
const unknownEscape = "invalid syntax";

function byteOf(piece: string): number | undefined {
  if (/^\\x..$/u.test(piece)) return Number.parseInt(piece.slice(2), 16);
  const octal = /^\\[0-7]{3}$/u.test(piece) ? Number.parseInt(piece.slice(1), 8) : undefined;
  return octal !== undefined && octal < 0x100 ? octal : undefined;
}

const escapesAndCharacters = /\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\[0-7]{3}|\\.?|[^\\]/gsu;

/** A backslash keeps the next character from being a sign, and every backslash is removed from the name. */
function parseField(scan: TemplateScanner): TemplateNode {
  let isEscaped = false;
  const name = takeWhile(scan, (character) => {
    if (isTerminator(character) && !isEscaped) return false;
    isEscaped = character === "\\" && !isEscaped;
    return true;
  });
  return name === "*" ? { type: "wildcard" } : { type: "field", name: name.replaceAll("\\", "") };
}

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ["\\a", "\u0007"],
  ["\\b", "\b"],
  ["\\f", "\f"],
  ["\\n", "\n"],
  ["\\r", "\r"],
  ["\\t", "\t"],
  ["\\v", "\v"],
  ["\\\\", "\\"],
]);

/** A position in a template. */
interface TemplateScanner {
  readonly input: string;
  /** The index of the next UTF-16 unit. */
  at: number;
}

/** The next character, or undefined at the end; the position stays. */
function peekCharacter({ input, at }: TemplateScanner): string | undefined {
  const code = input.codePointAt(at);
  return code === undefined ? undefined : String.fromCodePoint(code);
}

/** The next character; the position moves behind it. */
function takeCharacter(scan: TemplateScanner): string | undefined {
  const character = peekCharacter(scan);
  scan.at += character?.length ?? 0;
  return character;
}

/** Takes characters as long as `holds` is true, and returns them. */
function takeWhile(scan: TemplateScanner, holds: (character: string) => boolean): string {
  const start = scan.at;
  for (
    let character = peekCharacter(scan);
    character !== undefined && holds(character);
    character = peekCharacter(scan)
  )
    takeCharacter(scan);
  return scan.input.slice(start, scan.at);
}

/** Whether the character may follow a name: the end, a space, or one of the signs of the language. */
function isTerminator(character: string): boolean {
  return " \t\r\n.,[]$@{}".includes(character);
}

function isAlphaNumeric(character: string | undefined): boolean {
  return character !== undefined && /^[_\p{L}\p{Nd}]$/u.test(character);
}

function isDigit(character: string): boolean {
  return /^\p{Nd}$/u.test(character);
}

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/** The 64-bit integer that `text` spells, as Go's Atoi accepts it; else undefined. */
function parseGoInteger(text: string): number | bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  // Cut to the digits that can matter: a bigint of a million digits is slow.
  const digits = text.replace(/^[+-]?0*(?=\d)/, "");
  if (digits.length > 19) return undefined;
  const exact = BigInt(digits) * (text.startsWith("-") ? -1n : 1n);
  if (exact < minInt64 || exact > maxInt64) return undefined;
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}

/** A number written in a template; undefined when it is none. */
function numberNode(text: string): TemplateNode | undefined {
  const integer = parseGoInteger(text);
  if (integer !== undefined) return { type: "int", value: integer };
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  return Number.isFinite(value) ? { type: "float", value } : undefined;
}
