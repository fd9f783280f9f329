import { crc32 } from "node:zlib";

/** An xz stream of one block whose LZMA2 chunks are not compressed (tukaani.org/xz/xz-file-format.txt 1.2.1). */
export function packXz(bytes: Buffer): Buffer {
  const flags = Buffer.from([0, 1]);
  const stream = Buffer.concat([Buffer.from("fd377a585a00", "hex"), flags, sumOf(flags)]);
  const blockHeader = withSum(Buffer.from([2, 0, 0x21, 1, 12, 0, 0, 0]));
  const content = Buffer.concat([...chunksOf(bytes), Buffer.from([0])]);
  const block = Buffer.concat([blockHeader, content, Buffer.alloc(-content.length & 3), sumOf(bytes)]);
  const record = [...variable(blockHeader.length + content.length + 4), ...variable(bytes.length)];
  const list = Buffer.from([0, 1, ...record]);
  const index = withSum(Buffer.concat([list, Buffer.alloc(-list.length & 3)]));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(index.length / 4 - 1);
  const footer = Buffer.concat([size, flags]);
  return Buffer.concat([stream, block, index, sumOf(footer), footer, Buffer.from("YZ")]);
}

/** The first chunk resets the dictionary (1), the others do not (2). */
function chunksOf(bytes: Buffer): readonly Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 65_536) {
    const piece = bytes.subarray(at, at + 65_536);
    const size = piece.length - 1;
    chunks.push(Buffer.from([at === 0 ? 1 : 2, size >> 8, size & 0xff]), piece);
  }
  return chunks;
}

function variable(value: number): readonly number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...variable(Math.floor(value / 128))];
}

function withSum(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, sumOf(bytes)]);
}

function sumOf(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(bytes));
  return sum;
}
