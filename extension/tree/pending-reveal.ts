import type { Ref } from "../../shared/model/object.ts";

/** A row that the user asked for before any rows existed. */
export interface PendingReveal {
  readonly ref: Ref;
  /** The key that `keyOfPlace` returns. */
  readonly place: string;
  /** When the user asked, in milliseconds since 1970. */
  readonly at: number;
}

/** Milliseconds after which the request is dropped, because the user has moved on. */
const patience = 5_000;

/** Whether the row is still to be shown: the place is the same, and the request is recent. */
export function isStillDue(
  { place, at }: PendingReveal,
  now: { readonly place: string; readonly at: number },
): boolean {
  return place === now.place && Math.abs(now.at - at) <= patience;
}
