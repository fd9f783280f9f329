import { Parser } from "tar/parse";
import type { ReadEntry } from "tar/read-entry";
import { InputError } from "../errors.ts";
import { typeOf } from "./archive-type.ts";
import type { EntryTree } from "./entry-tree.ts";
import { couldMatter } from "./kept.ts";
import { type Kept, keep, wants } from "./tar-entries.ts";

/** What takes the bytes of a tar in order; `end` says what of it is broken. */
export interface Parsing {
  /** @throws InputError where reading on makes no sense. */
  write(chunk: Buffer): void;
  end(broken: string | undefined): string | undefined;
}

/** Takes the entries that could matter into a tree. */
export function parsingInto(tree: EntryTree<Kept>, path: string): Parsing {
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
    if (filtered.has(entry)) return;
    attempt(() => tree.refuse(entry.path, `an entry of another type (${entry.type}); left out`));
  });
  // GNU tar's sparse files of the POSIX format: their true name stands before them.
  parser.on("meta", (text: string) => {
    const name = /^\d+ GNU\.sparse\.name=(.*)$/m.exec(text)?.[1];
    if (name !== undefined && couldMatter(name)) attempt(() => tree.refuse(name, "a sparse file; left out"));
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
      while (end < blocks.length && !(blocks[end] === 0 && isZero(blocks.subarray(end, end + block)))) end += block;
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
