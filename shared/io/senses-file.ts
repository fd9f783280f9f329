import { stat } from "node:fs/promises";
import type { SenseRow } from "../model/profile.ts";
import { sensesOf } from "../parse/senses.ts";
import { InputError } from "./errors.ts";
import { readText } from "./input-text.ts";

/** Some ten thousand rows. */
const mostBytes = 1_000_000;

/**
 * What a senses file says about condition types (format: parse/senses.ts), most specific first.
 * Read like any other file, devices and what a shell hands over as `/dev/fd/N` too; but a named pipe is refused, for it
 * would keep everybody waiting until somebody writes into it.
 * @throws InputError where it cannot be read, is larger than 1 MB, or holds a mistake; the message names file and place.
 */
export async function readSenses(path: string): Promise<readonly SenseRow[]> {
  if (await isWaiting(path)) throw new InputError(`cannot read the senses in ${path}: it is a named pipe; name a file`);
  const read = await readText(path, mostBytes);
  if (read.refusal !== undefined) {
    throw new InputError(`cannot read the senses in ${path}: ${read.refusal}`, { cause: read.error });
  }
  const senses = sensesOf(read.text, path);
  if (senses.error !== undefined) throw new InputError(`cannot use the senses in ${senses.error}`);
  return senses.rows;
}

/** A pipe that a shell made for `<(…)` has somebody at its other end, one on disk perhaps nobody. */
async function isWaiting(path: string): Promise<boolean> {
  if (/^\/(dev|proc)\//.test(path)) return false;
  return stat(path).then(
    (found) => found.isFIFO(),
    () => false,
  );
}
