import { UsageError } from "../../shared/io/errors/errors.ts";
import { unknownGoalText } from "../../shared/render/words/plugin/wait-states.ts";
import { parseWaitGoal } from "../../shared/wait/wait-goal.ts";
import { failedExit } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { followSource } from "../follow/follow-source.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { startWaitLoop } from "./loop.ts";
import { createWaitOutput } from "./output.ts";

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
  const loop = startWaitLoop({ ...options.waiting, goal, namespace, selector }, telling, world);
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
