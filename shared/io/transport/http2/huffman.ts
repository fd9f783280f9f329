import { headerFlaws } from "../../errors/http2-flaws.ts";
import { http2Error } from "./errors.ts";

// RFC 7541, appendix B: how many bits the code of each byte has, as one digit of base 36. The code is canonical, so that the
// lengths define it: shorter codes come first, and of codes of one length that of the smaller byte.
const encodedLengths =
  "dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6cad67777777777777777777777878djde6" +
  "f56565666577666567655677777fbedskmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn" +
  "qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrq";

const maxCodeBits = 30;

/** For each length of codes, its first code, and the index of that code's byte in `bytes`. */
const firstCodes = new Int32Array(maxCodeBits + 2);
const startIndexes = new Int32Array(maxCodeBits + 2);
/** The bytes in the order of their codes. */
const bytes = new Uint8Array(256);
/** For eight bits, the byte whose code they begin with, and the length of that code. The length is 0 if the code is longer. */
const shortByte = new Uint8Array(256);
const shortLength = new Uint8Array(256);
fillTables();

/** Decoded texts by their codes. The headers of a server's responses are much alike, and decoding them costs most. */
const decodedTexts = new Map<string, string>();
/** When the map has this many texts, all are removed. */
const maxDecodedTexts = 256;
/** The text of a code of more bytes is not kept. */
const maxKeptBytes = 64;

/** Decodes a text, with one character for each byte. @throws Http2Error if the code is invalid */
export function decodeHuffman(coded: Buffer): string {
  const key = coded.toString("latin1");
  const decodedText = decodedTexts.get(key);
  if (decodedText !== undefined) return decodedText;
  const text = decodeBytes(coded);
  if (decodedTexts.size === maxDecodedTexts) decodedTexts.clear();
  if (key.length <= maxKeptBytes) decodedTexts.set(key, text);
  return text;
}

function decodeBytes(coded: Buffer): string {
  const end = coded.length * 8;
  // No code has fewer than five bits.
  const text = Buffer.allocUnsafe(Math.ceil(end / 5));
  let size = 0;
  let position = 0;
  while (position < end) {
    const byteIndex = position >> 3;
    // After the end come ones, as in the padding.
    const twoBytes = ((coded[byteIndex] ?? 0xff) << 8) | (coded[byteIndex + 1] ?? 0xff);
    const nextBits = (twoBytes >> (8 - (position & 7))) & 0xff;
    const length = shortLength[nextBits] ?? 0;
    if (length > 0) {
      text[size++] = shortByte[nextBits] ?? 0;
      position += length;
    } else if (end - position < 8 && nextBits === 0xff) {
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
    const index = (startIndexes[length] ?? 0) + code - (firstCodes[length] ?? 0);
    if (index < (startIndexes[length + 1] ?? 0)) return { byte: bytes[index] ?? 0, length };
  }
  throw http2Error("COMPRESSION_ERROR", headerFlaws.earlyEnd);
}

/** Fills the tables. Sorts by counting, because this runs at every start of the program, before any code is compiled. */
function fillTables(): void {
  const codeLengths = Buffer.from(encodedLengths, "latin1").map((digit) => digit - (digit < 0x3a ? 0x30 : 0x57));
  for (const length of codeLengths) startIndexes[length + 1] = (startIndexes[length + 1] ?? 0) + 1;
  for (let length = 1; length <= maxCodeBits; length += 1) {
    const count = startIndexes[length + 1] ?? 0;
    firstCodes[length + 1] = ((firstCodes[length] ?? 0) + count) << 1;
    startIndexes[length + 1] = (startIndexes[length] ?? 0) + count;
  }
  const nextIndexes = startIndexes.slice();
  for (const [byte, length] of codeLengths.entries()) {
    const index = nextIndexes[length] ?? 0;
    nextIndexes[length] = index + 1;
    bytes[index] = byte;
    if (length > 8) continue;
    const from = ((firstCodes[length] ?? 0) + index - (startIndexes[length] ?? 0)) << (8 - length);
    shortByte.fill(byte, from, from + (1 << (8 - length)));
    shortLength.fill(length, from, from + (1 << (8 - length)));
  }
}
