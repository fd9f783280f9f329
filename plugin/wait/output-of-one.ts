import { shareReached, type WaitGoal } from "../../shared/model/wait.ts";
import {
  type WaitNews,
  type WaitWording,
  waitEndLine,
  waitLifeLine,
  waitNews,
  waitNewsLine,
  waitProgressLine,
} from "../../shared/render/words/commands/wait-status.ts";
import { estimateRemaining, updatePace, type WaitPace } from "../../shared/wait/wait-pace.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { ProgressLine } from "../process/progress-line.ts";
import type { ObservedWaitStatus } from "./events.ts";
import { lossSpacingMs, maxQuietMs, WaitPrinter, type WaitSurface } from "./surface.ts";

/** The most milliseconds that the progress line counts on by itself, until the next evaluation (steps.ts). */
const maxTickMs = 1_000;

/** Milliseconds for which a line that repeats an earlier one, or only rewords the last one, must last before it is printed. */
const settleMs = 10_000;

/** Milliseconds for which a printed line is remembered as an earlier one. */
const memoryMs = 60_000;

/**
 * The output of a wait for the one cluster that is meant without a list of clusters. Standard output gets lines of text,
 * or documents with `-o json`. A terminal shows a progress line below them.
 */
export function createOutputOfOne(
  goal: WaitGoal,
  options: CommandLineOptions,
  environment: HostEnvironment,
): WaitSurface {
  const { timeoutMs, stableForMs } = options.waiting;
  const progress = new ProgressLine(environment);
  const printer = new WaitPrinter(options, environment, () => progress.erase());
  const debouncer = new LineDebouncer();
  const losses = new LossCounter();
  let pace: WaitPace | undefined;
  let lastLoss: { readonly news: WaitNews; readonly status: ObservedWaitStatus } | undefined;
  let lastLineAtMs = 0;
  let isFirst = true;

  function wordingAt(status: ObservedWaitStatus): WaitWording {
    const now = printer.stampOf(status);
    const clock = { now, format: options.drawing.absoluteTime === true ? "time" : "age" } as const;
    return { goal, timeoutMs, stableForMs, clock, isFirst };
  }

  function printLine(text: string, status: ObservedWaitStatus): void {
    lastLineAtMs = status.elapsedMs;
    isFirst = false;
    printer.print({ status, text, state: status.heldMs === undefined ? "waiting" : "holding" });
  }

  /** The line that an evaluation is worth, with the status that it is about; undefined for none. */
  function chooseLine(
    status: ObservedWaitStatus,
    wording: WaitWording,
  ): { readonly text: string; readonly about: ObservedWaitStatus } | undefined {
    const { elapsedMs } = status;
    const news = waitNews(status, wording);
    const isLost = news !== undefined && status.brokenAfterMs !== undefined;
    if (isLost) lastLoss = { news, status };
    // Both remember each evaluation, also where another line is printed.
    const lossCount = losses.takeDue(isLost, elapsedMs);
    const isNewLine = news !== undefined && debouncer.isWorthLine(news, elapsedMs);
    // A wait that checks once prints its result alone.
    if (timeoutMs === 0) return undefined;
    if (lossCount > 0 && lastLoss !== undefined) {
      const text = waitNewsLine(lastLoss.news, lastLoss.status, wording, lossCount);
      return { text, about: lastLoss.status };
    }
    if (isNewLine && !isLost) return { text: waitNewsLine(news, status, wording), about: status };
    const isQuiet = !progress.isDrawn && elapsedMs - lastLineAtMs >= maxQuietMs;
    return isQuiet ? { text: waitLifeLine(status, wording), about: status } : undefined;
  }

  /**
   * Takes an evaluation into the progress line. Between two evaluations the elapsed time in its text counts on, at most to
   * the next one.
   */
  function showProgress(status: ObservedWaitStatus, wording: WaitWording): void {
    const { elapsedMs, report } = status;
    const evaluatedAtMs = environment.milliseconds();
    pace = updatePace(pace, shareReached(report, goal), elapsedMs);
    progress.show(() => {
      const sinceEvaluationMs = Math.max(0, environment.milliseconds() - evaluatedAtMs);
      const shownMs = elapsedMs + Math.min(maxTickMs, sinceEvaluationMs);
      return waitProgressLine({ ...status, elapsedMs: shownMs }, wording, estimateRemaining(pace, shownMs));
    });
  }

  return {
    now(_cluster, status) {
      const wording = wordingAt(status);
      const line = chooseLine(status, wording);
      if (line !== undefined) printLine(line.text, line.about);
      showProgress(status, wording);
    },
    reached() {},
    ended(_cluster, status, ending, exitCode) {
      const text = waitEndLine(status, ending, wordingAt(status));
      const isReached = ending.state === "reached";
      if (printer.isJson || isReached) printer.print({ status, text, state: ending.state, ending, exitCode });
      progress.erase();
      if (!isReached) environment.printMessage(`error: ${text}\n`);
    },
    refused(_cluster, status, lines, exitCode) {
      if (printer.isJson) printer.print({ status, text: lines.trim(), state: "refused", exitCode });
      progress.erase();
      environment.printMessage(`${lines}\n`);
    },
    async failed(status, error, exitCode) {
      if (!printer.isJson) return;
      const { userMessageOf } = await import("../process/error-message.ts");
      const text = userMessageOf(error);
      if (text !== undefined) printer.print({ status, text, state: "refused", exitCode });
    },
    // Each evaluation draws the progress line and prints what is left to print.
    tick() {},
    summary() {},
    message: (_cluster, text) => progress.printMessage(text),
    withFreeTerminal: (work) => progress.withFreeTerminal(work),
    close: () => progress.end(),
  };
}

