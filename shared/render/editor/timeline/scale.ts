import { formatStamp, type ZoneAt } from "../../../model/time.ts";

// The position of a moment on a drawing. The webview's page runs this file too while time goes on. Therefore it imports
// nothing but model/time.ts.

/** A span of time in milliseconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The ticks that an axis may have, from a minute to a month apart. */
const tickStepsMs: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 7, 14, 30].map((days) => days * dayMs),
];
const longestTickStepMs = 30 * dayMs;

/** A range ends this part of its span after now, a fiftieth, so that the newest segment does not touch the edge. */
const spanPerMargin = 50;

/** The least width of a segment, in hundredths of the drawing: a state of one second stays visible. */
export const minSegmentPercent = 0.25;

/** The spans that a user can choose, in milliseconds, shortest first. */
export const timeSpans: readonly (readonly [label: string, milliseconds: number])[] = [
  ["5m", 5 * minuteMs],
  ["15m", 15 * minuteMs],
  ["1h", hourMs],
  ["6h", 6 * hourMs],
  ["1d", dayMs],
  ["7d", 7 * dayMs],
  ["90d", 90 * dayMs],
];

/**
 * Returns the span that a drawing shows first, in milliseconds: the shortest of {@link timeSpans} that holds every
 * segment that began since observation started. Where no segment began since then, it reaches back to the latest earlier
 * start, 60 days at most.
 * @param starts the times at which segments began.
 */
export function chooseSpan(starts: readonly number[], seenFrom: number, now: number): number {
  const observedStarts = starts.filter((start) => start > seenFrom);
  const firstStart =
    observedStarts.length > 0 ? Math.min(...observedStarts, seenFrom) : Math.max(seenFrom - 60 * dayMs, ...starts);
  const neededSpan = (now - firstStart) * 1.1;
  const longest = timeSpans.at(-1);
  const chosen = timeSpans.find(([, span]) => span >= neededSpan) ?? longest;
  return chosen?.[1] ?? dayMs;
}

/** The range from `span` before `now` to a little after it. */
export function buildRange(span: number, now: number): TimeRange {
  return { from: now - span, to: now + span / spanPerMargin };
}

/** Returns the `now` for which {@link buildRange} made a range. */
export function readNow({ from, to }: TimeRange): number {
  const margin = (to - from) / (spanPerMargin + 1);
  return to - margin;
}

/** Whether a part of a state shows in the range. @param to absent: the state lasts. */
export function isInRange(range: TimeRange, from: number, to: number | undefined): boolean {
  return from <= range.to && (to ?? range.to) >= range.from;
}

/** The distance from the left edge, in hundredths of the width; one hundredth outside for moments beyond an edge. */
export function percentFromLeft({ from, to }: TimeRange, moment: number): number {
  const share = ((moment - from) / (to - from)) * 100;
  return Math.round(Math.min(101, Math.max(-1, share)) * 1000) / 1000;
}

/**
 * Returns the ticks of the axis at full minutes, hours or days of the user's clock: `10:05`, or `11-21` where ticks are a
 * day or more apart.
 */
export function buildAxisTicks(
  { from, to }: TimeRange,
  zoneAt: ZoneAt,
  maxTicks = 6,
): readonly { readonly at: number; readonly label: string }[] {
  const stepMs = tickStepsMs.find((candidateMs) => (to - from) / candidateMs <= maxTicks) ?? longestTickStepMs;
  const zoneOffsetMs = zoneAt(to) * minuteMs;
  const first = Math.ceil((from + zoneOffsetMs) / stepMs) * stepMs - zoneOffsetMs;
  const ticks = [];
  for (let at = first; at <= to; at += stepMs) {
    const stamp = formatStamp(at + zoneOffsetMs);
    const day = stamp.slice(5, 10);
    const time = stamp.slice(11, 16);
    ticks.push({ at, label: stepMs >= dayMs ? day : time });
  }
  return ticks;
}
