import { setFlagsFromString } from "node:v8";
import { collectGarbage } from "./garbage.ts";

/**
 * Keeps the memory for new objects from growing. V8 lets it grow to 96 MB where a program allocates much for long, though
 * nearly all is garbage by then. Bun ignores it.
 */
export function keepYoungMemorySmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * Has V8 collect garbage whenever the memory in use has grown by a third, and not only once it has about doubled. For
 * commands that hold much for a short time. It costs a tenth of their time. Bun ignores it.
 */
export function keepOldMemorySmall(): void {
  setFlagsFromString("--heap-growing-percent=30");
}

/** After how many calls garbage is collected. */
const callsOfGarbage = 100;

/** The number of calls up to which a collection would save no memory. It costs some milliseconds. */
const fewCalls = 500;

/**
 * Returns a function to call after each cluster that was read, and after each that was written. It has Bun collect the
 * garbage of many clusters. By itself Bun does so once the memory in use has about doubled.
 */
export function createGarbageCollection(): () => void {
  let calls = 0;
  return () => {
    calls++;
    if (calls > fewCalls && calls % callsOfGarbage === 0) collectGarbage();
  };
}
