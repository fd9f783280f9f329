import type { SenseRow } from "../../model/profile.ts";
import { parseSenses } from "../../parse/documents/senses-file.ts";
import { invalidSensesText, unreadableSensesText } from "../../render/words/files/senses-file.ts";
import { InputError } from "../errors/errors.ts";
import { readText } from "./read-input.ts";

/** The most that is read of a senses file, in bytes: some ten thousand rows. */
const mostBytes = 1_000_000;

/**
 * The rows of a senses file, most specific first: the polarity of condition types (format: documents/senses-file.ts).
 * Devices and `/dev/fd/N` of a shell are read like a file. A named pipe is refused, because reading it would wait until
 * a program writes into it.
 * @throws InputError where the file cannot be read, is larger than 1 MB, or is invalid. The message names file and
 * place.
 */
export async function readSenses(path: string): Promise<readonly SenseRow[]> {
  const read = await readText(path, mostBytes);
  if (read.refusal !== undefined) {
    throw new InputError(unreadableSensesText(path, read.refusal), { cause: read.error });
  }
  const senses = parseSenses(read.text, path);
  if (senses.fault !== undefined) throw new InputError(invalidSensesText(senses.where, senses.fault));
  return senses.rows;
}
