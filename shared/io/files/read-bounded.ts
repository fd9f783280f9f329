import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { largeFileText, namedPipeText, silentFileText } from "../errors/file-errors.ts";

/** The most that is read of a certificate, key, token or template, in bytes. A bundle of authorities has some 250,000. */
const usualBytes = 4_000_000;

/** How long a file may have nothing to read, in milliseconds. A program behind a shell's `<(…)` may work before it writes. */
const maxSilenceMs = { device: 100, shellPipe: 10_000 } as const;

/**
 * The content of a file that a kubeconfig or a flag names, of at most `maxBytes` bytes. Synchronous, because starting
 * threads takes longer than reading a small file. The path may lead to anything, so neither the bytes nor the time are
 * unbounded: a named pipe is refused at once, and a terminal or another device that stays silent for a tenth of a second.
 * @throws the error of the file system, or an Error whose message is the short reason.
 */
export function readBounded(path: string, maxBytes: number = usualBytes): Buffer {
  // Without O_NONBLOCK, opening a named pipe waits for a writer. Windows has no such flag.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(file);
    if (isNamedPipe(path, found)) throw new Error(namedPipeText);
    if (found.size > maxBytes) throw tooLargeError(maxBytes);
    return readAll(file, found, maxBytes);
  } finally {
    closeSync(file);
  }
}

/** Whether `path` leads to a named pipe, which may have no writer. A shell writes into its own pipe for `<(…)`. */
export function isNamedPipe(path: string, found: Pick<Stats, "isFIFO">): boolean {
  return found.isFIFO() && !/^\/(dev|proc)\//.test(path);
}

function readAll(file: number, found: Stats, maxBytes: number): Buffer {
  // One byte more than the size, so that the end of a usual file is noticed without another buffer.
  let buffer = Buffer.allocUnsafe(Math.max(found.size, 4_095) + 1);
  let bytes = 0;
  for (;;) {
    const read = readOnce(file, buffer.subarray(bytes), found.isFIFO() ? maxSilenceMs.shellPipe : maxSilenceMs.device);
    if (read === 0) return buffer.subarray(0, bytes);
    bytes += read;
    if (bytes > maxBytes) throw tooLargeError(maxBytes);
    if (bytes === buffer.length) buffer = Buffer.concat([buffer], 2 * bytes);
  }
}

/** Reads what is there. Where there is nothing yet, retries for `timeoutMs`. */
function readOnce(file: number, into: Buffer, timeoutMs: number): number {
  const until = performance.now() + timeoutMs;
  for (;;) {
    try {
      return readSync(file, into);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      if (performance.now() > until) throw new Error(silentFileText, { cause: error });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function tooLargeError(maxBytes: number): Error {
  return new Error(largeFileText(maxBytes / 1_000_000));
}
