import { goalOf } from "../shared/aggregate/waiting.ts";
import { UsageError } from "../shared/io/errors.ts";
import type { Seen } from "../shared/io/watch/follow.ts";
import { harmlessLines } from "../shared/render/safe.ts";
import { failed, timedOut } from "./exit-code.ts";
import { type Follower, followCluster } from "./following.ts";
import type { Options } from "./options.ts";
import { type Course, courseOf, firstLook } from "./wait-course.ts";
import { stopwatchOf } from "./wait-stopwatch.ts";
import { type Standing, tellingOf } from "./wait-telling.ts";
import { steadyLink } from "./watch-link.ts";
import type { World } from "./world.ts";

/** Milliseconds between two looks at the time, where nothing happens. */
const longestTick = 1_000;
const shortestTick = 20;
/** Milliseconds after which all is judged anew though nothing was told: what grows old can become worse by that alone. */
const longestOld = 10_000;
/** Milliseconds without a word from the server after which it is asked before an end is taken for true. */
const longestSilence = 10_000;

/**
 * Waits until all that is named is as `--for` says, in one moment and on a live connection, and for as long without a break
 * as `--stable-for` says; the server is asked once more then. Resolves to 0; 5 when the time is over, whatever it was spent
 * on; 2 where it cannot come by itself and `--fail-fast` asks; 4 where nobody can tell; 1 for what does not exist, or where
 * no server answers in the beginning; 128 and the number of the signal that ended it.
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
  let course: Course | undefined;
  let standing: Standing = { passed: 0, link: { state: "connecting" } };
  let isOver = false;
  let forgetTick = (): void => {};
  const stopwatch = stopwatchOf(world.milliseconds);
  /** What was seen last, and when it was judged. */
  let judged: { readonly seen: Seen; readonly at: number } | undefined;
  let heardAt = 0;
  /** The server is being asked whether it is so still; what is seen meanwhile may make that void. */
  let question: object | undefined;
  let askAgainAt = 0;
  let isConfirmed = false;
  // What is told otherwise by then is seen at the next look.
  const link = steadyLink(world.clock, standing.link, () => {});
  let hasSkipped = false;

  function heard(seen: Seen): void {
    const time = stopwatch.look();
    hasSkipped ||= time.hasSkipped;
    heardAt = time.passed;
    judged = { seen, at: time.passed };
    look();
  }

  function look(): void {
    if (isOver) return;
    forgetTick();
    try {
      const counted = stopwatch.look();
      const time = { ...counted, hasSkipped: hasSkipped || counted.hasSkipped };
      hasSkipped = false;
      if (follower === undefined || course === undefined) naming(time.passed);
      else go(follower, course, time);
    } catch (bug) {
      broken(bug);
    }
    if (!isOver) forgetTick = world.clock.after(untilNext(), look);
  }

  /** What the names stand for is not known yet: that is asked of the same server, and out of the same time. */
  function naming(passed: number): void {
    standing = { passed, link: { state: "connecting" } };
    if (passed < (timeout === 0 ? firstLook : timeout)) return;
    telling.ended(standing, { state: "timed-out" }, timedOut);
    finish(timedOut);
  }

  function go(from: Follower, { step: stepOf, doubt }: Course, time: ReturnType<typeof stopwatch.look>): void {
    // Whatever was followed before is old now, also where nobody has noticed yet.
    if (time.hasSkipped) from.refresh();
    const { passed } = time;
    const isLast = timeout - passed <= 0;
    if (judged === undefined || time.hasSkipped || isLast || passed - judged.at >= longestOld)
      judged = { seen: from.look(), at: passed };
    let step = stepOf(judged.seen, { ...time, old: passed - judged.at });
    // Nobody ends by what only a while ago was so.
    if (step.ending !== undefined && judged.at < passed) {
      judged = { seen: from.look(), at: passed };
      step = stepOf(judged.seen, { ...time, old: 0 });
    }
    standing = step.standing;
    link.put(standing.link);
    const isReached = step.ending?.how.state === "reached";
    if (!isReached) question = undefined;
    if (step.refusal !== undefined) {
      telling.refused(standing, harmlessLines(step.refusal), failed);
      finish(failed);
    } else if (step.ending === undefined) telling.now({ ...standing, link: link.now() });
    else if (!isReached || isConfirmed || (stableFor === 0 && passed - heardAt <= longestSilence)) {
      telling.ended(standing, step.ending.how, step.ending.exitCode);
      finish(step.ending.exitCode);
    } else {
      telling.now({ ...standing, link: link.now() });
      if (question === undefined && passed >= askAgainAt) ask(from, judged.seen, doubt);
    }
    isConfirmed = false;
  }

  /** Where nothing arrives any more, all stays as it was. */
  function ask(from: Follower, seen: Seen, doubt: () => void): void {
    const mine = {};
    question = mine;
    from.confirm(seen).then((answer) => {
      if (isOver || question !== mine) return;
      question = undefined;
      isConfirmed = answer === "same";
      askAgainAt = standing.passed + longestTick;
      if (answer === "silent") doubt();
      if (!isConfirmed) from.refresh();
      look();
    }, broken);
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
  look();
  try {
    const terminal = { tell: telling.aside };
    const following = followCluster(options, world, heard, broken, terminal);
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
  } catch (error) {
    if (!isOver) await telling.failed(standing, error, failed);
    throw error;
  } finally {
    isOver = true;
    forgetTick();
    forgetStop();
    link.stop();
    telling.close();
    follower?.close();
  }
}

/** What a shell says of a program that a signal has ended: 128 and its number (POSIX, signal.h). */
const statusOf = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
