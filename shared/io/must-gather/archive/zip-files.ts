import { crc32 } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import type { InputBudget } from "../../../parse/input-budget.ts";
import { InputError } from "../../errors/errors.ts";
import { collectTail, type LogEnd } from "../../files/log-end.ts";
import { type InputText, readStream } from "../../files/read-input.ts";
import { maxFileBytes, refuseBomb } from "../limits.ts";
import { couldMatter } from "../wanted-files.ts";
import type { MustGatherFiles } from "./archive-files.ts";
import { EntryTree } from "./entry-tree.ts";

/** The most bytes that are unpacked to reach the end of a log. */
const maxUnpackedLogBytes = 256_000_000;

/** The systems FAT, NTFS and VFAT, whose programs write backslashes in paths (APPNOTE.TXT 4.4.2, against 4.4.17). */
const windowsSystems: readonly number[] = [0, 10, 14];

/** The system whose programs write the mode of a file (APPNOTE.TXT 4.4.2 and 4.4.15; what Info-ZIP writes there). */
const unixSystem = 3;

/** The types of files in the mode of a Unix file: 0 where a program writes none. */
const fileTypeMask = 0o170000;
const plainFileTypes: readonly number[] = [0, 0o100000, 0o040000];

/**
 * Opens a must-gather in a zip archive. The directory of a zip stands at its end, so that only requested entries are
 * unpacked. An entry whose checksum is wrong is not read.
 * @throws InputError where it is no zip, is cut off, or is made to be unpacked without end.
 */
export async function openZip(path: string, total: number, budget: InputBudget): Promise<MustGatherFiles> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
  const zip = await openPromise(path, options).catch((error: unknown) => {
    throw damagedZipError(path, error);
  });
  const entries = new ZipEntries(path, zip, budget);
  try {
    await entries.readDirectory(total);
  } catch (error) {
    zip.close();
    throw error instanceof InputError ? error : damagedZipError(path, error);
  }
  return {
    list: async (folder) => entries.tree.list(folder),
    read: async (file) => {
      const entry = entries.tree.content(file);
      return entry === undefined ? { refusal: entries.tree.explainMissing(file) } : entries.readText(entry);
    },
    readEnd: async (file) => {
      const entry = entries.tree.content(file);
      return entry === undefined ? undefined : entries.readEnd(entry);
    },
    damage: () => entries.tree.damage(),
    close: () => zip.close(),
  };
}

function damagedZipError(path: string, error: unknown): InputError {
  return new InputError(
    `cannot use ${path}: the zip archive is damaged or truncated (${(error as Error).message}); copy it again`,
    { cause: error },
  );
}

/** The entries of a zip, which are unpacked when they are needed. */
class ZipEntries {
  readonly tree: EntryTree<Entry>;
  readonly #path: string;
  readonly #zip: ZipFile;

  constructor(path: string, zip: ZipFile, budget: InputBudget) {
    this.tree = new EntryTree(path, budget);
    this.#path = path;
    this.#zip = zip;
  }

  /** Adds all entries to the tree. @param total The bytes of the zip. */
  async readDirectory(total: number): Promise<void> {
    let unpackedBytes = 0;
    for await (const entry of this.#zip.eachEntry()) {
      const name = readName(entry);
      this.tree.count({ mayBeKept: couldMatter(name) });
      unpackedBytes += entry.uncompressedSize;
      refuseBomb(this.#path, unpackedBytes, total);
      const refusal = findRefusal(entry);
      if (refusal !== undefined) this.tree.refuse(name, refusal);
      else if (name.endsWith("/")) this.tree.addFolder(name);
      else await this.#addFile(name, entry);
    }
  }

  async readText(entry: Entry): Promise<InputText> {
    try {
      const stream = await this.#zip.openReadStreamPromise(entry);
      return await readStream(verifyChecksum(stream, entry.crc32), maxFileBytes);
    } catch (error) {
      return { refusal: (error as Error).message };
    }
  }

  /** The end of a log. Undefined where it is too large or cannot be read. */
  async readEnd(entry: Entry): Promise<LogEnd | undefined> {
    if (entry.uncompressedSize > maxUnpackedLogBytes) return undefined;
    try {
      const tail = collectTail();
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) tail.add(chunk as Uint8Array);
      return tail.end();
    } catch {
      return undefined;
    }
  }

  async #addFile(name: string, entry: Entry): Promise<void> {
    const added = this.tree.addFile(name, entry);
    if (added.outcome !== "repeated" || !couldMatter(name)) return;
    const { first } = added;
    const mayBeSame = first.uncompressedSize === entry.uncompressedSize && first.crc32 === entry.crc32;
    if (!mayBeSame || !isSameText(await this.readText(first), await this.readText(entry))) this.tree.refuseBoth(name);
  }
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

/** The name of an entry with slashes. */
function readName({ generalPurposeBitFlag, fileNameRaw, extraFields, versionMadeBy }: Entry): string {
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
  const system = versionMadeBy >> 8;
  return windowsSystems.includes(system) ? name.replaceAll("\\", "/") : name;
}

/** Why an entry is omitted. Undefined for a file or folder that can be read. */
function findRefusal(entry: Entry): string | undefined {
  const fileType = (entry.externalFileAttributes >>> 16) & fileTypeMask;
  const system = entry.versionMadeBy >> 8;
  if (system === unixSystem && !plainFileTypes.includes(fileType)) return "a link or a device; skipped";
  return entry.isEncrypted() ? "encrypted; skipped" : undefined;
}
