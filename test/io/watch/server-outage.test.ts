import { describe, expect, test } from "vitest";
import { backoffPause } from "../../../shared/io/watch/reflector/retry-pauses.ts";
import { OutageGate } from "../../../shared/io/watch/server-outage.ts";
import { randomFrom } from "../../random.ts";
import { type DrivenClock, drivenClock } from "./driven-clock.ts";

test("a pause is spread between a second and its maximum", () => {
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

/** Readers of a server that is down until `state.isDown` is false. */
function startReaders(count: number) {
  const clock: DrivenClock = drivenClock(0);
  const state = { isDown: true };
  const tries: { readonly who: number; readonly at: number }[] = [];
  const answered: number[] = [];
  const ends = Array.from({ length: count }, () => new AbortController());
  const maxPauseMs = (error: unknown): number | undefined => (error instanceof Down ? 60_000 : undefined);
  const gate: OutageGate = new OutageGate({ clock, random: randomFrom(3), maxPauseMs });

  async function ask(who: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        await gate.attempt(async (up) => {
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
  return { clock, state, tries, answered, ends, gate, all, pass };
}

describe("the readers of a server that is down take turns", () => {
  test("one reader at a time tries with growing pauses, and all go on after the first response", async () => {
    const { tries, answered, state, pass, clock, gate } = startReaders(20);
    await pass(600_000);
    // All at once the first time; one by one then.
    const later = tries.slice(20);
    expect(new Set(later.map(({ at }) => at)).size).toBe(later.length);
    expect(later.length).toBeGreaterThan(10);
    expect(later.length).toBeLessThan(60);
    expect(new Set(later.map(({ who }) => who)).size).toBeGreaterThan(5);
    expect(gate.count()).toBe(1);
    state.isDown = false;
    await pass(60_000);
    expect(answered.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, who) => who));
    expect(clock.timers()).toBe(0);
    const never = new AbortController().signal;
    await expect(gate.attempt(() => Promise.reject(new Down()), never)).rejects.toThrow(Down);
    expect(gate.count()).toBe(2);
    gate.stop();
  });

  test("a reader tries at once where the user requests it", async () => {
    const { tries, gate, pass } = startReaders(3);
    await pass(100_000);
    const count = tries.length;
    gate.hurry();
    await pass(0);
    expect(tries.length).toBe(count + 1);
  });

  test("another reader tries where the one whose turn it is gives up", async () => {
    const clock = drivenClock(0);
    const gate = new OutageGate({
      clock,
      random: () => 0,
      maxPauseMs: (error) => (error instanceof Down ? 60_000 : undefined),
    });
    const never = new AbortController().signal;
    const failAsDown = (): Promise<never> => Promise.reject(new Down());
    await expect(gate.attempt(failAsDown, never)).rejects.toThrow(Down);
    const stop = new AbortController();
    let tried = 0;
    const hanging = gate.attempt(
      () => new Promise((_, reject) => stop.signal.addEventListener("abort", () => reject(stop.signal.reason))),
      stop.signal,
    );
    const next = gate.attempt(async (up) => {
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

  test("a reader that waits can be aborted, and no timer remains", async () => {
    const { ends, gate, all, pass, clock, tries } = startReaders(5);
    await pass(10_000);
    for (const end of ends) end.abort(new Error("enough"));
    gate.stop();
    await Promise.all(all);
    const count = tries.length;
    expect(clock.timers()).toBe(0);
    await pass(100_000);
    expect(tries.length).toBe(count);
  });

  test("a reader that comes after the pause tries at once where none waited", async () => {
    const clock = drivenClock(0);
    const gate = new OutageGate({ clock, random: () => 0, maxPauseMs: () => 60_000 });
    const never = new AbortController().signal;
    await expect(gate.attempt(() => Promise.reject(new Down()), never)).rejects.toThrow(Down);
    while (clock.next(5_000));
    let isTried = false;
    await gate.attempt(async (up) => {
      isTried = true;
      up();
    }, never);
    expect(isTried).toBe(true);
  });
});
