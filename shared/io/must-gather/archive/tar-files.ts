import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { constants, createGunzip, createZstdDecompress } from "node:zlib";
import { Parser } from "tar/parse";
import type { ReadEntry } from "tar/read-entry";
import { definedFields } from "../../../model/defined-fields.ts";
import type { InputBudget } from "../../../parse/input-budget.ts";
import { InputError } from "../../errors/errors.ts";
import { fileErrorMessage } from "../../errors/file-error-message.ts";
import { archiveTypeOfBytes } from "../../files/archive-type.ts";
import { xzErrorText } from "../../files/xz-error.ts";
import { refuseBomb } from "../limits.ts";
import { couldMatter } from "../wanted-files.ts";
import type { MustGatherFiles, ReadProgress } from "./archive-files.ts";
import { type EntryTree, entryTree } from "./entry-tree.ts";
import { entryText, isWantedEntry, readEntry, type StoredEntry } from "./tar-entries.ts";
import { type KeptLogEnds, keptLogEnds } from "./tar-log-ends.ts";

/**
 * A must-gather in a tar archive, packed with gzip, zstd, xz or not, read from begin to end in one pass. Only entries that could
 * matter are kept, packed again, and nothing is written to disk. An archive that ends too early is `cut`.
 * @throws InputError where it cannot be read, is no tar, is packed twice, or is made to be unpacked without end.
 */
export async function tarFiles(
  path: string,
  { packing, total }: { readonly packing: Packing; readonly total: number },
  progress: ReadProgress,
  budget: InputBudget,
): Promise<MustGatherFiles> {
  const tree = entryTree<StoredEntry>(path, budget);
  const unpack = await unpackers[packing]();
  const file = createReadStream(path, { highWaterMark: 1 << 20 });
  const unpacked = unpack(file);
  file.on("error", (error) => unpacked.destroy(error));
  const logs = keptLogEnds();
  const parsing = parsingInto(tree, path, budget, logs);
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let read = 0;
  let broken: string | undefined;
  // Events and not an iteration, which drops what was unpacked right before an error.
  unpacked.on("data", (chunk: Buffer) => {
    read += chunk.length;
    progress({ is: "archive", done: file.bytesRead, total });
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
    broken = whyUnpackingFailed(error);
  } finally {
    file.destroy();
  }
  const flaw = parsing.end(broken);
  const cut = flaw === undefined ? undefined : archiveNotWholeText(flaw);
  const isTruncated = broken !== undefined || flaw === endsTooEarly;
  return {
    list: async (folder) => tree.list(folder),
    read: async (name) => {
      const stored = tree.content(name);
      return stored === undefined ? { refusal: tree.whyNone(name) } : entryText(stored);
    },
    readEnd: async (name) => logs.get(name),
    damage: () => [
      ...tree.damage(),
      ...(cut === undefined ? [] : [{ where: path, cause: cut, ...(isTruncated && { isTruncated }) }]),
    ],
    ...definedFields({ cut }),
    close() {},
  };
}

/** The damage of an archive that breaks off, with the reason. */
function archiveNotWholeText(flaw: string): string {
  if (flaw === endsTooEarly) return "the archive is truncated, and the rest is missing";
  return `the archive cannot be read to its end (${flaw}), and the rest is missing`;
}

/** How a tar may be packed. */
type Packing = "tar" | "gzip" | "zstd" | "xz";

const unpackers: Readonly<Record<Packing, () => Promise<(file: Readable) => Readable>>> = {
  tar: async () => (file) => file,
  gzip: async () => (file) => file.pipe(createGunzip({ chunkSize: 1 << 18, finishFlush: constants.Z_SYNC_FLUSH })),
  zstd: async () => (file) =>
    file.pipe(createZstdDecompress({ chunkSize: 1 << 18, finishFlush: constants.ZSTD_e_flush })),
  xz: async () => (await import("../../files/xz.lazy.ts")).unpackXz,
};

function whyUnpackingFailed(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code?.startsWith("ZSTD_") === true) return "its zstd data is damaged";
  if (code?.startsWith("Z_") === true) return "its gzip data is damaged";
  return xzErrorText(error) ?? fileErrorMessage(error);
}

/** Takes the bytes of a tar in order. `end` returns what is broken in it. */
interface TarParser {
  /** @throws InputError where reading on makes no sense. */
  write(chunk: Buffer): void;
  end(broken: string | undefined): string | undefined;
}

