import type { Readable } from "node:stream";
import { type Entry, getFileNameLowLevel, openPromise } from "yauzl";
import { InputError } from "../errors.ts";
import { type InputText, readStream } from "../input-text.ts";
import { entryTree } from "./entry-tree.ts";
import { type GatherFiles, mostOfOne } from "./files.ts";

/** A file that packs better than this is no text of objects. */
const mostRatio = 300;
const smallest = 512_000_000;

/**
 * A gather in a zip archive: its directory stands at its end, so that only the entries that are asked for are unpacked.
 * @throws InputError where it is no zip, is cut off, or is made to be unpacked without end.
 */
export async function zipFiles(path: string, total: number): Promise<GatherFiles> {
  const tree = entryTree<Entry>(path);
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(refuse);
  try {
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      tree.count();
      unpacked += entry.uncompressedSize;
      if (unpacked > smallest && unpacked > mostRatio * total)
        throw new InputError(
          `cannot use ${path}: it unpacks to more than ${mostRatio} times its size; that is a bomb, not a must-gather`,
        );
      const name = nameOf(entry);
      const what = whyNot(entry);
      if (what !== undefined) tree.refuse(name, what);
      else tree.add(name, name.endsWith("/") ? undefined : entry);
    }
  } catch (error) {
    zip.close();
    throw error instanceof InputError ? error : refuse(error);
  }

  async function read(file: string): Promise<InputText> {
    const entry = tree.content(file);
    if (entry === undefined) return { refusal: "there is no such file" };
    try {
      const stream: Readable = await zip.openReadStreamPromise(entry);
      return await readStream(stream, mostOfOne);
    } catch (error) {
      return { refusal: (error as Error).message };
    }
  }

  function refuse(error: unknown): never {
    throw new InputError(
      `cannot use ${path}: the zip archive is damaged or not whole (${(error as Error).message}); copy it again`,
      { cause: error },
    );
  }

  return { list: async (folder) => tree.list(folder), read, damage: () => tree.damage(), close: () => zip.close() };
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
}

function whyNot(entry: Entry): string | undefined {
  // The upper half is the mode of a Unix file (APPNOTE.TXT 4.4.15; what Info-ZIP writes there).
  const type = (entry.externalFileAttributes >>> 16) & 0o170000;
  const isOther = type !== 0 && type !== 0o100000 && type !== 0o040000;
  if (isOther && entry.versionMadeBy >> 8 === 3) return "a link or a device; left out";
  return entry.isEncrypted() ? "it is encrypted; left out" : undefined;
}
