import { UsageError } from "../../shared/io/errors/errors.ts";
import { harmlessLines } from "../../shared/render/characters/sanitize.ts";
import { unknownGoalText } from "../../shared/render/words/plugin/wait-states.ts";
import { parseWaitGoal } from "../../shared/wait/wait-goal.ts";
import { failedExit } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { steadyLink } from "../follow/debounced-link.ts";
import { followSource, type SourceFollower } from "../follow/follow-source.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import type { WaitEffect, WaitEvent, WaitEventStanding, WaitSetting } from "./events.ts";
import { createWaitOutput, type WaitOutput } from "./output.ts";
import { beginWait, nextStep } from "./steps.ts";

/**
 * Waits until everything that is named reaches the state of `--for`. All must be in that state together, on a live
 * connection, without a break for `--stable-for`. The server is then asked once more.
 *
 * Resolves to the exit status. 0: the state is reached. 5: the time-out is over, whatever the time was spent on. 2:
 * with `--fail-fast`, the state cannot be reached without intervention. 4: the status is unknown at the only look of
 * `--timeout 0`. 1: there is nothing to wait for, or the server does not accept the credentials at the beginning. 128 and
 * the number of a signal: that signal ended the wait.
 *
 * This file only carries out. evaluateWaitGoal (shared/wait/wait-goal.ts) decides whether the goal is reached. evaluateLook
 * (decide-step.ts) decides what a look at the cluster means. nextStep (steps.ts) decides when to look, to ask
 * again and to end.
 * @throws as {@link followSource}.
 */
export async function runWait(options: CommandLineOptions, world: HostEnvironment): Promise<number> {
  const goal = parseWaitGoal(options.waiting.for);
  if (goal === undefined) throw new UsageError(unknownGoalText(options.waiting.for));
  const telling = createWaitOutput(goal, options, world);
  const { namespace, selector = options.fieldSelector } = options;
  const loop = startLoop({ ...options.waiting, goal, namespace, selector }, telling, world);
  const over = new AbortController();
  const forgetStop = world.person.onStop((signal) => loop.take({ is: "stopped", signal }));
  loop.take({ is: "ticked" });
  try {
    const failed = (cause: string): void => loop.take({ is: "unreached", cause });
    // A single look does not wait for the server.
    const waiting = options.waiting.timeout > 0 && { waiting: { failed, signal: over.signal } };
    const terminal = { tell: telling.tell, aside: telling.aside, ...waiting };
    const following = followSource(options, world, (seen) => loop.take({ is: "heard", seen }), loop.fail, terminal);
    // A signal or the time-out can end the wait before the cluster is followed.
    const first = await Promise.race([following, loop.ended]);
    if (typeof first === "number") {
      following.then((late) => late.close()).catch(() => {});
      return first;
    }
    loop.follow(first);
    return await loop.ended;
  } catch (error) {
    const standing = loop.standing();
    if (standing !== undefined) await telling.failed(standing, error, failedExit);
    throw error;
  } finally {
    forgetStop();
    over.abort();
    loop.close();
    telling.close();
  }
}

/** The loop that carries out the effects of {@link nextStep}. */
interface Loop {
  readonly take: (event: WaitEvent) => void;
  /** Takes the follower once the names are resolved. */
  readonly follow: (follower: SourceFollower) => void;
  /** Resolves to the exit status. */
  readonly ended: Promise<number>;
  /** Ends the wait with a bug. */
  readonly fail: (bug: unknown) => void;
  /** The situation at the last look. Undefined: the wait is over. */
  readonly standing: () => WaitEventStanding | undefined;
  readonly close: () => void;
}

function startLoop(setting: WaitSetting, telling: WaitOutput, world: HostEnvironment): Loop {
  const { promise: ended, resolve, reject: fail } = Promise.withResolvers<number>();
  // The promise may be rejected before the caller awaits it.
  ended.catch(() => {});
  // A link that recovers soon is not reported as lost. The next look sees any other change of it.
  const link = steadyLink(world.clock, { state: "connecting" }, () => {});
  const events: WaitEvent[] = [];
  let state = beginWait(world.milliseconds());
  let follower: SourceFollower | undefined;
  let isBusy = false;
  let forgetTick = (): void => {};

  /** Takes one event after the other. An event that an effect causes at once is queued behind it. */
  function take(event: WaitEvent): void {
    events.push(event);
    if (isBusy) return;
    isBusy = true;
    try {
      for (let next = events.shift(); next !== undefined; next = events.shift()) {
        const step = nextStep(state, next, world.milliseconds(), setting);
        state = step.state;
        for (const effect of step.effects) carryOut(effect);
      }
    } catch (bug) {
      fail(bug);
    } finally {
      isBusy = false;
    }
  }

  function carryOut(effect: WaitEffect): void {
    switch (effect.do) {
      case "refresh":
        follower?.refresh();
        break;
      case "look":
        if (follower !== undefined) take({ is: "looked", seen: follower.look() });
        break;
      case "ask":
        follower
          ?.confirm(effect.seen)
          .then((answer) => take({ is: "answered", question: effect.question, answer }), fail);
        break;
      case "tell":
        link.put(effect.standing.link);
        telling.now({ ...effect.standing, link: link.now() });
        break;
      case "refuse":
        telling.refused(effect.standing, harmlessLines(effect.lines), failedExit);
        resolve(failedExit);
        break;
      case "end":
        telling.ended(effect.standing, effect.ending, effect.exitCode);
        resolve(effect.exitCode);
        break;
      case "wake":
        forgetTick();
        forgetTick = world.clock.after(effect.after, () => take({ is: "ticked" }));
    }
  }

  return {
    ...{ take, ended, fail },
    follow(opened) {
      follower = opened;
      take({ is: "named", asked: opened.asked });
    },
    standing: () => (state.isOver ? undefined : state.standing),
    close() {
      state = { ...state, isOver: true };
      forgetTick();
      link.stop();
      follower?.close();
    },
  };
}
