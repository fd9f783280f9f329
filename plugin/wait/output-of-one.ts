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
import { createProgressLine, type ProgressLine } from "../process/progress-line.ts";
import type { ObservedWaitStatus } from "./events.ts";
import { maxQuietMs, WaitPrinter, type WaitSurface } from "./surface.ts";

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
  const isNews = createLineDebouncer();
  const progress = createWaitProgress(environment);
  const printer = new WaitPrinter(options, environment, progress.erase);
  const dueResets = countResets();
  let reset: { readonly current: WaitNews; readonly status: ObservedWaitStatus } | undefined;
  let lastLine = 0;
  let isFirst = true;

  function wording(status: ObservedWaitStatus): WaitWording {
    const now = printer.stampOf(status);
    const clock = { now, format: options.drawing.absoluteTime === true ? "time" : "age" } as const;
    return { goal, timeoutMs, stableForMs, clock, isFirst };
  }

  function news(text: string, status: ObservedWaitStatus): void {
    lastLine = status.elapsedMs;
    isFirst = false;
    printer.print({ status, text, state: status.heldMs === undefined ? "waiting" : "holding" });
  }

  return {
    now(_cluster, status) {
      const { elapsedMs } = status;
      const words = wording(status);
      const current = waitNews(status, words);
      const isSilent = !progress.isDrawn && elapsedMs - lastLine >= maxQuietMs;
      const isLost = current !== undefined && status.brokenAfterMs !== undefined;
      if (isLost) reset = { current, status };
      const resets = dueResets(isLost, elapsedMs);
      const isLine = current !== undefined && isNews(current, elapsedMs);
      if (timeoutMs > 0 && resets > 0 && reset !== undefined)
        news(waitNewsLine(reset.current, reset.status, words, resets), reset.status);
      else if (timeoutMs > 0 && isLine && !isLost) news(waitNewsLine(current, status, words), status);
      else if (timeoutMs > 0 && isSilent) news(waitLifeLine(status, words), status);
      progress.update(status, words);
    },
    reached() {},
    ended(_cluster, status, ending, exitCode) {
      const text = waitEndLine(status, ending, wording(status));
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
      const text = (await import("../process/error-message.ts")).userMessageOf(error);
      if (text !== undefined) printer.print({ status, text, state: "refused", exitCode });
    },
    // Each evaluation draws the progress line and prints what is left to print.
    tick() {},
    summary() {},
    message: (_cluster, text) => progress.printMessage(text),
    withFreeTerminal: progress.withFreeTerminal,
    close: progress.end,
  };
}

/** The progress line of a wait, which remembers at what pace components met the goal. */
function createWaitProgress(environment: HostEnvironment): WaitProgress {
  const { show, ...line } = createProgressLine(environment);
  let pace: WaitPace | undefined;
  return {
    ...line,
    update(status, words) {
      const { elapsedMs, report } = status;
      const at = environment.milliseconds();
      // Between two evaluations the line counts on, at most to the next one.
      const more = (): number => Math.min(maxTickMs, Math.max(0, environment.milliseconds() - at));
      pace = updatePace(pace, shareReached(report, words.goal), elapsedMs);
      show(() => {
        const now = elapsedMs + more();
        return waitProgressLine({ ...status, elapsedMs: now }, words, estimateRemaining(pace, now));
      });
    },
  };
}

/** The most milliseconds between two evaluations (steps.ts). */
const maxTickMs = 1_000;

/**
 * Returns a function that decides whether a text is worth a line now. New text is printed at once. A rewording of the
 * last line, or a line that was printed recently, must first last for a while. So flapping does not fill a log. The
 * function is called at every evaluation, with the time.
 */
function createLineDebouncer(): (said: WaitNews, now: number) => boolean {
  let last: WaitNews | undefined;
  let next: { readonly text: string; readonly since: number } | undefined;
  const times = new Map<string, number>();

  return (said, now) => {
    const { key, isUrgent = false } = said;
    const text = said.same ?? said.text;
    if (text === (last?.same ?? last?.text)) {
      next = undefined;
      return false;
    }
    if (next?.text !== text) next = { text, since: now };
    for (const [old, at] of times) if (now - at >= memoryMs) times.delete(old);
    const isOld = last !== undefined && !isUrgent && (key === last.key || times.has(key));
    if (now - next.since < (isOld ? settleMs : 0)) return false;
    last = said;
    next = undefined;
    times.set(key, now);
    return true;
  };
}

const settleMs = 10_000;

/**
 * Milliseconds for which a printed line is remembered. Within `memoryMs`, the same line is printed again only after it
 * has lasted for `settleMs`.
 */
const memoryMs = 60_000;

/**
 * Returns a function that counts how often the goal was lost and returns how many of these times need a line now. It is
 * called at every evaluation, with the time.
 */
function countResets(): (isLost: boolean, now: number) => number {
  let waiting = 0;
  let announcedAtMs = Number.NEGATIVE_INFINITY;

  return (isLost, now) => {
    if (isLost) waiting += 1;
    if (waiting === 0 || now - announcedAtMs < spacingMs) return 0;
    const due = waiting;
    waiting = 0;
    announcedAtMs = now;
    return due;
  };
}

/** Milliseconds between two lines about a goal that was met and then lost. A log with more would be useless. */
const spacingMs = 5_000;

/** The progress line of a wait. */
interface WaitProgress extends Omit<ProgressLine, "show"> {
  /** Shows how far the wait is at an evaluation. */
  readonly update: (status: ObservedWaitStatus, words: WaitWording) => void;
}
