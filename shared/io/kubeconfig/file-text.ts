import { createReadStream, statSync } from "node:fs";
import { largeFileText, namedPipeText } from "../../render/words/files/file-refusals.ts";
import { InputError } from "../errors/errors.ts";
import { isNamedPipe, readBounded } from "../files/read-bounded.ts";
import { detectEncoding } from "../files/text-encoding.ts";

/** The most that is read of one kubeconfig, in bytes: some thousand clusters. A wrong path may name any file. */
const mostBytes = 16_000_000;

/**
 * The text of the kubeconfig at `path`, which may be the pipe of a shell's `<(…)`. Undefined where there is no such file.
 * @throws InputError where it cannot be read, is a named pipe, is no UTF-8 or UTF-16, or is larger than {@link mostBytes}.
 */
export async function kubeconfigText(path: string): Promise<string | undefined> {
  try {
    return decode(await bytesOf(path), path);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw unreadableKubeconfig(path, code === undefined ? message : fileErrorText(code), error);
  }
}

/** The reason behind the `code` of a file system error. */
function fileErrorText(code: string): string {
  return fileErrors[code] ?? code;
}

const fileErrors: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of this path is a file, not a directory",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "the name is too long",
};

// A file is read synchronously in one piece. Node's streams take 3 ms to begin, and all else waits for the kubeconfig.
async function bytesOf(path: string): Promise<Buffer> {
  const found = statSync(path);
  if (found.isFile() || found.isDirectory()) return readBounded(path, mostBytes);
  if (isNamedPipe(path, found)) throw unreadableKubeconfig(path, namedPipeText);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) throw unreadableKubeconfig(path, largeFileText(mostBytes / 1_000_000));
  }
  return Buffer.concat(chunks);
}

/** The error for a kubeconfig that cannot be read. */
export function unreadableKubeconfig(path: string, reason: string, cause?: unknown): InputError {
  return new InputError(`cannot read kubeconfig ${path}: ${reason}`, { cause });
}

function decode(bytes: Buffer, path: string): string {
  const encoding = detectEncoding(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw unreadableKubeconfig(path, `it is not ${encoding.toUpperCase()} text`, error);
  }
}
