import type { Ref } from "../../shared/model/object.ts";

/** A row that the user requested before any rows existed, or that VS Code did not select. */
export interface PendingReveal {
  readonly ref: Ref;
  /** The key that `placeKey` returns. */
  readonly place: string;
  /** When the user requested the row, since 1970. */
  readonly requestedAtMs: number;
  /** Whether the row was revealed once, and took the focus with it. */
  readonly isTried: boolean;
}

/** The request is dropped after this time. A login or a slow cluster may take as long. */
const maxAgeMs = 60_000;

/** After this time the user may be typing elsewhere, so that the row is selected without the focus. */
const maxAgeForFocusMs = 5_000;

/** Returns whether a row is still to be shown, and whether it takes the focus. */
export function decideReveal(
  { place, requestedAtMs, isTried }: PendingReveal,
  currentPlace: string,
  nowMs: number,
): "focus" | "select" | "drop" {
  const ageMs = Math.abs(nowMs - requestedAtMs);
  if (place !== currentPlace || ageMs > maxAgeMs) return "drop";
  return ageMs <= maxAgeForFocusMs && !isTried ? "focus" : "select";
}
