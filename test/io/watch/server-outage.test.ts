import { describe, expect, test } from "vitest";
import { backoffPause } from "../../../shared/io/watch/reflector/retry-pauses.ts";
import { OutageGate } from "../../../shared/io/watch/server-outage.ts";
import { randomFrom } from "../../random.ts";
import { type DrivenClock, drivenClock } from "./driven-clock.ts";

test("a pause is never shorter than a second, never longer than it may be, and spread over all of that", () => {
  const random = randomFrom(7);
  for (const longest of [1_000, 60_000, 300_000]) {
    for (const failures of [1, 2, 3, 5, 8, 13, 100, 100_000]) {
      const all = Array.from({ length: 200 }, () => backoffPause(failures, longest, random));
      const most = Math.min(longest, 1_000 * 2 ** Math.min(failures, 30));
      expect(Math.min(...all)).toBeGreaterThanOrEqual(1_000);
      expect(Math.max(...all)).toBeLessThanOrEqual(most);
      expect(Math.max(...all) - Math.min(...all)).toBeGreaterThanOrEqual((most - 1_000) * 0.9);
    }
  }
});

class Down extends Error {}

/** Askers of a server that is down until the test says otherwise. */
function startMany(count: number) {
  const clock: DrivenClock = drivenClock(0);
  const state = { isDown: true };
  const tries: { readonly who: number; readonly at: number }[] = [];
  const answered: number[] = [];
  const ends = Array.from({ length: count }, () => new AbortController());
  const maxPauseMs = (error: unknown): number | undefined => (error instanceof Down ? 60_000 : undefined);
  const way: OutageGate = new OutageGate({ clock, random: randomFrom(3), maxPauseMs });

  async function ask(who: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        await way.attempt(async (up) => {
          tries.push({ who, at: clock.elapsed() });
          if (state.isDown) throw new Down();
          up();
        }, signal);
        answered.push(who);
        return;
      } catch (error) {
        if (!(error instanceof Down)) return;
      }
    }
  }

  const all = ends.map((end, who) => ask(who, end.signal));
  async function pass(milliseconds: number): Promise<void> {
    const until = clock.elapsed() + milliseconds;
    do await new Promise((resolve) => setImmediate(resolve));
    while (clock.next(until));
  }
  return { clock, state, tries, answered, ends, way, all, pass };
}

describe("while a server is down", () => {
  test("one of all tries at a time, with pauses that grow, and all go on as soon as it answers", async () => {
    const { tries, answered, state, pass, clock, way } = startMany(20);
    await pass(600_000);
    // All at once the first time; one by one then.
    const later = tries.slice(20);
    expect(new Set(later.map(({ at }) => at)).size).toBe(later.length);
    expect(later.length).toBeGreaterThan(10);
    expect(later.length).toBeLessThan(60);
    expect(new Set(later.map(({ who }) => who)).size).toBeGreaterThan(5);
    expect(way.count()).toBe(1);
    state.isDown = false;
    await pass(60_000);
    expect(answered.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, who) => who));
    expect(clock.timers()).toBe(0);
    const never = new AbortController().signal;
    await expect(way.attempt(() => Promise.reject(new Down()), never)).rejects.toThrow(Down);
    expect(way.count()).toBe(2);
    way.stop();
  });

  test("the next one tries at once if the user requests it", async () => {
    const { tries, way, pass } = startMany(3);
    await pass(100_000);
    const count = tries.length;
    way.hurry();
    await pass(0);
    expect(tries.length).toBe(count + 1);
  });

  test("another one tries where the one whose turn it is gives up", async () => {
    const clock = drivenClock(0);
    const way = new OutageGate({
      clock,
      random: () => 0,
      maxPauseMs: (error) => (error instanceof Down ? 60_000 : undefined),
    });
    const never = new AbortController().signal;
    const failAsDown = (): Promise<never> => Promise.reject(new Down());
    await expect(way.attempt(failAsDown, never)).rejects.toThrow(Down);
    const stop = new AbortController();
    let tried = 0;
    const hanging = way.attempt(
      () => new Promise((_, reject) => stop.signal.addEventListener("abort", () => reject(stop.signal.reason))),
      stop.signal,
    );
    const next = way.attempt(async (up) => {
      tried += 1;
      up();
    }, never);
    clock.next(1_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(tried).toBe(0);
    stop.abort(new Error("enough"));
    await expect(hanging).rejects.toThrow("enough");
    await next;
    expect(tried).toBe(1);
  });

  test("a waiting reader can leave, and nothing remains in the end", async () => {
    const { ends, way, all, pass, clock, tries } = startMany(5);
    await pass(10_000);
    for (const end of ends) end.abort(new Error("enough"));
    way.stop();
    await Promise.all(all);
    const count = tries.length;
    expect(clock.timers()).toBe(0);
    await pass(100_000);
    expect(tries.length).toBe(count);
  });

  test("a reader that comes after the pause, when none waited, tries at once", async () => {
    const clock = drivenClock(0);
    const way = new OutageGate({ clock, random: () => 0, maxPauseMs: () => 60_000 });
    const never = new AbortController().signal;
    await expect(way.attempt(() => Promise.reject(new Down()), never)).rejects.toThrow(Down);
    while (clock.next(5_000));
    let isTried = false;
    await way.attempt(async (up) => {
      isTried = true;
      up();
    }, never);
    expect(isTried).toBe(true);
  });
});
