import { describe, expect, test } from "vitest";
import { coalesceCalls } from "../../../extension/platform/coalesce.ts";
import { drivenClock } from "../../io/watch/driven-clock.ts";

describe("what comes close together is drawn once", () => {
  /** The milliseconds that go by, or what happens. */
  type Step = number | "news" | "answer" | "the clock is set back";
  test.for<readonly [rule: string, steps: readonly Step[], calls: number, timers: number]>([
    ["the first at once, without a timer", ["news"], 1, 0],
    ["those behind it together, 150 ms later", ["news", 10, "news", 10, "news"], 1, 1],
    ["rows that changed within 150 ms are drawn after that time", ["news", 10, "news", 10, "news", 130], 2, 0],
    ["what comes later than that at once", ["news", 150, "news"], 2, 0],
    ["at most one every 150 ms", Array.from({ length: 300 }, (_, index) => (index % 2 === 0 ? "news" : 10)), 11, 0],
    ["150 ms after an answer that was given before", ["answer", 10, "news", 130], 0, 1],
    ["150 ms after an answer that was given since", ["news", 10, "news", 100, "answer", 140], 1, 1],
    ["an answer alone is followed by nothing", ["answer", 300], 0, 0],
    ["a clock that was set back delays no call", ["news", "the clock is set back", "news"], 2, 0],
  ])("%s", ([, steps, calls, timers]) => {
    const clock = drivenClock();
    let called = 0;
    const drawing = coalesceCalls(
      () => {
        called += 1;
      },
      150,
      clock,
    );
    for (const step of steps) {
      if (step === "news") drawing.request();
      else if (step === "answer") drawing.postpone();
      else if (step === "the clock is set back") clock.set(-3_600_000);
      else clock.advance(step);
    }
    expect([called, clock.timers()]).toEqual([calls, timers]);
    drawing.cancel();
    expect(clock.timers()).toBe(0);
  });
});
