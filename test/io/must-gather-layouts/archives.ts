/** Archives that the usual programs would not write, byte by byte, and folders of texts. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import type { Layout } from "./layouts.ts";

/** Writes texts below a folder, which comes out. */
export function writeFolder(layout: Layout, folder: string): string {
  for (const [path, text] of layout) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** What the real tar makes of a folder, with the `./` that people have. */
export function tarOf(folder: string, file: string, flags = "-czf"): string {
  execFileSync("tar", [flags, file, "-C", folder, "."]);
  return file;
}

/** One entry of a tar: a file, unless `type` says otherwise. */
export interface TarEntry {
  readonly name: string;
  readonly text?: string;
  readonly type?: string;
  readonly link?: string;
}

/** A tar of the entries as they are (POSIX ustar). */
export function rawTar(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, text = "", type = "0", link = "" }) => {
    const body = Buffer.from(text);
    const header = tarHeader(name, body.length, type, link);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export function tarHeader(name: string, size: number, type = "0", link = ""): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write("0000644\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.write(`${size.toString(8).padStart(11, "0")} `, 124);
  header.write("00000000000 ", 136);
  header.write("        ", 148);
  header.write(type, 156);
  header.write(link, 157, 100);
  header.write("ustar\u000000", 257);
  let sum = 0;
  for (const byte of header) sum += byte;
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** One entry of a zip; `claimed` is the size that it says to have. */
export interface ZipEntry {
  readonly name: string;
  readonly data: Buffer | string;
  readonly claimed?: number;
  /** Of a Unix file: 0o120777 is a link. */
  readonly mode?: number;
  /** What made it: 3 is Unix, 0 is FAT. */
  readonly host?: number;
  /** Its checksum, where that is wrong. */
  readonly sum?: number;
}

/** A zip of the entries as they are (APPNOTE.TXT 4.3). */
export function rawZip(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claimed, mode = 0o100644, host = 3, sum } of entries) {
    const whole = Buffer.from(data);
    const packed = deflateRawSync(whole);
    const size = claimed ?? whole.length;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(sum ?? crc32(whole), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\u0001\u0002"), Buffer.from([20, host]), fields, rest, Buffer.from(name));
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, central, Buffer.from("PK\u0005\u0006"), end]);
}

/** A zip of texts. */
export function zipOf(layout: Layout): Buffer {
  return rawZip([...layout].map(([name, data]) => ({ name, data })));
}
