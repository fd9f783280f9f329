import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { constants, createGunzip, deflateRawSync, inflateRawSync } from "node:zlib";
import { Parser } from "tar/parse";
import type { ReadEntry } from "tar/read-entry";
import { InputError } from "../errors.ts";
import { type InputText, readStream } from "../input-text.ts";
import { refusalOf } from "../refusal.ts";
import { typeOf } from "./archive-type.ts";
import { mostKept, mostOfOne, refuseBomb } from "./bounds.ts";
import { type EntryTree, entryTree } from "./entry-tree.ts";
import { type GatherFiles, type Progress, parentOf } from "./files.ts";
import { couldMatter } from "./kept.ts";

/**
 * A gather in a tar archive, packed with gzip or not, read from begin to end in one pass: of all its entries only those
 * that could matter are kept, packed again, and nothing is written to disk. One that ends too early is `cut`.
 * @throws InputError where it cannot be read, is no tar, is packed twice, or is made to be unpacked without end.
 */
export async function tarFiles(
  path: string,
  { isPacked, total }: { readonly isPacked: boolean; readonly total: number },
  progress: Progress,
): Promise<GatherFiles> {
  const tree = entryTree<Kept>(path);
  const file = createReadStream(path, { highWaterMark: 1 << 20 });
  const unpacked: Readable = isPacked
    ? file.pipe(createGunzip({ chunkSize: 1 << 18, finishFlush: constants.Z_SYNC_FLUSH }))
    : file;
  file.on("error", (error) => unpacked.destroy(error));
  const parsing = parsingInto(tree, path);
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let read = 0;
  let broken: string | undefined;
  // As events and not as an iteration: that drops what was unpacked right before an error.
  unpacked.on("data", (chunk: Buffer) => {
    read += chunk.length;
    progress(file.bytesRead, total);
    try {
      refuseBomb(path, read, file.bytesRead);
      parsing.write(chunk);
    } catch (error) {
      unpacked.destroy(error as Error);
    }
  });
  unpacked.on("end", resolve).on("error", reject).on("close", resolve);
  try {
    await ended;
  } catch (error) {
    if (error instanceof InputError) throw error;
    // What came before the break has been read, and is worth showing.
    broken = causeOf(error);
  } finally {
    file.destroy();
  }
  const trouble = parsing.end(broken);
  const cut = trouble === undefined ? undefined : `the archive is not whole (${trouble}): what comes after is missing`;
  return {
    list: async (folder) => tree.list(folder),
    read: async (name) => {
      const kept = tree.content(name);
      return kept === undefined ? { refusal: tree.whyNone(name) } : textOf(kept);
    },
    damage: () => [...tree.damage(), ...(cut === undefined ? [] : [{ where: path, cause: cut }])],
    ...(cut !== undefined && { cut }),
    close() {},
  };
}

/** What takes the bytes of a tar in order; `end` says what of it is broken. */
interface Parsing {
  /** @throws InputError where reading on makes no sense. */
  write(chunk: Buffer): void;
  end(broken: string | undefined): string | undefined;
}

function parsingInto(tree: EntryTree<Kept>, path: string): Parsing {
  const counted = { kept: 0 };
  let trouble: string | undefined;
  let refusal: unknown;
  let held: Buffer = Buffer.alloc(0);
  let isFirst = true;
  let hasEnd = false;
  const filtered = new WeakSet<object>();
  const parser = new Parser({
    brotli: false,
    zstd: false,
    filter(name, entry) {
      filtered.add(entry);
      return attempt(() => wants(name, entry as ReadEntry, tree)) ?? false;
    },
  });
  parser.on("entry", (entry: ReadEntry) => attempt(() => keep(entry, tree, counted, attempt)));
  // Those that were filtered are known; the others are of types that the parser does not read, such as sparse files.
  parser.on("ignoredEntry", (entry: ReadEntry) => {
    if (!filtered.has(entry)) tree.refuse(entry.path, `an entry of another type (${entry.type}); left out`);
  });
  // GNU tar's sparse files of the POSIX format: their true name stands before them.
  parser.on("meta", (text: string) => {
    const name = /^\d+ GNU\.sparse\.name=(.*)$/m.exec(text)?.[1];
    if (name !== undefined && couldMatter(name)) tree.refuse(name, "a sparse file; left out");
  });
  // The end is told by the archive: zlib would drop what it has unpacked where its own is missing.
  parser.on("eof", () => {
    hasEnd = true;
  });
  parser.on("warn", (code: string, message: string | Error) => {
    if (code !== "TAR_ENTRY_INFO") trouble ??= /^Truncated/.test(`${message}`) ? tooEarly : `${message}`;
  });
  parser.on("error", (error: Error) => {
    trouble ??= error.message;
  });

  function attempt<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      refusal ??= error;
      return undefined;
    }
  }

  /** Whole blocks. Those that are empty go one by one: the archive ends with two, and nothing may follow. */
  function parse(blocks: Buffer): void {
    for (let at = 0; at < blocks.length; ) {
      if (hasEnd) {
        if (!isZero(blocks.subarray(at))) trouble ??= followed;
        return;
      }
      let end = at;
      while (end < blocks.length && !isZero(blocks.subarray(end, end + block))) end += block;
      end = Math.max(end, at + block);
      parser.write(blocks.subarray(at, end));
      if (refusal !== undefined) throw refusal;
      at = end;
    }
  }

  return {
    write(chunk) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const whole = bytes.length - (bytes.length % block);
      held = bytes.subarray(whole);
      if (whole > 0 && isFirst) refusePackedTwice(path, bytes);
      isFirst &&= whole === 0;
      parse(bytes.subarray(0, whole));
    },
    end(broken) {
      if (isFirst) refusePackedTwice(path, held);
      parse(held);
      trouble = broken ?? trouble;
      parser.end();
      if (refusal !== undefined) throw refusal;
      return trouble ?? (hasEnd ? undefined : tooEarly);
    },
  };
}

