import type { KindRow, SenseRow } from "../../model/profile.ts";
import { parseSenses } from "../../parse/documents/senses-file.ts";
import { invalidSensesText, unreadableSensesText } from "../../render/words/files/senses-file.ts";
import { InputError } from "../errors/errors.ts";
import { readText } from "./read-input.ts";

/** What a user defines: the polarity of condition types, most specific first, and how kinds are read. */
export interface UserRules {
  readonly senses: readonly SenseRow[];
  readonly kinds: readonly KindRow[];
}

/** The most that is read of a senses file, in bytes: some ten thousand rows. */
const mostBytes = 1_000_000;

/**
 * The rules in a senses file (format: documents/senses-file.ts).
 * Devices and `/dev/fd/N` of a shell are read like a file. A named pipe is refused, because reading it would wait until
 * a program writes into it.
 * @throws InputError where the file cannot be read, is larger than 1 MB, or is invalid. The message names file and
 * place.
 */
export async function readSenses(path: string): Promise<UserRules> {
  const read = await readText(path, mostBytes);
  if (read.refusal !== undefined) {
    throw new InputError(unreadableSensesText(path, read.refusal), { cause: read.error });
  }
  const senses = parseSenses(read.text, path);
  if (senses.fault !== undefined) throw new InputError(invalidSensesText(senses.where, senses.fault));
  return { senses: senses.rows, kinds: senses.kinds };
}
