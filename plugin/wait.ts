import { goalOf } from "../shared/aggregate/waiting.ts";
import { UsageError } from "../shared/io/errors.ts";
import { harmlessLines } from "../shared/render/safe.ts";
import { failed } from "./exit-code.ts";
import { type Follower, followCluster } from "./following.ts";
import type { Options } from "./options.ts";
import { courseOf } from "./wait-course.ts";
import { stopwatchOf } from "./wait-stopwatch.ts";
import { type Standing, tellingOf } from "./wait-telling.ts";
import type { World } from "./world.ts";

/** Milliseconds between two looks, where nothing happens: what grows old can become worse by that alone. */
const longestTick = 1_000;
const shortestTick = 20;

/**
 * Waits until all that is named is as `--for` says, in one moment and on a live connection, and for as long without a break
 * as `--stable-for` says. Resolves to 0; 5 when the time is over; 2 where it cannot come by itself and `--fail-fast` asks;
 * 4 where nobody can tell; 1 for what does not exist, or where no server answers in the beginning; 128 and the number of the
 * signal that ended it.
 * @throws as {@link followCluster}.
 */
export async function wait(options: Options, world: World): Promise<number> {
  const goal = goalOf(options.waiting.for);
  if (goal === undefined) throw new UsageError(`unrecognized condition: "${options.waiting.for}"`);
  const { timeout, stableFor } = options.waiting;
  const telling = tellingOf(goal, options, world);
  const { promise: ended, resolve: end, reject: broken } = Promise.withResolvers<number>();
  // Whoever waits for it may not have come yet.
  ended.catch(() => {});
  let follower: Follower | undefined;
  let course: ReturnType<typeof courseOf> | undefined;
  let standing: Standing = { passed: 0, link: { state: "connecting" } };
  let isOver = false;
  let forgetTick = (): void => {};
  const stopwatch = stopwatchOf(world.milliseconds);

  function look(): void {
    if (isOver || follower === undefined || course === undefined) return;
    forgetTick();
    try {
      const time = stopwatch.look();
      // Whatever was followed before is old now, also where nobody has noticed yet.
      if (time.hasSkipped) follower.refresh();
      const step = course(follower.look(), time);
      standing = step.standing;
      if (step.refusal !== undefined) {
        telling.aside(`${harmlessLines(step.refusal)}\n`);
        finish(failed);
      } else if (step.ending !== undefined) {
        telling.ended(standing, step.ending.how, step.ending.exitCode);
        finish(step.ending.exitCode);
      } else telling.now(standing);
    } catch (bug) {
      broken(bug);
    }
    if (!isOver) forgetTick = world.clock.after(untilNext(), look);
  }

  /** Not later than something can be over. */
  function untilNext(): number {
    const { passed, held } = standing;
    const rests = [timeout - passed, held === undefined ? longestTick : stableFor - held].filter((rest) => rest > 0);
    return Math.max(shortestTick, Math.min(longestTick, ...rests));
  }

  function finish(code: number): void {
    isOver = true;
    end(code);
  }

  const forgetStop = world.person.onStop((signal) => {
    if (isOver) return;
    const code = statusOf[signal];
    telling.ended(standing, { state: "interrupted" }, code);
    finish(code);
  });
  try {
    const terminal = { tell: telling.aside };
    const following = followCluster(options, world, look, broken, terminal);
    // Somebody may have had enough before anything was there to follow.
    const first = await Promise.race([following, ended]);
    if (typeof first === "number") {
      following.then((late) => late.close()).catch(() => {});
      return first;
    }
    follower = first;
    course = courseOf(goal, options, follower.asked);
    look();
    return await ended;
  } finally {
    isOver = true;
    forgetTick();
    forgetStop();
    telling.close();
    follower?.close();
  }
}

/** What a shell says of a program that a signal has ended: 128 and its number (POSIX, signal.h). */
const statusOf = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
