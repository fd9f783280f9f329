import type { SenseRow } from "../model/profile.ts";
import { sensesOf } from "../parse/senses.ts";
import { InputError } from "./errors.ts";
import { readText } from "./input-text.ts";

/** Some ten thousand rows. */
const mostBytes = 1_000_000;

/**
 * What a senses file says about condition types (format: parse/senses.ts), most specific first.
 * @throws InputError where it cannot be read, is larger than 1 MB, or holds a mistake; the message names file and place.
 */
export async function readSenses(path: string): Promise<readonly SenseRow[]> {
  const read = await readText(path, mostBytes);
  if (read.refusal !== undefined) {
    throw new InputError(`cannot read the senses in ${path}: ${read.refusal}`, { cause: read.error });
  }
  const senses = sensesOf(read.text, path);
  if (senses.error !== undefined) throw new InputError(`cannot use the senses in ${senses.error}`);
  return senses.rows;
}
