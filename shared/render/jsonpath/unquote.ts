import { TemplateError } from "./template-error.ts";
import { decodeUtf8 } from "./utf8.ts";

/** The error for an escape that Go does not know (strconv.ErrSyntax). */
const unknownEscape = "invalid syntax";

/** Pieces of a literal: `\xff`, `\u00e9`, `\U0001f600`, `\377`, any other escape such as `\n`, and single characters. */
const escapesAndCharacters = /\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\[0-7]{3}|\\.?|[^\\]/gsu;

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

/**
 * The text between the quotes of `literal`, its escapes undone: Go's string escapes, for single quotes too (client-go,
 * util/jsonpath/parser.go, UnquoteExtend). The other quote must not be escaped. Bytes of `\xff` and `\377` that spell
 * no UTF-8 become U+FFFD, where kubectl writes them out.
 * @throws TemplateError for an escape Go does not know
 */
export function unquoteGoString(literal: string): string {
  const quote = literal.charAt(0);
  const inner = literal.slice(1, -1);
  if (!inner.includes("\\") && !inner.includes(quote)) return inner;
  let text = "";
  // The bytes of consecutive \x or octal escapes may together form one character of several bytes.
  let bytes: number[] = [];
  for (const { 0: piece } of inner.matchAll(escapesAndCharacters)) {
    const byte = readByteEscape(piece);
    if (byte === undefined) {
      text += decodeUtf8(bytes) + unquotePiece(piece, quote);
      bytes = [];
    } else {
      bytes.push(byte);
    }
  }
  return text + decodeUtf8(bytes);
}

/** The byte of `\xff` or `\377`. Undefined for every other piece, and for an octal number beyond a byte. */
function readByteEscape(piece: string): number | undefined {
  if (/^\\x..$/u.test(piece)) return Number.parseInt(piece.slice(2), 16);
  if (!/^\\[0-7]{3}$/u.test(piece)) return undefined;
  const byte = Number.parseInt(piece.slice(1), 8);
  return byte < 0x100 ? byte : undefined;
}

/** The character that an escape or a character stands for. */
function unquotePiece(piece: string, quote: string): string {
  if (piece === quote) throw new TemplateError(unknownEscape);
  if (!piece.startsWith("\\")) return piece;
  if (piece === `\\${quote}`) return quote;
  if (/^\\(?:u.{4}|U.{8})$/u.test(piece)) return characterOfCode(Number.parseInt(piece.slice(2), 16));
  const character = simpleEscapes.get(piece);
  if (character === undefined) throw new TemplateError(unknownEscape);
  return character;
}

function characterOfCode(code: number): string {
  const isSurrogate = code >= 0xd800 && code < 0xe000;
  if (code > 0x10ffff || isSurrogate) throw new TemplateError(unknownEscape);
  return String.fromCodePoint(code);
}
