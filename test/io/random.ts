import { generator } from "../render/random.ts";

/** Whole numbers from 0 to below `below`, the same ones for the same seed. */
export function randomOf(seed: number): (below: number) => number {
  const next = generator(seed);
  return (below) => Math.floor(next() * below);
}
