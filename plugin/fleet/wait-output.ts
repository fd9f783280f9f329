import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { byServerClock } from "../../shared/model/finding/reader-clock.ts";
import { formatStamp } from "../../shared/model/time.ts";
import type { WaitEnding, WaitGoal, WaitState } from "../../shared/model/wait.ts";
import type { AgeClock } from "../../shared/outline/ages.ts";
import type { CountedThing } from "../../shared/render/words/commands/fleet.ts";
import {
  fleetWaitProgress,
  fleetWaitSummary,
  lostGoalText,
  type WaitedCluster,
} from "../../shared/render/words/commands/fleet-wait.ts";
import { waitEndLine } from "../../shared/render/words/commands/wait-standing.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { createProgressLine, type ProgressLine } from "../process/progress-line.ts";
import type { WaitEventStanding } from "../wait/events.ts";
import { createWaitDocument, longestQuiet } from "../wait/output.ts";

/** Prints a line for each of several clusters as it reaches the goal, loses it, or cannot reach it. */
export interface FleetWaitOutput extends Pick<ProgressLine, "tell" | "aside"> {
  readonly reached: (context: string, standing: WaitEventStanding, ending: WaitEnding) => void;
  readonly lost: (context: string, standing: WaitEventStanding) => void;
  readonly ended: (context: string, standing: WaitEventStanding, ending: WaitEnding, exitCode: number) => void;
  /** `lines`: of an error. */
  readonly refused: (context: string, standing: WaitEventStanding, lines: string, exitCode: number) => void;
  /** Updates the progress line. Where none is drawn, prints a line after a long silence. */
  readonly passed: (clusters: () => readonly WaitedCluster[], milliseconds: number, isLastLook: boolean) => void;
  /** Prints the summary. It is an error unless every cluster reached the goal. */
  readonly summary: (clusters: readonly WaitedCluster[], milliseconds: number) => void;
  readonly close: () => void;
}

/** The fewest milliseconds between two lines about the loss of a goal of one cluster. A flapping one must not fill a log. */
const betweenLosses = 5_000;
/** Stands where a line about one cluster has its context. */
const ofAll = "*";

/** Standard output gets lines of text, or with `-o json` documents. A terminal shows a progress line below them. */
export function createFleetWaitOutput(
  goal: WaitGoal,
  counted: CountedThing,
  options: CommandLineOptions,
  world: HostEnvironment,
): FleetWaitOutput {
  const { timeout, stableFor } = options.waiting;
  const progress = createProgressLine(world);
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
    lastLine = standing.passed;
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
    ...{ tell: progress.tell, aside: progress.aside, close: progress.end },
    reached(context, standing, ending) {
      if (toldReached.has(context)) return;
      toldReached.add(context);
      print(context, standing, endLine(standing, ending), ending.state, ending);
    },
    lost(context, standing) {
      const text = lostGoalText(goal, standing, clockOf(standing));
      const isRecent = standing.passed - (toldLost.get(context) ?? Number.NEGATIVE_INFINITY) < betweenLosses;
      if (text === undefined || isRecent || !toldReached.delete(context)) return;
      toldLost.set(context, standing.passed);
      print(context, standing, text, "waiting");
    },
    ended(context, standing, ending, exitCode) {
      print(context, standing, endLine(standing, ending), ending.state, ending, exitCode);
    },
    refused(context, standing, lines, exitCode) {
      print(context, standing, lines.trim().split("\n").join("; "), "refused", undefined, exitCode);
    },
    passed(clusters, passed, isLastLook) {
      const text = (): string => fleetWaitProgress(goal, clusters(), counted, { passed, timeout, isLastLook });
      progress.show(text);
      if (progress.isDrawn || isJson || passed - lastLine < longestQuiet) return;
      lastLine = passed;
      world.print(`${ofAll} ${formatStamp(world.milliseconds())}  ${text()}\n`);
    },
    summary(clusters, passed) {
      const text = fleetWaitSummary(goal, clusters, counted, { passed, timeout });
      progress.erase();
      if (clusters.some(({ state }) => state !== "reached")) world.tell(`error: ${text}\n`);
      else if (!isJson) world.print(`${ofAll} ${formatStamp(world.milliseconds())}  ${text}\n`);
    },
  };
}
