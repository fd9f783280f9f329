import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ReadEntry } from "tar/read-entry";
import { InputError } from "../errors.ts";
import { type InputText, readStream } from "../input-text.ts";
import { mostKept, mostOfOne } from "./bounds.ts";
import type { EntryTree } from "./entry-tree.ts";
import { parentOf } from "./files.ts";
import { couldMatter } from "./kept.ts";

/** The bytes of one entry; those of a large one packed. */
export interface Kept {
  bytes: Buffer;
  isPacked: boolean;
  refusal?: string;
}

/** Whether the content of an entry is taken; what is not, and should be, is named. */
export function wants(name: string, entry: ReadEntry, tree: EntryTree<Kept>): boolean {
  const { type, size } = entry;
  const matters = couldMatter(name);
  const isFolder = type === "Directory" || type === "GNUDumpDir";
  const isFile = type === "File" || type === "OldFile" || type === "ContiguousFile";
  // What is refused is remembered too.
  tree.count(matters || (!isFolder && !isFile));
  if (isFolder) {
    tree.add(name, undefined);
  } else if (isFile) {
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

/** Takes the content of an entry that comes now; `attempt` is told what cannot be. */
export function keep(
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
    if (before !== undefined) return isSame(before, kept) ? undefined : attempt(() => tree.refuseBoth(entry.path));
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

/** The text of an entry, or why there is none. */
export async function textOf(kept: Kept): Promise<InputText> {
  if (kept.refusal !== undefined) return { refusal: kept.refusal };
  const bytes = kept.isPacked ? inflateRawSync(kept.bytes) : kept.bytes;
  return readStream(
    (async function* () {
      yield bytes;
    })(),
  );
}
