import { stampOf } from "../model/time.ts";

// Where a moment lies on a drawing; the page of the webview computes the same while time goes on, so this needs nothing else.

/** Milliseconds since 1970. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How much a person can choose to see, in milliseconds, shortest first. */
export const spans: readonly (readonly [words: string, milliseconds: number])[] = [
  ["5m", 5 * minute],
  ["15m", 15 * minute],
  ["1h", hour],
  ["6h", 6 * hour],
  ["1d", day],
  ["7d", 7 * day],
  ["90d", 90 * day],
];

/**
 * The shortest span in which all that began since somebody looks lies, else the last thing that began before; the longest
 * where that is longer ago. `starts`: when segments began.
 */
export function usualSpan(starts: readonly number[], seenFrom: number, now: number): number {
  const seen = starts.filter((start) => start > seenFrom);
  const first = seen.length > 0 ? Math.min(...seen, seenFrom) : Math.max(seenFrom - 60 * day, ...starts);
  const needed = (now - first) * 1.1;
  return spans.find(([, span]) => span >= needed)?.[1] ?? spans.at(-1)?.[1] ?? day;
}

/** So much before `now`, and a little room behind it. */
export function rangeOf(span: number, now: number): Range {
  return { from: now - span, to: now + span / 50 };
}

/** The `now` that a range was made for. */
export function nowIn({ from, to }: Range): number {
  return to - (to - from) / 51;
}

/** Hundredths of the width: what lasted a second can be found all the same. */
export const narrowest = 0.25;

/** Where from the left edge, in hundredths of the width; beyond the edges it is one hundredth outside. */
export function percentOf({ from, to }: Range, moment: number): number {
  const share = ((moment - from) / (to - from)) * 100;
  return Math.round(Math.min(101, Math.max(-1, share)) * 1000) / 1000;
}

const steps: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hour),
  ...[1, 2, 7, 14, 30].map((days) => days * day),
];

/** Round moments (UTC) at which the axis has a mark, at most `most`: `10:05`, or `11-21` where it is about days. */
export function ticksOf({ from, to }: Range, most = 6): readonly { readonly at: number; readonly label: string }[] {
  const step = steps.find((each) => (to - from) / each <= most) ?? day * 30;
  const first = Math.ceil(from / step) * step;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * step;
    const stamp = stampOf(at);
    return { at, label: step >= day ? stamp.slice(5, 10) : stamp.slice(11, 16) };
  });
}
