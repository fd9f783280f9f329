/** Whether this is a long run. It tries ten times as many random cases as a usual one, and each combination. */
export const isLongRun: boolean = process.env["HCO_STATUS_TEST_SIZE"] === "long";

/** How many random cases a test tries: `usual`, in a long run ten times as many. */
export function repetitions(usual: number): number {
  return isLongRun ? 10 * usual : usual;
}

/** The seeds of the {@link repetitions}, from 0. */
export function seeds(usual: number): readonly number[] {
  return Array.from({ length: repetitions(usual) }, (_, seed) => seed);
}
