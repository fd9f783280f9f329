import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ReadEntry } from "tar/read-entry";
import { collectTail, isContainerLog, type LogEnd } from "../../files/log-end.ts";
import { pathOf } from "./entry-tree.ts";

/** The ends of logs that pass by in an archive which is read once. */
export interface KeptLogEnds {
  /** Whether an entry is a log whose end is kept. */
  isKept(entry: ReadEntry): boolean;
  /** Takes the end of an entry that arrives now. */
  take(entry: ReadEntry): void;
  get(path: string): LogEnd | undefined;
}

/** The most logs whose ends are kept. Packed, the end of one takes some 3 KB. */
const maxLogs = 2000;

/** The bytes that are kept of each. */
const keptBytes = 32 * 1024;

/** Keeps the ends of logs of containers, packed. */
export function keptLogEnds(): KeptLogEnds {
  const ends = new Map<string, { readonly packed: Buffer; readonly isEnd: boolean }>();
  return {
    isKept: ({ path, type }) => (type === "File" || type === "OldFile") && ends.size < maxLogs && isContainerLog(path),
    take(entry) {
      const tail = collectTail(keptBytes);
      entry.on("data", (chunk: Buffer) => tail.add(chunk));
      entry.on("end", () => {
        const { text, isEnd } = tail.end();
        ends.set(pathOf(entry.path), { packed: deflateRawSync(text, { level: 1 }), isEnd });
      });
    },
    get(path) {
      const end = ends.get(path);
      return end && { text: inflateRawSync(end.packed).toString(), isEnd: end.isEnd };
    },
  };
}
