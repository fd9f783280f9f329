import { Readable } from "node:stream";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ReadEntry } from "tar/read-entry";
import { type InputText, readStream } from "../../files/read-input.ts";
import { maxFileBytes } from "../limits.ts";
import { couldMatter, isTextFile } from "../wanted-files.ts";
import { parentFolder } from "./archive-files.ts";
import type { EntryTree } from "./entry-tree.ts";

/** The reason for an entry in which the archive ends. */
export const archiveEndsInside = "the archive ends inside it";

/** Entries of more bytes are packed while they are kept. Objects as text pack to a tenth. */
const minPackedBytes = 4096;

/** The content of one entry, or why there is none. */
export interface StoredEntry {
  bytes: Buffer;
  isPacked: boolean;
  refusal?: string;
}

/** Where entries go, and what counts and guards them. */
interface EntryStore {
  readonly tree: EntryTree<StoredEntry>;
  /** Counts the bytes that stay in memory. It may throw. */
  readonly countBytes: (bytes: number) => void;
  /** Runs `work`, and notes what that throws. The events of an entry must not throw. */
  readonly guard: (work: () => void) => void;
}

/**
 * Adds an entry without its content to the tree, and returns whether {@link storeContent} must add the content too:
 * - a folder is added as such,
 * - a file that could matter is left to `storeContent`, or reported where it is too large,
 * - of another file its folder is added, as the only trace of a Pod or of a namespace,
 * - links and devices are reported.
 */
export function isContentNeeded(name: string, entry: ReadEntry, tree: EntryTree<StoredEntry>): boolean {
  const { type, size } = entry;
  const isFolder = type === "Directory" || type === "GNUDumpDir";
  const isFile = type === "File" || type === "OldFile" || type === "ContiguousFile";
  const isRelevant = couldMatter(name);
  // An entry that is reported is remembered too.
  tree.count({ mayBeKept: (isRelevant && !isTextFile(name)) || !(isFolder || isFile) });
  if (isFolder) {
    tree.addFolder(name);
    return false;
  }
  if (!isFile) {
    tree.refuse(name, `${entryTypeTexts[type] ?? type}; links and devices of an archive are skipped`);
    return false;
  }
  if (!isRelevant || name.includes("/GNUSparseFile.")) {
    tree.addFolder(folderOfPod(parentFolder(name)));
    return false;
  }
  if (size > maxFileBytes) {
    tree.refuse(name, `larger than ${maxFileBytes / 1_000_000} MB; skipped`);
    return false;
  }
  return true;
}

const entryTypeTexts: Readonly<Record<string, string>> = {
  Link: "a hard link",
  SymbolicLink: "a symbolic link",
  CharacterDevice: "a device",
  BlockDevice: "a device",
  FIFO: "a pipe",
};

/** `…/pods/web/nginx/logs` -> `…/pods/web`. Any other folder stays as it is. */
function folderOfPod(folder: string): string {
  return folder.replace(/(\/pods\/[^/]+)\/.*/, "$1");
}

/** Adds an entry to the tree, with the content that arrives now. */
export function storeContent(entry: ReadEntry, { tree, countBytes, guard }: EntryStore): void {
  const stored: StoredEntry = { bytes: Buffer.alloc(0), isPacked: false, refusal: archiveEndsInside };
  const added = tree.addFile(entry.path, stored);
  if (added.outcome === "refused") {
    entry.resume();
    return;
  }
  const chunks: Buffer[] = [];
  entry.on("data", (chunk: Buffer) => chunks.push(chunk));
  entry.on("end", () => {
    // An entry in which the archive ends has remaining bytes here.
    if (entry.remain === 0) setContent(stored, Buffer.concat(chunks));
    guard(() => {
      if (added.outcome === "added") countBytes(stored.bytes.length);
      else if (!hasSameBytes(added.first, stored)) tree.refuseBoth(entry.path);
    });
  });
}

function setContent(stored: StoredEntry, content: Buffer): void {
  stored.isPacked = content.length > minPackedBytes;
  stored.bytes = stored.isPacked ? deflateRawSync(content, { level: 1 }) : content;
  delete stored.refusal;
}

function hasSameBytes(entry: StoredEntry, other: StoredEntry): boolean {
  return entry.refusal === undefined && other.refusal === undefined && entry.bytes.equals(other.bytes);
}

/** The text of an entry, or why there is none. */
export async function readStoredText({ bytes, isPacked, refusal }: StoredEntry): Promise<InputText> {
  if (refusal !== undefined) return { refusal };
  return readStream(Readable.from([isPacked ? inflateRawSync(bytes) : bytes]));
}
