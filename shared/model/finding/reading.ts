import type { ConditionStatus, Polarity } from "../condition.ts";

/** Evidence about what was read, and about how reliably it could be evaluated. */
export type ReadingEvidence =
  /** Conditions that a polarity file evaluates: the first of them, and how many there are. */
  | { readonly code: "polarity-from-file"; readonly conditions: readonly SilentCondition[]; readonly count: number }
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
  /** What an object reports of itself: its rows are its conditions that are not good. */
  | { readonly code: "state" };

/** The severity of each. Of a list the place that sees the finding chooses one. */
export const readingSeverities = {
  "polarity-from-file": "info",
  "inferred-polarity": "info",
  "reader-clock": "warning",
  "clock-ahead": "warning",
  "damaged-input": "warning",
  "other-objects": ["warning", "info"],
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

/** One condition, and where a file defines its polarity. */
export interface SilentCondition {
  readonly object: string;
  readonly type: string;
  readonly status: ConditionStatus;
  readonly polarity: Polarity;
  readonly polarityFrom: string;
}
