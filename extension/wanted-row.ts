import type { Ref } from "../shared/model/object.ts";

/** A row that somebody asked to see before there was any. */
export interface WantedRow {
  readonly ref: Ref;
  /** keyOfPlace. */
  readonly place: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Milliseconds; whoever asked looks at something else by then. */
const patience = 5_000;

/** Whether it is still to be shown: of the same place, and before anybody has forgotten that he asked. */
export function isStillWanted({ place, at }: WantedRow, now: { readonly place: string; readonly at: number }): boolean {
  return place === now.place && Math.abs(now.at - at) <= patience;
}
