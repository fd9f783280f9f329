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
    return [headerOf(name, content.length), content, Buffer.alloc(-content.length & (blockBytes - 1))];
  });
  const packed = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]), { level: 9 });
  // The header names the system that packed it (RFC 1952, OS): 255 is unknown.
  packed[9] = 255;
  return packed;
}

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0, 100, "latin1");
  header.write("0000600\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.write(octal(size), 124);
  header.write(octal(entryTime), 136);
  header.write("        0", 148);
  header.write("ustar\u000000", 257, "latin1");
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

function octal(value: number): string {
  return `${value.toString(8).padStart(11, "0")}\0`;
}