/** Of a tar everything counts in blocks. */
const block = 512;

const tooEarly = "it ends too early";
const followed = "another archive, or something else, follows its end";

/** The parser would unpack it, past every bound. */
function refusePackedTwice(path: string, begin: Buffer): void {
  const type = typeOf(begin.subarray(0, block));
  if (type !== "tar" && type !== "other" && type !== "empty")
    throw new InputError(
      `cannot use ${path}: what is packed in it is packed once more (${type}); unpack it once, and name what comes out`,
    );
}

function isZero(bytes: Buffer): boolean {
  if (bytes[0] !== 0) return bytes.length === 0;
  return bytes.every((byte) => byte === 0);
}

/** The bytes of one entry; those of a large one packed. */
interface Kept {
  bytes: Buffer;
  isPacked: boolean;
  refusal?: string;
}

function wants(name: string, entry: ReadEntry, tree: EntryTree<Kept>): boolean {
  const { type, size } = entry;
  const matters = couldMatter(name);
  tree.count(matters);
  if (type === "Directory" || type === "GNUDumpDir") {
    tree.add(name, undefined);
  } else if (type === "File" || type === "OldFile" || type === "ContiguousFile") {
    // The folder of a log is a folder all the same: a Pod, or a namespace, that nothing else tells of.
    if (!matters || name.includes("/GNUSparseFile."))
      tree.add(parentOf(name).replace(/(\/pods\/[^/]+)\/.*/, "$1"), undefined);
    else if (size > mostOfOne) tree.refuse(name, `it is larger than ${mostOfOne / 1_000_000} MB; left out`);
    else return true;
  } else {
    tree.refuse(name, `${kindsOfEntry[type] ?? type}; left out, as links and devices of an archive are`);
  }
  return false;
}

const kindsOfEntry: Readonly<Record<string, string>> = {
  Link: "a hard link",
  SymbolicLink: "a symbolic link",
  CharacterDevice: "a device",
  BlockDevice: "a device",
  FIFO: "a pipe",
};

function keep(
  entry: ReadEntry,
  tree: EntryTree<Kept>,
  counted: { kept: number },
  attempt: (work: () => void) => void,
): void {
  const kept: Kept = { bytes: Buffer.alloc(0), isPacked: false, refusal: "the archive ends inside it" };
  const added = tree.add(entry.path, kept);
  if (added === undefined) return void entry.resume();
  const { before } = added;
  const chunks: Buffer[] = [];
  entry.on("data", (chunk: Buffer) => chunks.push(chunk));
  entry.on("end", () => {
    // An entry that the archive breaks off in ends too.
    if (entry.remain === 0) fill(kept, Buffer.concat(chunks));
    if (before !== undefined && !isSame(before, kept)) tree.refuseBoth(entry.path);
    if (before !== undefined) return;
    counted.kept += kept.bytes.length;
    attempt(() => refuseTooMuch(counted.kept));
  });
}

function fill(kept: Kept, whole: Buffer): void {
  kept.isPacked = whole.length > 4096;
  kept.bytes = kept.isPacked ? deflateRawSync(whole, { level: 1 }) : whole;
  delete kept.refusal;
}

function isSame(one: Kept, other: Kept): boolean {
  return one.refusal === undefined && other.refusal === undefined && one.bytes.equals(other.bytes);
}

function refuseTooMuch(kept: number): void {
  if (kept > mostKept)
    throw new InputError(
      "cannot use the archive: its objects are too many to hold in memory; unpack it, and name the folder",
    );
}

async function textOf(kept: Kept): Promise<InputText> {
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
