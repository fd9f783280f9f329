import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { byServerClock } from "../../shared/model/finding/reader-clock.ts";
import { formatStamp } from "../../shared/model/time.ts";
import type { WaitEnding, WaitGoal, WaitState } from "../../shared/model/wait.ts";
import type { AgeClock } from "../../shared/outline/ages.ts";
import type { CountedThing } from "../../shared/render/words/commands/fleet.ts";
import { fleetWaitProgress, fleetWaitSummary, lostGoalText } from "../../shared/render/words/commands/fleet-wait.ts";
import { waitEndLine } from "../../shared/render/words/commands/wait-standing.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { createFleetTalk } from "../fleet/log-prefix.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { createProgressLine } from "../process/progress-line.ts";
import type { WaitEventStanding } from "./events.ts";
import { createWaitDocument, longestQuietMs, type WaitSurface } from "./surface.ts";

/** The fewest milliseconds between two lines about the loss of a goal of one cluster. A flapping one must not fill a log. */
const betweenLosses = 5_000;
/** Stands where a line about one cluster has its context. */
const ofAll = "*";

/**
 * Prints a line for each of several clusters as it reaches the goal, loses it, or cannot reach it. Standard output gets
 * lines of text, or with `-o json` documents. A terminal shows a progress line below them.
 */
export function createOutputOfSeveral(
  goal: WaitGoal,
  counted: CountedThing,
  options: CommandLineOptions,
  world: HostEnvironment,
): WaitSurface {
  const { timeout, stableFor } = options.waiting;
  const progress = createProgressLine(world);
  const talk = createFleetTalk(progress);
  const isJson = options.output.format === "json";
  /** Clusters whose last line says that the goal is reached, and when each lost it by a line. */
  const toldReached = new Set<string>();
  const toldLost = new Map<string, number>();
  let lastLine = 0;

  function stampOf({ report }: Pick<WaitEventStanding, "report">): string {
    return byServerClock(formatStamp(world.milliseconds()), report);
  }

  function clockOf(standing: WaitEventStanding): AgeClock {
    return { now: stampOf(standing), tells: "age" };
  }

  function print(
    context: string,
    standing: WaitEventStanding,
    text: string,
    state: WaitState,
    ending?: WaitEnding,
    exitCode?: number,
  ): void {
    const at = stampOf(standing);
    lastLine = standing.elapsedMs;
    progress.erase();
    const head = { context, at, for: options.waiting.for, state, text };
    const line = isJson
      ? JSON.stringify(createWaitDocument(head, standing, ending, exitCode))
      : `${sanitizeLine(context)} ${at}  ${sanitizeLine(text)}`;
    world.print(`${line}\n`);
  }

  function endLine(standing: WaitEventStanding, ending: WaitEnding): string {
    return waitEndLine(standing, ending, { goal, timeout, stableFor, clock: clockOf(standing) });
  }

  return {
    aside: progress.aside,
    message: talk.message,
    close() {
      talk.close();
      progress.end();
    },
    reached(context, standing, ending) {
      if (toldReached.has(context)) return;
      toldReached.add(context);
      print(context, standing, endLine(standing, ending), ending.state, ending);
    },
    // Only the loss of the goal is news.
    now(context, standing) {
      const text = lostGoalText(goal, standing, clockOf(standing));
      const isRecent = standing.elapsedMs - (toldLost.get(context) ?? Number.NEGATIVE_INFINITY) < betweenLosses;
      if (text === undefined || isRecent || !toldReached.delete(context)) return;
      toldLost.set(context, standing.elapsedMs);
      print(context, standing, text, "waiting");
    },
    ended(context, standing, ending, exitCode) {
      print(context, standing, endLine(standing, ending), ending.state, ending, exitCode);
    },
    // The error of the command itself stands on standard error.
    async failed() {},
    refused(context, standing, lines, exitCode) {
      print(context, standing, lines.trim().split("\n").join("; "), "refused", undefined, exitCode);
    },
    tick(clusters, elapsedMs, isLastLook) {
      const text = (): string => fleetWaitProgress(goal, clusters(), counted, { elapsedMs, timeout, isLastLook });
      progress.show(text);
      if (progress.isDrawn || isJson || elapsedMs - lastLine < longestQuietMs) return;
      lastLine = elapsedMs;
      world.print(`${ofAll} ${formatStamp(world.milliseconds())}  ${text()}\n`);
    },
    summary(clusters, elapsedMs) {
      const text = fleetWaitSummary(goal, clusters, counted, { elapsedMs, timeout });
      progress.erase();
      if (clusters.some(({ state }) => state !== "reached")) world.tell(`error: ${text}\n`);
      else if (!isJson) world.print(`${ofAll} ${formatStamp(world.milliseconds())}  ${text}\n`);
    },
  };
}
