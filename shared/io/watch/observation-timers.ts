import type { ObservationEffect } from "./observation-transitions.ts";

/** Carries out what the transitions of an observation ask for. */
export interface ObservationTimers {
  carryOut(effect: ObservationEffect): void;
  /** Nothing is called any more. */
  stop(): void;
}
