import { createReadStream, readFileSync, statSync } from "node:fs";
import {
  fileErrorText,
  largeKubeconfigText,
  unreadableKubeconfigText,
  wrongEncodingText,
} from "../../render/words/kubeconfig/kubeconfig.ts";
import { InputError } from "../errors/errors.ts";
import { detectEncoding } from "../files/text-encoding.ts";

/** The most that is read of one kubeconfig, in bytes: some thousand clusters. A wrong path may name any file. */
const mostBytes = 16_000_000;

/**
 * The text of the kubeconfig at `path`, which may be a pipe. Undefined where there is no such file.
 * @throws InputError where it cannot be read, is no UTF-8 or UTF-16, or is larger than {@link mostBytes}.
 */
export async function kubeconfigText(path: string): Promise<string | undefined> {
  try {
    return decode(await bytesOf(path), path);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "ENOENT") return undefined;
    throw unreadableKubeconfig(path, fileErrorText(code), error);
  }
}

// A file is read synchronously in one piece. Node's streams take 3 ms to begin, and all else waits for the kubeconfig.
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
  return unreadableKubeconfig(path, largeKubeconfigText(mostBytes / 1_000_000));
}

/** The error for a kubeconfig that cannot be read. */
export function unreadableKubeconfig(path: string, reason: string, cause?: unknown): InputError {
  return new InputError(unreadableKubeconfigText(path, reason), { cause });
}

function decode(bytes: Buffer, path: string): string {
  const encoding = detectEncoding(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw unreadableKubeconfig(path, wrongEncodingText(encoding), error);
  }
}
