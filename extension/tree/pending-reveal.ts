import type { Ref } from "../../shared/model/object.ts";

/** A row that the user asked for before any rows existed, or that VS Code did not select. */
export interface PendingReveal {
  readonly ref: Ref;
  /** The key that `placeKey` returns. */
  readonly place: string;
  /** When the user asked, in milliseconds since 1970. */
  readonly at: number;
  /** Whether it was revealed, and took the focus with it. */
  readonly isTried: boolean;
}

/** Milliseconds after which the request is dropped: a login or a slow cluster may take as long. */
const patience = 60_000;

/** Milliseconds after which the user may be typing elsewhere, so that the row is selected without the focus. */
const attention = 5_000;

/** Whether the row is still to be shown, and whether it takes the focus: by the place now, and milliseconds since 1970. */
export function decideReveal(
  { place, at, isTried }: PendingReveal,
  now: { readonly place: string; readonly at: number },
): "focus" | "select" | "drop" {
  const age = Math.abs(now.at - at);
  if (place !== now.place || age > patience) return "drop";
  return age <= attention && !isTried ? "focus" : "select";
}
