import { headerFlaws } from "../../errors/http2-flaws.ts";
import { http2Error } from "./errors.ts";

// RFC 7541, appendix B: how many bits the code of each byte has, as one digit of base 36. The code is canonical, so the
// lengths define it. Shorter codes come first, and among equals the smaller byte.
const lengths =
  "dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6cad67777777777777777777777878djde6" +
  "f56565666577666567655677777fbedskmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn" +
  "qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrq";

const maxCodeBits = 30;

/** By length: its first code, and where its bytes begin in `bytes`. */
const first = new Int32Array(maxCodeBits + 2);
const start = new Int32Array(maxCodeBits + 2);
const bytes = new Uint8Array(256);
/** By the next eight bits: the byte that they begin with, and the length of its code. 0: the code is longer. */
const shortByte = new Uint8Array(256);
const shortLength = new Uint8Array(256);
fill();

/**
 * Decoded texts by their code. The responses of a server begin much alike. Decoding them again is most of the cost of a
 * header.
 */
const known = new Map<string, string>();
const knownTexts = 256;

/** The text of `coded`, with one character for each byte. @throws Http2Error where `coded` is no valid code. */
export function decodeHuffman(coded: Buffer): string {
  const key = coded.toString("latin1");
  const before = known.get(key);
  if (before !== undefined) return before;
  const text = decodeBytes(coded);
  if (known.size === knownTexts) known.clear();
  if (key.length <= 64) known.set(key, text);
  return text;
}

function decodeBytes(coded: Buffer): string {
  const end = coded.length * 8;
  // No code has fewer than five bits.
  const text = Buffer.allocUnsafe(Math.ceil(end / 5));
  let size = 0;
  let position = 0;
  while (position < end) {
    const at = position >> 3;
    // After the end come ones, as in the padding.
    const pair = ((coded[at] ?? 0xff) << 8) | (coded[at + 1] ?? 0xff);
    const next = (pair >> (8 - (position & 7))) & 0xff;
    const length = shortLength[next] ?? 0;
    if (length > 0) {
      text[size++] = shortByte[next] ?? 0;
      position += length;
    } else if (end - position < 8 && next === 0xff) {
      break;
    } else {
      const long = decodeLongCode(coded, position);
      text[size++] = long.byte;
      position += long.length;
    }
  }
  if (position > end) throw http2Error("COMPRESSION_ERROR", headerFlaws.cutCharacter);
  return text.toString("latin1", 0, size);
}

function decodeLongCode(coded: Buffer, position: number): { readonly byte: number; readonly length: number } {
  let code = 0;
  for (let length = 1; length <= maxCodeBits; length += 1) {
    const bit = position + length - 1;
    code = (code << 1) | (((coded[bit >> 3] ?? 0xff) >> (7 - (bit & 7))) & 1);
    const index = (start[length] ?? 0) + code - (first[length] ?? 0);
    if (index < (start[length + 1] ?? 0)) return { byte: bytes[index] ?? 0, length };
  }
  throw http2Error("COMPRESSION_ERROR", headerFlaws.earlyEnd);
}

// Sorts by counting, because this runs at every start, before any code is compiled.
function fill(): void {
  const ofByte = Buffer.from(lengths, "latin1").map((digit) => digit - (digit < 0x3a ? 0x30 : 0x57));
  for (const length of ofByte) start[length + 1] = (start[length + 1] ?? 0) + 1;
  for (let length = 1; length <= maxCodeBits; length += 1) {
    const count = start[length + 1] ?? 0;
    first[length + 1] = ((first[length] ?? 0) + count) << 1;
    start[length + 1] = (start[length] ?? 0) + count;
  }
  const next = start.slice();
  for (const [byte, length] of ofByte.entries()) {
    const index = next[length] ?? 0;
    next[length] = index + 1;
    bytes[index] = byte;
    if (length > 8) continue;
    const from = ((first[length] ?? 0) + index - (start[length] ?? 0)) << (8 - length);
    shortByte.fill(byte, from, from + (1 << (8 - length)));
    shortLength.fill(length, from, from + (1 << (8 - length)));
  }
}
