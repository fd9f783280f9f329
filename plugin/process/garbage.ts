// Bun, which runs the executable, lets garbage grow until the memory in use has doubled. So commands that read much have it
// collected in between. Node needs no such help: there nothing is collected here.

/** How much becomes garbage until it is worth a collection. */
export const garbageLimits = {
  /** Objects of pages of lists. */
  listedObjects: 5_000,
  /** Bytes of inputs that have become text. */
  inputBytes: 2_000_000,
  /** Parsed objects, or evaluated roots. Each leaves about 30 kB. */
  steps: 1_000,
  /** Clusters that were read or printed. */
  clusters: 100,
} as const;

/** Counts what becomes garbage: with a limit of 100, the second of `add(60)` and `add(60)` returns true. */
export class GarbageCounter {
  readonly #limit: number;
  #uncollected: number;

  /** @param ignored the first amount, for which a collection would save no memory */
  constructor(limit: number, ignored = 0) {
    this.#limit = limit;
    this.#uncollected = -ignored;
  }

  /** Returns whether to collect garbage now: the amounts since the last time have reached the limit together. */
  add(amount: number): boolean {
    this.#uncollected += amount;
    if (this.#uncollected < this.#limit) return false;
    this.#uncollected = 0;
    return true;
  }
}

/** Has Bun collect garbage at once, as after a whole must-gather. */
export function collectGarbage(): void {
  bunOfProcess()?.gc(true);
}

/** Has Bun collect what became garbage since the last collection. That costs a tenth of a whole one. */
export function collectNewGarbage(): void {
  bunOfProcess()?.gc(false);
}

/** Has Bun collect what the steps before this one held: until the next turn of the event loop its stack may still refer to it. */
export async function collectGarbageOfSteps(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
}

function bunOfProcess(): { readonly gc: (isWhole: boolean) => unknown } | undefined {
  return (globalThis as { readonly Bun?: { readonly gc: (isWhole: boolean) => unknown } }).Bun;
}
