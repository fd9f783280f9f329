import { setFlagsFromString } from "node:v8";

/**
 * Keeps the memory for new objects from growing. V8 lets it grow to 96 MB where a program allocates much for long, though
 * nearly all is garbage by then. Bun ignores it.
 */
export function keepYoungMemorySmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
