import { open, stat } from "node:fs/promises";
import { maxLogBytes } from "../../logs/log-limits.ts";
import { readText } from "./read-input.ts";

/** The end of a log: as much as a report reads of one. */
export interface LogEnd {
  readonly text: string;
  /** The text begins within the log. */
  readonly isEnd: boolean;
}

/** Collects the last bytes of what comes in pieces. */
export interface TailCollector {
  add(chunk: Uint8Array): void;
  end(): LogEnd;
}

/** Creates a collector of at most `maxBytes` bytes. It never keeps more than two pieces beyond that. */
export function collectTail(maxBytes: number = maxLogBytes): TailCollector {
  let pieces: Uint8Array[] = [];
  let keptBytes = 0;
  let receivedBytes = 0;
  return {
    add(chunk) {
      receivedBytes += chunk.length;
      keptBytes += chunk.length;
      pieces.push(chunk);
      while (keptBytes - (pieces[0]?.length ?? 0) >= maxBytes) keptBytes -= pieces.shift()?.length ?? 0;
      if (keptBytes <= 2 * maxBytes) return;
      // A piece is a part of a large buffer, which it would keep alive.
      pieces = [Buffer.from(Buffer.concat(pieces).subarray(-maxBytes))];
      keptBytes = maxBytes;
    },
    end: () => ({
      text: Buffer.concat(pieces).subarray(-maxBytes).toString(),
      isEnd: receivedBytes > maxBytes,
    }),
  };
}

function endOfText(text: string): LogEnd {
  return { text: text.slice(-maxLogBytes), isEnd: text.length > maxLogBytes };
}

/**
 * Whether a path is that of a log that could explain a report: `oc adm inspect` writes those of each container below
 * `pods` (openshift/oc pkg/cli/admin/inspect/pod.go). Logs of OpenShift's own operators, which are nearly all of a
 * must-gather, explain none.
 */
export function isContainerLog(path: string): boolean {
  const containerLog =
    /(?:^|\/)namespaces\/([^/]+)\/pods\/[^/]+(?:\/[^/]+){1,2}\/logs\/(?:current|previous)(?:\.insecure)?\.log$/;
  const namespace = containerLog.exec(path)?.[1];
  if (namespace === undefined) return false;
  const isOfPlatform = /^(?:openshift-|kube-)/.test(namespace);
  const isOfVirtualization = /cnv|virt/.test(namespace);
  return !isOfPlatform || isOfVirtualization;
}

/**
 * The last bytes of a file, however large, or of the log in a small packed one; or the first ones. Undefined where it
 * cannot be read.
 */
export async function readFileEnd(path: string, part: "end" | "begin" = "end"): Promise<LogEnd | undefined> {
  if (/\.gz$/.test(path)) {
    const unpacked = await readText(path, maxUnpackedBytes);
    return unpacked.refusal === undefined ? endOfText(unpacked.text) : undefined;
  }
  try {
    // Opening a named pipe would wait for a program that writes into it.
    if (!(await stat(path)).isFile()) return undefined;
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const begin = part === "begin" ? 0 : Math.max(0, size - maxLogBytes);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(maxLogBytes), 0, maxLogBytes, begin);
      return { text: buffer.subarray(0, bytesRead).toString(), isEnd: begin > 0 };
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/** The most bytes of a packed log, unpacked. The kubelet rotates a log at 10 MiB (containerLogMaxSize). */
const maxUnpackedBytes = 32_000_000;
