import { expect, test } from "vitest";
import { limitReply, patience, type ReplyLimit } from "../../../extension/dry-run/reply-limit.ts";
import { drivenClock } from "../../io/watch/driven-clock.ts";

type Step = (limit: ReplyLimit, left: AbortController, wait: (milliseconds: number) => void) => void;

test.for<readonly [rule: string, act: Step, end: ReplyLimit["end"]]>([
  ["a reply that comes in time ends nothing", (_, __, wait) => wait(patience - 1), undefined],
  ["a dry run that hangs ends after 45 seconds", (_, __, wait) => wait(45_000), "timedOut"],
  ["the user ends one that hangs", (limit) => limit.cancel(), "cancelled"],
  ["a context that vanishes in the middle ends it", (_, left) => left.abort(), "placeLost"],
  [
    "the first reason counts",
    (limit, left, wait) => {
      left.abort();
      limit.cancel();
      wait(patience);
    },
    "placeLost",
  ],
  [
    "nothing ends it after its reply",
    (limit, left, wait) => {
      limit.dispose();
      left.abort();
      wait(patience);
    },
    undefined,
  ],
])("%s", ([, act, end]) => {
  const clock = drivenClock();
  const left = new AbortController();
  const limit = limitReply(clock, left.signal);
  act(limit, left, (milliseconds) => {
    const until = clock.elapsed() + milliseconds;
    while (clock.next(until));
  });
  expect([limit.end, limit.signal.aborted]).toEqual([end, end !== undefined]);
  limit.dispose();
  expect(clock.timers()).toBe(0);
});

test("a connection that was closed before ends it at once", () => {
  expect(limitReply(drivenClock(), AbortSignal.abort()).end).toBe("placeLost");
});
