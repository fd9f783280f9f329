import type { Report } from "../report.ts";
import { formatStamp, parseMilliseconds } from "../time.ts";

/**
 * A time of this machine's clock, RFC 3339, by the server's clock. The Report's `takenAt` is by the server's too, so that
 * ages and printed times fit together.
 */
export function byServerClock(now: string, report: Pick<Report, "findings"> | undefined): string {
  const skew = report?.findings.find((finding) => finding.code === "reader-clock");
  const milliseconds = parseMilliseconds(now);
  if (skew === undefined || milliseconds === undefined) return now;
  return formatStamp(milliseconds + (skew.direction === "ahead" ? -1 : 1) * skew.seconds * 1_000);
}
