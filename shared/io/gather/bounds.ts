import { InputError } from "../errors.ts";

/** The most that is read of one file of an archive, in bytes; a list of 10,000 pods has less. */
export const mostOfOne = 64_000_000;

/** What may be kept in memory of an archive, packed: objects as text pack to a tenth. */
export const mostKept = 128_000_000;

/** Entries that could matter: a gather of a thousand namespaces has fewer. */
export const mostEntries = 250_000;

/** Entries at all: logs and what else is passed over, at a million in a second. */
export const mostPassedOver = 5_000_000;

/** Links, devices, unsafe names: each is remembered, and held against each question. */
export const mostRefused = 10_000;

/** Logs pack to a twentieth, seldom to a hundredth; zeros to a thousandth. */
const mostRatio = 300;
const smallest = 512_000_000;

/** Of so many bytes that were unpacked from so many. @throws InputError where no gather packs so well. */
export function refuseBomb(path: string, unpacked: number, packed: number): void {
  if (unpacked > smallest && unpacked > mostRatio * packed)
    throw new InputError(
      `cannot use ${path}: it unpacks to more than ${mostRatio} times its size; that is a bomb, not a must-gather`,
    );
}
