import type { CommandReach } from "../model/kubectl-command.ts";
import type { AgeClock } from "./ages.ts";

/** What an outline depends on beside the Report. */
export interface OutlineOptions {
  readonly clock: AgeClock;
  /** How the commands reach the cluster. */
  readonly reach: CommandReach;
  /** Whether the commands run against the cluster that the Report was read from. */
  readonly isLive: boolean;
  /** Where and when the Report was read, in place of what its source says. */
  readonly source?: string;
  /** The command that prints everything. */
  readonly details: string;
  /**
   * Only the first screen is drawn. Roots of which it shows nothing have no entries then: those of thousands of healthy roots
   * would take more memory than the Report.
   */
  readonly isFirstScreen?: boolean;
}
