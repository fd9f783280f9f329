import { InputError } from "../errors/errors.ts";

/** The most bytes that are read of one file of an archive. A list of 10,000 pods has fewer. */
export const maxFileBytes = 64_000_000;

/**
 * The most that unpacked data may exceed packed data. Logs pack to a twentieth, seldom to a hundredth; zeros to a
 * thousandth.
 */
const maxRatio = 300;
const minBombBytes = 512_000_000;

/** Checks that `unpacked` bytes may come from `packed` bytes. @throws InputError where no must-gather packs so well. */
export function refuseBomb(path: string, unpacked: number, packed: number): void {
  if (unpacked > minBombBytes && unpacked > maxRatio * packed)
    throw new InputError(
      `cannot use ${path}: it unpacks to more than ${maxRatio} times its size, which suggests an archive bomb`,
    );
}
