import type { AgeClock } from "./ages.ts";

/** What an outline depends on beside the Report. */
export interface OutlineOptions {
  readonly clock: AgeClock;
  /** How a command begins, such as `oc` or `kubectl --context prod`. */
  readonly kubectl: string;
  /** Whether the commands run against the cluster that the Report was read from. */
  readonly isLive: boolean;
  /** Where and when the Report was read, in place of what its source says. */
  readonly place?: string;
  /** The command that prints everything. */
  readonly details: string;
}
