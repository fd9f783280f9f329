import type { KindRow, PolarityRow } from "../../model/profile.ts";
import { parsePolarityFile } from "../../parse/documents/polarity-file.ts";
import { polarityFaultText } from "../../parse/documents/polarity-mistake.ts";
import { InputError } from "../errors/errors.ts";
import { readText } from "./read-input.ts";

/** What a user defines: the polarity of condition types, most specific first, and how kinds are read. */
export interface UserRules {
  readonly polarities: readonly PolarityRow[];
  readonly kinds: readonly KindRow[];
}

/** The most that is read of a polarity file, in bytes: some ten thousand rows. */
const maxBytes = 1_000_000;

/**
 * The rules in a polarity file (format: documents/polarity-file.ts).
 * Devices and `/dev/fd/N` of a shell are read like a file. A named pipe is refused, because reading it would wait until
 * a program writes into it.
 * @throws InputError where the file cannot be read, is larger than 1 MB, or is invalid. The message names file and
 * place.
 */
export async function readPolarityFile(path: string): Promise<UserRules> {
  const read = await readText(path, maxBytes);
  if (read.refusal !== undefined) {
    throw new InputError(`cannot read the polarities in ${path}: ${read.refusal}`, { cause: read.error });
  }
  const polarities = parsePolarityFile(read.text, path);
  if (polarities.fault !== undefined)
    throw new InputError(`cannot use the polarities in ${polarities.where}: ${polarityFaultText(polarities.fault)}`);
  return { polarities: polarities.rows, kinds: polarities.kinds };
}
