import type { WaitGoal } from "../../shared/model/wait.ts";
import {
  type WaitNews,
  type WaitWording,
  waitEndLine,
  waitLifeLine,
  waitNews,
  waitNewsLine,
} from "../../shared/render/words/commands/wait-standing.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import type { WaitEventStanding } from "./events.ts";
import { countResets, createLineDebouncer } from "./line-pacing.ts";
import { createWaitProgress } from "./progress.ts";
import { longestQuietMs, WaitPrinter, type WaitSurface } from "./surface.ts";

/**
 * The output of a wait for the one cluster that is meant without a list of clusters. Standard output gets lines of text,
 * or documents with `-o json`. A terminal shows a progress line below them.
 */
export function createOutputOfOne(goal: WaitGoal, options: CommandLineOptions, world: HostEnvironment): WaitSurface {
  const { timeout, stableFor } = options.waiting;
  const isNews = createLineDebouncer();
  const progress = createWaitProgress(world);
  const printer = new WaitPrinter(options, world, progress.erase);
  const dueResets = countResets();
  let reset: { readonly told: WaitNews; readonly standing: WaitEventStanding } | undefined;
  let lastLine = 0;
  let isFirst = true;

  function wording(standing: WaitEventStanding): WaitWording {
    const now = printer.stampOf(standing);
    const clock = { now, tells: options.absoluteTime ? "time" : "age" } as const;
    return { goal, timeout, stableFor, clock, isFirst };
  }

  function news(text: string, standing: WaitEventStanding): void {
    lastLine = standing.elapsedMs;
    isFirst = false;
    printer.print({ standing, text, state: standing.heldMs === undefined ? "waiting" : "holding" });
  }

  return {
    now(_cluster, standing) {
      const { elapsedMs } = standing;
      const words = wording(standing);
      const told = waitNews(standing, words);
      const isSilent = !progress.isDrawn && elapsedMs - lastLine >= longestQuietMs;
      const isLost = told !== undefined && standing.brokenAfterMs !== undefined;
      if (isLost) reset = { told, standing };
      const resets = dueResets(isLost, elapsedMs);
      const isLine = told !== undefined && isNews(told, elapsedMs);
      if (timeout > 0 && resets > 0 && reset !== undefined)
        news(waitNewsLine(reset.told, reset.standing, words, resets), reset.standing);
      else if (timeout > 0 && isLine && !isLost) news(waitNewsLine(told, standing, words), standing);
      else if (timeout > 0 && isSilent) news(waitLifeLine(standing, words), standing);
      progress.update(standing, words);
    },
    reached() {},
    ended(_cluster, standing, ending, exitCode) {
      const text = waitEndLine(standing, ending, wording(standing));
      const isReached = ending.state === "reached";
      if (printer.isJson || isReached) printer.print({ standing, text, state: ending.state, ending, exitCode });
      progress.erase();
      if (!isReached) world.tell(`error: ${text}\n`);
    },
    refused(_cluster, standing, lines, exitCode) {
      if (printer.isJson) printer.print({ standing, text: lines.trim(), state: "refused", exitCode });
      progress.erase();
      world.tell(`${lines}\n`);
    },
    async failed(standing, error, exitCode) {
      if (!printer.isJson) return;
      const text = (await import("../process/error-message.ts")).userMessageOf(error);
      if (text !== undefined) printer.print({ standing, text, state: "refused", exitCode });
    },
    // Each look draws the progress line and prints what is left to print.
    tick() {},
    summary() {},
    message: (_cluster, text) => progress.tell(text),
    aside: progress.aside,
    close: progress.end,
  };
}
