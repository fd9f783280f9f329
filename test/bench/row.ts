/** One line of the table; the goal is an upper bound. */
export type Row = readonly [what: string, measured: string, goal: string];

/** `0.62 x`. */
export function ratio(value: number): string {
  return `${value.toFixed(2)} x`;
}

/** `0.62 x (58 ms and 94 ms)`. */
export function times({ ours, theirs, ratio: share }: { ours: number; theirs: number; ratio: number }): string {
  return `${ratio(share)} (${ours.toFixed(0)} ms and ${theirs.toFixed(0)} ms)`;
}

/** `1.31 x (63 MiB and 48 MiB)`. */
export function mebibytes(ours: number = Number.NaN, theirs: number = Number.NaN): string {
  return `${ratio(ours / theirs)} (${ours.toFixed(0)} MiB and ${theirs.toFixed(0)} MiB)`;
}
