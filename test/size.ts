/** A long run tries ten times as many random cases as a usual one, and each combination: for what is rare, when there is time. */
export const isLongRun: boolean = process.env["HCO_STATUS_TEST_SIZE"] === "long";

/** How many random cases a test tries: `usual`, in a long run ten times as many. */
export function repetitions(usual: number): number {
  return isLongRun ? 10 * usual : usual;
}

/** As many seeds as rounds, from 0. */
export function seeds(usual: number): readonly number[] {
  return Array.from({ length: repetitions(usual) }, (_, seed) => seed);
}
