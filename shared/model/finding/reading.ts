import type { Outcome } from "../snapshot.ts";

/** Evidence about what was read, and about how reliably it could be evaluated. */
export type ReadingEvidence =
  | { readonly code: "inferred-polarity"; readonly types: readonly string[] }
  | { readonly code: "reader-clock"; readonly direction: "ahead" | "behind"; readonly seconds: number }
  | { readonly code: "clock-ahead"; readonly type: string; readonly since: string }
  | {
      readonly code: "damaged-input";
      readonly where: string;
      readonly cause: string;
      /** The input ends too early, so what followed is not known. */
      readonly truncated?: true;
    }
  | {
      readonly code: "other-objects";
      /** The first names of those that are unhealthy, and their number. */
      readonly unhealthy: readonly string[];
      readonly unhealthyCount: number;
      /** The others that have a status, and those that have none. */
      readonly withStatus: number;
      readonly withoutStatus: number;
    }
  /** An object, or the list of a kind, that matters and was not read. */
  | {
      readonly code: "not-read";
      readonly component?: string;
      readonly outcome: Exclude<Outcome, "found">;
      readonly cause: string;
    }
  /** What an object reports of itself: its rows are its conditions that are not good. */
  | { readonly code: "state" };

/** The severity of each. Of a list the place that sees the finding chooses one. */
export const readingSeverities = {
  "inferred-polarity": "info",
  "reader-clock": "warning",
  "clock-ahead": "warning",
  "damaged-input": "warning",
  "other-objects": ["warning", "info"],
  "not-read": ["warning", "info"],
  state: ["error", "warning", "info"],
} as const;

/** The severity of what is wrong with the form of a status. */
export const malformedSeverities = {
  "conditions-not-a-list": "warning",
  "condition-not-an-object": "warning",
  "condition-without-type": "warning",
  "duplicate-condition": "warning",
  "odd-status": "warning",
  "odd-time": "warning",
  "odd-text": "warning",
  "odd-generation": "warning",
} as const;
