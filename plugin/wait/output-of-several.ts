import { formatStamp } from "../../shared/model/time.ts";
import type { WaitEnding, WaitGoal } from "../../shared/model/wait.ts";
import type { AgeClock } from "../../shared/outline/ages.ts";
import type { CountedThing } from "../../shared/render/words/commands/fleet.ts";
import { fleetWaitProgress, fleetWaitSummary, lostGoalText } from "../../shared/render/words/commands/fleet-wait.ts";
import { waitEndLine } from "../../shared/render/words/commands/wait-status.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { allClustersMark, PrefixedMessages } from "../fleet/log-prefix.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { ProgressLine } from "../process/progress-line.ts";
import type { ObservedWaitStatus } from "./events.ts";
import { lossSpacingMs, maxQuietMs, WaitPrinter, type WaitSurface } from "./surface.ts";

/**
 * Prints a line for each of several clusters as it reaches the goal, loses it, or cannot reach it. Standard output gets
 * lines of text, or with `-o json` documents. A terminal shows a progress line below them.
 */
export function createOutputOfSeveral(
  goal: WaitGoal,
  counted: CountedThing,
  options: CommandLineOptions,
  environment: HostEnvironment,
): WaitSurface {
  const { timeoutMs, stableForMs } = options.waiting;
  const progress = new ProgressLine(environment);
  const messages = new PrefixedMessages((text) => progress.printMessage(text));
  const printer = new WaitPrinter(options, environment, () => progress.erase());
  /** Clusters whose last line says that the goal is reached. */
  const announcedReached = new Set<string>();
  /** When a line last said that a cluster lost the goal, by its name. */
  const lossAnnouncedAtMs = new Map<string, number>();
  let lastLineAtMs = 0;

  function clockOf(status: ObservedWaitStatus): AgeClock {
    return { now: printer.stampOf(status), format: "age" };
  }

  function print(line: Parameters<typeof printer.print>[0]): void {
    lastLineAtMs = line.status.elapsedMs;
    printer.print(line);
  }

  function printForAll(text: string): void {
    environment.print(`${allClustersMark} ${formatStamp(environment.milliseconds())}  ${text}\n`);
  }

  function endText(status: ObservedWaitStatus, ending: WaitEnding): string {
    return waitEndLine(status, ending, { goal, timeoutMs, stableForMs, clock: clockOf(status) });
  }

  return {
    withFreeTerminal: (work) => progress.withFreeTerminal(work),
    message: (name, text) => messages.print(name, text),
    close() {
      messages.close();
      progress.end();
    },
    reached(cluster, status, ending) {
      if (announcedReached.has(cluster)) return;
      announcedReached.add(cluster);
      print({ cluster, status, text: endText(status, ending), state: ending.state, ending });
    },
    // Only the loss of the goal is news.
    now(cluster, status) {
      const text = lostGoalText(goal, status, clockOf(status));
      const announcedAtMs = lossAnnouncedAtMs.get(cluster) ?? Number.NEGATIVE_INFINITY;
      const isTooSoon = status.elapsedMs - announcedAtMs < lossSpacingMs;
      if (text === undefined || isTooSoon || !announcedReached.has(cluster)) return;
      announcedReached.delete(cluster);
      lossAnnouncedAtMs.set(cluster, status.elapsedMs);
      print({ cluster, status, text, state: "waiting" });
    },
    ended(cluster, status, ending, exitCode) {
      print({ cluster, status, text: endText(status, ending), state: ending.state, ending, exitCode });
    },
    // The error of the command itself stands on standard error.
    async failed() {},
    refused(cluster, status, lines, exitCode) {
      print({ cluster, status, text: lines.trim().split("\n").join("; "), state: "refused", exitCode });
    },
    tick(clusters, elapsedMs, isLastLook) {
      const text = (): string => fleetWaitProgress(goal, clusters(), counted, { elapsedMs, timeoutMs, isLastLook });
      progress.show(text);
      if (progress.isDrawn || printer.isJson || elapsedMs - lastLineAtMs < maxQuietMs) return;
      lastLineAtMs = elapsedMs;
      printForAll(text());
    },
    summary(clusters, elapsedMs) {
      const text = fleetWaitSummary(goal, clusters, counted, { elapsedMs, timeoutMs });
      progress.erase();
      if (clusters.some(({ state }) => state !== "reached")) environment.printMessage(`error: ${text}\n`);
      else if (!printer.isJson) printForAll(text);
    },
  };
}
