import type { Report } from "../../model/report.ts";
import { parseMilliseconds } from "../../model/time.ts";

/**
 * Milliseconds between two drawings of the ages of rows and hints. In its first ten minutes an age has seconds
 * (outline/ages.ts), which must not stand still. VS Code draws a row again for each change, so that a second would be too
 * short.
 */
const periodsMs = { withSeconds: 5_000, other: 30_000 } as const;

/** Seconds for which an age has seconds. */
const maxAgeWithSeconds = 600;

/** The period at a moment, in seconds since 1970, where the newest shown state began at `newestStart`. */
export function tickPeriod(newestStart: number, now: number): number {
  return now < newestStart + maxAgeWithSeconds ? periodsMs.withSeconds : periodsMs.other;
}

/** When the newest state of a root, a part or a cause began, in seconds since 1970; 0 where none is known. */
export function newestStartOf({ roots }: Pick<Report, "roots">): number {
  const stamps = roots.flatMap((root) => [root, ...root.children, ...root.causes].map(({ since }) => since));
  return stamps.reduce((newest, since) => Math.max(newest, (parseMilliseconds(since) ?? 0) / 1000), 0);
}
