import { shareReached } from "../../shared/model/wait.ts";
import { type WaitWording, waitProgressLine } from "../../shared/render/words/commands/wait-standing.ts";
import { estimateRemaining, nextPace, type WaitPace } from "../../shared/wait/wait-pace.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { createProgressLine, type ProgressLine } from "../process/progress-line.ts";
import type { WaitEventStanding } from "./events.ts";

/** The progress line of a wait. */
export interface WaitProgress extends Omit<ProgressLine, "show"> {
  /** Shows how far the wait is at a look. */
  readonly update: (standing: WaitEventStanding, words: WaitWording) => void;
}

/** The most milliseconds between two looks (steps.ts). */
const longestTick = 1_000;

/** The progress line of a wait, which remembers at what pace components met the goal. */
export function createWaitProgress(world: HostEnvironment): WaitProgress {
  const { show, ...line } = createProgressLine(world);
  let pace: WaitPace | undefined;
  return {
    ...line,
    update(standing, words) {
      const { elapsedMs, report } = standing;
      const at = world.milliseconds();
      // Between two looks the line counts on, at most to the next one.
      const more = (): number => Math.min(longestTick, Math.max(0, world.milliseconds() - at));
      pace = nextPace(pace, shareReached(report, words.goal), elapsedMs);
      show(() => {
        const now = elapsedMs + more();
        return waitProgressLine({ ...standing, elapsedMs: now }, words, estimateRemaining(pace, now));
      });
    },
  };
}
