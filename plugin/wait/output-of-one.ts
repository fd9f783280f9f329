import { byServerClock } from "../../shared/model/finding/reader-clock.ts";
import type { Report } from "../../shared/model/report.ts";
import { formatStamp } from "../../shared/model/time.ts";
import type { WaitEnding, WaitGoal, WaitState } from "../../shared/model/wait.ts";
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
import { createWaitDocument, longestQuietMs, type WaitSurface } from "./surface.ts";

/**
 * The output of a wait for the one cluster that is meant without a list of clusters. Standard output gets lines of text,
 * or documents with `-o json`. A terminal shows a progress line below them.
 */
export function createOutputOfOne(goal: WaitGoal, options: CommandLineOptions, world: HostEnvironment): WaitSurface {
  const { timeout, stableFor } = options.waiting;
  const isNews = createLineDebouncer();
  const progress = createWaitProgress(world);
  const isJson = options.output.format === "json";
  const { stampOf, document, line } = createWaitPrinter(options, world, progress.erase);
  const dueResets = countResets();
  let reset: { readonly told: WaitNews; readonly standing: WaitEventStanding } | undefined;
  let lastLine = 0;
  let isFirst = true;

  function wording({ report }: WaitEventStanding): WaitWording {
    const now = stampOf(report);
    const clock = { now, tells: options.absoluteTime ? "time" : "age" } as const;
    return { goal, timeout, stableFor, clock, isFirst };
  }

  function news(text: string, standing: WaitEventStanding): void {
    lastLine = standing.elapsedMs;
    isFirst = false;
    if (isJson) document(standing.heldMs === undefined ? "waiting" : "holding", text, standing);
    else line(text, standing);
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
      if (isJson) document(ending.state, text, standing, ending, exitCode);
      else if (ending.state === "reached") line(text, standing);
      progress.erase();
      if (ending.state !== "reached") world.tell(`error: ${text}\n`);
    },
    refused(_cluster, standing, lines, exitCode) {
      if (isJson) document("refused", lines.trim(), standing, undefined, exitCode);
      progress.erase();
      world.tell(`${lines}\n`);
    },
    async failed(standing, error, exitCode) {
      const sentence = isJson ? (await import("../process/error-message.ts")).userMessageOf(error) : undefined;
      if (sentence !== undefined) document("refused", sentence, standing, undefined, exitCode);
    },
    // Each look draws the progress line and prints what is left to print.
    tick() {},
    summary() {},
    message: (_cluster, text) => progress.tell(text),
    aside: progress.aside,
    close: progress.end,
  };
}

/** Prints on standard output: lines that begin with the time, or documents. `before` clears what stands below. */
function createWaitPrinter(options: CommandLineOptions, world: HostEnvironment, before: () => void) {
  function stampOf(report: Report | undefined): string {
    return byServerClock(formatStamp(world.milliseconds()), report);
  }

  function print(text: string): void {
    before();
    world.print(`${text}\n`);
  }

  function document(
    state: WaitState,
    text: string,
    standing: WaitEventStanding,
    ending?: WaitEnding,
    exitCode?: number,
  ): void {
    const at = stampOf(standing.report);
    print(
      JSON.stringify(createWaitDocument({ at, for: options.waiting.for, state, text }, standing, ending, exitCode)),
    );
  }

  function line(text: string, { report }: WaitEventStanding): void {
    print(`${stampOf(report)}  ${text}`);
  }

  return { stampOf, document, line };
}
