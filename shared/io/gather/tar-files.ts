import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { constants, createGunzip, deflateRawSync, inflateRawSync } from "node:zlib";
import { Parser } from "tar/parse";
import type { ReadEntry } from "tar/read-entry";
import { InputError } from "../errors.ts";
import { type InputText, readStream } from "../input-text.ts";
import { refusalOf } from "../refusal.ts";
import { type EntryTree, entryTree } from "./entry-tree.ts";
import { type GatherFiles, mostOfOne, type Progress } from "./files.ts";
import { couldMatter } from "./kept.ts";

/** What may be kept in memory, packed: objects as text pack to a tenth. */
const mostKept = 128_000_000;
/** Logs pack to a twentieth, seldom to a hundredth; zeros to a thousandth. */
const mostRatio = 300;
const smallest = 512_000_000;

/**
 * A gather in a tar archive, packed with gzip or not, read from begin to end in one pass: of all its entries only those
 * that could matter are kept, packed again, and nothing is written to disk. One that ends too early is `cut`.
 * @throws InputError where it cannot be read, is no tar, or is made to be unpacked without end.
 */
export async function tarFiles(
  path: string,
  { isPacked, total }: { readonly isPacked: boolean; readonly total: number },
  progress: Progress,
): Promise<GatherFiles> {
  const tree = entryTree<Kept>(path);
  const counted = { kept: 0 };
  let read = 0;
  let trouble: string | undefined;
  let refusal: unknown;
  const parser = new Parser({ filter: (name, entry) => wants(name, entry as ReadEntry, tree, fail), brotli: false });
  parser.on("entry", (entry: ReadEntry) => keep(entry, tree, counted, fail));
  parser.on("warn", (code: string, message: string | Error) => {
    if (code !== "TAR_ENTRY_INFO") trouble ??= /^Truncated/.test(`${message}`) ? tooEarly : `${message}`;
  });

  function fail(error: unknown): void {
    refusal ??= error;
  }

  // The end is told by the archive: zlib would drop what it has unpacked where its own is missing.
  let hasEnd = false;
  parser.on("eof", () => {
    hasEnd = true;
  });
  const file = createReadStream(path, { highWaterMark: 1 << 20 });
  const unpacked: Readable = isPacked
    ? file.pipe(createGunzip({ chunkSize: 1 << 18, finishFlush: constants.Z_SYNC_FLUSH }))
    : file;
  file.on("error", (error) => unpacked.destroy(error));
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  // As events and not as an iteration: that drops what was unpacked right before an error.
  unpacked.on("data", (chunk: Buffer) => {
    read += chunk.length;
    parser.write(chunk);
    progress(file.bytesRead, total);
    if (read > smallest && read > mostRatio * file.bytesRead) fail(bomb(path));
    if (refusal !== undefined) unpacked.destroy();
  });
  unpacked.on("end", resolve).on("error", reject).on("close", resolve);
  try {
    await ended;
  } catch (error) {
    // What came before the break has been read, and is worth showing.
    trouble = causeOf(error);
  } finally {
    file.destroy();
  }
  if (refusal !== undefined) throw refusal;
  parser.end();
  if (!hasEnd) trouble ??= tooEarly;
  const cut = trouble === undefined ? undefined : `the archive is not whole (${trouble}): what comes after is missing`;
  return {
    list: async (folder) => tree.list(folder),
    read: async (name) => textOf(tree.content(name)),
    damage: () => [...tree.damage(), ...(cut === undefined ? [] : [{ where: path, cause: cut }])],
    ...(cut !== undefined && { cut }),
    close() {},
  };
}

const tooEarly = "it ends too early";

function bomb(path: string): InputError {
  return new InputError(
    `cannot use ${path}: it unpacks to more than ${mostRatio} times its size; that is a bomb, not a must-gather`,
  );
}

/** The bytes of one entry; those of a large one packed. */
interface Kept {
  bytes: Buffer;
  isPacked: boolean;
  refusal?: string;
}

function wants(name: string, entry: ReadEntry, tree: EntryTree<Kept>, fail: (error: unknown) => void): boolean {
  try {
    tree.count();
  } catch (error) {
    fail(error);
    return false;
  }
  const { type, size } = entry;
  if (type === "Directory" || type === "GNUDumpDir") tree.add(name, undefined);
  else if (type === "File" || type === "OldFile" || type === "ContiguousFile")
    return couldMatter(name) && (size <= mostOfOne || tooLarge(name, tree));
  else if (couldMatter(name) || type.endsWith("Device") || type === "FIFO")
    tree.refuse(name, `${kindsOfEntry[type] ?? type}; left out, as links and devices of an archive are`);
  return false;
}

const kindsOfEntry: Readonly<Record<string, string>> = {
  Link: "a hard link",
  SymbolicLink: "a symbolic link",
  CharacterDevice: "a device",
  BlockDevice: "a device",
  FIFO: "a pipe",
};

function tooLarge(name: string, tree: EntryTree<Kept>): false {
  tree.refuse(name, `it is larger than ${mostOfOne / 1_000_000} MB; left out`);
  return false;
}

function keep(
  entry: ReadEntry,
  tree: EntryTree<Kept>,
  counted: { kept: number },
  fail: (error: unknown) => void,
): void {
  const kept: Kept = { bytes: Buffer.alloc(0), isPacked: false, refusal: "the archive ends inside it" };
  if (tree.add(entry.path, kept) === undefined) return void entry.resume();
  const chunks: Buffer[] = [];
  entry.on("data", (chunk: Buffer) => chunks.push(chunk));
  entry.on("end", () => {
    // An entry that the archive breaks off in ends too.
    if (entry.remain > 0) return;
    const whole = Buffer.concat(chunks);
    kept.isPacked = whole.length > 4096;
    kept.bytes = kept.isPacked ? deflateRawSync(whole, { level: 1 }) : whole;
    delete kept.refusal;
    counted.kept += kept.bytes.length;
    if (counted.kept > mostKept)
      fail(
        new InputError(
          "cannot use the archive: its objects are too many to hold in memory; unpack it, and name the folder",
        ),
      );
  });
}

async function textOf(kept: Kept | undefined): Promise<InputText> {
  if (kept === undefined) return { refusal: "there is no such file" };
  if (kept.refusal !== undefined) return { refusal: kept.refusal };
  const bytes = kept.isPacked ? inflateRawSync(kept.bytes) : kept.bytes;
  return readStream(
    (async function* () {
      yield bytes;
    })(),
  );
}

function causeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code?.startsWith("Z_") === true ? "its gzip data is damaged" : refusalOf(error);
}
