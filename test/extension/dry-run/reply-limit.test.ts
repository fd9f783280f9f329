import { expect, test } from "vitest";
import { ReplyLimit, replyTimeoutMs } from "../../../extension/dry-run/reply-limit.ts";
import { drivenClock } from "../../io/watch/driven-clock.ts";

type Step = (limit: ReplyLimit, left: AbortController, wait: (milliseconds: number) => void) => void;

test.for<readonly [rule: string, act: Step, end: ReplyLimit["end"]]>([
  ["a reply that comes in time ends nothing", (_, __, wait) => wait(replyTimeoutMs - 1), undefined],
  ["a dry run that hangs ends after 45 seconds", (_, __, wait) => wait(45_000), "timedOut"],
  ["the user ends one that hangs", (limit) => limit.cancel(), "cancelled"],
  ["a context that vanishes in the middle ends it", (_, left) => left.abort(), "placeLost"],
  [
    "the first reason counts",
    (limit, left, wait) => {
      left.abort();
      limit.cancel();
      wait(replyTimeoutMs);
    },
    "placeLost",
  ],
  [
    "nothing ends it after its reply",
    (limit, left, wait) => {
      limit.dispose();
      left.abort();
      wait(replyTimeoutMs);
    },
    undefined,
  ],
])("%s", ([, act, end]) => {
  const clock = drivenClock();
  const left = new AbortController();
  const limit = new ReplyLimit(clock, left.signal);
  act(limit, left, clock.advance);
  expect([limit.end, limit.signal.aborted]).toEqual([end, end !== undefined]);
  limit.dispose();
  expect(clock.timers()).toBe(0);
});

test("a connection that was closed before ends it at once", () => {
  expect(new ReplyLimit(drivenClock(), AbortSignal.abort()).end).toBe("placeLost");
});
