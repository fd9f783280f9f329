import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { largeFileText, namedPipeText, silentFileText } from "../errors/file-errors.ts";

/** The most that is read of a certificate, key, token or template, in bytes. A bundle of authorities has some 250,000. */
const usualBytes = 4_000_000;

/** How long a program behind a shell's `<(…)` may work before it writes, in milliseconds. */
const maxSilenceOfShellPipeMs = 10_000;

/** How long a terminal or another device may have nothing to read, in milliseconds. */
const maxSilenceOfDeviceMs = 100;

/**
 * The content of a file that a kubeconfig or a flag names, of at most `maxBytes` bytes. Synchronous, because starting
 * threads takes longer than reading a small file. The path may lead to anything, so neither the bytes nor the time are
 * unbounded: a named pipe is refused at once, and a device that stays silent for a tenth of a second.
 * @throws the error of the file system, or an Error whose message is the short reason.
 */
export function readBounded(path: string, maxBytes: number = usualBytes): Buffer {
  // Without O_NONBLOCK, opening a named pipe waits for a writer. Windows has no such flag.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(file);
    if (isNamedPipe(path, found)) throw new Error(namedPipeText);
    if (found.size > maxBytes) throw tooLargeError(maxBytes);
    const isShellPipe = found.isFIFO();
    return readAll(file, maxBytes, isShellPipe ? maxSilenceOfShellPipeMs : maxSilenceOfDeviceMs);
  } finally {
    closeSync(file);
  }
}

/** Whether `path` leads to a named pipe, which may have no writer. A pipe of a shell, `/dev/fd/63`, is no named one. */
export function isNamedPipe(path: string, found: Pick<Stats, "isFIFO">): boolean {
  return found.isFIFO() && !/^\/(dev|proc)\//.test(path);
}

/** Reads to the end. The size of a file is not used: a device has none, and a file may grow. */
function readAll(file: number, maxBytes: number, maxSilenceMs: number): Buffer {
  const buffer = Buffer.allocUnsafe(bufferBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const read = readOnce(file, buffer, maxSilenceMs);
    if (read === 0) return Buffer.concat(chunks, bytes);
    // A copy, because the next read writes to the same buffer.
    chunks.push(Buffer.from(buffer.subarray(0, read)));
    bytes += read;
    if (bytes > maxBytes) throw tooLargeError(maxBytes);
  }
}

const bufferBytes = 65_536;

/** How long to wait before a silent file is read again, in milliseconds. */
const retryMs = 5;

/** Reads what is there and returns how many bytes, 0 at the end. If nothing is there yet, retries for `maxSilenceMs`. */
function readOnce(file: number, into: Buffer, maxSilenceMs: number): number {
  const until = performance.now() + maxSilenceMs;
  for (;;) {
    try {
      return readSync(file, into);
    } catch (error) {
      // EAGAIN: nothing is there yet.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      if (performance.now() > until) throw new Error(silentFileText, { cause: error });
      sleep(retryMs);
    }
  }
}

/** Blocks the thread, because a timer would fire only after the synchronous reading: waits for a value that never changes. */
function sleep(timeMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, timeMs);
}

function tooLargeError(maxBytes: number): Error {
  return new Error(largeFileText(maxBytes / 1_000_000));
}
