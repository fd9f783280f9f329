import { formatStamp, type ZoneAt } from "../../../model/time.ts";

// The position of a moment on a drawing. The webview's page runs this file too while time goes on. Therefore it imports
// nothing but model/time.ts.

/** A span of time in milliseconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The spans that a user can choose, in milliseconds, shortest first. */
export const timeSpans: readonly (readonly [words: string, milliseconds: number])[] = [
  ["5m", 5 * minute],
  ["15m", 15 * minute],
  ["1h", hour],
  ["6h", 6 * hour],
  ["1d", day],
  ["7d", 7 * day],
  ["90d", 90 * day],
];

/**
 * The shortest span that holds every segment begun since observation started. Without such a segment it reaches back to
 * the latest earlier start. The longest span where that is longer ago. `starts`: when segments began.
 */
export function usualSpan(starts: readonly number[], seenFrom: number, now: number): number {
  const seen = starts.filter((start) => start > seenFrom);
  const first = seen.length > 0 ? Math.min(...seen, seenFrom) : Math.max(seenFrom - 60 * day, ...starts);
  const needed = (now - first) * 1.1;
  return timeSpans.find(([, span]) => span >= needed)?.[1] ?? timeSpans.at(-1)?.[1] ?? day;
}

/** The range from `span` before `now` to a little behind it. */
export function rangeBefore(span: number, now: number): TimeRange {
  return { from: now - span, to: now + span / 50 };
}

/** The `now` for which a range was made. */
export function nowIn({ from, to }: TimeRange): number {
  return to - (to - from) / 51;
}

/** Whether a part of a state shows in the range. @param to absent: the state lasts. */
export function isInRange(range: TimeRange, from: number, to: number | undefined): boolean {
  return from <= range.to && (to ?? range.to) >= range.from;
}

/** The least width of a segment, in hundredths of the drawing: a state of one second stays visible. */
export const narrowestShare = 0.25;

/** The distance from the left edge, in hundredths of the width; one hundredth outside for moments beyond an edge. */
export function percentFromLeft({ from, to }: TimeRange, moment: number): number {
  const share = ((moment - from) / (to - from)) * 100;
  return Math.round(Math.min(101, Math.max(-1, share)) * 1000) / 1000;
}

const minuteSteps = [1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute);
const hourSteps = [1, 2, 3, 6, 12].map((hours) => hours * hour);
const daySteps = [1, 2, 7, 14, 30].map((days) => days * day);
const stepsMs: readonly number[] = [...minuteSteps, ...hourSteps, ...daySteps];

/** Even moments of the user's clock for the marks of the axis, at most `maxTicks`: `10:05`, or `11-21` where a mark is a day. */
export function axisTicks(
  { from, to }: TimeRange,
  zoneAt: ZoneAt,
  maxTicks = 6,
): readonly { readonly at: number; readonly label: string }[] {
  const step = stepsMs.find((each) => (to - from) / each <= maxTicks) ?? day * 30;
  const offsetMs = zoneAt(to) * minute;
  const first = Math.ceil((from + offsetMs) / step) * step - offsetMs;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * step;
    const stamp = formatStamp(at + offsetMs);
    return { at, label: step >= day ? stamp.slice(5, 10) : stamp.slice(11, 16) };
  });
}
