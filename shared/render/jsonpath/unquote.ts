import { TemplateError } from "./template-error.ts";
import { decodeUtf8 } from "./utf8.ts";

/**
 * The text between the quotes of `literal`, its escapes undone: Go's string escapes, for single quotes too (client-go,
 * util/jsonpath/parser.go, UnquoteExtend). The other quote must not be escaped. Bytes of `\xff` and `\377` that spell
 * no UTF-8 become U+FFFD, where kubectl writes them out.
 * @throws Refusal for an escape Go does not know
 */
export function unquoteGoString(literal: string): string {
  const quote = literal.charAt(0);
  const inner = literal.slice(1, -1);
  if (!inner.includes("\\") && !inner.includes(quote)) return inner;
  // The bytes of consecutive \x or octal escapes may together form one character of several bytes.
  let text = "";
  let bytes: number[] = [];
  for (const { 0: piece } of inner.matchAll(escapes)) {
    const byte = byteOf(piece);
    if (byte !== undefined) {
      bytes.push(byte);
      continue;
    }
    text += decodeUtf8(bytes) + (piece.startsWith("\\") ? escaped(piece, quote) : whole(piece, quote));
    bytes = [];
  }
  return text + decodeUtf8(bytes);
}

const escapes = /\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\[0-7]{3}|\\.?|[^\\]/gsu;

function byteOf(piece: string): number | undefined {
  if (/^\\x..$/u.test(piece)) return Number.parseInt(piece.slice(2), 16);
  const octal = /^\\[0-7]{3}$/u.test(piece) ? Number.parseInt(piece.slice(1), 8) : undefined;
  return octal !== undefined && octal < 0x100 ? octal : undefined;
}

const simple: ReadonlyMap<string, string> = new Map([
  ["\\a", "\u0007"],
  ["\\b", "\b"],
  ["\\f", "\f"],
  ["\\n", "\n"],
  ["\\r", "\r"],
  ["\\t", "\t"],
  ["\\v", "\v"],
  ["\\\\", "\\"],
]);

function escaped(piece: string, quote: string): string {
  if (/^\\(?:u.{4}|U.{8})$/u.test(piece)) {
    const code = Number.parseInt(piece.slice(2), 16);
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) throw new TemplateError(unknownEscape);
    return String.fromCodePoint(code);
  }
  const plain = piece === `\\${quote}` ? quote : simple.get(piece);
  if (plain === undefined) throw new TemplateError(unknownEscape);
  return plain;
}

function whole(piece: string, quote: string): string {
  if (piece === quote) throw new TemplateError(unknownEscape);
  return piece;
}

/** The error for an escape that Go does not know (strconv.ErrSyntax). */
const unknownEscape = "invalid syntax";
