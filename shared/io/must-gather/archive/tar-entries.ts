import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ReadEntry } from "tar/read-entry";
import { type InputText, readStream } from "../../files/read-input.ts";
import { maxFileBytes } from "../limits.ts";
import { couldMatter, isTextFile } from "../wanted-files.ts";
import { parentFolder } from "./archive-files.ts";
import type { EntryTree } from "./entry-tree.ts";

/** The bytes of one entry, packed where it is large. */
export interface StoredEntry {
  bytes: Buffer;
  isPacked: boolean;
  refusal?: string;
}

/** Whether the content of an entry is taken. An entry that should be taken and cannot be is reported. */
export function isWantedEntry(name: string, entry: ReadEntry, tree: EntryTree<StoredEntry>): boolean {
  const { type, size } = entry;
  const matters = couldMatter(name);
  const isFolder = type === "Directory" || type === "GNUDumpDir";
  const isFile = type === "File" || type === "OldFile" || type === "ContiguousFile";
  // Refused entries count too, since they are remembered.
  tree.count((matters && !isTextFile(name)) || (!isFolder && !isFile));
  if (isFolder) {
    tree.add(name, undefined);
  } else if (isFile) {
    // The folder of a log still counts: it may be the only trace of a Pod or of a namespace.
    if (!matters || name.includes("/GNUSparseFile."))
      tree.add(parentFolder(name).replace(/(\/pods\/[^/]+)\/.*/, "$1"), undefined);
    else if (size > maxFileBytes) tree.refuse(name, `larger than ${maxFileBytes / 1_000_000} MB; skipped`);
    else return true;
  } else {
    tree.refuse(name, `${kindsOfEntry[type] ?? type}; links and devices of an archive are skipped`);
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

/**
 * Takes the content of an entry that arrives now. `attempt` catches what its events throw.
 * @param keepBytes counts the bytes that stay in memory, packed. Objects as text pack to a tenth.
 */
export function readEntry(
  entry: ReadEntry,
  tree: EntryTree<StoredEntry>,
  keepBytes: (bytes: number) => void,
  attempt: (work: () => void) => void,
): void {
  const kept: StoredEntry = { bytes: Buffer.alloc(0), isPacked: false, refusal: archiveEndsInside };
  const added = tree.add(entry.path, kept);
  if (added === undefined) return void entry.resume();
  const { before } = added;
  const chunks: Buffer[] = [];
  entry.on("data", (chunk: Buffer) => chunks.push(chunk));
  entry.on("end", () => {
    // An entry in which the archive breaks off ends too.
    if (entry.remain === 0) fill(kept, Buffer.concat(chunks));
    if (before !== undefined)
      return hasSameBytes(before, kept) ? undefined : attempt(() => tree.refuseBoth(entry.path));
    attempt(() => keepBytes(kept.bytes.length));
  });
}

function fill(kept: StoredEntry, whole: Buffer): void {
  kept.isPacked = whole.length > 4096;
  kept.bytes = kept.isPacked ? deflateRawSync(whole, { level: 1 }) : whole;
  delete kept.refusal;
}

function hasSameBytes(one: StoredEntry, other: StoredEntry): boolean {
  return one.refusal === undefined && other.refusal === undefined && one.bytes.equals(other.bytes);
}

/** The text of an entry, or why there is none. */
export async function entryText(kept: StoredEntry): Promise<InputText> {
  if (kept.refusal !== undefined) return { refusal: kept.refusal };
  const bytes = kept.isPacked ? inflateRawSync(kept.bytes) : kept.bytes;
  return readStream(
    (async function* () {
      yield bytes;
    })(),
  );
}

/** Why an entry cannot be read that the end of the archive cuts. */
export const archiveEndsInside = "the archive ends inside it";
