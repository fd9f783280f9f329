import { formatStamp, type ZoneAt } from "../../../model/time.ts";

// The position of a moment on a drawing. The script of the webview's page places elements by this file again while time
// goes on, so this file imports nothing but model/time.ts.

/** A span of time in milliseconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** A tick of the axis: its moment in milliseconds since 1970, and `10:05` or `11-21`. */
interface AxisTick {
  readonly at: number;
  readonly label: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The distances that the ticks of an axis may have except the longest, shortest first. */
const tickStepsMs: readonly number[] = [
  minuteMs,
  2 * minuteMs,
  5 * minuteMs,
  10 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
  2 * dayMs,
  7 * dayMs,
  14 * dayMs,
];
const longestTickStepMs = 30 * dayMs;

const longestSpanMs = 90 * dayMs;

/** The spans that a user can choose, shortest first. */
export const timeSpans: readonly (readonly [label: string, milliseconds: number])[] = [
  ["5m", 5 * minuteMs],
  ["15m", 15 * minuteMs],
  ["1h", hourMs],
  ["6h", 6 * hourMs],
  ["1d", dayMs],
  ["7d", 7 * dayMs],
  ["90d", longestSpanMs],
];

/** How far a drawing may reach back before the observation began, until the user chooses another span. */
const maxUnobservedMs = 60 * dayMs;

/** A tenth more than needed is shown, so that the oldest segment does not touch the left edge. */
const spanReserve = 1.1;

/** A range ends a fiftieth of its span after now, so that the newest segment does not touch the right edge. */
const spanPerMargin = 50;

/** The least width of a segment in percent of the drawing, so that a state of one second stays visible. */
export const minSegmentPercent = 0.25;

/** A moment outside of the range is placed so far beyond the edge, in percent, that nothing of its mark shows. */
const outsidePercent = 1;

/**
 * Returns the span that a drawing shows first, in milliseconds: the shortest of {@link timeSpans} that reaches back
 * - to the beginning of the observation, if a segment began since then;
 * - else to the latest beginning of a segment, at most 60 days before the observation.
 *
 * @param starts the times at which segments began, in milliseconds since 1970, as `seenFrom` and `now`
 * @param seenFrom when the observation began
 */
export function chooseSpan(starts: readonly number[], seenFrom: number, now: number): number {
  const hasObservedStart = starts.some((start) => start > seenFrom);
  const firstShown = hasObservedStart ? seenFrom : Math.max(seenFrom - maxUnobservedMs, ...starts);
  const neededMs = (now - firstShown) * spanReserve;
  const shortestFitting = timeSpans.find(([, milliseconds]) => milliseconds >= neededMs);
  return shortestFitting?.[1] ?? longestSpanMs;
}

/** The range from `span` milliseconds before `now` to a little after `now`. */
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

/** The distance of a moment from the left edge in percent of the width; just outside for moments beyond an edge. */
export function percentFromLeft({ from, to }: TimeRange, moment: number): number {
  const percent = ((moment - from) / (to - from)) * 100;
  return toThreeDecimals(Math.min(100 + outsidePercent, Math.max(-outsidePercent, percent)));
}

/** A number with at most three decimals: more would only make the page longer. */
export function toThreeDecimals(number: number): number {
  return Math.round(number * 1000) / 1000;
}

/**
 * Returns the ticks of the axis at full minutes, hours or days of the user's clock: `10:05`, or `11-21` where ticks are a
 * day or more apart.
 */
export function buildAxisTicks({ from, to }: TimeRange, zoneAt: ZoneAt, maxTicks = 6): readonly AxisTick[] {
  const stepMs = tickStepsMs.find((candidateMs) => (to - from) / candidateMs <= maxTicks) ?? longestTickStepMs;
  const zoneOffsetMs = zoneAt(to) * minuteMs;
  const first = Math.ceil((from + zoneOffsetMs) / stepMs) * stepMs - zoneOffsetMs;
  const ticks: AxisTick[] = [];
  for (let at = first; at <= to; at += stepMs) {
    const stamp = formatStamp(at + zoneOffsetMs);
    const day = stamp.slice(5, 10);
    const time = stamp.slice(11, 16);
    ticks.push({ at, label: stepMs >= dayMs ? day : time });
  }
  return ticks;
}
