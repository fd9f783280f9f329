import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { encodingOf } from "./encoding.ts";
import { refusalOf } from "./refusal.ts";

/** The text of one input, or in a few words why there is none, with the error behind it. */
export type InputText =
  | { readonly text: string; readonly refusal?: never }
  | { readonly refusal: string; readonly error?: unknown };

/**
 * The most that is read of one file or stream, in bytes: JSON takes eight times as much memory, thirty at worst, and Node
 * ends without a sentence where its 4 GB are used up.
 */
export const mostBytes = 128_000_000;

/** The text of a file, a pipe or a device of at most so many bytes. */
export async function readText(path: string, most: number = mostBytes): Promise<InputText> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return await readStream(createReadStream(path), most);
    return found.size > most ? tooLarge(most) : { text: decode(await readFile(path)) };
  } catch (error) {
    return { refusal: refusalOf(error), error };
  }
}

/** The text of a whole stream of at most so many bytes. */
export async function readStream(stream: AsyncIterable<Uint8Array>, most: number = mostBytes): Promise<InputText> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > most) return tooLarge(most);
      chunks.push(chunk);
    }
    const [only] = chunks;
    // One chunk is not copied: it may be the whole of a large file.
    const isOne = chunks.length === 1 && only !== undefined;
    return { text: decode(isOne ? Buffer.from(only.buffer, only.byteOffset, only.length) : Buffer.concat(chunks)) };
  } catch (error) {
    return { refusal: refusalOf(error), error };
  }
}

function tooLarge(most: number): InputText {
  return { refusal: `it is larger than ${most / 1_000_000} MB; give only the parts that matter` };
}

function decode(bytes: Buffer): string {
  const encoding = encodingOf(bytes);
  return encoding === "utf-8" ? bytes.toString("utf8") : new TextDecoder(encoding).decode(bytes);
}
