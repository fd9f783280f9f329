import { gzipSync } from "node:zlib";

/** One file of an archive. */
export interface TarEntry {
  /** At most 100 characters of ASCII, with `/`. */
  readonly name: string;
  readonly text: string;
}

const blockBytes = 512;

/** The time of every entry. With the time of writing, no two archives would be equal. 1980 is the first that a zip holds. */
const entryTime = Date.UTC(1980, 0, 1) / 1000;

/**
 * A tar of these files, packed with gzip: the same bytes for the same files, by every runtime and on every platform
 * (POSIX.1-1988, ustar).
 */
export function packTar(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, text }) => {
    const content = Buffer.from(text);
    const unfilledBytes = (blockBytes - (content.length % blockBytes)) % blockBytes;
    return [makeHeader(name, content.length), content, Buffer.alloc(unfilledBytes)];
  });
  const endOfArchive = Buffer.alloc(2 * blockBytes);
  const packed = gzipSync(Buffer.concat([...blocks, endOfArchive]), { level: 9 });
  packed[systemByte] = unknownSystem;
  return packed;
}

/** The byte of gzip data that names the system on which it was packed (RFC 1952, OS). */
const systemByte = 9;
const unknownSystem = 255;

function makeHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0, 100, "latin1");
  header.write("0000600\0", 100); // mode: only the owner may read and write it
  header.write("0000000\0", 108); // owner
  header.write("0000000\0", 116); // group
  header.write(`${octal(size, 11)}\0`, 124);
  header.write(`${octal(entryTime, 11)}\0`, 136);
  header.write("        ", 148); // checksum, which counts itself as blanks
  header.write("0", 156); // type: a file
  header.write("ustar\u000000", 257); // format and its version
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${octal(checksum, 6)}\0 `, 148);
  return header;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}
