import { crc32 } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise } from "yauzl";
import type { InputBudget } from "../../../parse/input-budget.ts";
import { InputError } from "../../errors/errors.ts";
import { collectTail } from "../../files/log-end.ts";
import { type InputText, readStream } from "../../files/read-input.ts";
import { maxFileBytes, refuseBomb } from "../limits.ts";
import { couldMatter } from "../wanted-files.ts";
import type { MustGatherFiles } from "./archive-files.ts";
import { entryTree } from "./entry-tree.ts";

/**
 * A must-gather in a zip archive. Its directory stands at its end, so that only requested entries are unpacked. An
 * entry whose checksum is wrong is not read.
 * @throws InputError where it is no zip, is cut off, or is made to be unpacked without end.
 */
export async function zipFiles(path: string, total: number, budget: InputBudget): Promise<MustGatherFiles> {
  const tree = entryTree<Entry>(path, budget);
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(refuse);
  try {
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      const name = nameIn(entry);
      tree.count(couldMatter(name));
      unpacked += entry.uncompressedSize;
      refuseBomb(path, unpacked, total);
      const what = refusalOf(entry);
      if (what !== undefined) tree.refuse(name, what);
      else await take(name, name.endsWith("/") ? undefined : entry);
    }
  } catch (error) {
    zip.close();
    throw error instanceof InputError ? error : refuse(error);
  }

  async function take(name: string, entry: Entry | undefined): Promise<void> {
    const before = tree.add(name, entry)?.before;
    if (before === undefined || entry === undefined || !couldMatter(name)) return;
    const isSame = before.uncompressedSize === entry.uncompressedSize && before.crc32 === entry.crc32;
    if (!isSame || !isSameText(await textOf(before), await textOf(entry))) tree.refuseBoth(name);
  }

  async function textOf(entry: Entry): Promise<InputText> {
    try {
      return await readStream(verifyChecksum(await zip.openReadStreamPromise(entry), entry.crc32), maxFileBytes);
    } catch (error) {
      return { refusal: (error as Error).message };
    }
  }

  function refuse(error: unknown): never {
    throw new InputError(
      `cannot use ${path}: the zip archive is damaged or truncated (${(error as Error).message}); copy it again`,
      { cause: error },
    );
  }

  return {
    list: async (folder) => tree.list(folder),
    read: async (file) => {
      const entry = tree.content(file);
      return entry === undefined ? { refusal: tree.whyNone(file) } : textOf(entry);
    },
    async readEnd(file) {
      const entry = tree.content(file);
      if (entry === undefined || entry.uncompressedSize > maxUnpackedLogBytes) return undefined;
      try {
        const tail = collectTail();
        for await (const chunk of await zip.openReadStreamPromise(entry)) tail.add(chunk as Uint8Array);
        return tail.end();
      } catch {
        return undefined;
      }
    },
    damage: () => tree.damage(),
    close: () => zip.close(),
  };
}

function isSameText(first: InputText, second: InputText): boolean {
  return first.refusal === undefined && second.refusal === undefined && first.text === second.text;
}

/**
 * The same bytes, with an error after them where they are not those that were packed. yauzl leaves that check to its
 * users.
 */
async function* verifyChecksum(stream: AsyncIterable<Uint8Array>, expected: number): AsyncGenerator<Uint8Array> {
  let sum = 0;
  for await (const chunk of stream) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== expected) throw new Error("damaged: the checksum does not match");
}

/** The most bytes that are unpacked to reach the end of a log. */
const maxUnpackedLogBytes = 256_000_000;

/** FAT, NTFS and VFAT, whose programs write backslashes in paths (APPNOTE.TXT 4.4.2, against 4.4.17). */
const windows: readonly number[] = [0, 10, 14];

function nameIn({ generalPurposeBitFlag, fileNameRaw, extraFields, versionMadeBy }: Entry): string {
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
  return windows.includes(versionMadeBy >> 8) ? name.replaceAll("\\", "/") : name;
}

function refusalOf(entry: Entry): string | undefined {
  // The upper half is the mode of a Unix file (APPNOTE.TXT 4.4.15; what Info-ZIP writes there).
  const type = (entry.externalFileAttributes >>> 16) & 0o170000;
  const isOther = type !== 0 && type !== 0o100000 && type !== 0o040000;
  if (isOther && entry.versionMadeBy >> 8 === 3) return "a link or a device; skipped";
  return entry.isEncrypted() ? "encrypted; skipped" : undefined;
}
