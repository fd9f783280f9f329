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

/** Keeps at most `maxBytes` bytes, and never more than two pieces beyond that. */
export function collectTail(maxBytes: number = maxLogBytes): TailCollector {
  let kept: Uint8Array[] = [];
  let bytes = 0;
  let all = 0;
  return {
    add(chunk) {
      all += chunk.length;
      bytes += chunk.length;
      kept.push(chunk);
      while (bytes - (kept[0]?.length ?? 0) >= maxBytes) bytes -= kept.shift()?.length ?? 0;
      // A piece is a part of a large buffer, which it would keep alive.
      if (bytes > 2 * maxBytes) kept = [Buffer.from(Buffer.concat(kept).subarray(-maxBytes))];
      bytes = kept.reduce((sum, each) => sum + each.length, 0);
    },
    end: () => ({ text: Buffer.concat(kept).subarray(-maxBytes).toString(), isEnd: all > maxBytes }),
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
  const found =
    /(?:^|\/)namespaces\/([^/]+)\/pods\/[^/]+(?:\/[^/]+){1,2}\/logs\/(?:current|previous)(?:\.insecure)?\.log$/.exec(
      path,
    );
  const namespace = found?.[1] ?? "kube-system";
  return !/^(?:openshift-|kube-)/.test(namespace) || /cnv|virt/.test(namespace);
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
