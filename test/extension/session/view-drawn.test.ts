import { describe, expect, test } from "vitest";
import { createViewDrawn } from "../../../extension/session/view-drawn.ts";
import { drivenClock } from "../../io/watch/driven-clock.ts";

/** Whether what waits for the view has gone on, after so many milliseconds. */
async function drawFor(milliseconds: number, report: (drawn: ReturnType<typeof createViewDrawn>) => void) {
  const clock = drivenClock();
  const drawn = createViewDrawn(clock);
  let isOn = false;
  const waiting = drawn.next().then(() => {
    isOn = true;
  });
  report(drawn);
  clock.advance(milliseconds);
  await Promise.race([waiting, new Promise((resolve) => setImmediate(resolve))]);
  return { isOn, timers: clock.timers() };
}

describe("files are read once the view has been drawn", () => {
  test("no file is read before VS Code has got the rows", async () => {
    expect(await drawFor(900, () => {})).toEqual({ isOn: false, timers: 1 });
  });

  test("soon after it has got them, and no timer remains", async () => {
    expect(await drawFor(60, (drawn) => drawn.report())).toEqual({ isOn: true, timers: 0 });
  });

  test("after a second where the view is hidden", async () => {
    expect(await drawFor(1_000, () => {})).toEqual({ isOn: true, timers: 0 });
  });

  test("rows that VS Code got before the view was shown do not count", async () => {
    const clock = drivenClock();
    const drawn = createViewDrawn(clock);
    drawn.report();
    void drawn.next();
    expect(clock.timers()).toBe(1);
  });
});