/** Creates a parser that adds the entries that could matter to `tree`. */
function parsingInto(tree: EntryTree<StoredEntry>, path: string, budget: InputBudget, logs: KeptLogEnds): TarParser {
  const keepBytes = (bytes: number): void => budget.take("bytes", path, bytes);
  let flaw: string | undefined;
  let refusal: unknown;
  let buffered: Buffer = Buffer.alloc(0);
  let isFirst = true;
  let hasEnd = false;
  const filtered = new WeakSet<object>();
  const parser = new Parser({
    brotli: false,
    zstd: false,
    filter(name, entry) {
      filtered.add(entry);
      return attempt(() => isWantedEntry(name, entry as ReadEntry, tree) || logs.isKept(entry as ReadEntry)) ?? false;
    },
  });
  parser.on("entry", (entry: ReadEntry) =>
    attempt(() => (logs.isKept(entry) ? logs.take(entry) : readEntry(entry, tree, keepBytes, attempt))),
  );
  refuseOthers(parser, tree, filtered, attempt);
  // The archive itself marks its end. zlib would drop what it has unpacked where its own end is missing.
  parser.on("eof", () => {
    hasEnd = true;
  });
  parser.on("warn", (code: string, message: string | Error) => {
    if (code !== "TAR_ENTRY_INFO") flaw ??= /^Truncated/.test(`${message}`) ? endsTooEarly : `${message}`;
  });
  parser.on("error", (error: Error) => {
    flaw ??= error.message;
  });

  function attempt<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      refusal ??= error;
      return undefined;
    }
  }

  /** Parses whole blocks. Empty blocks go one by one, since the archive ends with two, and nothing may follow. */
  function parse(blocks: Buffer): void {
    for (let at = 0; at < blocks.length; ) {
      if (hasEnd) {
        if (!isZero(blocks.subarray(at))) flaw ??= "data after its end";
        return;
      }
      let end = at;
      while (end < blocks.length && !(blocks[end] === 0 && isZero(blocks.subarray(end, end + block)))) end += block;
      end = Math.max(end, at + block);
      parser.write(blocks.subarray(at, end));
      if (refusal !== undefined) throw refusal;
      at = end;
    }
  }

  return {
    write(chunk) {
      const bytes = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
      const whole = bytes.length - (bytes.length % block);
      buffered = bytes.subarray(whole);
      if (whole > 0 && isFirst) refusePackedTwice(path, bytes);
      isFirst &&= whole === 0;
      parse(bytes.subarray(0, whole));
    },
    end(broken) {
      if (isFirst) refusePackedTwice(path, buffered);
      parse(buffered);
      flaw = broken ?? flaw;
      parser.end();
      if (refusal !== undefined) throw refusal;
      return flaw ?? (hasEnd ? undefined : endsTooEarly);
    },
  };
}

/** Reports as omitted the entries that the parser does not read and that were not filtered. */
function refuseOthers(
  parser: Parser,
  tree: EntryTree<StoredEntry>,
  filtered: WeakSet<object>,
  attempt: (work: () => unknown) => unknown,
): void {
  parser.on("ignoredEntry", (entry: ReadEntry) => {
    if (filtered.has(entry)) return;
    attempt(() => tree.refuse(entry.path, `an entry of another type (${entry.type}); skipped`));
  });
  // GNU tar's sparse files of the POSIX format: their true name stands before them.
  parser.on("meta", (text: string) => {
    const name = /^\d+ GNU\.sparse\.name=(.*)$/m.exec(text)?.[1];
    if (name !== undefined && couldMatter(name)) attempt(() => tree.refuse(name, "a sparse file; skipped"));
  });
}

/** The bytes of a block, in which a tar counts everything. */
const block = 512;

/** @throws InputError where the content is packed once more. The parser would unpack it past every limit. */
function refusePackedTwice(path: string, begin: Buffer): void {
  const type = archiveTypeOfBytes(begin.subarray(0, block));
  if (type !== "tar" && type !== "other" && type !== "empty")
    throw new InputError(
      `cannot use ${path}: it contains another archive (${type}); unpack it once, and specify the result`,
    );
}

/** Whether all bytes are zero: each is the same as the one before it. A loop over them would take twenty times as long. */
function isZero(bytes: Buffer): boolean {
  return bytes.length === 0 || (bytes[0] === 0 && bytes.subarray(1).equals(bytes.subarray(0, -1)));
}

/** The reason for an archive without its end. */
const endsTooEarly = "truncated";
