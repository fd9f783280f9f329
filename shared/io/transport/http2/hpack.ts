import { InputError } from "../../errors/errors.ts";
import { floods, headerFlaws } from "../../errors/http2-flaws.ts";
import { http2Error } from "./errors.ts";
import { decodeHuffman } from "./huffman.ts";
import { type HeaderField, staticFields } from "./static-table.ts";

// RFC 7541 without a dynamic table. The client allows the server none (SETTINGS_HEADER_TABLE_SIZE 0) and uses none
// itself. A block of fields therefore means the same wherever it comes.

/** The most bytes of one list of fields, counted as in RFC 9113, section 6.5.2. */
export const fieldBytes: number = 2 ** 16;

/**
 * Decodes the fields of a block: the byte `0x82` -> `[":method", "GET"]`. @throws Http2Error if the block breaks the
 * rules or is longer than {@link fieldBytes}
 */
export function decodeFields(block: Buffer): readonly HeaderField[] {
  const reader = new BlockReader(block);
  const fields: HeaderField[] = [];
  let size = 0;
  while (!reader.isAtEnd()) {
    const field = reader.readField(fields.length === 0);
    if (field === undefined) continue;
    size += fieldSize(field);
    if (size > fieldBytes) throw http2Error("ENHANCE_YOUR_CALM", floods.header);
    fields.push(field);
  }
  return fields;
}

/** Reads a block of fields from its start to its end (RFC 7541, sections 5 and 6). */
class BlockReader {
  readonly #block: Buffer;
  #offset = 0;

  constructor(block: Buffer) {
    this.#block = block;
  }

  isAtEnd(): boolean {
    return this.#offset >= this.#block.length;
  }

  /**
   * Reads a field by the first bits of its first byte:
   *   1       an index of a known field
   *   01      an index of a known name, or 0 and a name; then a value, which a table could keep
   *   001     the size of the table, which may only be 0 and come before all fields. Returns undefined.
   *   000     as 01, with a value that no table keeps
   */
  readField(isFirst: boolean): HeaderField | undefined {
    const head = this.#readByte();
    if (head >= 0x80) return findKnownField(this.#readInteger(head, 7));
    if (head >> 5 === 0b001) {
      if (!isFirst || this.#readInteger(head, 5) > 0) throw malformedBlockError(headerFlaws.table);
      return undefined;
    }
    const nameIndex = this.#readInteger(head, head >= 0x40 ? 6 : 4);
    const name = nameIndex === 0 ? this.#readText() : findKnownField(nameIndex)[0];
    return [name, this.#readText()];
  }

  #readByte(): number {
    const byte = this.#block[this.#offset];
    if (byte === undefined) throw malformedBlockError(headerFlaws.cutField);
    this.#offset += 1;
    return byte;
  }

  /**
   * Reads an integer whose first bits are the last ones of `head`. Four further bytes exceed every index and length.
   */
  #readInteger(head: number, bits: number): number {
    const maxInHead = 2 ** bits - 1;
    let value = head & maxInHead;
    if (value < maxInHead) return value;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#readByte();
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw malformedBlockError(headerFlaws.largeNumber);
  }

  #readText(): string {
    const head = this.#readByte();
    const length = this.#readInteger(head, 7);
    const start = this.#offset;
    if (length > this.#block.length - start) throw malformedBlockError(headerFlaws.cutString);
    this.#offset += length;
    const isHuffman = head >= 0x80;
    if (isHuffman) return decodeHuffman(this.#block.subarray(start, this.#offset));
    return this.#block.toString("latin1", start, this.#offset);
  }
}

function findKnownField(index: number): HeaderField {
  const field = staticFields[index - 1];
  if (field === undefined) throw malformedBlockError(`no field has the index ${index}`);
  return field;
}

/** The bytes that RFC 9113, section 6.5.2, counts for one field. */
export function fieldSize([name, value]: HeaderField): number {
  return name.length + value.length + 32;
}

/**
 * Encodes fields as a header block: `[":method", "GET"]` -> the byte `0x82`, the index of that field.
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
    const fieldIndex = fieldIndexes.get(`${name} ${value}`);
    if (fieldIndex !== undefined) {
      block += encodeInteger(0x80, 7, fieldIndex);
      continue;
    }
    const nameIndex = nameIndexes.get(name) ?? 0;
    block += encodeInteger(isCredentialHeader(name) ? 0x10 : 0, 4, nameIndex);
    if (nameIndex === 0) block += encodeText(name);
    block += encodeText(value);
  }
  return Buffer.from(block, "latin1");
}

const fieldIndexes = new Map(staticFields.map(([name, value], position) => [`${name} ${value}`, position + 1]));
// The first index of a name that has several values.
const nameIndexes = new Map(staticFields.map(([name], position) => [name, position + 1] as const).reverse());

/** Whether no proxy may keep a header in a table of its own (section 7.1.3). */
function isCredentialHeader(name: string): boolean {
  return name === "authorization" || name === "proxy-authorization" || name === "cookie";
}

function encodeText(text: string): string {
  return encodeInteger(0, 7, text.length) + text;
}

/** Encodes an integer whose first bits are the last ones of a byte that begins with those of `head` (section 5.1). */
function encodeInteger(head: number, bits: number, value: number): string {
  const maxInHead = 2 ** bits - 1;
  if (value < maxInHead) return String.fromCharCode(head | value);
  let encoded = String.fromCharCode(head | maxInHead);
  let remaining = value - maxInHead;
  for (; remaining >= 0x80; remaining >>= 7) encoded += String.fromCharCode((remaining & 0x7f) | 0x80);
  return encoded + String.fromCharCode(remaining);
}

function malformedBlockError(message: string): Error {
  return http2Error("COMPRESSION_ERROR", message);
}
