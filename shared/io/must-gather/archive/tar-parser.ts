import { Parser } from "tar/parse";
import type { ReadEntry } from "tar/read-entry";
import type { InputBudget } from "../../../parse/input-budget.ts";
import { InputError } from "../../errors/errors.ts";
import { archiveTypeOfBytes } from "../../files/archive-type.ts";
import { couldMatter } from "../wanted-files.ts";
import type { EntryTree } from "./entry-tree.ts";
import { isContentNeeded, type StoredEntry, storeContent } from "./tar-entries.ts";
import type { KeptLogEnds } from "./tar-log-ends.ts";

/** The flaw of an archive without its end. */
export const endsTooEarly = "truncated";

/** The bytes of a block, in which a tar counts everything. */
const blockBytes = 512;

/** Where the entries of an archive go that could matter. */
export interface TarContents {
  readonly tree: EntryTree<StoredEntry>;
  readonly logs: KeptLogEnds;
  readonly budget: InputBudget;
}

/** Takes the bytes of a tar in order, and adds the entries that could matter to its contents. */
export class TarParser {
  readonly #path: string;
  readonly #contents: TarContents;
  readonly #parser: Parser;
  /** Entries that the filter has seen. The parser ignores entries of unknown types before. */
  readonly #filtered = new WeakSet<object>();
  /** The bytes since the last whole block. */
  #remainder: Buffer = Buffer.alloc(0);
  #hasFirstBlock = false;
  #hasEnd = false;
  /** The first thing that is broken in the archive. */
  #flaw: string | undefined;
  /** What a callback of the parser threw first. The parser would swallow it. */
  #callbackError: unknown;

  /** @param path What the user named, for errors. */
  constructor(path: string, contents: TarContents) {
    this.#path = path;
    this.#contents = contents;
    this.#parser = this.#createParser();
  }

  /** @throws InputError where reading on makes no sense. */
  write(chunk: Buffer): void {
    const bytes = this.#remainder.length === 0 ? chunk : Buffer.concat([this.#remainder, chunk]);
    const wholeBytes = bytes.length - (bytes.length % blockBytes);
    this.#remainder = bytes.subarray(wholeBytes);
    if (wholeBytes === 0) return;
    if (!this.#hasFirstBlock) refusePackedTwice(this.#path, bytes);
    this.#hasFirstBlock = true;
    this.#parseBlocks(bytes.subarray(0, wholeBytes));
  }

  /**
   * Ends the archive, and returns what is broken in it.
   * @param unpackingFlaw Why it could not be unpacked to its end. Undefined where it could.
   * @throws as {@link write}.
   */
  end(unpackingFlaw: string | undefined): string | undefined {
    if (!this.#hasFirstBlock) refusePackedTwice(this.#path, this.#remainder);
    this.#parseBlocks(this.#remainder);
    this.#flaw = unpackingFlaw ?? this.#flaw;
    this.#parser.end();
    this.#rethrow();
    if (this.#flaw !== undefined) return this.#flaw;
    return this.#hasEnd ? undefined : endsTooEarly;
  }

  #createParser(): Parser {
    const { tree, logs, budget } = this.#contents;
    const store = {
      tree,
      countBytes: (bytes: number): void => budget.take("bytes", this.#path, bytes),
      guard: (work: () => void): void => this.#guard(work),
    };
    const parser = new Parser({
      brotli: false,
      zstd: false,
      filter: (name, entry) => {
        this.#filtered.add(entry);
        const tarEntry = entry as ReadEntry;
        return this.#guard(() => isContentNeeded(name, tarEntry, tree) || logs.isKept(tarEntry)) ?? false;
      },
    });
    parser.on("entry", (entry: ReadEntry) => {
      this.#guard(() => {
        if (logs.isKept(entry)) logs.take(entry);
        else storeContent(entry, store);
      });
    });
    parser.on("ignoredEntry", (entry: ReadEntry) => {
      if (this.#filtered.has(entry)) return;
      this.#guard(() => tree.refuse(entry.path, `an entry of another type (${entry.type}); skipped`));
    });
    // GNU tar's sparse files of the POSIX format: their true name stands before them.
    parser.on("meta", (text: string) => {
      const name = /^\d+ GNU\.sparse\.name=(.*)$/m.exec(text)?.[1];
      if (name !== undefined && couldMatter(name)) this.#guard(() => tree.refuse(name, "a sparse file; skipped"));
    });
    // The archive itself marks its end. zlib would drop what it has unpacked where its own end is missing.
    parser.on("eof", () => {
      this.#hasEnd = true;
    });
    parser.on("warn", (code: string, message: string | Error) => {
      if (code !== "TAR_ENTRY_INFO") this.#flaw ??= /^Truncated/.test(`${message}`) ? endsTooEarly : `${message}`;
    });
    parser.on("error", (error: Error) => {
      this.#flaw ??= error.message;
    });
    return parser;
  }

  /** Parses whole blocks. Empty blocks go one by one, since the archive ends with two, and nothing may follow. */
  #parseBlocks(blocks: Buffer): void {
    let start = 0;
    while (start < blocks.length) {
      if (this.#hasEnd) {
        if (!isZero(blocks.subarray(start))) this.#flaw ??= "data after its end";
        return;
      }
      const end = findEmptyBlock(blocks, start) ?? blocks.length;
      const next = Math.max(end, start + blockBytes);
      this.#parser.write(blocks.subarray(start, next));
      this.#rethrow();
      start = next;
    }
  }

  /** Runs a callback of the parser. Returns undefined where that throws, and {@link #rethrow} throws the error later. */
  #guard<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      this.#callbackError ??= error;
      return undefined;
    }
  }

  #rethrow(): void {
    if (this.#callbackError !== undefined) throw this.#callbackError;
  }
}

/** @throws InputError where the content is packed once more. The parser would unpack it past every limit. */
function refusePackedTwice(path: string, beginning: Buffer): void {
  const type = archiveTypeOfBytes(beginning.subarray(0, blockBytes));
  if (type === "tar" || type === "other" || type === "empty") return;
  throw new InputError(
    `cannot use ${path}: it contains another archive (${type}); unpack it once, and specify the result`,
  );
}

/** The offset of the first block from `start` on that has only zeros. */
function findEmptyBlock(blocks: Buffer, start: number): number | undefined {
  for (let offset = start; offset < blocks.length; offset += blockBytes) {
    if (blocks[offset] === 0 && isZero(blocks.subarray(offset, offset + blockBytes))) return offset;
  }
  return undefined;
}

/** Whether all bytes are zero: each is the same as the one before it. A loop over them would take twenty times as long. */
function isZero(bytes: Buffer): boolean {
  return bytes.length === 0 || (bytes[0] === 0 && bytes.subarray(1).equals(bytes.subarray(0, -1)));
}
