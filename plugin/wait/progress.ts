import type { WaitWording } from "../../shared/render/words/commands/wait-standing.ts";
import type { ProgressLine } from "../process/progress-line.ts";
import type { WaitEventStanding } from "./events.ts";

/** The progress line of a wait. */
export interface WaitProgress extends Omit<ProgressLine, "show"> {
  /** Shows how far the wait is at a look. */
  readonly update: (standing: WaitEventStanding, words: WaitWording) => void;
}
