import { createReadStream, readFileSync, statSync } from "node:fs";
import { encodingOf } from "./encoding.ts";
import { InputError } from "./errors.ts";

/** The most that is read of one kubeconfig, in bytes: some thousand clusters; a wrong path may lead to anything. */
const mostBytes = 16_000_000;

/**
 * The text of the kubeconfig at `path`, which may be a pipe; undefined where there is no such file.
 * @throws InputError where it cannot be read, is no UTF-8 or UTF-16, or is larger than {@link mostBytes}.
 */
export async function kubeconfigText(path: string): Promise<string | undefined> {
  try {
    return decode(await bytesOf(path), path);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "ENOENT") return undefined;
    throw unreadable(path, reasons[code] ?? code, error);
  }
}

// A file is read in one piece and at once: Node's streams take 3 ms to begin, and nothing else can be done before.
async function bytesOf(path: string): Promise<Buffer> {
  const found = statSync(path);
  if (found.isFile() && found.size <= mostBytes) return readFileSync(path);
  if (found.isFile()) throw tooLarge(path);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) throw tooLarge(path);
  }
  return Buffer.concat(chunks);
}

function tooLarge(path: string): InputError {
  return unreadable(path, `it is larger than ${mostBytes / 1_000_000} MB; is this the right file?`);
}

/** The one sentence about a kubeconfig that cannot be read. */
export function unreadable(path: string, reason: string, cause?: unknown): InputError {
  return new InputError(`cannot read kubeconfig ${path}: ${reason}`, { cause });
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of this path is a file, not a directory",
  ELOOP: "its symbolic links go round in a circle",
  ENAMETOOLONG: "the name is too long",
};

function decode(bytes: Buffer, path: string): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw unreadable(path, `it is not ${encoding.toUpperCase()} text`, error);
  }
}
