/** Numbers in [0, 1), the same ones for the same seed (mulberry32), so that a failure can be repeated. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Whole numbers from 0 to below the given limit, the same ones for the same seed. */
export function randomIntegersFrom(seed: number): (below: number) => number {
  const random = randomFrom(seed);
  return (below) => Math.floor(random() * below);
}

/** One of the items. @throws where there is none */
export function pick<T>(random: () => number, items: readonly T[]): T {
  const index = Math.floor(random() * items.length);
  if (index >= items.length) throw new Error("nothing to pick from");
  return items[index] as T;
}
