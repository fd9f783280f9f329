import { byServerClock } from "../../shared/model/finding/reader-clock.ts";
import type { Report } from "../../shared/model/report.ts";
import { formatStamp } from "../../shared/model/time.ts";
import type { WaitDocument, WaitEnding, WaitGoal, WaitState } from "../../shared/model/wait.ts";
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
import { createLineDebouncer } from "./debounce.ts";
import type { WaitEventStanding } from "./events.ts";
import { createWaitProgress } from "./progress.ts";
import { countResets } from "./resets.ts";

/** Prints what a wait waits for, whenever that changes, and how it ended. */
export interface WaitOutput {
  readonly now: (standing: WaitEventStanding) => void;
  readonly ended: (standing: WaitEventStanding, ending: WaitEnding, exitCode: number) => void;
  /** Reports that the wait does not begin, because what was asked for cannot be waited for. Lines of an error. */
  readonly refused: (standing: WaitEventStanding, lines: string, exitCode: number) => void;
  /** Prints the document of an error whose text the caller prints. A bug has none. */
  readonly failed: (standing: WaitEventStanding, error: unknown, exitCode: number) => Promise<void>;
  /** Prints other output on standard error. */
  readonly tell: (text: string) => void;
  /** Leaves the terminal to `work` meanwhile, which may ask the user. */
  readonly aside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Erases the progress line. */
  readonly close: () => void;
}

/** Milliseconds without a line after which one is printed, where no progress is drawn. A silent wait seems to hang. */
export const longestQuiet = 300_000;

/**
 * The output of a wait. Standard output gets lines of text, or documents with `-o json`. A terminal shows a progress
 * line below them.
 */
export function createWaitOutput(goal: WaitGoal, options: CommandLineOptions, world: HostEnvironment): WaitOutput {
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
    lastLine = standing.passed;
    isFirst = false;
    if (isJson) document(standing.held === undefined ? "waiting" : "holding", text, standing);
    else line(text, standing);
  }

  return {
    now(standing) {
      const { passed } = standing;
      const words = wording(standing);
      const told = waitNews(standing, words);
      const isSilent = !progress.isDrawn && passed - lastLine >= longestQuiet;
      const isLost = told !== undefined && standing.broken !== undefined;
      if (isLost) reset = { told, standing };
      const resets = dueResets(isLost, passed);
      const isLine = told !== undefined && isNews(told, passed);
      if (timeout > 0 && resets > 0 && reset !== undefined)
        news(waitNewsLine(reset.told, reset.standing, words, resets), reset.standing);
      else if (timeout > 0 && isLine && !isLost) news(waitNewsLine(told, standing, words), standing);
      else if (timeout > 0 && isSilent) news(waitLifeLine(standing, words), standing);
      progress.update(standing, words);
    },
    ended(standing, ending, exitCode) {
      const text = waitEndLine(standing, ending, wording(standing));
      if (isJson) document(ending.state, text, standing, ending, exitCode);
      else if (ending.state === "reached") line(text, standing);
      progress.erase();
      if (ending.state !== "reached") world.tell(`error: ${text}\n`);
    },
    refused(standing, lines, exitCode) {
      if (isJson) document("refused", lines.trim(), standing, undefined, exitCode);
      progress.erase();
      world.tell(`${lines}\n`);
    },
    async failed(standing, error, exitCode) {
      const sentence = isJson ? (await import("../process/error-message.ts")).userMessageOf(error) : undefined;
      if (sentence !== undefined) document("refused", sentence, standing, undefined, exitCode);
    },
    tell: progress.tell,
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

/** The document of one line of `-o json`. */
export function createWaitDocument(
  head: Pick<WaitDocument, "context" | "at" | "for" | "state" | "text">,
  { passed, link, report, waited }: WaitEventStanding,
  ending: WaitEnding | undefined,
  exitCode: number | undefined,
): WaitDocument {
  const { context, at, for: goal, state, text } = head;
  return {
    ...{ apiVersion: "hco-status/v1", kind: "Wait", ...(context !== undefined && { context }), at, for: goal, state },
    ...{ seconds: Math.floor(passed / 1000), link: link.state, text, waitingFor: waited?.blocking ?? [] },
    roots: (report?.roots ?? []).map(({ ref, verdict, facts: { observedVersion: version } }) => {
      return { ref, verdict, ...(version !== undefined && { version }) };
    }),
    ...(ending?.state === "hopeless" && { hopeless: ending.permanent }),
    ...(exitCode !== undefined && { exitCode }),
  };
}
