import { InputError } from "../../errors/errors.ts";
import { floods, headerFlaws } from "../../errors/http2-flaws.ts";
import { http2Error } from "./errors.ts";
import { decodeHuffman } from "./huffman.ts";
import { type HeaderField, staticFields } from "./static-table.ts";

// RFC 7541 without a dynamic table. The client allows the server none (SETTINGS_HEADER_TABLE_SIZE 0) and uses none
// itself. A block of fields therefore means the same wherever it comes.

/** The most bytes of one list of fields, counted as in RFC 9113, section 6.5.2. */
export const fieldBytes: number = 2 ** 16;

/** The fields of a block. @throws Http2Error where it breaks the rules or is longer than `fieldBytes`. */
export function decodeFields(block: Buffer): readonly HeaderField[] {
  const fields: HeaderField[] = [];
  let at = 0;
  let size = 0;

  function byte(): number {
    const next = block[at];
    if (next === undefined) throw broken(headerFlaws.cutField);
    at += 1;
    return next;
  }

  // Section 5.1. Four bytes after the first make a number above every possible index or length.
  function integer(head: number, bits: number): number {
    const full = 2 ** bits - 1;
    let value = head & full;
    if (value < full) return value;
    for (let shift = 0; shift < 28; shift += 7) {
      const next = byte();
      value += (next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
    throw broken(headerFlaws.largeNumber);
  }

  function text(): string {
    const head = byte();
    const length = integer(head, 7);
    if (length > block.length - at) throw broken(headerFlaws.cutString);
    at += length;
    return head < 0x80 ? block.toString("latin1", at - length, at) : decodeHuffman(block.subarray(at - length, at));
  }

  function known(index: number): HeaderField {
    const field = staticFields[index - 1];
    if (field === undefined) throw broken(`no field has the index ${index}`);
    return field;
  }

  function literal(index: number): HeaderField {
    const name = index === 0 ? text() : known(index)[0];
    return [name, text()];
  }

  while (at < block.length) {
    const head = byte();
    if (head >> 5 === 0b001) {
      if (fields.length > 0 || integer(head, 5) > 0) throw broken(headerFlaws.table);
      continue;
    }
    // Whether a literal is to be kept, not kept or never kept makes no difference to a table without room.
    const indexBits = head >= 0x40 ? 6 : 4;
    const field = head >= 0x80 ? known(integer(head, 7)) : literal(integer(head, indexBits));
    size += fieldSize(field);
    if (size > fieldBytes) throw http2Error("ENHANCE_YOUR_CALM", floods.header);
    fields.push(field);
  }
  return fields;
}

/** The bytes that RFC 9113, section 6.5.2, counts for one field. */
export function fieldSize([name, value]: HeaderField): number {
  return name.length + value.length + 32;
}

/**
 * The header block of `fields`.
 * @throws InputError if a value holds what no header can. The message omits the value, which may be a secret.
 */
export function encodeFields(fields: Iterable<HeaderField>): Buffer {
  let block = "";
  for (const [name, value] of fields) {
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      throw new InputError(
        `cannot send the header ${name}: it contains a control character, which is not allowed in a header`,
      );
    }
    const whole = fieldIndexes.get(`${name} ${value}`);
    const index = nameIndexes.get(name) ?? 0;
    if (whole !== undefined) {
      block += number(0x80, 7, whole);
      continue;
    }
    block += number(isCredentialHeader(name) ? 0x10 : 0, 4, index);
    if (index === 0) block += string(name);
    block += string(value);
  }
  return Buffer.from(block, "latin1");
}

const fieldIndexes = new Map(staticFields.map(([name, value], place) => [`${name} ${value}`, place + 1]));
// Where a name has several values, the first index.
const nameIndexes = new Map(staticFields.map(([name], place) => [name, place + 1] as const).reverse());

// Headers that no proxy may keep in a table of its own (section 7.1.3).
function isCredentialHeader(name: string): boolean {
  return name === "authorization" || name === "proxy-authorization" || name === "cookie";
}

function string(text: string): string {
  return number(0, 7, text.length) + text;
}

function number(head: number, bits: number, value: number): string {
  const full = 2 ** bits - 1;
  if (value < full) return String.fromCharCode(head | value);
  let coded = String.fromCharCode(head | full);
  let rest = value - full;
  for (; rest >= 0x80; rest >>= 7) coded += String.fromCharCode((rest & 0x7f) | 0x80);
  return coded + String.fromCharCode(rest);
}

function broken(message: string): Error {
  return http2Error("COMPRESSION_ERROR", message);
}