/**
 * Decides whether a text is worth a line now, so that flapping does not fill a log. New text is printed at once. A rewording
 * of the last line, or a line that was printed within {@link memoryMs}, must first last for {@link settleMs}.
 */
class LineDebouncer {
  #printed: WaitNews | undefined;
  /** A text that is not printed yet, and since when it has lasted. */
  #candidate: { readonly text: string; readonly sinceMs: number } | undefined;
  /** When each line was printed, by the key of its news. */
  readonly #printedAtMs = new Map<string, number>();

  /** Called at every evaluation, with the milliseconds since the wait began. */
  isWorthLine(news: WaitNews, elapsedMs: number): boolean {
    const text = comparedText(news);
    if (this.#printed !== undefined && text === comparedText(this.#printed)) {
      this.#candidate = undefined;
      return false;
    }
    if (this.#candidate?.text !== text) this.#candidate = { text, sinceMs: elapsedMs };
    this.#forgetOldLines(elapsedMs);
    const mustSettle = this.#isRepetition(news) && news.isUrgent !== true;
    if (mustSettle && elapsedMs - this.#candidate.sinceMs < settleMs) return false;
    this.#printed = news;
    this.#candidate = undefined;
    this.#printedAtMs.set(news.key, elapsedMs);
    return true;
  }

  #isRepetition({ key }: WaitNews): boolean {
    return this.#printed !== undefined && (key === this.#printed.key || this.#printedAtMs.has(key));
  }

  #forgetOldLines(elapsedMs: number): void {
    for (const [key, printedAtMs] of this.#printedAtMs)
      if (elapsedMs - printedAtMs >= memoryMs) this.#printedAtMs.delete(key);
  }
}

/** The text by which two lines are equal: without the parts that change all the time. */
function comparedText({ same, text }: WaitNews): string {
  return same ?? text;
}

/** Counts how often the goal was lost since the last line about that. */
class LossCounter {
  #count = 0;
  #announcedAtMs = Number.NEGATIVE_INFINITY;

  /**
   * Called at every evaluation, with the milliseconds since the wait began. Returns how many losses need a line now; 0 for
   * {@link lossSpacingMs} after the last such line.
   */
  takeDue(isLost: boolean, elapsedMs: number): number {
    if (isLost) this.#count += 1;
    if (this.#count === 0 || elapsedMs - this.#announcedAtMs < lossSpacingMs) return 0;
    const dueCount = this.#count;
    this.#count = 0;
    this.#announcedAtMs = elapsedMs;
    return dueCount;
  }
}
